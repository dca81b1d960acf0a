import Foundation

/// Finds samples, in an order.
package struct SamplesCall: StoreCall {
    package typealias Answer = [HKSample]
    package static let name = "samples"

    package var selections: [SampleSelection]
    package var order: SampleOrder
    /// The maximum number of samples, or `nil` for all.
    package var limit: Int?

    package func check() throws {
        try selections.check()
        try CallBounds.check(order.rules.count, CallBounds.rules, "sort descriptors")
        guard limit.map({ $0 >= 0 }) ?? true else { throw HKError.invalid("There are no \(limit ?? 0) samples") }
    }
}

/// Finds correlations by their own properties and by those of their members that the caller may see.
package struct CorrelationsCall: StoreCall {
    package typealias Answer = [HKCorrelation]
    package static let name = "correlations"

    package var selection: SampleSelection
    /// The filters that members of each type must match.
    package var members: [SampleSelection]

    package func check() throws {
        try selection.check()
        try members.check()
    }
}

/// Finds the sources of samples.
package struct SourcesCall: StoreCall {
    package typealias Answer = Set<HKSource>
    package static let name = "sources"

    package var selection: SampleSelection

    package func check() throws { try selection.check() }
}

/// Finds the quantities of series.
package struct SeriesCall: StoreCall {
    package typealias Answer = [SeriesQuantity]
    package static let name = "series"

    package var selection: SampleSelection
    package var reading: SeriesReading
    /// Whether a missing sample is an error.
    package var needsSample: Bool

    package func check() throws { try selection.check() }
}

/// Reads a sample's data besides its content: voltages, locations, heartbeats, documents.
package struct RecordDataCall: StoreCall {
    package typealias Answer = SplitPayload
    package static let name = "recordData"

    @ByIdentifier package var type: HKSampleType
    package var uuid: UUID
}

/// Finds medications in the person's list.
package struct MedicationsCall: StoreCall {
    package typealias Answer = [HKUserAnnotatedMedication]
    package static let name = "medications"

    package var filter: SampleFilter
    /// The maximum number of medications, or `nil` for all.
    package var limit: Int?

    package func check() throws { try filter.checkSize() }
}

/// Lists the attachments of an object.
package struct AttachmentsCall: StoreCall {
    package typealias Answer = [AttachmentContent]
    package static let name = "attachments"

    package var object: UUID
}

/// Reads a piece of an attachment.
package struct AttachmentPieceCall: StoreCall {
    package typealias Answer = Data
    package static let name = "attachmentPiece"

    package var object: UUID
    package var attachment: UUID
    package var number: Int

    package func check() throws {
        guard number >= 0 else { throw HKError.invalid("\(number) isn't a piece number") }
    }
}
