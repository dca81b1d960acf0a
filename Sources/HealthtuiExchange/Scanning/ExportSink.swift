/// Receives the elements of an export, in their original order.
///
/// The values passed to a call are valid only during the call. An error thrown by the sink ends the scan.
package protocol ExportSink: ~Copyable {
    /// The moment the export was made.
    ///
    /// - Parameter value: The raw date.
    /// - Throws: Any error that should end the scan.
    mutating func exportDate(_ value: ByteSlice) throws

    /// The person's characteristics.
    ///
    /// - Parameter element: `Me`, whose attributes are the characteristics.
    /// - Throws: Any error that should end the scan.
    mutating func me(_ element: ExportElement) throws

    /// A record at top level.
    ///
    /// - Parameter record: The record.
    /// - Throws: Any error that should end the scan.
    mutating func record(_ record: ExportRecord) throws

    /// A correlation. Its records appear at the top level too, and are delivered from there, before or after.
    ///
    /// - Parameter correlation: The correlation.
    /// - Throws: Any error that should end the scan.
    mutating func correlation(_ correlation: ExportCorrelation) throws

    /// A workout.
    ///
    /// - Parameter workout: The workout.
    /// - Throws: Any error that should end the scan.
    mutating func workout(_ workout: ExportWorkout) throws

    /// A day's activity summary.
    ///
    /// - Parameter summary: The summary.
    /// - Throws: Any error that should end the scan.
    mutating func activitySummary(_ summary: ExportActivitySummary) throws

    /// A health record, whose content is in a separate file.
    ///
    /// - Parameter record: The record.
    /// - Throws: Any error that should end the scan.
    mutating func clinicalRecord(_ record: ExportClinicalRecord) throws

    /// A hearing test.
    ///
    /// - Parameter audiogram: The test.
    /// - Throws: Any error that should end the scan.
    mutating func audiogram(_ audiogram: ExportAudiogram) throws

    /// A prescription of glasses or contact lenses.
    ///
    /// - Parameter prescription: The prescription.
    /// - Throws: Any error that should end the scan.
    mutating func visionPrescription(_ prescription: ExportVisionPrescription) throws

    /// A file next to the main one begins; the main one has ended by then.
    ///
    /// - Parameter file: The file.
    /// - Throws: Any error that should end the scan.
    mutating func beginFile(_ file: ExportSideFile) throws

    /// The next bytes of the current file.
    ///
    /// - Parameter bytes: The bytes, valid during the call.
    /// - Throws: Any error that should end the scan.
    mutating func fileBytes(_ bytes: UnsafeRawBufferPointer) throws

    /// The current file ends.
    ///
    /// - Parameter damage: The reason it couldn't be read to its end, or `nil` if it could.
    /// - Throws: Any error that should end the scan.
    mutating func endFile(damage: String?) throws
}

extension ExportSink where Self: ~Copyable {
    package mutating func clinicalRecord(_ record: ExportClinicalRecord) {}

    package mutating func audiogram(_ audiogram: ExportAudiogram) {}

    package mutating func visionPrescription(_ prescription: ExportVisionPrescription) {}

    package mutating func beginFile(_ file: ExportSideFile) {}

    package mutating func fileBytes(_ bytes: UnsafeRawBufferPointer) {}

    package mutating func endFile(damage: String?) {}
}
