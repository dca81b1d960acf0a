import CHealthtuiZlib

/// Deflate without a header, or with that of zlib.
package enum RawDeflate {
    /// The bytes that were compressed.
    ///
    /// - Parameters:
    ///   - bytes: What they were compressed to.
    ///   - hasHeader: Whether it begins with zlib's header, and ends with its checksum.
    ///   - limit: The most that may come out.
    /// - Returns: The bytes; `nil` where the input is damaged, is cut, goes on behind its end, or holds more.
    package static func inflated(_ bytes: [UInt8], hasHeader: Bool = false, atMost limit: Int) -> [UInt8]? {
        var stream = z_stream()
        guard
            inflateInit2_(
                &stream,
                hasHeader ? MAX_WBITS : -MAX_WBITS,
                ZLIB_VERSION,
                Int32(MemoryLayout<z_stream>.size)
            ) == Z_OK
        else {
            return nil
        }
        defer { inflateEnd(&stream) }
        var input = bytes
        var output: [UInt8] = []
        // Text inflates to about four times its size.
        output.reserveCapacity(min(limit, 4 * bytes.count))
        var piece = [UInt8](repeating: 0, count: 1 << 14)
        return input.withUnsafeMutableBufferPointer { input -> [UInt8]? in
            stream.next_in = input.baseAddress
            stream.avail_in = UInt32(input.count)
            while true {
                let (status, count) = piece.withUnsafeMutableBufferPointer { piece in
                    stream.next_out = piece.baseAddress
                    stream.avail_out = UInt32(piece.count)
                    let status = inflate(&stream, Z_NO_FLUSH)
                    return (status, piece.count - Int(stream.avail_out))
                }
                output += piece.prefix(count)
                guard output.count <= limit else { return nil }
                if status == Z_STREAM_END { return stream.avail_in == 0 ? output : nil }
                // Without input left and without output made, nothing more comes.
                guard status == Z_OK, count > 0 || stream.avail_in > 0 else { return nil }
            }
        }
    }

    /// The bytes compressed, without a header; the same bytes always give the same.
    ///
    /// - Parameters:
    ///   - bytes: What to compress; less than 2 GiB.
    ///   - level: How long to look for what is there already, from 1 to 9.
    /// - Returns: The compressed bytes; `nil` without memory for it.
    package static func deflated(_ bytes: [UInt8], level: Int32 = Z_DEFAULT_COMPRESSION) -> [UInt8]? {
        var stream = z_stream()
        guard
            deflateInit2_(
                &stream,
                level,
                Z_DEFLATED,
                -MAX_WBITS,
                8,
                Z_DEFAULT_STRATEGY,
                ZLIB_VERSION,
                Int32(MemoryLayout<z_stream>.size)
            ) == Z_OK
        else {
            return nil
        }
        defer { deflateEnd(&stream) }
        var input = bytes
        var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))))
        let count = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output -> Int? in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                return deflate(&stream, Z_FINISH) == Z_STREAM_END ? output.count - Int(stream.avail_out) : nil
            }
        }
        return count.map { Array(output.prefix($0)) }
    }
}

/// The checksum CRC-32, as zip archives have it.
package enum CyclicChecksum {
    /// The checksum of bytes behind those that have one.
    package static func continued(_ checksum: UInt32, _ base: UnsafePointer<UInt8>, _ count: Int) -> UInt32 {
        UInt32(truncatingIfNeeded: crc32_z(UInt(checksum), base, count))
    }
}
