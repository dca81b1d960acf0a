import Foundation
import HealthKitStore

extension LocalSnapshot {
    package func statisticsSources(of type: HKQuantityType) throws -> [StatisticsCalculator.Source] {
        let from = selection.from?.timeIntervalSinceReferenceDate ?? -.infinity
        let to = selection.to?.timeIntervalSinceReferenceDate ?? .infinity
        guard from <= to else { return [] }
        // Samples that apps pass on may be sums over up to a month.
        let month = 31.0 * 86_400
        let request = FetchRequest(type: type)
        return try reader.sources(
            request.touching(from...to),
            type,
            partOf: request.touching((from - month)...(to + month))
        )
    }

    package func orderedSources(of type: String) throws -> [String] {
        try reader.orderedSources(of: type).map(\.source.bundleIdentifier)
    }

    package func excludedSources(of type: String) throws -> Set<String> {
        try reader.sourcePriority(of: type).excluded
    }
}
