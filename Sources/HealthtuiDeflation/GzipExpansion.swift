import CHealthtuiZlib

/// Unpacks a gzip file piece by piece.
package final class GzipExpansion {
    // zlib compares the address of the stream with the one that it began with.
    private let stream: UnsafeMutablePointer<z_stream>

    /// Whether a part of the file ended, and nothing of another one has been unpacked since.
    package private(set) var isAtEnd = false

    /// Begins a file; `nil` where there is no memory for it.
    package init?() {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        // 16 more than the size of the window asks for gzip's header.
        let status = inflateInit2_(stream, MAX_WBITS + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard status == Z_OK else {
            stream.deallocate()
            return nil
        }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// Unpacks into a buffer until it is full, or the input is used up.
    ///
    /// - Parameters:
    ///   - input: The next packed bytes; those that were used are taken off.
    ///   - output: The buffer.
    /// - Returns: The number of bytes unpacked, or `nil` where the file is damaged.
    package func expand(_ input: inout ArraySlice<UInt8>, into output: UnsafeMutableRawBufferPointer) -> Int? {
        guard let start = output.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return 0 }
        var filled = 0
        while filled < output.count, !input.isEmpty {
            // A file may have several parts, one after another.
            if isAtEnd { guard inflateReset(stream) == Z_OK else { return nil } }
            isAtEnd = false
            let count = min(input.count, Int(UInt32.max))
            let room = min(output.count - filled, Int(UInt32.max))
            let status = input.withUnsafeBufferPointer { buffer in
                stream.pointee.next_in = UnsafeMutablePointer(mutating: buffer.baseAddress)
                stream.pointee.avail_in = UInt32(count)
                stream.pointee.next_out = start + filled
                stream.pointee.avail_out = UInt32(room)
                return inflate(stream, Z_NO_FLUSH)
            }
            let used = count - Int(stream.pointee.avail_in)
            let made = room - Int(stream.pointee.avail_out)
            input = input.dropFirst(used)
            filled += made
            switch status {
            case Z_STREAM_END: isAtEnd = true
            case Z_OK where used + made > 0: break
            default: return nil
            }
        }
        return filled
    }
}
