/// Reads from Swift's text which names leave the program: the keys of types that are coded, and the texts of enumerations.
///
/// A coded type has the names of its stored properties, or the cases of its `CodingKeys`; a coded enumeration the names of its
/// cases with the labels of what they carry; an enumeration of strings its raw values.
struct StoredNameScanner {
    /// The parts of a type in its declaration and its extensions.
    struct Declared {
        var conformances: Set<String> = []
        var properties: [String] = []
        /// Each case's raw value, or its name and the labels of its associated values.
        var cases: [String] = []
        var isEnumeration = false
        /// Whether it has custom coding: then only `CodingKeys` are names; other keys are strings in its code.
        var hasOwnCoding = false
    }

    /// The types by their names, nested ones as `Outer.Inner`.
    private(set) var types: [String: Declared] = [:]
    /// The protocols that types are coded by.
    private var codedBy: Set<String> = ["Codable", "Encodable", "Decodable"]
    /// The protocols of our own, with what each inherits.
    private var protocols: [String: Set<String>] = [:]

    private var tokens: [Token] = []
    private var position = 0

    fileprivate enum Token: Equatable {
        case word(String)
        case text(String)
        case sign(Character)
        case newline
    }

    /// Adds what a file declares.
    mutating func add(_ text: String) {
        tokens = Tokens.of(text)
        position = 0
        body(of: "")
    }

    /// The names that leave the program, by type.
    var names: [String: [String]] {
        let coded = codingProtocols
        var names: [String: [String]] = [:]
        for (name, type) in types where !name.hasSuffix("CodingKeys") {
            let isText = type.isEnumeration && type.conformances.contains("String")
            guard isText || !type.conformances.isDisjoint(with: coded) else { continue }
            let keys = types[name + ".CodingKeys"]?.cases
            guard keys != nil || !type.hasOwnCoding else { continue }
            names[name] = keys ?? (type.isEnumeration ? type.cases : type.properties)
        }
        return names
    }

    private var codingProtocols: Set<String> {
        var coded = codedBy
        while true {
            let more = coded.union(protocols.filter { !$0.value.isDisjoint(with: coded) }.keys)
            guard more.count > coded.count else { return coded }
            coded = more
        }
    }

    private var next: Token? { position < tokens.count ? tokens[position] : nil }

    /// Reads the declarations up to the brace that ends them.
    private mutating func body(of outer: String) {
        var isStatic = false
        while let token = next {
            position += 1
            switch token {
            case .sign("}"): return
            case .sign("{"): skipBraces()
            case .sign("("): skipParentheses()
            case .newline: isStatic = false
            case .word("static"): isStatic = true
            case .word("struct"), .word("enum"), .word("class"), .word("actor"), .word("extension"), .word("protocol"):
                declaration(token, in: outer)
            case .word("case"): cases(of: outer)
            case .word("let"), .word("var"): property(of: outer, isStatic: isStatic)
            case .word("encode") where tokens[position...].starts(with: [.sign("("), .word("to")]):
                types[outer]?.hasOwnCoding = true
            default: break
            }
        }
    }

    private mutating func declaration(_ kind: Token, in outer: String) {
        guard case .word(var name)? = next, !["func", "var", "let"].contains(name) else { return }
        position += 1
        while next == .sign("."), position + 1 < tokens.count, case .word(let inner) = tokens[position + 1] {
            name += "." + inner
            position += 2
        }
        if !outer.isEmpty { name = outer + "." + name }
        let conformances = conformances()
        if kind == .word("protocol") {
            protocols[name] = conformances
            skipBraces()
            return
        }
        types[name, default: Declared()].conformances.formUnion(conformances)
        if kind == .word("enum") { types[name]?.isEnumeration = true }
        body(of: name)
    }

    /// The conformances of a type, past the brace where its body begins; those of its parameters are omitted.
    private mutating func conformances() -> Set<String> {
        var conformances: Set<String> = []
        var depth = 0
        var isCondition = false
        while let token = next, token != .sign("{") {
            switch token {
            case .sign("<"): depth += 1
            case .sign(">"): depth -= 1
            case .word("where"): isCondition = true
            case .word(let word) where depth == 0 && !isCondition: conformances.insert(word)
            default: break
            }
            position += 1
        }
        position += 1
        return conformances
    }

    private mutating func cases(of type: String) {
        while true {
            while next == .newline { position += 1 }
            guard case .word(let name)? = next else { return }
            position += 1
            var text = name
            if next == .sign("(") { text += "(" + labels().joined(separator: ",") + ")" }
            if next == .sign("="), position + 1 < tokens.count {
                if case .text(let raw) = tokens[position + 1] { text = raw }
                position += 2
            }
            types[type]?.cases.append(text)
            guard next == .sign(",") else { return }
            position += 1
        }
    }

