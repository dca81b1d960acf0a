/// What is wrong with a line of a language's catalogue: short, in lower case, without a full stop.
enum CatalogueStrings {
    static func formsAreMissing(_ needed: Int, _ found: Int) -> String {
        localized("the language has \(needed) plural forms; here there are \(found)")
    }
    static func placeholdersDiffer(_ wanted: String, _ found: String) -> String {
        localized("the text needs \(wanted); its translation has \(found)")
    }
    /// In the place of a list of placeholders such as `%1 %2`.
    static var noPlaceholders: String { localized("no placeholders") }
    static func isTooLong(_ limit: Int) -> String {
        localized("a catalogue has no more than \(limit) texts; the rest is ignored")
    }
    static var textWithoutKeyword: String { localized("a text in quotes needs msgid or msgstr before it") }
    static func unknownKeyword(_ word: String) -> String {
        localized("unknown keyword “\(word)”; write msgctxt, msgid, msgid_plural or msgstr")
    }
    static func twice(_ keyword: String) -> String { localized("\(keyword) is there twice") }
    static func comesAfterID(_ keyword: String) -> String { localized("\(keyword) needs msgid before it") }
    static var quotesAreMissing: String { localized("a text must be in quotes, with \\\" for a quote in it") }
    static func unknownEscape(_ character: String) -> String {
        localized("\\ is followed by n, t, \" or \\, not \(character)")
    }
    static func isThereTwice(_ text: String) -> String {
        localized("“\(text)” is translated twice; the first one counts")
    }
    static func isHalfTranslated(_ text: String) -> String { localized("a plural form of “\(text)” is missing") }
    static var isNoPluralRule: String {
        localized("Plural-Forms isn't understood; write it as nplurals=2; plural=(n != 1);")
    }
}
