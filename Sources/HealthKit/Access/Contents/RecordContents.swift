import Foundation

/// What the page of a sample reads of the store, within the rights of whoever asks.
package protocol RecordContents {
    /// A sample by its UUID; `nil` where there is none that the caller may see.
    func sample(_ uuid: UUID) throws -> HKSample?

    /// The voltages of an electrocardiogram; `nil` when they can't be read.
    func trace(of electrocardiogram: HKElectrocardiogram) throws -> ElectrocardiogramTrace?

    /// What the person noted with an electrocardiogram.
    func symptoms(of electrocardiogram: HKElectrocardiogram) throws -> [HKCategorySample]

    /// The beats of a series; `nil` when they can't be read.
    func beats(of series: HKHeartbeatSeriesSample) throws -> HeartbeatSeries?

    /// How a document begins, and how many bytes it has; `nil` when it holds none.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - limit: How many bytes are wanted at most.
    /// - Returns: The bytes, and how many there are in all.
    /// - Throws: `HKError`.
    func document(_ document: HKDocumentSample, atMost limit: Int) throws -> (bytes: [UInt8], size: Int)?

    /// Visits the records of a type.
    ///
    /// - Parameters:
    ///   - identifier: The type.
    ///   - body: Gets each record.
    /// - Throws: What `body` throws, and `HKError`.
    func forEachRecord(of identifier: String, _ body: (HKSample) throws -> Void) throws

    /// The attachments of an object, the oldest first.
    func attachments(of uuid: UUID) throws -> [HKAttachment]

    /// The medications in the person's list.
    func medications() throws -> [HKUserAnnotatedMedication]
}

extension RecordContents {
    /// What the header of a document says.
    package func header(of document: HKDocumentSample) -> CDAContent { document.content }
}
