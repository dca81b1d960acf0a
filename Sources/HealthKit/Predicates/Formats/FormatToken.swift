import Foundation

/// A token of a predicate format.
enum FormatToken: Equatable {
    /// A name or a keyword.
    case word(String)
    /// The argument of `%K`: never a keyword.
    case key(String)
    /// A literal, or the argument of another specifier.
    case value(FilterValue)
    /// An array or a set that is an argument, in its order.
    case list([FilterValue])
    /// An operator or a bracket.
    case symbol(String)

    /// The word as a keyword.
    var keyword: String? {
        if case .word(let word) = self { word.uppercased() } else { nil }
    }
}

/// Why a format gives no predicate.
enum FormatError: Error, Equatable {
    /// The format isn't a predicate, or its arguments don't match.
    case malformed(String)
    /// The format is a predicate that HealthKit does not support.
    case unsupported(String)

    var reason: String {
        switch self {
        case .malformed(let reason), .unsupported(let reason): reason
        }
    }
}

/// Splits a predicate format into tokens and inserts the arguments.
struct FormatTokenizer {
    private let bytes: [UInt8]
    private var position = 0
    private var arguments: ArraySlice<Any>
    private var tokens: [FormatToken] = []

    init(_ format: String, _ arguments: [Any]) {
        bytes = Array(format.utf8)
        self.arguments = arguments[...]
    }

    /// The tokens of a format.
    ///
    /// - Throws: ``FormatError``.
    static func tokens(_ format: String, _ arguments: [Any]) throws -> [FormatToken] {
        var tokenizer = FormatTokenizer(format, arguments)
        while try tokenizer.advance() {}
        // Surplus arguments would silently be ignored, so the predicate isn't the intended one.
        guard tokenizer.arguments.isEmpty else {
            throw FormatError.unsupported("there are more arguments than specifiers in the format \(format)")
        }
        return tokenizer.tokens
    }

    private var current: UInt8? { position < bytes.count ? bytes[position] : nil }
    private var following: UInt8? { position + 1 < bytes.count ? bytes[position + 1] : nil }

    private mutating func advance() throws -> Bool {
        while let byte = current, byte == 0x20 || (0x09...0x0D).contains(byte) { position += 1 }
        guard let byte = current else { return false }
        switch byte {
        case UInt8(ascii: "%"): try specifier()
        case UInt8(ascii: "\""), UInt8(ascii: "'"): tokens.append(.value(.text(try quoted(byte))))
        case _ where Self.isDigit(byte): try number()
        case UInt8(ascii: ".") where following.map(Self.isDigit) == true && !endsName: try number()
        case UInt8(ascii: "#"):
            position += 1
            tokens.append(.key(try word()))
        case _ where Self.isNameStart(byte): tokens.append(.word(try word()))
        default: try symbol()
        }
        return true
    }

    /// Whether the last token is a name, so that a dot continues it.
    private var endsName: Bool {
        switch tokens.last {
        case .word, .key: true
        default: false
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private static func isNameStart(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte >= 0x80
            || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$") || byte == UInt8(ascii: "@")
    }

    private mutating func word() throws -> String {
        let start = position
        while let byte = current, Self.isNameStart(byte) || Self.isDigit(byte) { position += 1 }
        guard position > start else { throw FormatError.malformed("a name is missing") }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func symbol() throws {
        if let byte = current, let next = following {
            let pair = String(decoding: [byte, next], as: UTF8.self)
            if ["==", "!=", "<>", "<=", "=<", ">=", "=>", "&&", "||"].contains(pair) {
                position += 2
                tokens.append(.symbol(pair))
                return
            }
        }
        guard let byte = current, "(){},.=<>![]+-*/^:".utf8.contains(byte) else {
            throw FormatError.malformed("the character at \(position) does not belong there")
        }
        position += 1
        tokens.append(.symbol(String(decoding: [byte], as: UTF8.self)))
    }

    private mutating func number() throws {
        let start = position
        while let byte = current, Self.isDigit(byte) || Self.isNameStart(byte) || isPartOfNumber(byte, start) {
            position += 1
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if let value = Int(text) {
            tokens.append(.value(.integer(value)))
        } else if let value = Double(text) {
            tokens.append(.value(.number(value)))
        } else {
            throw FormatError.malformed("invalid number \(text)")
        }
    }

    /// A point, or the sign of an exponent.
    private func isPartOfNumber(_ byte: UInt8, _ start: Int) -> Bool {
        if byte == UInt8(ascii: ".") { return true }
        guard byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+"), position > start else { return false }
        return bytes[position - 1] == UInt8(ascii: "e") || bytes[position - 1] == UInt8(ascii: "E")
    }
}

extension FormatTokenizer {
    private mutating func quoted(_ quote: UInt8) throws -> String {
        position += 1
        var text: [UInt8] = []
        while let byte = current {
            position += 1
            if byte == quote { return String(decoding: text, as: UTF8.self) }
            if byte == UInt8(ascii: "\\") {
                text += try escaped()
            } else {
                text.append(byte)
            }
        }
        throw FormatError.malformed("a string isn't terminated")
    }

    private mutating func escaped() throws -> [UInt8] {
        guard let byte = current else { throw FormatError.malformed("a string isn't terminated") }
        position += 1
        switch byte {
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "u"), UInt8(ascii: "U"): return try unicode()
        default: return [byte]
        }
    }

    /// Four hexadecimal digits.
    private mutating func unicode() throws -> [UInt8] {
        let end = position + 4
        guard end <= bytes.count,
            let code = UInt32(String(decoding: bytes[position..<end], as: UTF8.self), radix: 16),
            let scalar = Unicode.Scalar(code)
        else { throw FormatError.malformed("a string contains \\u without a character") }
        position = end
        return Array(String(scalar).utf8)
    }

    private mutating func specifier() throws {
        position += 1
        var length = position
        while length < bytes.count, "hlqLtzj".utf8.contains(bytes[length]) { length += 1 }
        guard length < bytes.count else { throw FormatError.malformed("a % has no specifier") }
        let kind = bytes[length]
        let isPlain = length == position
        position = length + 1
        switch kind {
        case UInt8(ascii: "@") where isPlain: try object(try argument())
        case UInt8(ascii: "K") where isPlain:
            guard let key = try argument() as? String, !key.isEmpty else {
                throw FormatError.malformed("the argument of %K must be a key path")
            }
            tokens.append(.key(key))
        case _ where "diDuUxXoOeEfFgGaA".utf8.contains(kind): try numeric(try argument())
        default: throw FormatError.malformed("% is not followed by a specifier")
        }
    }

    private mutating func argument() throws -> Any {
        guard let argument = arguments.popFirst() else {
            throw FormatError.malformed("there are fewer arguments than specifiers")
        }
        return argument
    }

    private mutating func object(_ argument: Any) throws {
        do {
            let value = try FilterValue(object: argument)
            if case .set = value {
                tokens.append(.list(try FilterValue.elements(of: argument)))
            } else {
                tokens.append(.value(value))
            }
        } catch let error as HKError {
            throw FormatError.unsupported(error.text)
        }
    }

    private mutating func numeric(_ argument: Any) throws {
        // The reason it is invalid is given in the terms of the format.
        guard let number = argument as? NSNumber, let value = try? FilterValue(object: number) else {
            throw FormatError.malformed("the argument of a number's specifier must be a number")
        }
        tokens.append(.value(value))
    }
}
