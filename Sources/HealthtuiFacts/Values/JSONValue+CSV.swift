extension JSONValue {
    /// A fact as a field of CSV: quoted as in RFC 4180 if it has a quote, a comma or a line end.
    ///
    /// - Parameter value: The fact; a missing one is an empty field.
    /// - Returns: The field. An empty text is quoted, which distinguishes it from a missing fact; arrays and objects
    ///   are JSON.
    package static func csv(_ value: JSONValue?) -> String {
        let text: String
        switch value {
        case nil, .null: return ""
        case .text(let string): text = string
        case .some(let other): text = other.line
        }
        let isPlain = !text.isEmpty && text.utf8.allSatisfy { $0 != 0x22 && $0 != 0x2C && $0 != 0x0A && $0 != 0x0D }
        guard !isPlain else { return text }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }

    /// Rows of facts as CSV by RFC 4180.
    ///
    /// - Parameters:
    ///   - rows: The facts of each row.
    ///   - keys: The columns.
    /// - Returns: The text, with the names of the columns in its first line.
    package static func csv(_ rows: [Fields], keys: [String]) -> String {
        let lines = rows.map { row in keys.map { key in csv(row.first { $0.key == key }?.value) } }
        return ([keys] + lines).map { $0.joined(separator: ",") + "\r\n" }.joined()
    }

    /// Rows of facts as a JSON array, one row per line.
    ///
    /// - Parameter rows: The facts of each row.
    /// - Returns: The text.
    package static func lines(_ rows: [Fields]) -> String {
        rows.isEmpty ? "[]\n" : "[\n" + rows.map { JSONValue.object($0).line }.joined(separator: ",\n") + "\n]\n"
    }
}
