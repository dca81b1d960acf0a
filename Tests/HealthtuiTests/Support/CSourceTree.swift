import Foundation

/// A C file, parsed from its text: its public declarations, and the names that it uses.
struct CSourceFile {
    /// The files that it includes by name, without their folders.
    private(set) var includes: Set<String> = []
    /// The functions and variables that other files can name; of a header, its types, constants and macros as well.
    private(set) var declares: Set<String> = []
    /// The names that it uses.
    ///
    /// A prototype doesn't use the function that it names, and a member of a structure isn't a name.
    private(set) var names: Set<String> = []

    private let isHeader: Bool

    init(_ text: String, isHeader: Bool) {
        self.isHeader = isHeader
        for line in text.split(separator: "\n") where line.hasPrefix("#include \"") {
            let path = line.dropFirst("#include \"".count).prefix { $0 != "\"" }
            includes.insert(String(path.split(separator: "/").last ?? path))
        }
        var code = ""
        for line in Self.stripped(text).replacingOccurrences(of: "\\\n", with: " ").split(separator: "\n") {
            if line.hasPrefix("#") { directive(Token.all(of: line)) } else { code += line + "\n" }
        }
        for item in Self.items(Token.all(of: code)) { read(item) }
    }

    private mutating func directive(_ tokens: [Token]) {
        let words = tokens.filter(\.isWord)
        guard words.first?.text == "define", words.count > 1 else { return }
        if isHeader { declares.insert(words[1].text) }
        use(words)
    }

    /// Records a declaration outside of all braces: a function, a prototype, a type or a variable.
    private mutating func read(_ item: [Token]) {
        let head = item.prefix { $0.text != "{" }
        let words = Set(head.map(\.text))
        if head.first?.text == "extern" {
            // It is declared where it is defined.
            let name = Self.function(head) ?? head.last(where: \.isWord)?.text
            use(item.filter { $0.text != name })
        } else if let function = Self.function(head) {
            let isPrototype = !item.contains { $0.text == "{" }
            use(isPrototype ? item.filter { $0.text != function } : item)
            if !isPrototype, isHeader || !words.contains("static") { declares.insert(function) }
        } else {
            use(item)
            if isHeader {
                declares.formUnion(Self.types(item, isNamedLast: words.contains("typedef")))
            } else if words.contains("="), !words.contains("static") {
                let name = head.prefix { $0.text != "=" && $0.text != "[" }.last(where: \.isWord)
                if let name { declares.insert(name.text) }
            }
        }
    }

    private mutating func use(_ tokens: [Token]) {
        names.formUnion(tokens.lazy.filter { $0.isWord && !$0.isMember }.map(\.text))
    }

    /// The name of the function that a head declares.
    private static func function(_ head: ArraySlice<Token>) -> String? {
        guard !head.contains(where: { ["typedef", "="].contains($0.text) }), head.first?.text != "enum",
            let open = head.firstIndex(where: { $0.text == "(" }), open > head.startIndex, head[open - 1].isWord
        else { return nil }
        return head[open - 1].text
    }

    /// The names of a type, and of the constants of an enumeration.
    private static func types(_ item: [Token], isNamedLast: Bool) -> Set<String> {
        var found: Set<String> = []
        if isNamedLast, let name = item.dropLast().last, name.isWord { found.insert(name.text) }
        guard let open = item.firstIndex(where: { $0.text == "{" }),
            let close = item.lastIndex(where: { $0.text == "}" }), open < close
        else { return found }
        let kinds: Set = ["struct", "enum", "union", "typedef"]
        if let name = item[..<open].last, name.isWord, !kinds.contains(name.text) { found.insert(name.text) }
        if item[..<open].contains(where: { $0.text == "enum" }) {
            for constant in item[(open + 1)..<close].split(whereSeparator: { $0.text == "," }) {
                if let name = constant.first, name.isWord { found.insert(name.text) }
            }
        }
        return found
    }

    /// The declarations outside of all braces, each with the contents of its braces.
    private static func items(_ tokens: [Token]) -> [[Token]] {
        var items: [[Token]] = []
        var item: [Token] = []
        var depth = 0
        for token in tokens {
            item.append(token)
            if token.text == "{" { depth += 1 }
            if token.text == "}" { depth -= 1 }
            guard depth == 0 else { continue }
            let endsFunction = token.text == "}" && function(item.prefix { $0.text != "{" }) != nil
            if token.text == ";" || endsFunction {
                items.append(item)
                item = []
            }
        }
        return items
    }

