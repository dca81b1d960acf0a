/// A source of an export's bytes, read by one thread at a time.
protocol ChunkReader: AnyObject, Sendable {
    /// Reads the next bytes.
    ///
    /// - Parameter buffer: The buffer to fill.
    /// - Returns: The number of bytes read; zero at the end.
    /// - Throws: `ChunkReaderFailure` when nothing more can be read.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int

    /// Moves to the next file next to the main one, after the current one was read to its end; reading then continues
    /// with that file.
    ///
    /// - Returns: The file, or `nil` if there is none left.
    func nextFile() -> ExportSideFile?

    /// The reading position in the file on disk, in bytes.
    var position: UInt64 { get }

    /// Ends the reading.
    ///
    /// - Returns: Everything except the main file, and any damage found on the way.
    func finish() -> (contents: ExportContents, damage: String?)
}

/// The reason reading stopped early.
struct ChunkReaderFailure: Error {
    let reason: String
}