    /// The labels of a case's associated values; `_` for those without.
    private mutating func labels() -> [String] {
        var labels = ["_"]
        var depth = 0
        while let token = next {
            position += 1
            switch token {
            case .sign("("), .sign("["), .sign("<"): depth += 1
            case .sign(")"), .sign("]"), .sign(">"):
                depth -= 1
                if depth == 0 { return labels }
            case .sign(",") where depth == 1: labels.append("_")
            case .sign(":") where depth == 1:
                if case .word(let label) = tokens[position - 2] { labels[labels.count - 1] = label }
            default: break
            }
        }
        return labels
    }

    /// Reads a property, or several of one line; one that is worked out is not stored.
    private mutating func property(of type: String, isStatic: Bool) {
        guard case .word(let name)? = next else { return }
        var names = [name]
        var depth = 0
        var hasValue = false
        position += 1
        reading: while let token = next {
            switch token {
            case .newline where depth == 0: break reading
            case .sign("}") where depth == 0: break reading
            case .sign("("), .sign("["): depth += 1
            case .sign(")"), .sign("]"): depth -= 1
            case .sign("=") where depth == 0: hasValue = true
            case .sign(",") where depth == 0:
                if position + 2 < tokens.count, case .word(let other) = tokens[position + 1],
                    [.sign(":"), .sign("=")].contains(tokens[position + 2])
                {
                    names.append(other)
                    hasValue = false
                }
            case .sign("{"):
                position += 1
                let isObserved = next(past: .newline).map { [.word("didSet"), .word("willSet")].contains($0) } ?? false
                skipBraces()
                if !hasValue, !isObserved { return }
                continue reading
            default: break
            }
            position += 1
        }
        if !isStatic { types[type]?.properties += names }
    }

    private func next(past token: Token) -> Token? { tokens[position...].first { $0 != token } }

    /// Skips the rest of a pair of braces.
    private mutating func skipBraces() { skip("{", "}") }

    private mutating func skipParentheses() { skip("(", ")") }

    private mutating func skip(_ open: Character, _ close: Character) {
        var depth = 1
        while let token = next, depth > 0 {
            if token == .sign(open) { depth += 1 }
            if token == .sign(close) { depth -= 1 }
            position += 1
        }
    }
}

/// The words of Swift's text, without comments and without interpolations.
private enum Tokens {
    static func of(_ text: String) -> [StoredNameScanner.Token] {
        var tokens: [StoredNameScanner.Token] = []
        var rest = Substring(text)
        while let first = rest.first {
            if rest.hasPrefix("//") {
                rest = rest.drop { $0 != "\n" }
            } else if rest.hasPrefix("/*") {
                rest = rest.dropFirst(2)
                while !rest.isEmpty, !rest.hasPrefix("*/") { rest = rest.dropFirst() }
                rest = rest.dropFirst(2)
            } else if let quote = quote(rest) {
                tokens.append(.text(string(&rest, quote)))
            } else if first.isLetter || first == "_" {
                let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
                tokens.append(.word(String(word)))
                rest = rest.dropFirst(word.count)
            } else {
                if first == "\n" {
                    tokens.append(.newline)
                } else if !first.isWhitespace, first != "`" {
                    tokens.append(.sign(first))
                }
                rest = rest.dropFirst()
            }
        }
        return tokens
    }

    /// The delimiter that ends the string that begins here.
    private static func quote(_ text: Substring) -> String? {
        let marks = text.prefix { $0 == "#" }
        guard text.dropFirst(marks.count).first == "\"" else { return nil }
        return (text.dropFirst(marks.count).hasPrefix("\"\"\"") ? "\"\"\"" : "\"") + marks
    }

    private static func string(_ rest: inout Substring, _ quote: String) -> String {
        rest = rest.dropFirst(quote.count)
        let isRaw = quote.hasSuffix("#")
        var text = ""
        while !rest.isEmpty, !rest.hasPrefix(quote) {
            if !isRaw, rest.hasPrefix("\\(") {
                interpolation(&rest)
                continue
            }
            if !isRaw, rest.first == "\\" { rest = rest.dropFirst() }
            if let character = rest.popFirst() { text.append(character) }
        }
        rest = rest.dropFirst(quote.count)
        return text
    }

    /// Skips an interpolation, which may contain strings.
    private static func interpolation(_ rest: inout Substring) {
        rest = rest.dropFirst(2)
        var depth = 1
        while depth > 0, let first = rest.first {
            if let quote = quote(rest) {
                _ = string(&rest, quote)
                continue
            }
            if first == "(" { depth += 1 }
            if first == ")" { depth -= 1 }
            rest = rest.dropFirst()
        }
    }
}
