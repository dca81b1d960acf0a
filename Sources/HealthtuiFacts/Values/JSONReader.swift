import Foundation

/// Reads one JSON text from an untrusted source: strictly, without recursion, and to a bounded depth.
package struct JSONReader {
    /// The deepest nesting that is read.
    private static let deepest = 64
    /// The most bytes of a number.
    private static let longestNumber = 400

    /// A list or an object whose end hasn't been read.
    private struct Open {
        let isObject: Bool
        var keys: [String] = []
        var values: [JSONValue] = []

        var value: JSONValue {
            isObject ? .object(zip(keys, values).map { (key: $0, value: $1) }) : .array(values)
        }
    }

    private let bytes: [UInt8]
    private var position = 0
    private var open: [Open] = []

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The value of a text.
    ///
    /// - Parameter bytes: The text in UTF-8.
    /// - Returns: The value; `nil` for invalid JSON (RFC 8259), and for JSON nested too deep.
    package static func value(_ bytes: [UInt8]) -> JSONValue? {
        var reader = JSONReader(bytes)
        return reader.read()
    }

    private mutating func read() -> JSONValue? {
        while true {
            guard let step = next() else { return nil }
            // A list or an object has begun.
            guard case .whole(let value) = step else { continue }
            guard let end = place(value) else { return nil }
            if case .all(let value) = end { return value }
        }
    }

    /// The next token where a value is expected.
    private enum Step {
        case whole(JSONValue)
        case begun
    }

    private mutating func next() -> Step? {
        skipSpace()
        switch current {
        case UInt8(ascii: "{"): return begin(isObject: true)
        case UInt8(ascii: "["): return begin(isObject: false)
        case UInt8(ascii: "\""): return string().map { .whole(.text($0)) }
        default: return word().map { .whole($0) }
        }
    }

    private mutating func begin(isObject: Bool) -> Step? {
        position += 1
        skipSpace()
        if current == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
            position += 1
            return .whole(isObject ? .object([]) : .array([]))
        }
        guard open.count < Self.deepest else { return nil }
        var begun = Open(isObject: isObject)
        if isObject {
            guard let key = key() else { return nil }
            begun.keys.append(key)
        }
        open.append(begun)
        return .begun
    }

    /// The next token after a value.
    private enum End {
        case all(JSONValue)
        case more
    }

    /// Puts a value into the list or object that it is in, and ends those that end behind it.
    private mutating func place(_ value: JSONValue) -> End? {
        var value = value
        while let last = open.indices.last {
            open[last].values.append(value)
            skipSpace()
            let next = current
            position += 1
            if next == UInt8(ascii: ",") {
                guard open[last].isObject else { return .more }
                skipSpace()
                guard let key = key() else { return nil }
                open[last].keys.append(key)
                return .more
            }
            guard next == (open[last].isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else { return nil }
            value = open.removeLast().value
        }
        skipSpace()
        return position == bytes.count ? .all(value) : nil
    }

    // MARK: Tokens

    private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    /// A key and the colon behind it.
    private mutating func key() -> String? {
        guard current == UInt8(ascii: "\""), let key = string() else { return nil }
        skipSpace()
        guard current == UInt8(ascii: ":") else { return nil }
        position += 1
        return key
    }

    /// A number, `true`, `false` or `null`.
    private mutating func word() -> JSONValue? {
        let start = position
        while let byte = current, Self.isOfWord(byte) { position += 1 }
        let word = bytes[start..<position]
        guard !word.isEmpty, word.count <= Self.longestNumber else { return nil }
        let text = String(decoding: word, as: UTF8.self)
        switch text {
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "null": return .null
        default: return Self.number(text)
        }
    }

    private static func isOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "E"),
            UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    /// A number by the grammar of JSON, which is narrower than that of Swift.
    private static func number(_ text: String) -> JSONValue? {
        var rest = Substring(text)
        func digits() -> Int {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            rest = rest.dropFirst(digits.count)
            return digits.count
        }
        if rest.first == "-" { rest = rest.dropFirst() }
        let startsWithZero = rest.first == "0"
        let whole = digits()
        guard whole == 1 || (whole > 1 && !startsWithZero) else { return nil }
        let isWhole = rest.isEmpty
        if rest.first == "." {
            rest = rest.dropFirst()
            guard digits() > 0 else { return nil }
        }
        if rest.first == "e" || rest.first == "E" {
            rest = rest.dropFirst()
            if rest.first == "+" || rest.first == "-" { rest = rest.dropFirst() }
            guard digits() > 0 else { return nil }
        }
        guard rest.isEmpty else { return nil }
        if isWhole, let number = Int(text) { return .integer(number) }
        return Double(text).map { .number($0) }
    }

    /// A string; the position is at its quotation mark.
    private mutating func string() -> String? {
        position += 1
        var text: [UInt8] = []
        while let byte = current {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return String(validating: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                guard let scalar = escaped() else { return nil }
                text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            case ..<0x20: return nil
            default: text.append(byte)
            }
        }
        return nil
    }

    /// The character after a backslash; `nil` also for half a surrogate pair.
    private mutating func escaped() -> Unicode.Scalar? {
        guard let byte = current else { return nil }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            guard let first = hexadecimal() else { return nil }
            guard (0xD800...0xDBFF).contains(first) else { return Unicode.Scalar(first) }
            guard current == UInt8(ascii: "\\") else { return nil }
            position += 1
            guard current == UInt8(ascii: "u") else { return nil }
            position += 1
            guard let second = hexadecimal(), (0xDC00...0xDFFF).contains(second) else { return nil }
            return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        default: return nil
        }
    }

    private mutating func hexadecimal() -> UInt32? {
        guard position + 4 <= bytes.count else { return nil }
        let digits = bytes[position..<(position + 4)]
        guard digits.allSatisfy({ Self.isHexadecimal($0) }) else { return nil }
        position += 4
        return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }
}

extension JSONValue {
    /// The last member of a name, as most readers take it; `nil` for none, and for values that aren't objects.
    package subscript(name: String) -> JSONValue? {
        guard case .object(let fields) = self else { return nil }
        return fields.last { $0.key == name }?.value
    }

    /// The text; `nil` for another value.
    package var string: String? {
        if case .text(let text) = self { text } else { nil }
    }

    /// The finite number; `nil` for another value.
    package var double: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .number(let number) where number.isFinite: number
        default: nil
        }
    }
}
