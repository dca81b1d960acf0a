import Foundation
import HealthKitLocalization

extension TypeCatalogue {
    /// The quality of a search match; smaller is better.
    private enum Match: Int, Comparable {
        case exactName
        case exactSynonym
        case nameBegins
        case wordInNameBegins
        case synonymBegins
        case wordInSynonymBegins
        case everyWordBegins
        case nameContains
        case synonymContains
        case identifierContains

        static func < (lhs: Match, rhs: Match) -> Bool { lhs.rawValue < rhs.rawValue }
    }

    /// The searchable words of an entry, in lower case and without accents.
    private struct Words {
        let entry: CatalogueEntry
        let names: [String]
        let synonyms: [String]
        let identifier: String
        /// All words, one per line: most entries don't match the query, which a single search of this text shows.
        private let all: String
        /// The words of the names and synonyms.
        private let parts: [Substring]

        init(_ entry: CatalogueEntry) {
            self.entry = entry
            // The English name is searchable in every language, because people know it from guides.
            let own = entry.name == entry.englishName ? [] : [entry.name]
            names = (own + [entry.englishName, entry.shortName] + entry.formerNames).map(TypeCatalogue.folded)
            synonyms = entry.synonyms.map(TypeCatalogue.folded)
            identifier = TypeCatalogue.folded(entry.identifier)
            all = (names + synonyms + [identifier]).joined(separator: "\n")
            parts = (names + synonyms).flatMap { $0.split(separator: " ") }
        }

        func isNamed(_ query: String) -> Bool { names.contains(query) || identifier == query }

        func match(_ query: String) -> Match? {
            guard all.holds(query) else { return everyWordBegins(query) ? .everyWordBegins : nil }
            if isNamed(query) { return .exactName }
            if synonyms.contains(query) { return .exactSynonym }
            if names.contains(where: { $0.hasPrefix(query) }) { return .nameBegins }
            if names.contains(where: { $0.contains(" " + query) }) { return .wordInNameBegins }
            if synonyms.contains(where: { $0.hasPrefix(query) }) { return .synonymBegins }
            if synonyms.contains(where: { $0.contains(" " + query) }) { return .wordInSynonymBegins }
            if everyWordBegins(query) { return .everyWordBegins }
            if names.contains(where: { $0.contains(query) }) { return .nameContains }
            if synonyms.contains(where: { $0.contains(query) }) { return .synonymContains }
            return identifier.contains(query) ? .identifierContains : nil
        }

        /// Whether each word of the query is the prefix of some word: `rate heart` finds Heart Rate.
        private func everyWordBegins(_ query: String) -> Bool {
            guard query.utf8.contains(UInt8(ascii: " ")) else { return false }
            let asked = query.split(separator: " ")
            return asked.count > 1 && asked.allSatisfy { asked in parts.contains { $0.hasPrefix(asked) } }
        }
    }

    private static let wordsByLanguage = LanguageCache { TypeCatalogue.shared.entries.map(Words.init) }

    /// The words in the person's language and in English.
    private static var words: [Words] { wordsByLanguage.value }

    /// Finds types by their common names.
    ///
    /// Names that begin with the text come first, then synonyms, then entries that contain it; equal matches are sorted by
    /// popularity.
    ///
    /// - Parameter text: The search text, such as `hea` or `blood pr`.
    /// - Returns: The entries, best first; all of them for an empty text.
    package static func search(_ text: String) -> [CatalogueEntry] {
        let query = folded(text).trimmingCharacters(in: .whitespaces)
        guard !query.isEmpty else { return shared.entries }
        return
            words
            .compactMap { words in words.match(query).map { (match: $0, entry: words.entry) } }
            .sorted { lhs, rhs in
                let left = (lhs.match.rawValue, lhs.entry.prominence ?? .max, lhs.entry.name)
                let right = (rhs.match.rawValue, rhs.entry.prominence ?? .max, rhs.entry.name)
                return left < right
            }
            .map(\.entry)
    }

    /// Finds the one type that a text names: by identifier, name, Swift name or synonym, ignoring capitalization.
    ///
    /// A synonym that several types share means the most popular of them, or none if that is ambiguous. `search(_:)` returns
    /// the candidates.
    ///
    /// - Parameter text: The text, such as `steps`, `heartRate` or `HKQuantityTypeIdentifierHeartRate`.
    /// - Returns: The entry, or nil if the text names none or several.
    package static func resolve(_ text: String) -> CatalogueEntry? {
        if let entry = shared.entry(identifier: text) { return entry }
        let query = folded(text).trimmingCharacters(in: .whitespaces)
        let named = words.filter { $0.isNamed(query) }
        let candidates = named.isEmpty ? words.filter { $0.synonyms.contains(query) } : named
        if candidates.count == 1 { return candidates.first?.entry }
        return
            candidates
            .compactMap { words in words.entry.prominence.map { (prominence: $0, entry: words.entry) } }
            .min { $0.prominence < $1.prominence }?
            .entry
    }

    private static func folded(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }
}

extension String {
    /// Whether the bytes of a text occur in this one; faster than Foundation for texts without accents.
    fileprivate func holds(_ text: String) -> Bool { !text.utf8.contains(0) && strstr(self, text) != nil }
}
