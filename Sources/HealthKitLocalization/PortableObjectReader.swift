/// Reads catalogues in the format of gettext: `msgctxt`, `msgid`, `msgid_plural` and `msgstr`, with comments.
///
/// An entry with a fault is left out and the line named. Entries marked as fuzzy and empty ones are left out as gettext
/// leaves them out, without a word.
struct PortableObjectReader {
    /// No catalogue has more; what follows is not read.
    private static let limit = 50_000
    /// No more problems than these are told.
    private static let mostProblems = 100

    private(set) var entries: [String: Translation] = [:]
    private(set) var problems: [CatalogueProblem] = []
    private(set) var rule: PluralRule?

    private enum Field: Equatable {
        case context, id, idPlural
        case translation(Int)
    }

    private var line = 0
    private var field: Field?
    private var begin = 0
    private var context: String?
    private var id: String?
    private var idPlural: String?
    private var forms: [Int: String] = [:]
    private var isFuzzy = false
    private var isDamaged = false

    mutating func read(_ text: String) {
        // By bytes: a carriage return and a line feed are one character.
        for bytes in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            line += 1
            var line = Substring(bytes)
            while let last = line.unicodeScalars.last, " \t\r".unicodeScalars.contains(last) {
                line.unicodeScalars.removeLast()
            }
            if self.line == 1, line.unicodeScalars.first == "\u{FEFF}" { line.unicodeScalars.removeFirst() }
            read(line: line.drop { $0 == " " || $0 == "\t" })
            if entries.count > Self.limit { return complain(.isTooLong(limit: Self.limit)) }
        }
        end()
    }

    private mutating func read(line text: Substring) {
        if text.isEmpty { return end() }
        if text.first == "#" {
            // A comment comes before what it is about.
            if !forms.isEmpty { end() }
            if text.hasPrefix("#,"), text.contains("fuzzy") { isFuzzy = true }
            return
        }
        if text.first == "\"" {
            guard let field else { return damage(.textWithoutKeyword) }
            return add(text, to: field)
        }
        let word = text.prefix { $0 != " " && $0 != "\t" && $0 != "\"" }
        guard let next = Self.field(word) else {
            return damage(.unknownKeyword(String(word.prefix(40))))
        }
        begin(next)
        add(text.dropFirst(word.count).drop { $0 == " " || $0 == "\t" }, to: next)
    }

    private static func field(_ word: Substring) -> Field? {
        switch word {
        case "msgctxt": return .context
        case "msgid": return .id
        case "msgid_plural": return .idPlural
        case "msgstr": return .translation(0)
        default:
            guard word.hasPrefix("msgstr["), word.hasSuffix("]"), word.utf8.count == 9,
                let index = word.dropFirst(7).dropLast().first?.wholeNumberValue
            else { return nil }
            return .translation(index)
        }
    }

    /// A keyword begins another entry where this one has its translation.
    private mutating func begin(_ next: Field) {
        if next == .context || next == .id, !forms.isEmpty || (next == .id && id != nil) { end() }
        if field == nil { begin = line }
        switch next {
        case .context: if context != nil { damage(.isTwice(keyword: "msgctxt")) }
        case .id: break
        case .idPlural:
            if id == nil { damage(.comesAfterID(keyword: "msgid_plural")) }
            if idPlural != nil { damage(.isTwice(keyword: "msgid_plural")) }
        case .translation(let index):
            if id == nil { damage(.comesAfterID(keyword: "msgstr")) }
            if forms[index] != nil { damage(.isTwice(keyword: "msgstr")) }
        }
        field = next
    }

    private mutating func add(_ quoted: Substring, to field: Field) {
        guard let text = unquoted(quoted) else { return }
        switch field {
        case .context: context = (context ?? "") + text
        case .id: id = (id ?? "") + text
        case .idPlural: idPlural = (idPlural ?? "") + text
        case .translation(let index): forms[index, default: ""] += text
        }
    }

    /// The text between quotes, with its escapes.
    private mutating func unquoted(_ quoted: Substring) -> String? {
        let scalars = quoted.unicodeScalars
        guard scalars.count >= 2, scalars.first == "\"", scalars.last == "\"" else {
            damage(.quotesAreMissing)
            return nil
        }
        var text = String.UnicodeScalarView()
        var isEscaped = false
        for scalar in scalars.dropFirst().dropLast() {
            if isEscaped {
                isEscaped = false
                switch scalar {
                case "n": text.append("\n")
                case "t": text.append("\t")
                case "\"", "\\": text.append(scalar)
                default:
                    damage(.unknownEscape(String(scalar)))
                    return nil
                }
            } else if scalar == "\\" {
                isEscaped = true
            } else if scalar == "\"" {
                damage(.quotesAreMissing)
                return nil
            } else {
                text.append(scalar)
            }
        }
        guard !isEscaped else {
            damage(.quotesAreMissing)
            return nil
        }
        return String(text)
    }

    private mutating func damage(_ problem: CatalogueProblem.Kind) {
        // Errors that follow from the first one in an entry aren't reported separately.
        if !isDamaged { complain(problem) }
        isDamaged = true
        if field == nil { field = .id }
    }

    private mutating func complain(_ problem: CatalogueProblem.Kind, at line: Int? = nil) {
        guard problems.count < Self.mostProblems else { return }
        problems.append(CatalogueProblem(line: line ?? self.line, kind: problem))
    }

    /// Keeps the entry that was read.
    private mutating func end() {
        defer {
            (field, context, id, idPlural, forms) = (nil, nil, nil, nil, [:])
            (isFuzzy, isDamaged) = (false, false)
        }
        guard let id, !isDamaged else { return }
        if id.isEmpty, context == nil { return readHeader(forms[0] ?? "") }
        // Nothing is translated yet, or somebody has to look at it.
        guard !isFuzzy, forms.values.contains(where: { !$0.isEmpty }) else { return }
        let key = Translation.key(id, context)
        guard entries[key] == nil else {
            return complain(.isThereTwice(text: id), at: begin)
        }
        let texts = forms.sorted { $0.key < $1.key }
        guard texts.map(\.key) == Array(texts.indices), texts.allSatisfy({ !$0.value.isEmpty }) else {
            return complain(.isHalfTranslated(text: id), at: begin)
        }
        entries[key] = Translation(
            forms: texts.map(\.value),
            isPlural: idPlural != nil,
            original: idPlural ?? id,
            line: begin
        )
    }

    private mutating func readHeader(_ header: String) {
        for field in header.split(separator: "\n") where field.hasPrefix("Plural-Forms:") {
            rule = PluralRule(field.dropFirst("Plural-Forms:".count))
            if rule == nil { complain(.isNoPluralRule, at: begin) }
        }
    }
}
