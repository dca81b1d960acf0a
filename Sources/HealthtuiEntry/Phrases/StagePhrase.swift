import Foundation
import HealthKit

/// Reads a night's stages of sleep as a person types them in one line: `c45 d50 r20 a5 c`.
///
/// A stage is a letter or its name, followed by how long it lasted, with or without spaces: minutes, or hours and minutes
/// such as `1h20`. The last one may leave its length out: it fills what is left of the night.
package struct StagePhrase: Sendable {
    /// One stage of the line.
    package struct Stage: Sendable, Hashable {
        package let value: HKCategoryValueSleepAnalysis
        /// The length in minutes; `nil` for the rest of the night.
        package let minutes: Int?
    }

    /// A stage in its night.
    package struct TimeRange: Sendable, Hashable {
        package let value: HKCategoryValueSleepAnalysis
        package let interval: DateInterval

        package init(value: HKCategoryValueSleepAnalysis, interval: DateInterval) {
            self.value = value
            self.interval = interval
        }
    }

    /// The stages, in order; empty for an empty line.
    package let stages: [Stage]

    /// Reads a line.
    ///
    /// - Parameter text: The typed text.
    /// - Throws: ``EntryError`` that names the first word that was not understood, and why.
    package init(_ text: String) throws {
        var rest = Substring(text.lowercased())
        var stages: [Stage] = []
        while true {
            rest = rest.drop { $0.isWhitespace || $0 == "," }
            guard let first = rest.first else { break }
            let name = rest.prefix(while: \.isLetter)
            guard !name.isEmpty else {
                let word = rest.prefix { !$0.isWhitespace && $0 != "," }
                throw EntryError(
                    first.isNumber ? EntryStrings.lengthBeforeStage(String(word)) : EntryStrings.isNoStage(String(word))
                )
            }
            guard let value = Self.names[String(name)] else { throw EntryError(EntryStrings.isNoStage(String(name))) }
            if let last = stages.last, last.minutes == nil {
                throw EntryError(EntryStrings.stageWithoutLength(Self.letter(last.value)))
            }
            rest = rest.dropFirst(name.count).drop(while: \.isWhitespace)
            let minutes = try Self.length(&rest, of: String(name))
            stages.append(Stage(value: value, minutes: minutes))
        }
        self.stages = stages
    }

    /// The length at the beginning of a text, which is taken off it; `nil` where there is none.
    private static func length(_ rest: inout Substring, of name: String) throws -> Int? {
        func digits() -> Substring {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            rest = rest.dropFirst(digits.count)
            return digits
        }
        let first = digits()
        guard !first.isEmpty else { return nil }
        var word = String(first)
        var minutes = Int(first.prefix(5)) ?? 0
        if rest.first == "h" {
            rest = rest.dropFirst()
            let second = digits()
            word += "h" + second
            minutes = minutes * 60 + (Int(second.prefix(5)) ?? 0)
        }
        guard (1...longest).contains(minutes) else { throw EntryError(EntryStrings.isNoStageLength(name + word)) }
        return minutes
    }

    /// The longest night, in minutes.
    private static let longest = 24 * 60

    private static let names: [String: HKCategoryValueSleepAnalysis] = [
        "a": .awake, "awake": .awake, "r": .asleepREM, "rem": .asleepREM, "c": .asleepCore, "core": .asleepCore,
        "d": .asleepDeep, "deep": .asleepDeep,
    ]

    private static func letter(_ value: HKCategoryValueSleepAnalysis) -> String {
        names.filter { $0.value == value }.keys.min { $0.count < $1.count } ?? ""
    }

    /// The sum of the given minutes.
    package var given: Int { stages.compactMap(\.minutes).reduce(0, +) }

    /// The stages as they follow on each other from bedtime on.
    ///
    /// A line that gives less or more than the night gives what there is of it.
    ///
    /// - Parameter night: From bedtime to waking.
    /// - Returns: The segments to draw.
    package func drawn(in night: DateInterval) -> [TimeRange] {
        var timeRanges: [TimeRange] = []
        var start = night.start
        for stage in self.stages where start < night.end {
            let end = stage.minutes.map { min(night.end, start.addingTimeInterval(Double($0) * 60)) } ?? night.end
            timeRanges.append(TimeRange(value: stage.value, interval: DateInterval(start: start, end: end)))
            start = end
        }
        return timeRanges
    }

    /// The stages that fill a night to the second; nothing is guessed.
    ///
    /// - Parameter night: From bedtime to waking.
    /// - Returns: The stages; none for an empty line.
    /// - Throws: ``EntryError`` that says how much is missing, or too much.
    package func filling(_ night: DateInterval) throws -> [TimeRange] {
        guard let last = stages.last else { return [] }
        let left = night.duration - Double(given) * 60
        if last.minutes == nil {
            guard left > 0 else {
                throw EntryError(EntryStrings.nothingLeftOfNight(Self.letter(last.value), Self.length(-left)))
            }
        } else if left > 0 {
            throw EntryError(EntryStrings.nightHasMore(Self.length(left)))
        } else if left < 0 {
            throw EntryError(EntryStrings.nightIsShorter(Self.length(-left)))
        }
        return drawn(in: night)
    }

    private static func length(_ seconds: Double) -> String { NumberText.duration(seconds) }

    // MARK: The night

    /// The night between two times as they were typed: a clock time alone is the last such time, and bedtime is before
    /// waking.
    ///
    /// - Parameters:
    ///   - bedtime: When the person went to bed.
    ///   - waking: When they woke up.
    ///   - times: The parser for the times.
    /// - Returns: From bedtime to waking.
    /// - Throws: ``NightError`` that names the field.
    package static func night(from bedtime: String, to waking: String, _ times: TimePhrase) throws -> DateInterval {
        func read(_ text: String, _ field: NightError.Field, upTo limit: Date) throws -> Date {
            do {
                return try times.date(text, upTo: limit)
            } catch let error as EntryError {
                throw NightError(field: field, text: error.text)
            }
        }
        let end = try read(waking, .waking, upTo: times.now)
        guard end <= times.now else { throw NightError(field: .waking, text: EntryStrings.isInFuture(waking)) }
        let start = try read(bedtime, .bedtime, upTo: end.addingTimeInterval(-1))
        guard start < end else { throw NightError(field: .bedtime, text: EntryStrings.bedtimeIsAfterWaking) }
        guard end.timeIntervalSince(start) <= Double(longest) * 60 else {
            throw NightError(field: .bedtime, text: EntryStrings.nightIsTooLong)
        }
        return DateInterval(start: start, end: end)
    }
}

/// An error in the times of a night.
package struct NightError: Error, Hashable, Sendable {
    /// A field of the form.
    package enum Field: Hashable, Sendable {
        case bedtime
        case waking
    }

    package let field: Field
    package let text: String
}
