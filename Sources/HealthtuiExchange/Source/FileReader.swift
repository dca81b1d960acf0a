import Glibc
import Synchronization

/// Reads a regular file, and the files next to it in a folder.
final class FileReader: ChunkReader {
    private let consumed = Atomic<UInt64>(0)
    private let folder: String
    private let state: Mutex<State>

    private struct State {
        /// The current file.
        var descriptor: Int32
        /// The bytes read to identify the file, which still need to be delivered.
        var peeked: ArraySlice<UInt8>
        /// The files still to be read.
        var files: ArraySlice<ExportSideFile>
        var contents = ExportContents()
        /// Whether the main file was read.
        var isPastMain = false
        /// The reason the current file can't be opened.
        var failure: String?
    }

    /// Takes over an open file.
    ///
    /// - Parameters:
    ///   - descriptor: The file, closed when the reader is deallocated.
    ///   - peeked: The bytes already read from it.
    ///   - folder: The folder of the files next to it.
    ///   - files: These files, by their paths in the folder.
    ///   - contents: The contents of the folder found so far.
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
            // Progress is reported in bytes of the main file.
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
    ///   - buffer: The buffer to fill.
    /// - Returns: The number of bytes read; zero at the end.
    /// - Throws: `ChunkReaderFailure` with the system's message.
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
    ///   - path: The path to open.
    ///   - given: The name to use in errors.
    /// - Returns: The descriptor and its status.
    /// - Throws: `ExportSourceError` with the system's message.
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
    ///   - beginning: The bytes already read from it.
    /// - Returns: As many bytes as it takes to identify the file.
    /// - Throws: `ChunkReaderFailure` with the system's message.
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

    /// The system's message for the last error.
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
