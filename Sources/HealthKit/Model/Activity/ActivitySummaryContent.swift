import Foundation

/// The stored form of a day's activity summary: JSON in ``StoreNamespace/activitySummaries``, by day.
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

    /// The content in the store's form.
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

    /// The day; `nil` if the text isn't one.
    package var calendarDay: CalendarDay? { CalendarDay(text: day) }
}
