/// The translations of one language.
package struct MessageCatalogue: Sendable {
    /// The code of the language: `de`, `pt_BR`; empty for English.
    package let language: String
    /// The flaws, by line.
    package private(set) var problems: [CatalogueProblem] = []

    var entries: [String: Translation] = [:]
    private var rule = PluralRule.english

    /// English: no translations.
    package init() { language = "" }

    /// Reads a catalogue in the format of gettext, PO.
    ///
    /// - Parameters:
    ///   - text: The text of the file.
    ///   - language: The code of its language.
    package init(_ text: String, language: String) {
        self.language = language
        var reader = PortableObjectReader()
        reader.read(text)
        entries = reader.entries
        problems = reader.problems
        rule = reader.rule ?? rule
        let wordy = rule.formsOfOneNumber
        for (key, entry) in entries {
            guard let flaw = flaw(of: entry, mayLeaveOut: wordy) else { continue }
            entries[key] = nil
            problems.append(CatalogueProblem(line: entry.line, kind: flaw))
        }
        // Those of one line stay as they were found.
        problems = problems.enumerated()
            .sorted { ($0.element.line, $0.offset) < ($1.element.line, $1.offset) }.map(\.element)
    }

    /// The catalogue with a person's own translations in the place of its own.
    ///
    /// - Parameter own: The person's catalogue; its plural forms are counted by its own rule.
    /// - Returns: Both; only the problems of the person's.
    package func merging(_ own: MessageCatalogue) -> MessageCatalogue {
        var merged = own
        // A plural is counted by the rule of its file: those of another rule are left in English.
        let usable = rule == own.rule ? entries : entries.filter { !$0.value.isPlural }
        merged.entries.merge(usable) { own, _ in own }
        return merged
    }

    /// The number of plural forms in the language.
    var forms: Int { rule.forms }

    /// The number of messages with a translation.
    package var count: Int { entries.count }

    /// The translation of a message.
    ///
    /// - Parameters:
    ///   - text: The English text; the singular one of two.
    ///   - context: Its context.
    ///   - count: The number that chooses the form.
    /// - Returns: The translation with `%1` for its values; nil when there is none.
    func text(_ text: String, context: String?, count: Int? = nil) -> String? {
        guard let entry = entries[Translation.key(text, context)] else { return nil }
        guard entry.isPlural, let count else { return entry.forms.first }
        let index = rule.form(of: count)
        return entry.forms.indices.contains(index) ? entry.forms[index] : nil
    }

    /// Why a translation cannot stand for its message, or nil; some forms of a plural may say their number in a word.
    private func flaw(of entry: Translation, mayLeaveOut wordy: Set<Int>) -> CatalogueProblem.Kind? {
        if entry.isPlural, entry.forms.count != rule.forms {
            return .formsAreMissing(needed: rule.forms, found: entry.forms.count)
        }
        let wanted = Self.placeholders(entry.original[...])
        for (index, form) in entry.forms.enumerated() {
            let found = Self.placeholders(form[...])
            guard found == wanted || (entry.isPlural && wordy.contains(index) && found.isSubset(of: wanted)) else {
                return .placeholdersDiffer(wanted: wanted, found: found)
            }
        }
        return nil
    }

    private static func placeholders(_ text: Substring) -> Set<Int> {
        var found: Set<Int> = []
        var isMark = false
        for character in text.utf8 {
            if isMark, (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(character) {
                found.insert(Int(character - UInt8(ascii: "0")))
            }
            isMark = character == UInt8(ascii: "%")
        }
        return found
    }
}
