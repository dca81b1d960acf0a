extension CatalogueProblem {
    /// The problem in words: short, in lower case, without a full stop.
    package var text: String {
        switch kind {
        case .formsAreMissing(let needed, let found):
            localized("the language has \(needed) plural forms; here there are \(found)")
        case .placeholdersDiffer(let wanted, let found):
            localized("the text needs \(Self.list(wanted)); its translation has \(Self.list(found))")
        case .isTooLong(let limit): localized("a catalogue has no more than \(limit) texts; the rest is ignored")
        case .textWithoutKeyword: localized("a text in quotes needs msgid or msgstr before it")
        case .unknownKeyword(let word):
            localized("unknown keyword “\(word)”; write msgctxt, msgid, msgid_plural or msgstr")
        case .isTwice(let keyword): localized("\(keyword) is there twice")
        case .comesAfterID(let keyword): localized("\(keyword) needs msgid before it")
        case .quotesAreMissing: localized("a text must be in quotes, with \\\" for a quote in it")
        case .unknownEscape(let character): localized("\\ is followed by n, t, \" or \\, not \(character)")
        case .isThereTwice(let text): localized("“\(text)” is translated twice; the first one counts")
        case .isHalfTranslated(let text): localized("a plural form of “\(text)” is missing")
        case .isNoPluralRule: localized("Plural-Forms isn't understood; write it as nplurals=2; plural=(n != 1);")
        }
    }

    /// Placeholders such as `%1 %2`.
    private static func list(_ placeholders: Set<Int>) -> String {
        placeholders.isEmpty
            ? localized("no placeholders") : placeholders.sorted().map { "%\($0)" }.joined(separator: " ")
    }
}
