import Foundation

/// Reads the files of one other program: bytes in, samples out.
///
/// A reader names the source of each sample, so that its samples can be distinguished from those of others, and
/// produces the same samples each time it reads a file: reading again then adds nothing, because samples are recognized
/// by their content or by their names. The documentation page "Readers" explains how to write one.
package protocol Reader: Sendable {
    /// The format's name for people.
    var name: String { get }

    /// How names of such files end, in lower case and with the dot; it helps a person to choose one, and decides nothing.
    var endings: Set<String> { get }

    /// Whether a file may leave something open that only the person can answer; such files are read before the import too.
    var asksQuestions: Bool { get }

    /// Whether a file looks like one of the format.
    ///
    /// - Parameters:
    ///   - beginning: The first bytes of the file, up to 64 KiB; of a file in an archive or a folder up to 8 KiB.
    ///   - fileName: The name of the file.
    /// - Returns: Whether to read it.
    func recognizes(_ beginning: [UInt8], fileName: String) -> Bool

    /// Reads a file.
    ///
    /// Anything that can't be imported is reported to the sink with its place, and reading continues.
    ///
    /// - Parameters:
    ///   - bytes: All of the file.
    ///   - sink: Receives the samples.
    /// - Throws: ``ImportError`` for a file that is invalid as a whole, and any error that the sink throws.
    func read(_ bytes: [UInt8], into sink: inout ReaderSink) throws
}

extension Reader {
    package var asksQuestions: Bool { false }
}

/// A reader that takes files piece by piece, so that their size doesn't matter.
package protocol StreamReader: Reader {
    /// Reads a file.
    ///
    /// - Parameters:
    ///   - stream: The file, at its start.
    ///   - sink: Receives the samples.
    /// - Throws: ``ImportError`` for a file that is invalid as a whole, and any error of the stream and the sink.
    func read(_ stream: MemberStream, into sink: inout ReaderSink) throws
}

extension StreamReader {
    package func read(_ bytes: [UInt8], into sink: inout ReaderSink) throws {
        try read(MemberStream(bytes), into: &sink)
    }
}

/// A reader of files that belong together, such as the months of one kind of data, or that must be on a disk, such as
/// databases.
package protocol GroupReader: Reader {
    /// The group that a file of the format belongs to.
    ///
    /// Files of one group in one archive or folder are read together, after all others; the file's place in it only helps.
    ///
    /// - Parameter path: The file's path in the archive or folder.
    /// - Returns: The name of the group, or `nil` for a file that is read by itself.
    func group(of path: String) -> String?

    /// Whether the reader does without ``MemberFile/openPath``, so that thousands of files can be in one group.
    var sharesSpool: Bool { get }

    /// Reads the files of a group.
    ///
    /// - Parameters:
    ///   - files: The files, in the order in which they were found.
    ///   - sink: Receives the samples.
    /// - Throws: ``ImportError`` for files that are invalid as a whole, and any error of the files and the sink.
    func read(_ files: [MemberFile], into sink: inout ReaderSink) throws
}

extension GroupReader {
    package var sharesSpool: Bool { false }

    package func read(_ bytes: [UInt8], into sink: inout ReaderSink) throws {
        let file = try MemberFile(bytes, path: sink.fileName)
        try read([file], into: &sink)
    }
}
