import HealthKitStore

/// The instants of a request that two sources report, found when they are first asked for.
final class RequestedDoubles {
    private let find: () throws -> [String: [SummedInstant: Int]]
    private var found: [String: [SummedInstant: Int]]?

    init(_ find: @escaping () throws -> [String: [SummedInstant: Int]]) { self.find = find }

    /// How many of each instant of a source don't count; `nil` if all do.
    func dropped(of bundle: String) throws -> [SummedInstant: Int]? {
        let all = try found ?? find()
        found = all
        return all[bundle]
    }
}

extension ObjectReader {
    /// Whether a source of a type is of files that aren't Apple Health exports.
    func hasFileSources(of type: HKQuantityType) throws -> Bool {
        try orderedSources(of: type.identifier).contains { $0.source.isOfFiles }
    }

    /// The instants of a request that two sources report (R5.30).
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - type: The type.
    ///   - sources: The sources of the type.
    /// - Returns: The instants, or `nil` if none of the type's sources can make any double.
    func doubledInstants(
        _ request: FetchRequest,
        _ type: HKQuantityType,
        of sources: [SourceTraits]
    ) -> RequestedDoubles? {
        guard type.aggregationStyle == .cumulative else { return nil }
        guard sources.count > 1, sources.contains(where: { $0.source.isOfFiles && !$0.source.isOfSums }) else {
            return nil
        }
        return RequestedDoubles { try self.doubles(request, type) }
    }

    /// How far beyond the request instants are looked for: pairs that follow each other closely depend on those before.
    private static let margin = 5 * DoubledInstants.window

    private func doubles(_ request: FetchRequest, _ type: HKQuantityType) throws -> [String: [SummedInstant: Int]] {
        var wide = request
        wide.findsDoubled = false
        wide.filter = request.filter.ignoringTimes
        wide.bounds = request.filter.timeBounds.intersection(request.bounds).widened(by: Self.margin)
        let sources = try self.sources(wide, type).filter { $0.addition == nil && !$0.isExcluded }
        var ofFiles: [SummedInstant] = []
        for source in sources where source.source.isOfFiles { ofFiles += try instants(source) { _ in true } }
        guard !ofFiles.isEmpty else { return [:] }
        // Others matter only where a file has an instant.
        let times = ofFiles.map(\.time).sorted()
        let found = try sources.map { source in
            DoubledInstants.Source(
                isOfFiles: source.source.isOfFiles,
                instants: try instants(source) { times.hasElement(near: $0, within: DoubledInstants.window) }
            )
        }
        let dropped = zip(sources, DoubledInstants(found).dropped)
            .map { ($0.source.bundleIdentifier, $1) }
            .filter { !$0.1.isEmpty }
        return Dictionary(dropped, uniquingKeysWith: { first, _ in first })
    }

    /// The instants of a source at wanted times, ascending.
    private func instants(
        _ source: StatisticsCalculator.Source,
        where isWanted: (Double) -> Bool
    ) throws -> [SummedInstant] {
        var instants: [SummedInstant] = []
        let runs = try source.runs()
        while let run = try runs.next() {
            for row in 0..<run.count where run.ends[row] <= run.starts[row] && isWanted(run.starts[row]) {
                instants.append(SummedInstant(time: run.starts[row], value: run.values[row]))
            }
        }
        return instants
    }
}

extension [Double] {
    /// Whether an ascending list has a number that is near another one.
    fileprivate func hasElement(near time: Double, within distance: Double) -> Bool {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < time - distance { low = middle + 1 } else { high = middle }
        }
        return low < count && self[low] <= time + distance
    }
}
