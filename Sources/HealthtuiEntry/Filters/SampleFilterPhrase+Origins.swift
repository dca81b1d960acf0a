import Foundation
import HealthKit

// Conditions on a sample's origin, and by names alone: `my watch`, `source=polar`, `device:apple`.
extension SampleFilterPhrase {
    /// The samples of sources whose name or bundle identifier holds a text.
    func source(_ text: String) throws -> FilterTerm? {
        let folded = Self.afterLabel(FilterWords.source, text)
        let found = names.sources.filter { Self.holds(folded, [$0.name, $0.bundleIdentifier]) }
        guard folded.count > 1, !Self.isReserved(text), !found.isEmpty else { return nil }
        return try stored(
            HKQuery.predicateForObjects(from: Set(found)),
            FilterStrings.from(Self.list(found.map(\.name)))
        )
    }

    /// The samples of devices in whose description a text stands.
    func device(_ text: String) throws -> FilterTerm? {
        let folded = Self.afterLabel(FilterWords.device, text)
        let found = names.devices.filter { Self.holds(folded, [DevicePhrase.full($0)]) }
        guard folded.count > 1, !Self.isReserved(text), !found.isEmpty else { return nil }
        return try stored(
            HKQuery.predicateForObjects(from: Set(found)),
            FilterStrings.by(Self.list(found.map { DevicePhrase.name($0) }))
        )
    }

    /// Whether a text is a keyword, which can be a name only in quotation marks.
    static func isReserved(_ text: String) -> Bool { reserved.contains(text.lowercased()) }

    private static let reserved = Set(
        FilterWords.prepositions + [FilterWords.time, FilterWords.weekday, FilterWords.weekend]
            + [FilterWords.inWorkout, FilterWords.outOfRange, FilterWords.inRange]
            .flatMap { phrase in
                phrase.split(separator: " ").map(String.init)
            }
    )

    /// The text after `source:` or `device:`, else the whole text.
    private static func afterLabel(_ label: String, _ text: String) -> String {
        let folded = text.lowercased()
        guard folded.hasPrefix(label + ":") else { return folded }
        return folded.dropFirst(label.count + 1).trimmingCharacters(in: .whitespaces)
    }

    static func holds(_ folded: String, _ texts: [String]) -> Bool {
        texts.contains { $0.range(of: folded, options: [.caseInsensitive, .diacriticInsensitive]) != nil }
    }

    static func list(_ names: [String]) -> String {
        let several = Set(names).sorted()
        guard several.count > 3 else { return FilterStrings.or(several) }
        return FilterStrings.others(several.prefix(2).joined(separator: ", "), several.count - 2)
    }

    /// The error for keywords without a valid continuation; `nil` for other words.
    func misplaced(_ run: FilterRun) throws -> FilterTerm? {
        let words = run.words.map { $0.text.lowercased() }
        guard let first = words.first else { return nil }
        let column = words.count > 1 ? run.column(at: first.count + 1) : run.column
        let word = words.count > 1 ? words[1] : first
        func problem(_ text: String, _ suggestion: String? = nil) -> FilterError {
            FilterError(column: column, word: word, problem: text, suggestion: suggestion)
        }
        switch first {
        case FilterWords.time: throw problem(FilterStrings.needsClock)
        case FilterWords.weekday:
            let days = word.split(whereSeparator: { ",-".contains($0) })
            let wrong = days.first { Self.isNoWeekday($0) } ?? Substring(word)
            let near = words.count > 1 ? Nearest.word(to: String(wrong), among: FilterWords.weekdays) : nil
            throw problem(FilterStrings.needsWeekday, near)
        case "in" where words.count == 2:
            let near = Nearest.word(to: run.text, among: [FilterWords.inWorkout, FilterWords.inRange])
            throw problem(FilterStrings.isNoDate(word), near)
        case "out": throw problem(FilterStrings.isNoCondition(run.text), FilterWords.outOfRange)
        case _ where FilterWords.prepositions.contains(first) && words.count == 2:
            throw problem(FilterStrings.isNoDate(word), Nearest.word(to: word, among: FilterWords.weekdays))
        default: return nil
        }
    }

    private static func isNoWeekday(_ word: Substring) -> Bool {
        word.count < 3 || !FilterWords.weekdays.contains { $0.hasPrefix(word) }
    }
}
