import Foundation
import HealthKitStore

/// The namespaces of attachments among the store's values.
enum AttachmentKey {
    /// The description of each attachment, by object and identifier.
    static let contents = "attachments"
    /// The data in pieces, by identifier and number.
    static let data = "attachments.data"
    static let pieceSize = 256 << 10

    static func piece(_ attachment: UUID, _ number: Int) -> String {
        let digits = String(number)
        return attachment.uuidString + "\u{1F}" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits
    }
}

extension AttachmentContent {
    fileprivate var key: String { "\(object.uuidString)\u{1F}\(identifier.uuidString)" }

    /// The number of pieces of the data.
    var pieces: Int { (size + AttachmentKey.pieceSize - 1) / AttachmentKey.pieceSize }
}

extension ObjectReader {
    /// The attachments of an object, the oldest first.
    func attachments(of object: UUID) throws -> [AttachmentContent] {
        try values(AttachmentContent.self, AttachmentKey.contents, prefix: object.uuidString + "\u{1F}")
            .map(\.value).sorted { $0.creation < $1.creation }
    }

    /// A piece of an attachment's data.
    ///
    /// - Throws: `errorNoData` if the attachment no longer exists.
    func piece(_ number: Int, of attachment: AttachmentContent) throws -> [UInt8] {
        guard let bytes = try store.value(AttachmentKey.data, AttachmentKey.piece(attachment.identifier, number)) else {
            throw HKError.error(.errorNoData, "The attachment \(attachment.identifier.uuidString) is not stored")
        }
        return bytes
    }
}

extension ObjectWriter {
    /// Attaches data to an object.
    func attach(_ attachment: AttachmentContent, _ data: Data) throws {
        try setValue(attachment, AttachmentKey.contents, attachment.key)
        for number in 0..<attachment.pieces {
            let start = data.startIndex + number * AttachmentKey.pieceSize
            let piece = data[start..<min(start + AttachmentKey.pieceSize, data.endIndex)]
            try writer.setValue([UInt8](piece), AttachmentKey.data, AttachmentKey.piece(attachment.identifier, number))
        }
    }

    /// Removes an attachment with its data.
    func detach(_ attachment: AttachmentContent) throws {
        try writer.setValue(nil, AttachmentKey.contents, attachment.key)
        for number in 0..<attachment.pieces {
            try writer.setValue(nil, AttachmentKey.data, AttachmentKey.piece(attachment.identifier, number))
        }
    }
}
