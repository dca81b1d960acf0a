import Foundation
import HealthKitStore

/// Large documents, which are stored in pieces outside their records, so that they never have to be in memory as a
/// whole.
package enum StoredDocument {
    /// The namespace of the pieces among the store's values.
    static let namespace = "documents.data"
    /// The size of a piece in bytes.
    package static let pieceSize = 256 << 10

    /// The number of pieces of a document.
    package static func pieces(of size: Int) -> Int { (size + pieceSize - 1) / pieceSize }

    static func key(_ document: UUID, _ number: Int) -> String {
        let digits = String(number)
        return document.uuidString + "\u{1F}" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits
    }

    /// The number of a document's bytes stored in pieces; `nil` if its record contains all of it, and for other records.
    static func size(_ payload: SplitPayload) -> Int? { CDAContent(bytes: payload.content)?.size }
}

extension ObjectReader {
    /// Visits a document's bytes piece by piece.
    ///
    /// - Parameters:
    ///   - record: The document's record.
    ///   - body: Receives each piece and returns whether to continue.
    /// - Throws: `errorNoData` for a document with a missing piece, and any error from `body`.
    func forEachPiece(ofDocument record: StoredRecord, _ body: ([UInt8]) throws -> Bool) throws {
        guard let payload = SplitPayload(bytes: record.payload) else { return }
        guard let size = StoredDocument.size(payload) else {
            if !payload.data.isEmpty { _ = try body(payload.data) }
            return
        }
        for number in 0..<StoredDocument.pieces(of: size) {
            guard let piece = try store.value(StoredDocument.namespace, StoredDocument.key(record.uuid, number)) else {
                throw HKError.error(.errorNoData, "The document isn't whole; import its export again")
            }
            guard try body(piece) else { return }
        }
    }

    /// A record's payload, including a document stored in pieces.
    func wholePayload(_ record: StoredRecord) throws -> SplitPayload? {
        guard var payload = SplitPayload(bytes: record.payload) else { return nil }
        guard try type(record.type) is HKDocumentType, let size = StoredDocument.size(payload) else { return payload }
        payload.data.reserveCapacity(size)
        try forEachPiece(ofDocument: record) { piece in
            payload.data += piece
            return true
        }
        return payload
    }
}

extension ObjectWriter {
    /// Stores a piece of a document, unless it exists.
    func keep(_ piece: ImportedDocumentPiece, of document: UUID) throws {
        let key = StoredDocument.key(document, piece.number)
        guard try writer.value(StoredDocument.namespace, key) == nil else { return }
        try writer.setValue(piece.bytes, StoredDocument.namespace, key)
    }

    /// Removes the pieces of a deleted document.
    func forgetPieces(of record: StoredRecord) throws {
        guard try type(record.type) is HKDocumentType,
            let size = SplitPayload(bytes: record.payload).flatMap({ StoredDocument.size($0) })
        else { return }
        for number in 0..<StoredDocument.pieces(of: size) {
            try writer.setValue(nil, StoredDocument.namespace, StoredDocument.key(record.uuid, number))
        }
    }
}
