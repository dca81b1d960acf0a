/// Reads the part of TOML that settings need: tables, and keys with a text, a flag, a whole number or a list of texts.
///
/// It knows the line of each value, and an invalid line doesn't affect others. Existing libraries stop at the first
/// invalid line, and don't report the line of a value that was parsed but makes no sense.
struct SettingsText {
    /// One value of the file.
    struct Entry: Equatable {
        /// The table and the key, such as `keys` and `sample.delete`.
        var table: String
        var key: String
        var value: Value
        var line: Int
    }

    /// A value.
    enum Value: Equatable {
        case text(String)
        case flag(Bool)
        case number(Int)
        case list([String])

        /// The texts of a list, or the one text.
        var texts: [String]? {
            switch self {
            case .text(let text): [text]
            case .list(let texts): texts
            case .flag, .number: nil
            }
        }
    }

    private(set) var entries: [Entry] = []
    private(set) var problems: [SettingsProblem] = []

    init(_ text: String) {
        var table = ""
        var open: (entry: Entry, rest: String)?
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let number = index + 1
            if let (entry, before) = open {
                // A list continues over lines that contain only strings.
                var reader = ValueReader(line)
                reader.skipBlanks()
                if reader.isAtEnd || reader.next == "\"" || reader.next == "'" || reader.next == "]" {
                    open = nil
                    take(entry, before + " " + ValueReader.withoutComment(line), &open)
                    continue
                }
                problems.append(SettingsProblem(entry.line, SettingsStrings.listHasNoEnd(entry.key)))
                open = nil
            }
            var reader = ValueReader(line)
            reader.skipBlanks()
            if reader.isAtEnd { continue }
            do {
                if reader.next == "[" {
                    table = try reader.table()
                } else {
                    let key = try reader.key()
                    let entry = Entry(table: table, key: key, value: .flag(false), line: number)
                    take(entry, ValueReader.withoutComment(reader.rest), &open)
                }
            } catch {
                problems.append(SettingsProblem(number, error.text))
            }
        }
        if let (entry, _) = open {
            problems.append(SettingsProblem(entry.line, SettingsStrings.listHasNoEnd(entry.key)))
        }
    }

    /// Stores a value, or keeps a list open that continues in the next line.
    private mutating func take(_ entry: Entry, _ text: String, _ open: inout (entry: Entry, rest: String)?) {
        var reader = ValueReader(text[...])
        do {
            guard let value = try reader.value() else {
                open = (entry, text)
                return
            }
            var entry = entry
            entry.value = value
            if entries.contains(where: { $0.table == entry.table && $0.key == entry.key }) {
                problems.append(SettingsProblem(entry.line, SettingsStrings.isSetTwice(entry.key)))
            } else {
                entries.append(entry)
            }
        } catch {
            problems.append(SettingsProblem(entry.line, error.text))
        }
    }
}

/// An error in a line of the settings.
package struct SettingsProblem: Error, Hashable, Sendable, CustomStringConvertible {
    package let line: Int
    package let text: String

    init(_ line: Int, _ text: String) {
        self.line = line
        self.text = text
    }

    package var description: String { SettingsStrings.atLine(line, text) }
}

/// The reason a piece of text isn't a valid value.
private struct ValueError: Error {
    let text: String
}

/// Reads along one line.
private struct ValueReader {
    private var text: Substring

    init(_ text: Substring) { self.text = text }

    var rest: Substring { text }
    var next: Character? { text.first }
    var isAtEnd: Bool { text.isEmpty || text.first == "#" }

    mutating func skipBlanks() { text = text.drop { $0 == " " || $0 == "\t" } }

