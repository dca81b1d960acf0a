/// A place that bytes of an export come from, read by one thread at a time.
protocol ChunkReader: AnyObject, Sendable {
    /// Reads the next bytes.
    ///
    /// - Parameter buffer: Where they go.
    /// - Returns: How many were read; zero at the end.
    /// - Throws: `ChunkReaderFailure` when nothing more can be read.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int

    /// Goes to the next file beside the main one, once that was read to its end; what is read then is that file.
    ///
    /// - Returns: The file; `nil` when there is none left.
    func nextFile() -> ExportSideFile?

    /// How far into the file on disk reading has come, in bytes.
    var position: UInt64 { get }

    /// Ends the reading.
    ///
    /// - Returns: Everything there is beside the main file, and what was wrong on the way, if something was.
    func finish() -> (contents: ExportContents, damage: String?)
}

/// Why reading stopped early.
struct ChunkReaderFailure: Error {
    let reason: String
}
