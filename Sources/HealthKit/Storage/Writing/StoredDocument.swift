import Foundation
import HealthStore

/// Large documents, which are kept in pieces beside their records, so that none has to be held whole to be stored.
package enum StoredDocument {
    /// Where the pieces are among the store's values.
    static let namespace = "documents.data"
    /// How many bytes a piece has.
    package static let pieceSize = 256 << 10

    /// How many pieces a document has.
    package static func pieces(of size: Int) -> Int { (size + pieceSize - 1) / pieceSize }

    static func key(_ document: UUID, _ number: Int) -> String {
        let digits = String(number)
        return document.uuidString + "\u{1F}" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits
    }

    /// How many bytes of a document are kept in pieces; `nil` where its record holds all of it, and for another record.
    static func size(_ payload: SplitPayload) -> Int? { CDAContent(bytes: payload.content)?.size }
}

extension ObjectReader {
    /// Visits a document's bytes, piece by piece.
    ///
    /// - Parameters:
    ///   - record: The document's record.
    ///   - body: Gets each piece and says whether to go on.
    /// - Throws: `errorNoData` for a document with a piece missing, and what `body` throws.
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

    /// A record's payload, with all of a document that is kept in pieces.
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
    /// Keeps a piece of a document, unless it is there.
    func keep(_ piece: ImportedDocumentPiece, of document: UUID) throws {
        let key = StoredDocument.key(document, piece.number)
        guard try writer.value(StoredDocument.namespace, key) == nil else { return }
        try writer.setValue(piece.bytes, StoredDocument.namespace, key)
    }

    /// Removes the pieces of a document that is deleted.
    func forgetPieces(of record: StoredRecord) throws {
        guard try type(record.type) is HKDocumentType,
            let size = SplitPayload(bytes: record.payload).flatMap({ StoredDocument.size($0) })
        else { return }
        for number in 0..<StoredDocument.pieces(of: size) {
            try writer.setValue(nil, StoredDocument.namespace, StoredDocument.key(record.uuid, number))
        }
    }
}
