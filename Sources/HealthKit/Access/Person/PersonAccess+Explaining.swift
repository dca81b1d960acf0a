import Foundation

extension PersonAccess {
    /// Explains which source counted for which part of a statistic (R5.13 to R5.17).
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - predicate: The samples of it to include; `nil` for all.
    ///   - intervals: The intervals; `nil` for one that holds all of time.
    /// - Returns: The intervals that have samples, in order of time.
    /// - Throws: `errorInvalidArgument`, `errorDatabaseInaccessible`.
    package func explainStatistics(
        _ type: HKQuantityType,
        predicate: NSPredicate?,
        intervals: IntervalCalendar?
    ) throws -> [StatisticsExplanation] {
        let selection = SampleSelection(type, try SampleFilter(predicate))
        return try ask(OwnerExplanationCall(selection: selection, intervals: intervals))
    }
}
