import Foundation

/// Finds the messages in Swift sources: the calls of `localized`, `plural` and `deferred`, as `xgettext` does for C.
struct MessageScanner {
    /// One message of the sources.
    struct Found: Equatable {
        var text: String
        var plural: String?
        var context: String?
        /// The interpolated values of the text and of its plural.
        var values: [String]
        var pluralValues: [String]
    }

    private let source: [Character]
    private var index = 0

    private init(_ source: String) { self.source = Array(source) }

    /// The messages of a source in their order.
    static func messages(in source: String) -> [Found] {
        // Comments quote calls; in code a literal of two slashes is none of a message's.
        let code = source.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.drop { $0 == " " }.hasPrefix("//") ? "" : $0 }
            .joined(separator: "\n")
        var found: [Found] = []
        for match in code.matches(of: /\b(localized|plural|deferred)\(/) {
            if code[..<match.range.lowerBound].hasSuffix("func ") { continue }
            var scanner = MessageScanner(String(code[match.range.upperBound...].prefix(6_000)))
            if let message = scanner.message(isPlural: match.output.1 == "plural") { found.append(message) }
        }
        return found
    }

    private mutating func message(isPlural: Bool) -> Found? {
        if isPlural, !skip(past: "one:") { return nil }
        guard let (text, values) = literal() else { return nil }
        var found = Found(text: text, plural: nil, context: nil, values: values, pluralValues: [])
        if isPlural {
            guard skip(past: "other:"), let (many, manyValues) = literal() else { return nil }
            (found.plural, found.pluralValues) = (many, manyValues)
        }
        skipBlanks()
        if starts(",") {
            index += 1
            skipBlanks()
            if starts("context:") {
                index += "context:".count
                found.context = literal()?.text
            }
        }
        return found
    }

    private func starts(_ text: String) -> Bool { source[min(index, source.count)...].starts(with: text) }

    private mutating func skipBlanks() {
        while index < source.count, source[index].isWhitespace { index += 1 }
    }

    private mutating func skip(past word: String) -> Bool {
        while index < source.count {
            if starts(word) {
                index += word.count
                return true
            }
            index += 1
        }
        return false
    }

    /// A string literal with `%1` where values stand, and the expressions of the values.
    private mutating func literal() -> (text: String, values: [String])? {
        skipBlanks()
        guard starts("\"") else { return nil }
        let quotes = starts("\"\"\"") ? "\"\"\"" : "\""
        index += quotes.count
        var (text, values) = ("", [String]())
        while index < source.count, !starts(quotes) {
            guard source[index] == "\\", index + 1 < source.count else {
                text.append(source[index])
                index += 1
                continue
            }
            let next = source[index + 1]
            index += 2
            switch next {
            case "(":
                values.append(interpolation())
                text += "%\(values.count)"
            case "n": text.append("\n")
            case "t": text.append("\t")
            case "\n":
                text.append("\u{0}\n")
            case "u":
                var digits = ""
                while index < source.count, source[index] != "}" {
                    if source[index].isHexDigit { digits.append(source[index]) }
                    index += 1
                }
                index += 1
                if let number = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(number) {
                    text.unicodeScalars.append(scalar)
                }
            default: text.append(next)
            }
        }
        index += quotes.count
        return (quotes.count == 3 ? Self.unindented(text) : text, values)
    }

    /// The expression up to the bracket that closes an interpolation.
    private mutating func interpolation() -> String {
        let begin = index
        var depth = 1
        while index < source.count {
            switch source[index] {
            case "(": depth += 1
            case ")": depth -= 1
            case "\"":
                _ = literal()
                continue
            default: break
            }
            index += 1
            if depth == 0 { break }
        }
        return String(source[begin..<max(begin, index - 1)])
    }

    /// The lines between triple quotes without the blanks before the last quotes; a line that ends in a backslash goes on.
    private static func unindented(_ text: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
        let indent = lines.last?.count ?? 0
        return lines.dropLast().map { $0.dropFirst(indent) }.joined(separator: "\n").replacing("\u{0}\n", with: "")
    }
}
