/// The words that people type for days and months, in English or in their own language.
///
/// Accents may be left out, as people do in terminals, and an apostrophe may be of either kind.
enum TypedWords {
    /// The one name of several that a word is or begins.
    ///
    /// - Parameters:
    ///   - word: The typed word.
    ///   - names: The names; one that has several forms has them all, with blanks between: `listopad listopada`.
    ///   - least: The fewest letters that can abbreviate a name; a whole name may have fewer.
    /// - Returns: The place of the name; nil for a word that begins several, such as `jui` for `juin` and `juillet`.
    static func index(of word: some StringProtocol, in names: [String], least: Int) -> Int? {
        let word = TypedText.folded(word)
        let forms = names.map { $0.split(separator: " ").map { TypedText.folded($0) } }
        if let whole = forms.firstIndex(where: { $0.contains(word) }) { return whole }
        guard word.count >= least else { return nil }
        let begun = forms.indices.filter { forms[$0].contains { $0.hasPrefix(word) } }
        return begun.count == 1 ? begun[0] : nil
    }

    /// The length of a name that a text begins with; nil when a different word is there.
    static func length(of name: String, before text: String) -> Int? {
        let (name, text) = (TypedText.folded(name), TypedText.folded(text))
        guard !name.isEmpty, text.hasPrefix(name), text.dropFirst(name.count).first?.isLetter != true else {
            return nil
        }
        return name.count
    }
}
