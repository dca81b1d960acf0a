import Foundation
import HealthKitStore

extension LocalSnapshot {
    package func statisticsSources(of type: HKQuantityType) throws -> [StatisticsCalculator.Source] {
        let from = selection.from?.timeIntervalSinceReferenceDate ?? -.infinity
        let to = selection.to?.timeIntervalSinceReferenceDate ?? .infinity
        guard from <= to else { return [] }
        // Samples that apps pass on may be sums over up to a month.
        let month = 31.0 * 86_400
        var request = FetchRequest(type: type)
        request.findsDoubled = true
        let part = request.touching(from...to)
        let context = request.touching((from - month)...(to + month))
        let sources = try reader.sources(part, type, partOf: context)
        let sums = sources.filter { $0.addition != nil && !$0.isExcluded }
        var samples = sources.filter { $0.addition == nil }.map { $0.counted() }
        if let last = sums.last {
            let bundles = Set(sums.map(\.source.bundleIdentifier))
            let start = sums.reduce(last.extent.lowerBound) { min($0, $1.extent.lowerBound) }
            let end = sums.reduce(last.extent.upperBound) { max($0, $1.extent.upperBound) }
            let (reader, type) = (reader, type)
            samples.append(
                StatisticsCalculator.Source(source: last.source, isExcluded: false, extent: start...end) { _ in
                    reader.addition(of: bundles, to: context, chosenBy: part, type, isOnce: true)
                }
            )
        }
        return samples
    }

    package func orderedSources(of type: String) throws -> [String] {
        try reader.orderedSources(of: type).map(\.source.bundleIdentifier)
    }

    package func excludedSources(of type: String) throws -> Set<String> {
        try reader.sourcePriority(of: type).excluded
    }
}
