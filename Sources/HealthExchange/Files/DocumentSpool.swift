import Foundation
import HealthKit

/// A large document on its way to the store, in a file without a name: what it's known by is told by all of its bytes.
final class DocumentSpool {
    /// How many bytes there are.
    private(set) var count = 0
    /// How the document begins.
    private(set) var beginning: [UInt8] = []
    /// How it ends.
    private(set) var end: [UInt8] = []
    /// Why it can't be kept; `nil` as long as it can.
    private(set) var failure: String?
    private(set) var checksum = StreamChecksum()
    private let descriptor: Int32

    private static let beginningSize = 1 << 20
    private static let endSize = 64 << 10

    /// Makes an empty one.
    ///
    /// - Parameter folder: Where the file is to be.
    init(folder: String) {
        var template = Array((folder as NSString).appendingPathComponent(".healthtui-import-XXXXXX").utf8CString)
        descriptor = mkstemp(&template)
        guard descriptor >= 0 else {
            failure = "a file to keep it in can't be made in \(folder): \(FileReader.systemMessage())"
            return
        }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        unlink(template)
    }

    deinit {
        if descriptor >= 0 { CDescriptor.close(descriptor) }
    }

    /// Takes what comes next.
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
                failure = "it can't be kept while it's read: \(FileReader.systemMessage())"
                return
            }
            written += step
        }
    }

    /// A part of the document.
    ///
    /// - Parameters:
    ///   - offset: Where it begins.
    ///   - size: How many bytes it has at most.
    /// - Returns: The bytes.
    /// - Throws: ``ImportError`` where they can't be read again.
    func part(at offset: Int, size: Int) throws -> [UInt8] {
        let wanted = min(size, count - offset)
        guard let bytes = FilePart.bytes(of: descriptor, at: UInt64(offset), count: wanted) else {
            throw ImportError("the document can't be read again: \(FileReader.systemMessage())")
        }
        return bytes
    }
}
