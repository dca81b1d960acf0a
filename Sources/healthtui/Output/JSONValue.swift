/// A JSON value whose objects keep the order of their keys.
enum JSONValue: Sendable {
    case null
    case bool(Bool)
    case integer(Int)
    /// A number; one that is not finite is written as null.
    case number(Double)
    case text(String)
    case array([JSONValue])
    case object([(key: String, value: JSONValue)])

    /// Text, or null.
    static func text(_ text: String?) -> JSONValue { text.map { .text($0) } ?? .null }

    /// A number, or null.
    static func number(_ number: Double?) -> JSONValue { number.map { .number($0) } ?? .null }

    /// An array of texts.
    static func texts(_ texts: some Sequence<String>) -> JSONValue { .array(texts.map { .text($0) }) }

    /// An object whose entries are ordered by key.
    static func counts(_ counts: [String: Int]) -> JSONValue {
        .object(counts.sorted { $0.key < $1.key }.map { (key: $0.key, value: .integer($0.value)) })
    }

    /// The value on one line.
    var line: String {
        var text = ""
        append(to: &text)
        return text
    }

    private func append(to text: inout String) {
        switch self {
        case .null: text += "null"
        case .bool(let flag): text += flag ? "true" : "false"
        case .integer(let number): text += String(number)
        case .number(let number): text += Self.digits(number) ?? "null"
        case .text(let string): Self.append(string, to: &text)
        case .array(let values):
            text += "["
            for (index, value) in values.enumerated() {
                if index > 0 { text += "," }
                value.append(to: &text)
            }
            text += "]"
        case .object(let entries):
            text += "{"
            for (index, entry) in entries.enumerated() {
                if index > 0 { text += "," }
                Self.append(entry.key, to: &text)
                text += ":"
                entry.value.append(to: &text)
            }
            text += "}"
        }
    }

    /// The shortest digits that read back as the same number, without a fraction where there is none.
    static func digits(_ number: Double) -> String? {
        guard number.isFinite else { return nil }
        let text = number.description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    private static func append(_ string: String, to text: inout String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}