    /// A line without the comment at its end.
    static func withoutComment(_ line: Substring) -> String {
        var quote: Character?
        var isEscaped = false
        for index in line.indices {
            let character = line[index]
            if let open = quote {
                if isEscaped {
                    isEscaped = false
                } else if character == "\\" && open == "\"" {
                    isEscaped = true
                } else if character == open {
                    quote = nil
                }
            } else if character == "\"" || character == "'" {
                quote = character
            } else if character == "#" {
                return String(line[..<index])
            }
        }
        return String(line)
    }

    /// `[keys]`.
    mutating func table() throws(ValueError) -> String {
        text = text.dropFirst()
        let name = try names()
        guard text.first == "]" else { throw ValueError(text: SettingsStrings.tableIsWrittenAs) }
        text = text.dropFirst()
        try expectEnd()
        return name
    }

    /// `start =`.
    mutating func key() throws(ValueError) -> String {
        let name = try names()
        guard text.first == "=" else { throw ValueError(text: SettingsStrings.settingIsWrittenAs(name)) }
        text = text.dropFirst()
        return name
    }

    /// One name or several with dots between them, each bare or quoted.
    private mutating func names() throws(ValueError) -> String {
        var parts: [String] = []
        while true {
            skipBlanks()
            if text.first == "\"" || text.first == "'" {
                parts.append(try string())
            } else {
                let bare = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }
                guard !bare.isEmpty else { throw ValueError(text: SettingsStrings.settingIsWrittenAsName) }
                parts.append(String(bare))
                text = text.dropFirst(bare.count)
            }
            skipBlanks()
            guard text.first == "." else { return parts.joined(separator: ".") }
            text = text.dropFirst()
        }
    }

    /// A value up to the end of the text; nil when a list is not closed yet.
    mutating func value() throws(ValueError) -> SettingsText.Value? {
        skipBlanks()
        let value: SettingsText.Value
        switch text.first {
        case "\"", "'": value = .text(try string())
        case "[":
            guard let list = try list() else { return nil }
            value = .list(list)
        case nil: throw ValueError(text: SettingsStrings.valueIsMissing)
        default:
            let word = String(text.prefix { !$0.isWhitespace })
            text = text.dropFirst(word.count)
            if word == "true" || word == "false" {
                value = .flag(word == "true")
            } else if let number = Int(word) {
                value = .number(number)
            } else {
                throw ValueError(text: SettingsStrings.isNoValue(word))
            }
        }
        try expectEnd()
        return value
    }

    private mutating func list() throws(ValueError) -> [String]? {
        text = text.dropFirst()
        var list: [String] = []
        while true {
            skipBlanks()
            switch text.first {
            case nil: return nil
            case "]":
                text = text.dropFirst()
                return list
            case "\"", "'": list.append(try string())
            default: throw ValueError(text: SettingsStrings.listIsWrittenAs)
            }
            skipBlanks()
            if text.first == "," {
                text = text.dropFirst()
            } else if let next = text.first, next != "]" {
                throw ValueError(text: SettingsStrings.commaIsMissing)
            }
        }
    }

    private mutating func string() throws(ValueError) -> String {
        let quote = text.removeFirst()
        var string = ""
        while let character = text.popFirst() {
            if character == quote { return string }
            guard character == "\\", quote == "\"" else {
                string.append(character)
                continue
            }
            switch text.popFirst() {
            case "n": string.append("\n")
            case "t": string.append("\t")
            case "\"": string.append("\"")
            case "\\": string.append("\\")
            case "u":
                let digits = text.prefix(4)
                guard digits.count == 4, let code = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(code) else {
                    throw ValueError(text: SettingsStrings.digitsFollow)
                }
                string.unicodeScalars.append(scalar)
                text = text.dropFirst(4)
            default: throw ValueError(text: SettingsStrings.escapeIsFollowed)
            }
        }
        throw ValueError(text: SettingsStrings.quoteIsOpen)
    }

    private mutating func expectEnd() throws(ValueError) {
        skipBlanks()
        guard isAtEnd else { throw ValueError(text: SettingsStrings.standsBehind(text)) }
    }
}
