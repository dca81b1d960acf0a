import Foundation
import HealthKit

/// A large document on its way to the store, in an unnamed file: its identity depends on all of its bytes.
final class DocumentSpool {
    /// The number of bytes.
    private(set) var count = 0
    /// The document's first bytes.
    private(set) var beginning: [UInt8] = []
    /// The document's last bytes.
    private(set) var end: [UInt8] = []
    /// The reason it can't be kept, or `nil` while it can.
    private(set) var failure: String?
    private(set) var checksum = StreamChecksum()
    private let folder: String
    private let descriptor: Int32

    private static let beginningSize = 1 << 20
    private static let endSize = 64 << 10

    /// Makes an empty one.
    ///
    /// - Parameter folder: The folder for the file.
    init(folder: String) {
        self.folder = folder
        var template = Array((folder as NSString).appendingPathComponent(".healthtui-import-XXXXXX").utf8CString)
        descriptor = mkstemp(&template)
        guard descriptor >= 0 else {
            failure = Self.failure(folder, "a file to keep it in can't be made")
            return
        }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        unlink(template)
    }

    /// The reason the document can't be kept, from the system's last error.
    private static func failure(_ folder: String, _ what: String) -> String {
        guard errno != ENOSPC, errno != EDQUOT else {
            return "the disk of \(folder) is full: the document was not stored. Free some room and import it again"
        }
        return "\(what) in \(folder): \(FileReader.systemMessage())"
    }

    deinit {
        if descriptor >= 0 { CDescriptor.close(descriptor) }
    }

    /// Appends the next bytes.
    func append(_ bytes: UnsafeRawBufferPointer) {
        guard failure == nil else { return }
        checksum.add(bytes)
        count += bytes.count
        if beginning.count < Self.beginningSize { beginning += bytes.prefix(Self.beginningSize - beginning.count) }
        end += bytes.suffix(Self.endSize)
        if end.count > 4 * Self.endSize { end.removeFirst(end.count - Self.endSize) }
        var written = 0
        while written < bytes.count {
            let step = Foundation.write(descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written)
            if step < 0, errno == EINTR { continue }
            guard step > 0 else {
                failure = Self.failure(folder, "it can't be kept while it's read")
                return
            }
            written += step
        }
    }

    /// A part of the document.
    ///
    /// - Parameters:
    ///   - offset: The offset of its first byte.
    ///   - size: Its largest size, in bytes.
    /// - Returns: The bytes.
    /// - Throws: ``ImportError`` if they can't be read back.
    func part(at offset: Int, size: Int) throws -> [UInt8] {
        let wanted = min(size, count - offset)
        guard let bytes = FilePart.bytes(of: descriptor, at: UInt64(offset), count: wanted) else {
            throw ImportError("the document can't be read again: \(FileReader.systemMessage())")
        }
        return bytes
    }
}
