import Foundation

/// An Apple Health export, opened for reading: the zip as the phone made it, the folder it unpacks to, or the XML alone.
///
/// A thread reads ahead, a megabyte at most. The export is read once, from front to back:
///
/// ```swift
/// let source = try ExportSource(path: "export.zip")
/// let report = try source.scan(into: &sink) { print($0) }
/// ```
package final class ExportSource {
    /// How far reading has come.
    package struct Progress: Hashable, Sendable {
        /// Bytes of the file on disk that are done with; compressed ones where the file is compressed.
        package let bytesRead: UInt64

        /// The size of that file, or `nil` where it has none.
        package let totalBytes: UInt64?

        /// The part that is done, from 0 to 1, or `nil` where the size is not known.
        package var fraction: Double? {
            guard let totalBytes, totalBytes > 0 else { return nil }
            return min(1, Double(bytesRead) / Double(totalBytes))
        }
    }

    /// The path as it was given.
    package let path: String

    /// The main file's name: inside the archive or folder where there is one.
    package let mainName: String

    /// The size on disk of what is read, or `nil` where it has none.
    package let totalBytes: UInt64?

    /// How far reading has come.
    package private(set) var progress: Progress

    let pipe: ChunkPipe

    static let chunkSize = 256 << 10
    static let chunkCount = 8

    /// Opens an export and begins to read it.
    ///
    /// - Parameters:
    ///   - path: A zip archive, an XML file, a folder or `-` for standard input.
    ///   - beginning: What was read of standard input already.
    /// - Throws: `ExportSourceError`, with code `unreadable` or `notAnExport`.
    package init(path: String, beginning: [UInt8] = []) throws {
        let opened = try OpenedExport(path: path, beginning: beginning)
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

    /// Waits for the next bytes of the main file and hands them over.
    ///
    /// - Parameter body: Receives the bytes, valid during the call.
    /// - Returns: `false` at the end, where the closure is not called.
    /// - Throws: What the closure throws.
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
            // What follows the last file, such as an archive's directory, is done with too.
            if let totalBytes, pipe.result != nil { progress = Progress(bytesRead: totalBytes, totalBytes: totalBytes) }
            return nil
        }
        progress = Progress(bytesRead: chunk.position, totalBytes: totalBytes)
        return chunk
    }

    /// What the export holds beside its main file; complete once everything has been read.
    package var contents: ExportContents { pipe.result?.contents ?? ExportContents() }

    /// Why reading ended early, or `nil` when it did not: a damaged archive, a failing disk.
    ///
    /// What was read before is kept. A checksum, though, is known at the end only: where it fails, any value may be wrong.
    package var damage: String? { pipe.result?.damage }
}
