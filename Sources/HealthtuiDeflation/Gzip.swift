import CHealthtuiZlib

/// Compressed bytes, each file by itself, as gzip writes them.
package enum Gzip {
    /// Compresses bytes; the same bytes always give the same result.
    ///
    /// - Parameter bytes: What is compressed.
    /// - Returns: The compressed bytes; `nil` where there is no memory for it.
    package static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
        var stream = z_stream()
        // 16 more than the size of the window asks for gzip's header.
        let status = deflateInit2_(
            &stream,
            6,
            Z_DEFLATED,
            MAX_WBITS + 16,
            8,
            Z_DEFAULT_STRATEGY,
            ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size)
        )
        guard status == Z_OK else { return nil }
        defer { deflateEnd(&stream) }
        var input = bytes
        var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))))
        let (end, left) = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                return (deflate(&stream, Z_FINISH), Int(stream.avail_out))
            }
        }
        guard end == Z_STREAM_END else { return nil }
        output.removeLast(left)
        return output
    }

    /// The bytes that were compressed.
    ///
    /// - Parameters:
    ///   - bytes: What they were compressed to.
    ///   - size: How many there are: unpacking stops there.
    /// - Returns: The bytes; `nil` where the input is damaged, is cut, goes on behind its end, or holds more or less.
    package static func expanded(_ bytes: [UInt8], size: Int) -> [UInt8]? {
        var stream = z_stream()
        guard inflateInit2_(&stream, MAX_WBITS + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            return nil
        }
        defer { inflateEnd(&stream) }
        var input = bytes
        // A byte more shows that there would be more.
        var output = [UInt8](repeating: 0, count: size + 1)
        let (status, isRead, left) = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                let status = inflate(&stream, Z_FINISH)
                return (status, stream.avail_in == 0, Int(stream.avail_out))
            }
        }
        guard status == Z_STREAM_END, isRead, left == 1 else { return nil }
        output.removeLast()
        return output
    }
}
