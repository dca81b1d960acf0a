import Glibc
import Synchronization

/// Reads a plain file.
final class FileReader: ChunkReader {
    private let descriptor: Int32
    private let consumed = Atomic<UInt64>(0)
    private let contents: ExportContents

    /// The bytes looked at to tell what the file is, which are still to be delivered.
    private let peeked: Mutex<ArraySlice<UInt8>>

    /// Takes over an open file.
    ///
    /// - Parameters:
    ///   - descriptor: The file, closed when the reader goes.
    ///   - peeked: What was read from it already.
    ///   - contents: What lies beside it.
    init(descriptor: Int32, peeked: [UInt8], contents: ExportContents) {
        self.descriptor = descriptor
        self.peeked = Mutex(peeked[...])
        self.contents = contents
    }

    deinit {
        close(descriptor)
    }

    var position: UInt64 { consumed.load(ordering: .relaxed) }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let count = try takePeeked(into: buffer) ?? FileReader.read(descriptor, into: buffer)
        consumed.wrappingAdd(UInt64(count), ordering: .relaxed)
        return count
    }

    func finish() -> (contents: ExportContents, damage: String?) {
        (contents, nil)
    }

    private func takePeeked(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
        peeked.withLock { peeked in
            guard !peeked.isEmpty else { return nil }
            let taken = peeked.prefix(buffer.count)
            buffer.copyBytes(from: taken)
            peeked = peeked.dropFirst(taken.count)
            return taken.count
        }
    }

    /// Reads from a file until there is something, the end, or an error.
    ///
    /// - Parameters:
    ///   - descriptor: The file.
    ///   - buffer: Where the bytes go.
    /// - Returns: How many were read; zero at the end.
    /// - Throws: `ChunkReaderFailure` with the system's words.
    static func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        while true {
            let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            if errno != EINTR { throw ChunkReaderFailure(reason: FileReader.systemMessage()) }
        }
    }

    /// Reads the beginning of a file.
    ///
    /// - Parameter descriptor: The file.
    /// - Returns: Up to `ContentPeek.length` bytes; fewer only when the file is that short.
    /// - Throws: `ChunkReaderFailure` with the system's words.
    static func peek(_ descriptor: Int32) throws -> ContentPeek {
        var bytes = [UInt8](repeating: 0, count: ContentPeek.length)
        var filled = 0
        while filled < bytes.count {
            let count = try bytes.withUnsafeMutableBytes { buffer in
                try read(descriptor, into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
            }
            if count == 0 { break }
            filled += count
        }
        bytes.removeSubrange(filled...)
        return ContentPeek(bytes: bytes)
    }

    /// What the system says about the last failure.
    static func systemMessage() -> String {
        var text = [CChar](repeating: 0, count: 256)
        let code = errno
        return text.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress, strerror_r(code, base, buffer.count) == 0 else {
                return "error \(code)"
            }
            return String(cString: base)
        }
    }
}
