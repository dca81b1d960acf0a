import Foundation

/// How names are compared.
enum NameKey {
    /// The most characters of a name that are looked at.
    static let longest = 300

    /// In lower case, without accents and hyphens, with single blanks.
    static func folded(_ text: String) -> String {
        let plain = text.prefix(longest).description
            .folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
        return plain.split { $0.isWhitespace || $0 == "-" || $0 == "_" }.joined(separator: " ")
    }

    /// The last word without the endings by which singular and plural differ.
    static func stem(_ key: String) -> String {
        var stem = Substring(key)
        if stem.hasSuffix("s"), !stem.hasSuffix("ss"), stem.count > 3 { stem.removeLast() }
        if stem.hasSuffix("ie"), stem.count > 4 {
            stem.removeLast(2)
        } else if stem.hasSuffix("e") || stem.hasSuffix("y"), stem.count > 3 {
            stem.removeLast()
        }
        return String(stem)
    }
}
