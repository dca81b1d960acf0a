import Foundation

/// Lists the attachments of an object.
package struct AttachmentsCall: StoreCall {
    package typealias Answer = [AttachmentContent]
    package static let name = "attachments"

    package var object: UUID
}

extension AttachmentsCall: AnsweredCall, AuditedCall {
    var audit: AuditSubject? { AuditSubject(.read, [HKObjectType.visionPrescriptionType()]) }

    func objects(in answer: [AttachmentContent]) -> AuditObjects { .total(answer.count) }
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

extension AttachmentPieceCall: AnsweredCall, AuditedCall {
    /// An attachment is counted once, however many pieces it has.
    var audit: AuditSubject? {
        number == 0 ? AuditSubject(.read, [HKObjectType.visionPrescriptionType()]) : nil
    }

    func objects(in answer: Data) -> AuditObjects { .total(1) }
}

/// Attaches data to an object.
package struct AttachCall: StoreCall {
    package typealias Answer = AttachmentContent
    package static let name = "attach"

    package var object: UUID
    package var name: String
    package var contentType: String
    package var metadata: [UInt8]?
    package var data: Data

    package func check() throws { try AttachmentContent.checkSize(data.count) }
}

extension AttachCall: AnsweredCall, AuditedCall {
    var audit: AuditSubject? { AuditSubject(.change, [HKObjectType.visionPrescriptionType()]) }

    func objects(in answer: AttachmentContent) -> AuditObjects { .total(1) }
}

/// Removes an attachment from an object.
package struct DetachCall: StoreCall {
    package typealias Answer = Void
    package static let name = "detach"

    package var object: UUID
    package var attachment: UUID
}

extension DetachCall: AnsweredCall, AuditedCall {
    var audit: AuditSubject? { AuditSubject(.change, [HKObjectType.visionPrescriptionType()]) }

    func objects(in answer: Void) -> AuditObjects { .total(1) }
}
