import Foundation
import HealthStore

extension StoreSnapshot {
    /// The samples of each source as the person's statistics read them: in the canonical unit, sources in order of priority,
    /// series as their quantities, and of what apps pass on only what nobody else has.
    ///
    /// - Parameter type: The type.
    /// - Returns: The sources that have selected samples, each with a way to read them, ascending by start.
    /// - Throws: `HKError`, and the store's errors.
    package func statisticsSources(of type: HKQuantityType) throws -> [StatisticsCalculator.Source] {
        let from = selection.from?.timeIntervalSinceReferenceDate ?? -.infinity
        let to = selection.to?.timeIntervalSinceReferenceDate ?? .infinity
        guard from <= to else { return [] }
        // What apps pass on may be a sum of up to a month.
        let month = 31.0 * 86_400
        let request = FetchRequest(type: type)
        return try reader.sources(
            request.touching(from...to),
            type,
            partOf: request.touching((from - month)...(to + month))
        )
    }

    /// The bundle identifiers of the sources of a type that the person left out.
    package func excludedSources(of type: String) throws -> Set<String> {
        try reader.sourcePriority(of: type).excluded
    }
}
