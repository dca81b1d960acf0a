import Foundation

/// Text with fields between separators, as RFC 4180 has it: quotes around fields that hold separators or ends of lines.
struct SeparatedText {
    private let bytes: [UInt8]
    private let separator: UInt8
    private var position = 0
    /// The line that the record read last begins in, from 1.
    private(set) var line = 0
    private var nextLine = 1

    /// A text.
    ///
    /// The separator is what the first line has most of: a comma, a semicolon or a tab.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let first = bytes[position...].prefix { $0 != Byte.newline }
        let candidates = [Byte.comma, Byte.semicolon, Byte.tab]
        separator =
            candidates.max { left, right in
                first.count { $0 == left } < first.count { $0 == right }
            } ?? Byte.comma
    }

    /// Whether numbers have a comma for a point, as where semicolons separate.
    var hasDecimalCommas: Bool { separator == Byte.semicolon }

    /// The fields of the next record; `nil` at the end.
    ///
    /// Empty lines are passed over.
    mutating func next() -> [String]? {
        while position < bytes.count, bytes[position] == Byte.newline || bytes[position] == Byte.carriageReturn {
            if bytes[position] == Byte.newline { nextLine += 1 }
            position += 1
        }
        guard position < bytes.count else { return nil }
        line = nextLine
        var fields: [String] = []
        while true {
            fields.append(field())
            guard position < bytes.count else { return fields }
            let end = bytes[position]
            position += 1
            if end == Byte.newline {
                nextLine += 1
                return fields
            }
        }
    }

    private mutating func field() -> String {
        var text: [UInt8] = []
        if position < bytes.count, bytes[position] == Byte.quote {
            position += 1
            while position < bytes.count {
                let byte = bytes[position]
                position += 1
                if byte == Byte.newline { nextLine += 1 }
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
        while position < bytes.count, bytes[position] != separator, bytes[position] != Byte.newline {
            if bytes[position] != Byte.carriageReturn { text.append(bytes[position]) }
            position += 1
        }
        return String(decoding: text, as: UTF8.self)
    }
}
