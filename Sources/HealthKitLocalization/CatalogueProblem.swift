/// A flaw in one line of a catalogue's file; the English text is used for it.
package struct CatalogueProblem: Equatable, Sendable {
    /// A description of the flaw; it is translated itself, so it is created when it is shown.
    enum Kind: Equatable, Sendable {
        case formsAreMissing(needed: Int, found: Int)
        case placeholdersDiffer(wanted: Set<Int>, found: Set<Int>)
        case isTooLong(limit: Int)
        case textWithoutKeyword
        case unknownKeyword(String)
        case isTwice(keyword: String)
        case comesAfterID(keyword: String)
        case quotesAreMissing
        case unknownEscape(String)
        case isThereTwice(text: String)
        case isHalfTranslated(text: String)
        case isNoPluralRule
    }

    /// From 1.
    package let line: Int
    let kind: Kind
}