    /// The text without comments, and with nothing in its strings.
    private static func stripped(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var kept: [UInt8] = []
        var position = 0
        func starts(_ mark: String) -> Bool { bytes[position...].starts(with: mark.utf8) }
        while position < bytes.count {
            let byte = bytes[position]
            if starts("//") {
                while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { position += 1 }
            } else if starts("/*") {
                position += 2
                while position < bytes.count, !starts("*/") { position += 1 }
                position += 2
                kept.append(UInt8(ascii: " "))
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                position += 1
                while position < bytes.count, bytes[position] != byte, bytes[position] != UInt8(ascii: "\n") {
                    position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
                }
                position += 1
                kept += [byte, byte]
            } else {
                kept.append(byte)
                position += 1
            }
        }
        return String(decoding: kept, as: UTF8.self)
    }

    /// A word or a sign.
    private struct Token {
        let text: String
        let isWord: Bool
        /// Whether it follows `.` or `->`.
        let isMember: Bool

        static func all(of text: some StringProtocol) -> [Token] {
            let bytes = Array(text.utf8)
            var tokens: [Token] = []
            var position = 0
            while position < bytes.count {
                let start = position
                while position < bytes.count, isPart(bytes[position]) { position += 1 }
                if position > start {
                    let last = tokens.last?.text
                    let isArrow = last == ">" && tokens.dropLast().last?.text == "-"
                    let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[start])
                    let word = String(decoding: bytes[start..<position], as: UTF8.self)
                    tokens.append(Token(text: word, isWord: !isDigit, isMember: last == "." || isArrow))
                    continue
                }
                if bytes[position] > 32 {
                    let sign = String(decoding: bytes[position...position], as: UTF8.self)
                    tokens.append(Token(text: sign, isWord: false, isMember: false))
                }
                position += 1
            }
            return tokens
        }

        private static func isPart(_ byte: UInt8) -> Bool {
            byte == UInt8(ascii: "_") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        }
    }
}

/// The C of a target and who uses whom.
///
/// `Name.h` and `Name.c` are one unit, `Name`.
/// A unit uses another when it includes its header, or names what only the other declares: a function belongs to the unit that
/// defines it, whichever header has its prototype.
struct CSourceTree {
    /// The names of the units.
    let units: Set<String>
    /// The units that a unit uses, with the names by which it does; `#include` for an include.
    let uses: [String: [String: Set<String>]]

    init(target: URL) throws {
        var files: [(unit: String, file: CSourceFile)] = []
        let found = FileManager.default.enumerator(atPath: target.path)
        while let path = found?.nextObject() as? String {
            guard path.hasSuffix(".c") || path.hasSuffix(".h") else { continue }
            let text = try String(contentsOf: target.appendingPathComponent(path), encoding: .utf8)
            files.append((Self.unit(path), CSourceFile(text, isHeader: path.hasSuffix(".h"))))
        }
        var owners: [String: Set<String>] = [:]
        for (unit, file) in files { for name in file.declares { owners[name, default: []].insert(unit) } }
        let units = Set(files.map(\.unit))
        var uses: [String: [String: Set<String>]] = [:]
        for (unit, file) in files {
            for other in file.includes.map(Self.unit) where other != unit && units.contains(other) {
                uses[unit, default: [:]][other, default: []].insert("#include")
            }
            for name in file.names {
                guard let owner = owners[name], owner.count == 1, let other = owner.first, other != unit else {
                    continue
                }
                uses[unit, default: [:]][other, default: []].insert(name)
            }
        }
        self.units = units
        self.uses = uses
    }

    /// The units that use each other in a circle, and those between two circles.
    var circle: Set<String> {
        var left = units
        while true {
            let used = Set(left.flatMap { uses[$0, default: [:]].keys })
            let kept = left.filter { unit in
                used.contains(unit) && uses[unit, default: [:]].keys.contains { left.contains($0) }
            }
            guard kept.count < left.count else { return left }
            left = kept
        }
    }

    private static func unit(_ path: String) -> String {
        let name = path.split(separator: "/").last ?? ""
        return String(name.prefix { $0 != "." })
    }
}
