import Foundation

/// The data shown on a sample's page, within the caller's rights.
package protocol RecordContents {
    /// A sample by its UUID, or `nil` if there is none that the caller may see.
    func sample(_ uuid: UUID) throws -> HKSample?

    /// The voltages of an electrocardiogram; `nil` when they can't be read.
    func trace(of electrocardiogram: HKElectrocardiogram) throws -> ElectrocardiogramTrace?

    /// The symptoms that the person noted with an electrocardiogram.
    func symptoms(of electrocardiogram: HKElectrocardiogram) throws -> [HKCategorySample]

    /// The beats of a series; `nil` when they can't be read.
    func beats(of series: HKHeartbeatSeriesSample) throws -> HeartbeatSeries?

    /// The beginning of a document and its size in bytes, or `nil` when it holds none.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - limit: The maximum number of bytes to return.
    /// - Returns: The bytes, and the total size.
    /// - Throws: `HKError`.
    func document(_ document: HKDocumentSample, atMost limit: Int) throws -> (bytes: [UInt8], size: Int)?

    /// Visits the records of a type.
    ///
    /// - Parameters:
    ///   - identifier: The type.
    ///   - body: Receives each record.
    /// - Throws: Any error thrown by `body`, and `HKError`.
    func forEachRecord(of identifier: String, _ body: (HKSample) throws -> Void) throws

    /// The attachments of an object, the oldest first.
    func attachments(of uuid: UUID) throws -> [HKAttachment]

    /// The medications in the person's list.
    func medications() throws -> [HKUserAnnotatedMedication]
}

extension RecordContents {
    /// The header of a document.
    package func header(of document: HKDocumentSample) -> CDAContent { document.content }
}
