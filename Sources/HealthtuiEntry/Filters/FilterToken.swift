/// A word of a filter, and where it begins.
struct FilterWord: Hashable, Sendable {
    /// The word without its quotation marks.
    let text: String
    /// The character at which it begins, counted from 1.
    let column: Int
    /// Whether it begins with a quotation mark, which makes it a name rather than a keyword.
    let isQuoted: Bool

    /// Whether it is a keyword.
    func `is`(_ keyword: String) -> Bool { !isQuoted && text.lowercased() == keyword }
}

/// A part of a filter as it is read from left to right.
enum FilterToken: Hashable, Sendable {
    case word(FilterWord)
    case open(column: Int)
    case close(column: Int)

    var column: Int {
        switch self {
        case .word(let word): word.column
        case .open(let column), .close(let column): column
        }
    }

    var text: String {
        switch self {
        case .word(let word): word.text
        case .open: "("
        case .close: ")"
        }
    }
}

/// Splits a filter into words and parentheses.
struct FilterLexer {
    private let characters: [Character]
    private var next = 0

    /// The tokens of a text.
    ///
    /// - Parameter text: The typed text.
    /// - Returns: The tokens from left to right.
    /// - Throws: ``FilterError`` for a quotation mark that is not closed.
    static func tokens(_ text: String) throws -> [FilterToken] {
        var lexer = FilterLexer(text)
        return try lexer.tokens()
    }

    private init(_ text: String) { characters = Array(text) }

    private mutating func tokens() throws -> [FilterToken] {
        var tokens: [FilterToken] = []
        while next < characters.count {
            let character = characters[next]
            let column = next + 1
            switch character {
            case "(": tokens.append(.open(column: column))
            case ")": tokens.append(.close(column: column))
            case _ where character.isWhitespace: break
            default:
                tokens.append(.word(try word()))
                continue
            }
            next += 1
        }
        return tokens
    }

    private static let closing: [Character: Character] = ["\"": "\"", "“": "”", "„": "“"]

    /// A word: up to a blank or a parenthesis, save what is in quotation marks or in the parentheses of a unit.
    private mutating func word() throws -> FilterWord {
        let start = next
        var text = ""
        while next < characters.count {
            let character = characters[next]
            if let mark = Self.closing[character] {
                text += try quoted(until: mark)
            } else if character == "(", let last = text.last, "/*·.".contains(last), let end = endOfUnit {
                text += String(characters[next...end])
                next = end + 1
            } else if character.isWhitespace || "()".contains(character) {
                break
            } else {
                text.append(character)
                next += 1
            }
        }
        return FilterWord(text: text, column: start + 1, isQuoted: Self.closing[characters[start]] != nil)
    }

    /// The end of the parentheses of a unit such as `mL/(kg*min)`; `nil` when they contain no unit.
    private var endOfUnit: Int? {
        guard let end = characters[next...].firstIndex(of: ")") else { return nil }
        let inner = characters[(next + 1)..<end]
        return inner.contains(where: { $0.isWhitespace || $0 == "(" }) ? nil : end
    }

    private mutating func quoted(until mark: Character) throws -> String {
        let start = next
        guard let end = characters[(start + 1)...].firstIndex(of: mark) else {
            let rest = String(characters[start...].prefix(20))
            throw FilterError(column: start + 1, word: rest, problem: FilterStrings.quoteIsOpen)
        }
        next = end + 1
        return String(characters[(start + 1)..<end])
    }
}
