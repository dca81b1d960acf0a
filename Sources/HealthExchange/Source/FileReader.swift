import Glibc
import Synchronization

/// Reads a plain file, and those that lie beside it in a folder.
final class FileReader: ChunkReader {
    private let consumed = Atomic<UInt64>(0)
    private let folder: String
    private let state: Mutex<State>

    private struct State {
        /// The file at hand.
        var descriptor: Int32
        /// The bytes looked at to tell what the file is, which are still to be delivered.
        var peeked: ArraySlice<UInt8>
        /// What is still to be read.
        var files: ArraySlice<ExportSideFile>
        var contents = ExportContents()
        /// Whether the main file was read.
        var isPastMain = false
        /// Why the file at hand cannot be opened.
        var failure: String?
    }

    /// Takes over an open file.
    ///
    /// - Parameters:
    ///   - descriptor: The file, closed when the reader goes.
    ///   - peeked: What was read from it already.
    ///   - folder: Where the files beside it lie.
    ///   - files: These files, by their paths in the folder.
    ///   - contents: What is known of the folder already.
    init(
        descriptor: Int32,
        peeked: [UInt8],
        folder: String = "",
        files: [ExportSideFile] = [],
        contents: ExportContents = ExportContents()
    ) {
        self.folder = folder
        state = Mutex(State(descriptor: descriptor, peeked: peeked[...], files: files[...], contents: contents))
    }

    deinit {
        state.withLock { state in
            if state.descriptor >= 0 { _ = close(state.descriptor) }
        }
    }

    var position: UInt64 { consumed.load(ordering: .relaxed) }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        try state.withLock { state in
            if let failure = state.failure { throw ChunkReaderFailure(reason: failure) }
            if !state.peeked.isEmpty {
                let taken = state.peeked.prefix(buffer.count)
                buffer.copyBytes(from: taken)
                state.peeked = state.peeked.dropFirst(taken.count)
                consumed.wrappingAdd(UInt64(taken.count), ordering: .relaxed)
                return taken.count
            }
            let count = try FileReader.read(state.descriptor, into: buffer)
            // Progress is told in bytes of the main file.
            if !state.isPastMain { consumed.wrappingAdd(UInt64(count), ordering: .relaxed) }
            return count
        }
    }

    func nextFile() -> ExportSideFile? {
        state.withLock { state in
            state.isPastMain = true
            state.peeked = []
            while let file = state.files.popFirst() {
                state.contents.add(file)
                guard file.isRead else { continue }
                if state.descriptor >= 0 { _ = close(state.descriptor) }
                state.descriptor = Glibc.open(folder + "/" + file.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
                state.failure = state.descriptor >= 0 ? nil : FileReader.systemMessage()
                return file
            }
            return nil
        }
    }

    func finish() -> (contents: ExportContents, damage: String?) {
        state.withLock { ($0.contents, nil) }
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

    /// Opens a file or folder for reading.
    ///
    /// - Parameters:
    ///   - path: What to open.
    ///   - given: What an error calls it.
    /// - Returns: The descriptor, and what it stands for.
    /// - Throws: `ExportSourceError` with the system's words.
    static func open(_ path: String, as given: String) throws -> (descriptor: Int32, status: stat) {
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw ExportSourceError(code: .unreadable, path: given, reason: systemMessage())
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            let reason = systemMessage()
            CDescriptor.close(descriptor)
            throw ExportSourceError(code: .unreadable, path: given, reason: reason)
        }
        return (descriptor, status)
    }

    /// Reads the beginning of a file.
    ///
    /// - Parameters:
    ///   - descriptor: The file.
    ///   - beginning: What was read from it already.
    /// - Returns: As much as it takes to tell what the file is.
    /// - Throws: `ChunkReaderFailure` with the system's words.
    static func peek(_ descriptor: Int32, beginning: [UInt8] = []) throws -> ContentPeek {
        var known = beginning[...]
        return try ContentPeek { buffer in
            let first = known.prefix(buffer.count)
            buffer.copyBytes(from: first)
            known = known.dropFirst(first.count)
            var filled = first.count
            while filled < buffer.count {
                let count = try read(descriptor, into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
                if count == 0 { break }
                filled += count
            }
            return filled
        }
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
