import CZlib

/// Deflate, as signed cards are compressed: without a header, or with that of zlib.
enum RawDeflate {
    /// The bytes that were compressed.
    ///
    /// - Parameters:
    ///   - bytes: What they were compressed to.
    ///   - hasHeader: Whether it begins with zlib's header, and ends with its checksum.
    ///   - limit: The most that may come out.
    /// - Returns: The bytes; `nil` where the input is damaged, is cut, goes on behind its end, or holds more.
    static func inflated(_ bytes: [UInt8], hasHeader: Bool = false, atMost limit: Int) -> [UInt8]? {
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
}
