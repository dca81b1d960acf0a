import Foundation

/// A person's words on one day or several in a row: “stopped drinking”, “Lisbon”.
///
/// Its identity is random: two machines that add a mark of one name keep both. No app can read marks.
package struct DayMark: Hashable, Sendable, Codable {
    package let id: UUID
    package var content: Content

    /// The content of a mark, stored under its identity.
    package struct Content: Hashable, Sendable {
        package var text: String
        package var first: CalendarDay
        /// The first day again for a mark of one day.
        package var last: CalendarDay
    }

    package var text: String { content.text }
    package var first: CalendarDay { content.first }
    package var last: CalendarDay { content.last }

    /// Creates a mark with a new identity, without checking it.
    ///
    /// - Parameters:
    ///   - text: The words.
    ///   - first: The first day.
    ///   - last: The last day; `nil` for the first.
    package init(_ text: String, _ first: CalendarDay, _ last: CalendarDay? = nil) {
        self.init(id: UUID(), Content(text: text, first: first, last: last ?? first))
    }

    init(id: UUID, _ content: Content) {
        self.id = id
        self.content = content
    }
}

extension DayMark {
    /// The maximum length of a text in characters, as a person counts them.
    package static let mostCharacters = 60
    /// The maximum length of a text in bytes: a character may have any number of accents.
    package static let mostBytes = 2_048
    /// The maximum number of marks that a person can add to a store; other machines may have added more.
    package static let most = 10_000
    /// The years in which marks are allowed.
    package static let years = 1900...2200

    /// Checks a mark that is about to be added.
    ///
    /// - Throws: `errorInvalidArgument` for a text that is empty, too long or has characters that don't show, and for days that
    ///   don't exist, are too far away or end before they begin.
    package func check() throws {
        guard !text.allSatisfy(\.isWhitespace) else { throw HKError.invalid("A mark needs a text") }
        guard text.utf8.count <= Self.mostBytes else {
            throw HKError.invalid("The text of a mark has at most \(Self.mostBytes) bytes, not \(text.utf8.count)")
        }
        guard text.count <= Self.mostCharacters else {
            throw HKError.invalid("The text of a mark has at most \(Self.mostCharacters) characters, not \(text.count)")
        }
        guard !text.unicodeScalars.contains(where: \.hides) else {
            throw HKError.invalid(
                "The text of a mark has characters that don't show, or that change where others appear"
            )
        }
        for day in [first, last] {
            guard day.exists else { throw HKError.invalid("The day \(day.text) doesn't exist") }
            guard Self.years.contains(day.year), day.era == 1 else {
                throw HKError.invalid(
                    "A mark lies between \(Self.years.lowerBound) and \(Self.years.upperBound), not on \(day.text)"
                )
            }
        }
        guard first <= last else {
            throw HKError.invalid("A mark can't end on \(last.text), before it begins on \(first.text)")
        }
    }

    /// Whether the mark covers a day.
    package func covers(_ day: CalendarDay) -> Bool { first <= day && day <= last }
}

extension DayMark.Content: Codable {
    private enum CodingKeys: CodingKey { case text, first, last }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func day(_ key: CodingKeys) throws -> CalendarDay {
            let text = try container.decode(String.self, forKey: key)
            guard let day = CalendarDay(text: text), day.text == text, day.exists else {
                throw DecodingError.dataCorruptedError(forKey: key, in: container, debugDescription: "not a day")
            }
            return day
        }
        self.init(text: try container.decode(String.self, forKey: .text), first: try day(.first), last: try day(.last))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(text, forKey: .text)
        try container.encode(first.text, forKey: .first)
        try container.encode(last.text, forKey: .last)
    }

    /// Whether a mark of another machine, or of a copy, can be shown.
    ///
    /// It counts no characters: how many a text has depends on the version of Unicode, and all machines must agree.
    var isReadable: Bool {
        !text.allSatisfy { $0 == " " } && text.utf8.count <= DayMark.mostBytes
            && !text.unicodeScalars.contains(where: \.isControl)
            && first <= last && DayMark.years.contains(first.year) && DayMark.years.contains(last.year)
    }
}
