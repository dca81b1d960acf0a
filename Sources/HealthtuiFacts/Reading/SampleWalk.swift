import HealthKit

/// Walks over the samples of a list page by page.
package struct SampleWalk {
    let reader: SampleReader
    var query: SampleListQuery
    /// Only samples of these sources; `nil` for all.
    var sources: [HKSource]?
    /// Only samples from devices with this name; `nil` for all.
    var deviceName: String?
    var ascending = false
    /// The condition that the store can't query, or `nil` if there is none.
    var isMatch: ((HKSample) -> Bool)?

    private static let pageSize = 2_000

    /// A walk.
    ///
    /// - Parameters:
    ///   - caller: The caller.
    ///   - query: The query.
    ///   - sources: Only samples of these sources; `nil` for all.
    ///   - deviceName: Only samples from devices with this name; `nil` for all.
    ///   - ascending: Whether the oldest come first.
    ///   - isMatch: The condition that the store can't query; `nil` for none.
    package init(
        caller: Caller,
        query: SampleListQuery,
        sources: [HKSource]? = nil,
        deviceName: String? = nil,
        ascending: Bool = false,
        isMatch: ((HKSample) -> Bool)? = nil
    ) {
        reader = SampleReader(caller)
        self.query = query
        self.sources = sources
        self.deviceName = deviceName
        self.ascending = ascending
        self.isMatch = isMatch
        if let sources, sources.count == 1 { self.query.source = sources.first }
    }

    /// Calls a closure with each sample, in order of start.
    ///
    /// - Parameters:
    ///   - limit: The largest number of samples; `nil` for all.
    ///   - body: Receives each sample.
    /// - Throws: `HKError`, and any error that the closure throws.
    package func visit(limit: Int? = nil, _ body: (HKSample) throws -> Void) throws {
        var left = limit ?? .max
        var position: SampleListPosition?
        while left > 0 {
            let isExact = deviceName == nil && isMatch == nil && sources?.count ?? 1 == 1
            let size = isExact ? min(left, Self.pageSize) : Self.pageSize
            let page = try reader.samples(query, after: position, ascending: ascending, limit: size)
            for sample in page where admits(sample) {
                try body(sample)
                left -= 1
                if left == 0 { return }
            }
            guard page.count == size, let next = SampleListPosition(behind: page, after: position) else { return }
            position = next
        }
    }

    private func admits(_ sample: HKSample) -> Bool {
        if let deviceName, sample.device?.name != deviceName { return false }
        if let sources, sources.count > 1, !sources.contains(sample.sourceRevision.source) { return false }
        return isMatch?(sample) ?? true
    }
}
