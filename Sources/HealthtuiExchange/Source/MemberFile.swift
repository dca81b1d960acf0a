import Foundation

/// A file of an import on a disk: the original, or unpacked into an anonymous file.
package final class MemberFile {
    /// Its path in the archive or folder, which isn't a path on a disk.
    package let path: String
    /// When it was last changed.
    package let changed: Date
    /// Its size in bytes.
    package let size: Int
    private let descriptor: Int32
    /// The owner of the file that contains it, with the offset of its beginning.
    private let shared: (owner: AnyObject, offset: UInt64)?

    /// Its name without folders.
    package var name: String { path.split(separator: "/").last.map(String.init) ?? path }

    /// Takes over an open file.
    ///
    /// - Parameters:
    ///   - descriptor: The file, closed when the object goes.
    ///   - path: Its path in the archive or folder.
    ///   - changed: When it was last changed.
    /// - Throws: ``ImportError`` where its size can't be found out.
    init(descriptor: Int32, path: String, changed: Date) throws {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            let reason = FileReader.systemMessage()
            CDescriptor.close(descriptor)
            throw ImportError(reason)
        }
        self.descriptor = descriptor
        self.path = path
        self.changed = changed
        size = Int(status.st_size)
        shared = nil
    }

    /// Makes a file of a part of a shared one.
    ///
    /// - Parameters:
    ///   - part: Where it is there.
    ///   - descriptor: The shared file.
    ///   - owner: What closes the shared file when it goes.
    ///   - path: Its path in the archive or folder.
    ///   - changed: When it was last changed.
    init(_ part: Range<UInt64>, of descriptor: Int32, owner: AnyObject, path: String, changed: Date) {
        self.descriptor = descriptor
        shared = (owner, part.lowerBound)
        size = Int(clamping: part.upperBound - part.lowerBound)
        self.path = path
        self.changed = changed
    }

    /// Makes a file of bytes.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - path: Its path in the archive or folder.
    ///   - changed: When it was last changed.
    /// - Throws: ``ImportError`` if there is no space for it.
    convenience init(_ bytes: [UInt8], path: String, changed: Date = Date()) throws {
        let descriptor = try UnnamedFile.holding(MemberStream(bytes), in: NSTemporaryDirectory())
        try self.init(descriptor: descriptor, path: path, changed: changed)
    }

    deinit { if shared == nil { CDescriptor.close(descriptor) } }

    /// A path by which another library can open the file, as long as this object lives; files of a reader that
    /// ``GroupReader/sharesSpool`` have none.
    package var openPath: String { "/proc/self/fd/\(descriptor)" }

    /// The file from its start.
    ///
    /// - Returns: A separate stream.
    package func stream() -> MemberStream {
        var offset = shared?.offset ?? 0
        let end = shared.map { $0.offset + UInt64(size) } ?? UInt64.max
        return MemberStream { [self] buffer in
            let wanted = Int(clamping: min(UInt64(buffer.count), end - offset))
            let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted])
            let count = FilePart.read(descriptor, at: offset, into: part)
            offset += UInt64(count)
            return count
        }
    }

    /// All of the file.
    ///
    /// - Parameter limit: The most bytes.
    /// - Returns: The bytes.
    /// - Throws: ``ImportError`` where it is larger, or can't be read.
    package func bytes(atMost limit: Int) throws -> [UInt8] {
        guard let bytes = try stream().rest(atMost: limit) else {
            throw ImportError("files of this format are read up to \(limit >> 20) MiB")
        }
        return bytes
    }
}
