import Foundation

/// An Apple Health export, opened for reading: the zip as the phone made it, the folder it unpacks to, or the XML
/// alone.
///
/// A thread reads ahead, by at most a megabyte. The export is read once, from front to back:
///
/// ```swift
/// let source = try ExportSource(path: "export.zip")
/// let report = try source.scan(into: &sink) { print($0) }
/// ```
package final class ExportSource {
    /// The reading progress.
    package struct Progress: Hashable, Sendable {
        /// The number of processed bytes of the file on disk; compressed ones if the file is compressed.
        package let bytesRead: UInt64

        /// The size of that file, or `nil` if it has none.
        package let totalBytes: UInt64?

        /// The fraction that is done, from 0 to 1, or `nil` if the size isn't known.
        package var fraction: Double? {
            guard let totalBytes, totalBytes > 0 else { return nil }
            return min(1, Double(bytesRead) / Double(totalBytes))
        }
    }

    /// The path as it was given.
    package let path: String

    /// The main file's name, inside the archive or folder if there is one.
    package let mainName: String

    /// The size on disk of the file being read, or `nil` if it has none.
    package let totalBytes: UInt64?

    /// The reading progress.
    package private(set) var progress: Progress

    let pipe: ChunkPipe

    static let chunkSize = 256 << 10
    static let chunkCount = 8

    /// Opens an export and begins to read it.
    ///
    /// - Parameters:
    ///   - path: A zip archive, an XML file, a folder or `-` for standard input.
    ///   - beginning: The bytes already read from standard input.
    /// - Throws: `ExportSourceError`, with code `unreadable` or `notAnExport`.
    package convenience init(path: String, beginning: [UInt8] = []) throws {
        self.init(try OpenedExport(path: path, beginning: beginning), path: path)
    }

    /// Opens an export in a folder or an archive, and begins to read it.
    ///
    /// - Parameters:
    ///   - name: Its name in errors.
    ///   - descriptor: The archive or the main file, which stays the caller's.
    /// - Throws: `ExportSourceError`, with code `unreadable` or `notAnExport`.
    convenience init(name: String, descriptor: Int32) throws {
        self.init(try OpenedExport(name: name, descriptor: descriptor), path: name)
    }

    private init(_ opened: OpenedExport, path: String) {
        self.path = path
        mainName = opened.mainName
        totalBytes = opened.totalBytes
        progress = Progress(bytesRead: 0, totalBytes: opened.totalBytes)
        let pipe = ChunkPipe(count: ExportSource.chunkCount, size: ExportSource.chunkSize)
        self.pipe = pipe
        let reader = opened.reader
        // The thread holds the pipe, not the source, so that dropping the source ends it.
        let thread = Thread { pipe.fill(from: reader) }
        thread.name = "health-export-reader"
        thread.start()
    }

    deinit {
        pipe.cancel()
    }

    /// Waits for the next bytes of the main file and passes them to a closure.
    ///
    /// - Parameter body: Receives the bytes, valid during the call.
    /// - Returns: `false` at the end, in which case the closure isn't called.
    /// - Throws: Any error that the closure throws.
    package func next(_ body: (UnsafeRawBufferPointer) throws -> Void) throws -> Bool {
        while let chunk = nextChunk() {
            defer { pipe.recycle(chunk) }
            if case .begin = chunk.kind { isPastMain = true }
            if isPastMain { continue }
            try body(UnsafeRawBufferPointer(chunk.bytes))
            return true
        }
        return false
    }

    private var isPastMain = false

    /// The next piece of the export; `nil` at the end.
    func nextChunk() -> ChunkPipe.Chunk? {
        guard let chunk = pipe.next() else {
            // Data after the last file, such as an archive's directory, is done too.
            if let totalBytes, pipe.result != nil { progress = Progress(bytesRead: totalBytes, totalBytes: totalBytes) }
            return nil
        }
        progress = Progress(bytesRead: chunk.position, totalBytes: totalBytes)
        return chunk
    }

    /// The contents of the export other than its main file; complete after everything has been read.
    package var contents: ExportContents { pipe.result?.contents ?? ExportContents() }

    /// The reason reading ended early, or `nil` if it didn't: a damaged archive, a failing disk.
    ///
    /// Data read before that is kept. A checksum, however, is only known at the end: if it is wrong, any value may be
    /// wrong.
    package var damage: String? { pipe.result?.damage }
}
