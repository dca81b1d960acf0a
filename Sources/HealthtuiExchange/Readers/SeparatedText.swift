import Foundation

/// Delimited text as in RFC 4180: quotes around fields that hold separators or line ends.
///
/// Lines end with a line feed, a carriage return, or both.
struct SeparatedText {
    private let bytes: [UInt8]
    /// The byte between fields.
    let separator: UInt8
    private var position = 0
    /// The first line of the record read last, counted from 1.
    private(set) var line = 0
    private var nextLine = 1

    /// Creates a text from UTF-8.
    ///
    /// The separator is the one that a first line names, `sep=;`, otherwise the one that splits the most lines into the
    /// most fields.
    init(_ bytes: [UInt8]) {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let first = bytes[start...].prefix { $0 != Byte.newline && $0 != Byte.carriageReturn }
        let words = String(decoding: first.prefix(16), as: UTF8.self)
            .trimmingCharacters(in: CharacterSet(charactersIn: "\" "))
        if words.lowercased().hasPrefix("sep="), let named = words.dropFirst(4).utf8.first ?? first.last {
            self.init(bytes, separator: named, from: start + first.count)
            return
        }
        let candidates = [Byte.comma, Byte.semicolon, Byte.tab, UInt8(ascii: "|")]
        let sample = Array(bytes.prefix(64 << 10))
        let scores = candidates.map { candidate in
            var text = SeparatedText(sample, separator: candidate, from: start)
            var counts: [Int: Int] = [:]
            for _ in 0..<40 {
                guard let row = text.next() else { break }
                if row.count > 1 { counts[row.count, default: 0] += row.count }
            }
            return counts.values.max() ?? 0
        }
        let best = scores.max().flatMap { scores.firstIndex(of: $0) } ?? 0
        self.init(bytes, separator: candidates[best], from: start)
    }

    private init(_ bytes: [UInt8], separator: UInt8, from start: Int) {
        self.bytes = bytes
        self.separator = separator
        position = start
    }

    /// A table's text in UTF-8; it may come in UTF-16 or in a Western European encoding.
    static func decoded(_ bytes: [UInt8]) -> [UInt8] {
        let zeros = (0..<min(bytes.count, 64)).filter { bytes[$0] == 0 }
        if bytes.starts(with: [0xFF, 0xFE]) { return UTF16Decoder.text(of: bytes, .utf16LittleEndian) }
        if bytes.starts(with: [0xFE, 0xFF]) { return UTF16Decoder.text(of: bytes, .utf16BigEndian) }
        if zeros.count >= 8, zeros.allSatisfy({ $0 % 2 == zeros[0] % 2 }) {
            return UTF16Decoder.text(of: bytes, zeros[0] % 2 == 1 ? .utf16LittleEndian : .utf16BigEndian)
        }
        if String(validating: bytes, as: UTF8.self) != nil { return bytes }
        let text = String(bytes: bytes, encoding: .windowsCP1252) ?? String(bytes: bytes, encoding: .isoLatin1)
        return text.map { Array($0.utf8) } ?? bytes
    }

    /// The fields of the next record, or `nil` at the end.
    ///
    /// Empty lines are skipped.
    mutating func next() -> [String]? {
        while position < bytes.count, isEnd(bytes[position]) { endLine() }
        guard position < bytes.count else { return nil }
        line = nextLine
        var fields: [String] = []
        while true {
            fields.append(field())
            guard position < bytes.count else { return fields }
            if isEnd(bytes[position]) {
                endLine()
                return fields
            }
            position += 1
        }
    }

    private func isEnd(_ byte: UInt8) -> Bool { byte == Byte.newline || byte == Byte.carriageReturn }

    /// Skips the end of a line.
    private mutating func endLine() {
        let isReturn = bytes[position] == Byte.carriageReturn
        position += 1
        if isReturn, position < bytes.count, bytes[position] == Byte.newline { position += 1 }
        nextLine += 1
    }

    private mutating func field() -> String {
        var text: [UInt8] = []
        if position < bytes.count, bytes[position] == Byte.quote {
            position += 1
            while position < bytes.count {
                let byte = bytes[position]
                if isEnd(byte) {
                    text.append(Byte.newline)
                    endLine()
                    continue
                }
                position += 1
                if byte != Byte.quote {
                    text.append(byte)
                } else if position < bytes.count, bytes[position] == Byte.quote {
                    text.append(byte)
                    position += 1
                } else {
                    break
                }
            }
        }
        while position < bytes.count, bytes[position] != separator, !isEnd(bytes[position]) {
            text.append(bytes[position])
            position += 1
        }
        return String(decoding: text, as: UTF8.self)
    }
}
