import Foundation

/// Reads the data of one attachment, whole or byte by byte.
public class HKAttachmentDataReader: @unchecked Sendable {
    /// The attachment.
    public let attachment: HKAttachment
    /// How far the reading is, in bytes.
    public let progress: Progress

    private let store: HKAttachmentStore

    init(_ attachment: HKAttachment, _ store: HKAttachmentStore) {
        self.attachment = attachment
        self.store = store
        progress = Progress(totalUnitCount: Int64(attachment.size))
    }

    /// All of the data.
    ///
    /// - Throws: `errorNoData` when the attachment is not stored, or not for this app; `errorDatabaseInaccessible`.
    public var data: Data {
        get async throws {
            var all = Data()
            for number in 0..<attachment.content.pieces {
                all += try await store.nextPiece(number, of: attachment)
                progress.completedUnitCount = Int64(all.count)
            }
            return all
        }
    }

    /// The data as a sequence of bytes, which is read as far as the sequence is walked.
    public var bytes: HKAttachment.AsyncBytes { HKAttachment.AsyncBytes(attachment, store, progress) }
}

extension HKAttachment {
    /// The bytes of an attachment, one at a time.
    public struct AsyncBytes: AsyncSequence, @unchecked Sendable {
        /// What the sequence gives.
        public typealias Element = UInt8

        private let attachment: HKAttachment
        private let store: HKAttachmentStore
        private let progress: Progress

        init(_ attachment: HKAttachment, _ store: HKAttachmentStore, _ progress: Progress) {
            self.attachment = attachment
            self.store = store
            self.progress = progress
        }

        /// Starts at the first byte.
        ///
        /// - Returns: What walks over the bytes.
        public func makeAsyncIterator() -> BufferedAsyncByteIterator {
            BufferedAsyncByteIterator(attachment, store, progress)
        }
    }
}

/// Walks over the bytes of an attachment; it holds a piece of them at a time.
public struct BufferedAsyncByteIterator: AsyncIteratorProtocol {
    /// What it gives.
    public typealias Element = UInt8

    private let attachment: HKAttachment
    private let store: HKAttachmentStore
    private let progress: Progress
    private var buffer: [UInt8] = []
    private var position = 0
    private var piece = 0

    init(_ attachment: HKAttachment, _ store: HKAttachmentStore, _ progress: Progress) {
        self.attachment = attachment
        self.store = store
        self.progress = progress
    }

    /// Gives the next byte.
    ///
    /// - Returns: The byte; `nil` after the last.
    /// - Throws: `errorNoData` when the attachment is not stored, or not for this app; `errorDatabaseInaccessible`.
    public mutating func next() async throws -> UInt8? {
        if position == buffer.count {
            guard piece < attachment.content.pieces else { return nil }
            buffer = [UInt8](try await store.nextPiece(piece, of: attachment))
            position = 0
            piece += 1
            progress.completedUnitCount += Int64(buffer.count)
            guard !buffer.isEmpty else { return nil }
        }
        defer { position += 1 }
        return buffer[position]
    }
}
