import Foundation
import HealthKit

/// A line that adds a sample: `weight 75.2 kg yesterday 7:30`, `bp 131/80`, `headache severe mon`.
///
/// The name, the value as ``SampleDraft`` reads it, and the moment, which may be left out for now.
package struct EntryLine: Hashable, Sendable {
    package let type: HKSampleType
    /// The value and its unit, as they were typed; empty for none.
    package let value: String
    /// The moment, as it was typed; empty for now.
    package let time: String

    /// No name has more words.
    private static let longestName = 8
    /// In more bytes than these no moment is looked for.
    private static let limit = 2_000

    /// Takes a line apart; `nil` for one that begins with no name.
    ///
    /// - Parameters:
    ///   - line: The user's text.
    ///   - times: The reader of moments; `nil` where the line has none, so that all behind the name is the value.
    ///   - type: The type that a name means; `nil` for a text that is no name.
    package init?(_ line: String, times: TimeRangePhrase?, type: (String) -> HKSampleType?) {
        let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
        var named: (type: HKSampleType, count: Int)?
        for count in (1...Self.longestName).reversed() where named == nil && count <= words.count {
            named = type(words.prefix(count).joined(separator: " ")).map { ($0, count) }
        }
        guard let found = named else { return nil }
        self.type = found.type
        let rest = Array(words.dropFirst(found.count))
        let count = Self.valueWords(rest, found.type, times)
        let value = rest.prefix(count).joined(separator: " ")
        self.value = value.hasSuffix(",") && count < rest.count ? String(value.dropLast()) : value
        time = rest.dropFirst(count).joined(separator: " ")
    }

    /// How many words are the value; those behind it are the moment.
    private static func valueWords(_ words: [String], _ type: HKSampleType, _ times: TimeRangePhrase?) -> Int {
        let line = words.joined(separator: " ")
        guard let times, line.utf8.count <= limit else { return words.count }
        // The name of a value may be a word for a time too.
        if (type as? HKCategoryType)?.enumeration?.case(named: line) != nil { return words.count }
        // A moment alone is no value, but `12.5 7:30` has one although 12.5 is a day too.
        let mayBeTime = words.first.map { $0.first?.isNumber == false || $0.contains(":") } ?? false
        if mayBeTime, times.moment(line, least: 0).words.isEmpty { return 0 }
        return times.moment(line).words.count
    }

    /// The sample that the line describes, not yet checked.
    package var draft: SampleDraft { SampleDraft(type: type, value: value, start: time) }
}
