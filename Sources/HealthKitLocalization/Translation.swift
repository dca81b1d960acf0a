/// The translation of one message: one form, or one for each plural.
struct Translation: Sendable {
    var forms: [String]
    var isPlural: Bool
    /// The English text with every placeholder; for a plural, the form for many.
    var original: String
    /// Its first line in the file.
    var line: Int

    /// The key of a message: its context before it, as gettext's compiled catalogues have it.
    static func key(_ text: String, _ context: String?) -> String { context.map { $0 + "\u{4}" + text } ?? text }
}
