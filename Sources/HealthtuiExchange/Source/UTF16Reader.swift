import Synchronization

/// The encodings that an export may come in: phones write UTF-8, some editors save UTF-16.
enum TextEncoding {
    case utf8
    case utf16LittleEndian
    case utf16BigEndian

    /// Determines the encoding from the first bytes of an XML file.
    init(_ bytes: [UInt8]) {
        switch (bytes.first, bytes.dropFirst().first) {
        case (0xFF, 0xFE), (0x3C, 0x00): self = .utf16LittleEndian
        case (0xFE, 0xFF), (0x00, 0x3C): self = .utf16BigEndian
        default: self = .utf8
        }
    }
}

/// Converts UTF-16 to UTF-8, piece by piece.
struct UTF16Decoder {
    private let isBigEndian: Bool
    /// The first byte of a code unit whose second is still to come.
    private var half: UInt8?
    /// The first code unit of a surrogate pair.
    private var surrogate: UInt16?
    private var isAtStart = true

    /// The most bytes that one byte can become.
    static let growth = 3

    init(_ encoding: TextEncoding) { isBigEndian = encoding == .utf16BigEndian }

    /// The complete characters of a text that may be cut off anywhere.
    static func text(of bytes: [UInt8], _ encoding: TextEncoding) -> [UInt8] {
        var decoder = UTF16Decoder(encoding)
        var text: [UInt8] = []
        decoder.decode(bytes, into: &text)
        return text
    }

    /// Decodes the next bytes; invalid characters become U+FFFD.
    mutating func decode(_ bytes: some Sequence<UInt8>, into text: inout [UInt8]) {
        for byte in bytes {
            guard let first = half else {
                half = byte
                continue
            }
            half = nil
            let unit = isBigEndian ? UInt16(first) << 8 | UInt16(byte) : UInt16(byte) << 8 | UInt16(first)
            if !(isAtStart && unit == 0xFEFF) { append(unit, to: &text) }
            isAtStart = false
        }
    }

    /// Ends the text: half a character becomes U+FFFD.
    mutating func finish(into text: inout [UInt8]) {
        if half != nil || surrogate != nil { text += Self.replacement }
        (half, surrogate) = (nil, nil)
    }

    private static let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]

    private mutating func append(_ unit: UInt16, to text: inout [UInt8]) {
        if let high = surrogate {
            surrogate = nil
            if UTF16.isTrailSurrogate(unit) {
                let code = 0x10000 + (UInt32(high & 0x3FF) << 10 | UInt32(unit & 0x3FF))
                if let scalar = Unicode.Scalar(code) { text += Array(Unicode.UTF8.encode(scalar) ?? .init()) }
                return
            }
            text += Self.replacement
        }
        if UTF16.isLeadSurrogate(unit) {
            surrogate = unit
        } else if let scalar = Unicode.Scalar(UInt32(unit)) {
            text += Array(Unicode.UTF8.encode(scalar) ?? .init())
        } else {
            text += Self.replacement
        }
    }
}

/// Reads a file in UTF-16 as UTF-8.
final class UTF16Reader: ChunkReader {
    private let reader: any ChunkReader
    private let state: Mutex<State>

    private struct State {
        var decoder: UTF16Decoder
        var raw: [UInt8]
        var text: ArraySlice<UInt8> = []
        var isAtEnd = false
        /// Whether the current file is another than the main file, which is delivered unchanged.
        var isBesideMain = false
    }

    private static let rawSize = 64 << 10

    /// Creates a reader that starts at the beginning of a file.
    ///
    /// - Parameters:
    ///   - reader: The file.
    ///   - encoding: The encoding, which gives the byte order.
    init(_ reader: any ChunkReader, _ encoding: TextEncoding) {
        self.reader = reader
        state = Mutex(State(decoder: UTF16Decoder(encoding), raw: [UInt8](repeating: 0, count: Self.rawSize)))
    }

    var position: UInt64 { reader.position }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        try state.withLock { state in
            if state.isBesideMain { return try reader.read(into: buffer) }
            while state.text.isEmpty, !state.isAtEnd {
                let count = try state.raw.withUnsafeMutableBytes { try reader.read(into: $0) }
                var text: [UInt8] = []
                text.reserveCapacity(count * UTF16Decoder.growth / 2)
                state.decoder.decode(state.raw.prefix(count), into: &text)
                if count == 0 {
                    state.isAtEnd = true
                    state.decoder.finish(into: &text)
                }
                state.text = text[...]
            }
            let taken = state.text.prefix(buffer.count)
            buffer.copyBytes(from: taken)
            state.text = state.text.dropFirst(taken.count)
            return taken.count
        }
    }

    func nextFile() -> ExportSideFile? {
        state.withLock { $0.isBesideMain = true }
        return reader.nextFile()
    }

    func finish() -> (contents: ExportContents, damage: String?) { reader.finish() }
}
