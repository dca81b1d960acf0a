import Foundation

/// Gives a reader a file in the way in which it takes files.
enum MemberReading {
    /// Reads a file.
    ///
    /// - Parameters:
    ///   - reader: The reader.
    ///   - stream: The file, at its start.
    ///   - file: The file on a disk, for a reader that needs it there.
    ///   - sink: Receives the samples.
    /// - Throws: ``ImportError``, `OpenQuestion`, and the sink's errors.
    static func read(
        _ reader: any Reader,
        _ stream: MemberStream,
        file: () throws -> MemberFile,
        into sink: inout ReaderSink
    ) throws {
        if let reader = reader as? any StreamReader {
            try reader.read(stream, into: &sink)
        } else if let reader = reader as? any GroupReader {
            try reader.read([file()], into: &sink)
        } else {
            try reader.read(bytes(of: stream, as: reader.name), into: &sink)
        }
    }

    /// All bytes of a file.
    ///
    /// - Parameters:
    ///   - stream: The file, at its start.
    ///   - format: What the format is called in errors.
    /// - Returns: The bytes.
    /// - Throws: ``ImportError`` for a file that is too large or can't be read.
    static func bytes(of stream: MemberStream, as format: String) throws -> [UInt8] {
        guard let bytes = try stream.rest(atMost: WholeFile.largest) else {
            throw ImportError("files of \(format) are read up to \(WholeFile.largest >> 20) MiB")
        }
        return bytes
    }
}
