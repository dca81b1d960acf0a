/// Receives the elements of an export, in the order they stand.
///
/// What an event hands over is valid only during the call. An error thrown by the sink ends the scan.
package protocol ExportSink: ~Copyable {
    /// The moment the export was made.
    ///
    /// - Parameter value: The raw date.
    /// - Throws: Whatever should end the scan.
    mutating func exportDate(_ value: ByteSlice) throws

    /// The person's characteristics.
    ///
    /// - Parameter element: `Me`, whose attributes are the characteristics.
    /// - Throws: Whatever should end the scan.
    mutating func me(_ element: ExportElement) throws

    /// A record at top level.
    ///
    /// - Parameter record: The record.
    /// - Throws: Whatever should end the scan.
    mutating func record(_ record: ExportRecord) throws

    /// A correlation. Its records stand at top level too, and were or will be handed over from there.
    ///
    /// - Parameter correlation: The correlation.
    /// - Throws: Whatever should end the scan.
    mutating func correlation(_ correlation: ExportCorrelation) throws

    /// A workout.
    ///
    /// - Parameter workout: The workout.
    /// - Throws: Whatever should end the scan.
    mutating func workout(_ workout: ExportWorkout) throws

    /// A day's activity summary.
    ///
    /// - Parameter summary: The summary.
    /// - Throws: Whatever should end the scan.
    mutating func activitySummary(_ summary: ExportActivitySummary) throws
}
