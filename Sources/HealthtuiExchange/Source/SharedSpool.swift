import Foundation

/// A file without a name that holds many small ones, so that thousands of them need one open file.
final class SharedSpool {
    private let descriptor: Int32
    private let folder: String
    private var size: UInt64 = 0

    /// The size from which a file of a folder stays where it is.
    static let largestCopy = 1 << 20

    /// Makes an empty file.
    ///
    /// - Parameter folder: A folder on its disk.
    /// - Throws: ``ImportError`` where it can't be made.
    init(in folder: String) throws {
        descriptor = try UnnamedFile.holding(MemberStream([]), in: folder)
        self.folder = folder
    }

    deinit { CDescriptor.close(descriptor) }

    /// Adds a file.
    ///
    /// - Parameters:
    ///   - stream: Its bytes.
    ///   - path: Its path in the archive or folder.
    ///   - changed: When it was last changed.
    /// - Returns: The file.
    /// - Throws: ``ImportError`` where it can't be written, and what reading the stream throws.
    func add(_ stream: MemberStream, path: String, changed: Date) throws -> MemberFile {
        let start = size
        // The next file overwrites the part of a file that couldn't be read completely.
        size += try UnnamedFile.append(stream, to: descriptor, at: start, in: folder)
        return MemberFile(start..<size, of: descriptor, owner: self, path: path, changed: changed)
    }
}
