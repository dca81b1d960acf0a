import Foundation

/// The bytes of a file, from its start to its end, wherever it is: on a disk, in an archive, or compressed.
package final class MemberStream {
    private let fill: (UnsafeMutableRawBufferPointer) throws -> Int
    /// Bytes that were read and not yet delivered.
    private var peeked: ArraySlice<UInt8> = []
    private var hasEnded = false
    /// The number of bytes that were read.
    private(set) var count: UInt64 = 0

    /// Makes a stream of bytes.
    ///
    /// - Parameter bytes: All of them.
    package convenience init(_ bytes: [UInt8]) {
        self.init { _ in 0 }
        peeked = bytes[...]
    }

    /// Makes a stream.
    ///
    /// - Parameter fill: Reads the next bytes into a buffer and returns their number, zero at the end.
    init(_ fill: @escaping (UnsafeMutableRawBufferPointer) throws -> Int) { self.fill = fill }

    /// Reads the next bytes.
    ///
    /// - Parameter buffer: The buffer to fill.
    /// - Returns: The number of bytes, zero only at the end.
    /// - Throws: ``ImportError`` if reading fails.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        if !peeked.isEmpty {
            let taken = peeked.prefix(buffer.count)
            buffer.copyBytes(from: taken)
            peeked = peeked.dropFirst(taken.count)
            return taken.count
        }
        if hasEnded || buffer.isEmpty { return 0 }
        do {
            let filled = try fill(buffer)
            hasEnded = filled == 0
            count += UInt64(filled)
            return filled
        } catch let failure as ChunkReaderFailure {
            throw ImportError(failure.reason)
        }
    }

    /// The next bytes.
    ///
    /// - Parameter most: The largest number of bytes.
    /// - Returns: The bytes, none only at the end.
    /// - Throws: ``ImportError`` if reading fails.
    package func next(atMost most: Int = 256 << 10) throws -> [UInt8] {
        var failure: (any Error)?
        let bytes = [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
            do { count = try read(into: UnsafeMutableRawBufferPointer(buffer)) } catch { failure = error }
        }
        if let failure { throw failure }
        return bytes
    }

    /// The first bytes, which stay to be read.
    ///
    /// - Parameter count: Their number.
    /// - Returns: The bytes, fewer only where the file has no more.
    /// - Throws: ``ImportError`` where the file can't be read.
    package func beginning(_ count: Int) throws -> [UInt8] {
        var bytes = Array(peeked)
        peeked = []
        while bytes.count < count {
            let more = try next(atMost: count - bytes.count)
            if more.isEmpty { break }
            bytes += more
        }
        peeked = bytes[...]
        return Array(bytes.prefix(count))
    }

    /// All bytes that are left.
    ///
    /// - Parameter limit: The most bytes.
    /// - Returns: The bytes, or `nil` if there are more.
    /// - Throws: ``ImportError`` if reading fails.
    package func rest(atMost limit: Int) throws -> [UInt8]? {
        var bytes = Array(peeked)
        peeked = []
        while bytes.count <= limit {
            let more = try next(atMost: 1 << 20)
            if more.isEmpty { return bytes }
            bytes += more
        }
        return nil
    }
}
