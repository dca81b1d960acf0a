import Foundation
import HealthStore

/// The activity summary of a day as the store keeps it: JSON in ``StoreNamespace/activitySummaries``, by day.
package struct ActivitySummaryContent: Codable, Hashable, Sendable {
    /// The day, `yyyy-MM-dd`, of the Gregorian calendar.
    package var day: String
    package var activeEnergyBurned: QuantityText?
    package var activeEnergyBurnedGoal: QuantityText?
    package var appleMoveTime: QuantityText?
    package var appleMoveTimeGoal: QuantityText?
    package var appleExerciseTime: QuantityText?
    package var appleExerciseTimeGoal: QuantityText?
    package var appleStandHours: QuantityText?
    package var appleStandHoursGoal: QuantityText?
    /// Whether the rings were paused that day.
    package var isPaused: Bool?
    /// The raw value of ``HKActivityMoveMode``.
    package var moveMode: Int?

    package init(day: String) { self.day = day }

    /// The content as the store keeps it.
    package var json: [UInt8] {
        var text = JSONText()
        text.object { text in
            text.member("activeEnergyBurned", activeEnergyBurned)
            text.member("activeEnergyBurnedGoal", activeEnergyBurnedGoal)
            text.member("appleExerciseTime", appleExerciseTime)
            text.member("appleExerciseTimeGoal", appleExerciseTimeGoal)
            text.member("appleMoveTime", appleMoveTime)
            text.member("appleMoveTimeGoal", appleMoveTimeGoal)
            text.member("appleStandHours", appleStandHours)
            text.member("appleStandHoursGoal", appleStandHoursGoal)
            text.member("day", day)
            if let isPaused {
                text.key("isPaused")
                text.flag(isPaused)
            }
            text.member("moveMode", moveMode)
        }
        return text.bytes
    }

    /// The day; `nil` when the text is none.
    package var calendarDay: CalendarDay? { CalendarDay(text: day) }
}

extension CalendarDay {
    /// Reads `yyyy-MM-dd`; `nil` when the text is no day.
    package init?(text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
            (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// `yyyy-MM-dd`, so that texts sort as days do.
    package var text: String {
        func padded(_ number: Int, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }

    /// The day that holds a time, where the clocks show a zone's time.
    package init(_ date: Date, in calendar: Calendar) {
        let parts = calendar.dateComponents([.era, .year, .month, .day], from: date)
        self.init(era: parts.era ?? 1, year: parts.year ?? 1, month: parts.month ?? 1, day: parts.day ?? 1)
    }

    /// The day's components in any calendar.
    package func components(in calendar: Calendar) -> DateComponents {
        var gregorian = Calendar(identifier: .gregorian)
        gregorian.timeZone = .gmt
        var other = calendar
        other.timeZone = .gmt
        let noon = DateComponents(era: era, year: year, month: month, day: day, hour: 12)
        guard let date = gregorian.date(from: noon) else { return DateComponents(calendar: calendar) }
        var result = other.dateComponents([.era, .year, .month, .day], from: date)
        result.calendar = calendar
        return result
    }
}

extension ObjectReader {
    /// The stored summaries, by day.
    package func storedActivitySummaries() throws -> [CalendarDay: ActivitySummaryContent] {
        let found = try values(ActivitySummaryContent.self, StoreNamespace.activitySummaries)
            .compactMap { entry in entry.value.calendarDay.map { ($0, entry.value) } }
        return Dictionary(found, uniquingKeysWith: { first, _ in first })
    }
}

extension ObjectWriter {
    /// Stores the summary of a day, in the place of an older one.
    package func setActivitySummary(_ content: ActivitySummaryContent) throws {
        try writer.setValue(content.json, StoreNamespace.activitySummaries, content.day)
    }
}
