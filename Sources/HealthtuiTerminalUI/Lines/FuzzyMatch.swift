/// A searchable text, prepared once: its characters in lower case, and the starts of its words.
package struct FuzzyText: Hashable, Sendable {
    fileprivate let characters: [Character]
    /// The characters without surrounding blanks, which are all that matters when the text is the query.
    fileprivate let typed: [Character]
    fileprivate let beginnings: [Int]
    /// A bit for each plain letter and digit that occurs, to rule out most texts at once for lacking a typed letter.
    fileprivate let letters: UInt64

    package init(_ text: String) {
        let characters = text.map { $0.lowercased().first ?? $0 }
        self.characters = characters
        typed = Self.trimmed(characters)
        letters = characters.reduce(into: 0) { bits, character in
            guard let value = character.asciiValue, value >= 48 else { return }
            bits |= 1 << UInt64((value - 48) & 63)
        }
        beginnings = characters.indices.filter { index in
            guard index > 0 else { return true }
            let (before, here) = (characters[index - 1], characters[index])
            guard !here.isWhitespace else { return false }
            return before.isWhitespace || !before.isLetter && !before.isNumber && (here.isLetter || here.isNumber)
        }
    }

    private static func trimmed(_ characters: [Character]) -> [Character] {
        guard let first = characters.firstIndex(where: { !$0.isWhitespace }),
            let last = characters.lastIndex(where: { !$0.isWhitespace })
        else { return [] }
        return last - first + 1 == characters.count ? characters : Array(characters[first...last])
    }
}

/// The quality of a text's match with a query, and the matching characters.
///
/// From best to worst: the same text; a text that begins with the query; one with a word that begins with it; one in which each
/// word of the query begins some word; one that contains it; and one that it abbreviates: the letters occur in order, and half of
/// their runs, two at least, begin a word.
package struct FuzzyMatch: Hashable, Sendable {
    /// The score; higher is better.
    package let score: Int
    /// The characters of the text that match the query.
    package let places: [Int]

    private init(_ score: Int, _ places: some Sequence<Int>) {
        self.score = score
        self.places = Array(places)
    }

    /// The match of a query; `nil` when the text doesn't match.
    ///
    /// - Parameters:
    ///   - query: The typed query; surrounding blanks don't count.
    ///   - text: The candidate text.
    package init?(_ query: FuzzyText, in text: FuzzyText) {
        let typed = query.typed
        guard query.letters & ~text.letters == 0, !typed.isEmpty, typed.count <= text.characters.count * 2 + 1 else {
            return nil
        }
        guard
            let found = Self.whole(typed, text) ?? Self.words(typed, text) ?? Self.inside(typed, text)
                ?? Self.scattered(typed.filter { !$0.isWhitespace }, text)
        else { return nil }
        self = found
    }

    private static func begins(_ typed: some Collection<Character>, _ text: FuzzyText, at start: Int) -> Bool {
        start + typed.count <= text.characters.count
            && text.characters[start..<(start + typed.count)].elementsEqual(typed)
    }

    private static func whole(_ typed: [Character], _ text: FuzzyText) -> FuzzyMatch? {
        guard let start = text.beginnings.first(where: { begins(typed, text, at: $0) }) else { return nil }
        let places = start..<(start + typed.count)
        if start > 0 { return FuzzyMatch(800 - min(start, 50), places) }
        let rest = text.characters.count - typed.count
        return FuzzyMatch(rest == 0 ? 1_000 : 900 - min(rest, 50), places)
    }

    private static func words(_ typed: [Character], _ text: FuzzyText) -> FuzzyMatch? {
        let words = typed.split(whereSeparator: \.isWhitespace)
        guard words.count > 1 else { return nil }
        var places: Set<Int> = []
        for word in words {
            guard let start = text.beginnings.first(where: { !places.contains($0) && begins(word, text, at: $0) })
            else { return nil }
            places.formUnion(start..<(start + word.count))
        }
        return FuzzyMatch(700, places.sorted())
    }

    private static func inside(_ typed: [Character], _ text: FuzzyText) -> FuzzyMatch? {
        let last = text.characters.count - typed.count
        guard typed.count > 1, last >= 0, let start = (0...last).first(where: { begins(typed, text, at: $0) }) else {
            return nil
        }
        return FuzzyMatch(500 - min(start, 50), start..<(start + typed.count))
    }

    /// Matches the letters in order, each run as long as possible; gaps between runs lower the score.
    private static func scattered(_ typed: [Character], _ text: FuzzyText) -> FuzzyMatch? {
        guard typed.count > 1 else { return nil }
        let candidates = text.beginnings.flatMap { start in
            [true, false].compactMap { scattered(typed, text, from: start, prefersBeginnings: $0) }
        }
        return candidates.max { $0.score < $1.score }
    }

    private static func scattered(
        _ typed: [Character],
        _ text: FuzzyText,
        from start: Int,
        prefersBeginnings: Bool
    ) -> FuzzyMatch? {
        var places: [Int] = []
        var next = start
        for character in typed {
            let isFirst = places.isEmpty
            let near = next < text.characters.count && text.characters[next] == character ? next : nil
            let beginning =
                prefersBeginnings ? text.beginnings.first { $0 >= next && text.characters[$0] == character } : nil
            let any = text.characters.indices.first { $0 >= next && text.characters[$0] == character }
            guard let place = isFirst ? near : near ?? beginning ?? any else { return nil }
            places.append(place)
            next = place + 1
        }
        guard let last = places.last else { return nil }
        let starts = places.count { text.beginnings.contains($0) }
        let runs = zip(places, places.dropFirst()).count { $0 + 1 == $1 }
        // Otherwise the letters only happen to occur in that order.
        let abbreviates = starts > 1 && starts * 2 >= places.count - runs
        // Only the last letter stands apart: "medications" finds "Medication Dose".
        let isInflected = places.count > 5 && places[places.count - 2] - start == places.count - 2
        guard abbreviates || isInflected else { return nil }
        let gap = last - start + 1 - places.count
        let score = 100 + 20 * starts + 10 * runs - 4 * gap
        return score > 60 ? FuzzyMatch(score, places) : nil
    }
}
