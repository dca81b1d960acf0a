/// The totals of days by type, as digests that the machines of a group compare.
///
/// If two machines have the same samples of a type and the same order of its sources, the totals are equal.
package struct DayTotals: Codable, Hashable, Sendable {
    /// A machine's data of a type.
    package struct Summary: Codable, Hashable, Sendable {
        /// A digest of the inputs of the totals: the samples and the order of their sources.
        package var basis: String
        /// The totals of all days.
        package var totals: String

        /// Creates a summary.
        package init(basis: String, totals: String) {
            self.basis = basis
            self.totals = totals
        }
    }

    /// The summaries by HealthKit's type identifiers.
    package var types: [String: Summary]

    /// Creates totals.
    package init(types: [String: Summary] = [:]) { self.types = types }
}
