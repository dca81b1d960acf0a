/// Names that people type for days and months, in English or in their own language.
///
/// Accents may be left out, as people do in terminals, and an apostrophe may be of either kind.
struct TypedNames: Sendable {
    /// The folded forms of each name.
    private let forms: [[String]]

    /// The names; one that has several forms has them all, with blanks between: `listopad listopada`.
    init(_ names: [String]) {
        forms = names.map { $0.split(separator: " ").map { TypedText.folded($0) } }
    }

    /// The one name of several that a word is or begins.
    ///
    /// - Parameters:
    ///   - word: The typed word.
    ///   - least: The fewest letters that can abbreviate a name; a whole name may have fewer.
    /// - Returns: The place of the name; nil for a word that begins several, such as `jui` for `juin` and `juillet`.
    func index(of word: some StringProtocol, least: Int) -> Int? {
        let word = TypedText.folded(word)
        if let whole = forms.firstIndex(where: { $0.contains(word) }) { return whole }
        guard word.count >= least else { return nil }
        let begun = forms.indices.filter { forms[$0].contains { $0.hasPrefix(word) } }
        return begun.count == 1 ? begun[0] : nil
    }
}
