import Glibc

/// Reads parts of files without changing the file's position.
enum FilePart {
    /// Reads a part of a file.
    ///
    /// - Parameters:
    ///   - descriptor: The file.
    ///   - offset: The offset of the part.
    ///   - buffer: The buffer to fill.
    /// - Returns: The number of bytes read; fewer than the buffer's size only at the end of the file, or if it can't be
    ///   read.
    static func read(_ descriptor: Int32, at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        var filled = 0
        while filled < buffer.count, let place = off_t(exactly: offset + UInt64(filled)) {
            let count = pread(descriptor, buffer.baseAddress?.advanced(by: filled), buffer.count - filled, place)
            if count < 0, errno == EINTR { continue }
            if count <= 0 { break }
            filled += count
        }
        return filled
    }

    /// A part of a file.
    ///
    /// - Parameters:
    ///   - descriptor: The file.
    ///   - offset: The offset of the part.
    ///   - count: The number of bytes.
    /// - Returns: The bytes, or `nil` if there are fewer.
    static func bytes(of descriptor: Int32, at offset: UInt64, count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        let read = bytes.withUnsafeMutableBytes { self.read(descriptor, at: offset, into: $0) }
        return read == count ? bytes : nil
    }
}
