import Foundation

/// Reads a piece of an attachment's data by its number.
typealias AttachmentPiece = @Sendable (Int) async throws -> Data

/// Reads the data of one attachment, whole or byte by byte.
public class HKAttachmentDataReader: @unchecked Sendable {
    // Unchecked, since Apple's class is open to subclasses; its properties are Sendable.
    /// The attachment.
    public let attachment: HKAttachment
    /// The progress of reading, in bytes.
    public let progress: Progress

    private let piece: AttachmentPiece

    init(_ attachment: HKAttachment, _ piece: @escaping AttachmentPiece) {
        self.attachment = attachment
        self.piece = piece
        progress = Progress(totalUnitCount: Int64(attachment.size))
    }

    /// All of the data.
    ///
    /// - Throws: `errorNoData` when the attachment is not stored, or not for this app; `errorDatabaseInaccessible`.
    public var data: Data {
        get async throws {
            var all = Data()
            for number in 0..<attachment.content.pieces {
                all += try await piece(number)
                progress.completedUnitCount = Int64(all.count)
            }
            return all
        }
    }

    /// The data as a sequence of bytes, read only as far as the sequence is iterated.
    public var bytes: HKAttachment.AsyncBytes { HKAttachment.AsyncBytes(attachment, piece, progress) }
}

extension HKAttachment {
    /// The bytes of an attachment, one at a time.
    public struct AsyncBytes: AsyncSequence, Sendable {
        /// The type of the sequence's elements.
        public typealias Element = UInt8

        private let attachment: HKAttachment
        private let piece: AttachmentPiece
        private let progress: Progress

        init(_ attachment: HKAttachment, _ piece: @escaping AttachmentPiece, _ progress: Progress) {
            self.attachment = attachment
            self.piece = piece
            self.progress = progress
        }

        /// Starts at the first byte.
        ///
        /// - Returns: An iterator over the bytes.
        public func makeAsyncIterator() -> BufferedAsyncByteIterator {
            BufferedAsyncByteIterator(attachment, piece, progress)
        }
    }
}

/// Iterates over the bytes of an attachment, holding one piece at a time.
public struct BufferedAsyncByteIterator: AsyncIteratorProtocol {
    /// The type of the elements.
    public typealias Element = UInt8

    private let attachment: HKAttachment
    private let read: AttachmentPiece
    private let progress: Progress
    private var buffer: [UInt8] = []
    private var position = 0
    private var number = 0

    init(_ attachment: HKAttachment, _ read: @escaping AttachmentPiece, _ progress: Progress) {
        self.attachment = attachment
        self.read = read
        self.progress = progress
    }

    /// Returns the next byte.
    ///
    /// - Returns: The byte; `nil` after the last.
    /// - Throws: `errorNoData` when the attachment is not stored, or not for this app; `errorDatabaseInaccessible`.
    public mutating func next() async throws -> UInt8? {
        if position == buffer.count {
            guard number < attachment.content.pieces else { return nil }
            buffer = [UInt8](try await read(number))
            position = 0
            number += 1
            progress.completedUnitCount += Int64(buffer.count)
            guard !buffer.isEmpty else { return nil }
        }
        defer { position += 1 }
        return buffer[position]
    }
}
