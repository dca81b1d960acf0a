import HealthKit

/// A JSON value whose objects keep the order of their keys.
package enum JSONValue: Sendable {
    /// The members of an object, in order.
    package typealias Fields = [(key: String, value: JSONValue)]

    case null
    case bool(Bool)
    case integer(Int)
    /// A number; one that isn't finite is written as null.
    case number(Double)
    case text(String)
    case array([JSONValue])
    case object(Fields)

    /// Text, or null.
    package static func text(_ text: String?) -> JSONValue { text.map { .text($0) } ?? .null }

    /// A number, or null.
    package static func number(_ number: Double?) -> JSONValue { number.map { .number($0) } ?? .null }

    /// An array of texts.
    package static func texts(_ texts: some Sequence<String>) -> JSONValue { .array(texts.map { .text($0) }) }

    /// An object whose entries are ordered by key.
    package static func counts(_ counts: [String: Int]) -> JSONValue {
        .object(counts.sorted { $0.key < $1.key }.map { (key: $0.key, value: .integer($0.value)) })
    }

    /// The value on one line.
    package var line: String {
        var text: [UInt8] = []
        append(to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    private func append(to text: inout [UInt8]) {
        switch self {
        case .null: text += "null".utf8
        case .bool(let flag): text += (flag ? "true" : "false").utf8
        case .integer(let number): text += String(number).utf8
        case .number(let number): text += (Self.digits(number) ?? "null").utf8
        case .text(let string): Self.append(string, to: &text)
        case .array(let values):
            text.append(UInt8(ascii: "["))
            for (index, value) in values.enumerated() {
                if index > 0 { text.append(UInt8(ascii: ",")) }
                value.append(to: &text)
            }
            text.append(UInt8(ascii: "]"))
        case .object(let entries):
            text.append(UInt8(ascii: "{"))
            for (index, entry) in entries.enumerated() {
                if index > 0 { text.append(UInt8(ascii: ",")) }
                Self.append(entry.key, to: &text)
                text.append(UInt8(ascii: ":"))
                entry.value.append(to: &text)
            }
            text.append(UInt8(ascii: "}"))
        }
    }

    /// The shortest digits that read back as the same number, without a fraction if it has none.
    package static func digits(_ number: Double) -> String? {
        guard number.isFinite else { return nil }
        let text = number.description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    private static func append(_ string: String, to text: inout [UInt8]) {
        text.append(UInt8(ascii: "\""))
        var string = string
        let isPlain = string.withUTF8 { bytes in
            // Most texts have nothing to escape; the lead bytes are those of controls beyond ASCII.
            guard bytes.allSatisfy({ !isEscaped($0) && $0 != 0xC2 && $0 != 0xE2 }) else { return false }
            text.append(contentsOf: bytes)
            return true
        }
        if !isPlain { for scalar in string.unicodeScalars { append(scalar, to: &text) } }
        text.append(UInt8(ascii: "\""))
    }

    private static func append(_ scalar: Unicode.Scalar, to text: inout [UInt8]) {
        switch scalar {
        case "\"": text += "\\\"".utf8
        case "\\": text += "\\\\".utf8
        case "\n": text += "\\n".utf8
        case "\r": text += "\\r".utf8
        case "\t": text += "\\t".utf8
        // Also U+2028 and U+2029, which end a line for some readers.
        case _ where scalar.isControl || scalar.value == 0x2028 || scalar.value == 0x2029:
            let digits = String(scalar.value, radix: 16)
            text += ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8
        default: text += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
        }
    }

    private static func isEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }
}
