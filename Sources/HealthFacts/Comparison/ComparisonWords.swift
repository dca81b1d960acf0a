import HealthEntry

/// What a comparison of two types says, in plain sentences, and what it does not.
package struct ComparisonWords: Sendable {
    /// How they moved over the whole time, and from one point to the next.
    package let found: String
    /// What that does not prove.
    package let limits: String

    /// From which coefficient on numbers are said to move together.
    private static let strong = 0.3
    /// From which coefficient with time on a type is said to have risen or fallen.
    private static let drift = 0.5

    /// The words for a comparison.
    ///
    /// - Parameters:
    ///   - comparison: The comparison.
    ///   - first: The name of the first type.
    ///   - second: The name of the second.
    package init(_ comparison: TypeComparison, first: String, second: String) {
        let unit = ComparisonStrings.unit(comparison.period)
        limits = ComparisonStrings.limits
        guard let pearson = comparison.pearson else {
            found =
                comparison.pairs < Correlation.fewest
                ? ComparisonStrings.tooFew(comparison.pairs, unit) : ComparisonStrings.constant
            return
        }
        var sentences: [String] = []
        let span = ComparisonStrings.count(comparison.pairs, unit)
        if let one = comparison.drifts.first, let other = comparison.drifts.second, abs(one) >= Self.drift,
            abs(other) >= Self.drift
        {
            sentences.append(ComparisonStrings.drifted(span, first, one > 0, second, other > 0))
        } else if abs(pearson) >= Self.strong {
            sentences.append(ComparisonStrings.together(span, first, second, rises: pearson > 0))
        } else {
            sentences.append(ComparisonStrings.apart(span, first, second))
        }
        if let changes = comparison.changes {
            let figure = ComparisonStrings.coefficient(changes)
            sentences.append(
                abs(changes) >= Self.strong
                    ? ComparisonStrings.changesTogether(unit, figure, rises: changes > 0)
                    : ComparisonStrings.changesApart(unit, figure)
            )
        }
        if let lag = comparison.lag {
            let distance = ComparisonStrings.count(abs(lag.steps), unit)
            let (earlier, later) = lag.steps > 0 ? (first, second) : (second, first)
            sentences.append(
                ComparisonStrings.lagged(earlier, later, distance, ComparisonStrings.coefficient(lag.pearson))
            )
        }
        found = sentences.joined(separator: " ")
    }
}
