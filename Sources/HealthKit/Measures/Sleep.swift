import Foundation

/// A range of time in which one value of sleep holds.
package struct SleepRange: Sendable, Hashable {
    /// A raw value of `HKCategoryValueSleepAnalysis`.
    package let value: Int
    package let start: Date
    package internal(set) var end: Date
    /// The name of the source that recorded it.
    package let source: String

    /// The length in seconds.
    package var duration: Double { end.timeIntervalSince(start) }
}

/// A period of sleep from falling asleep to waking up, including interruptions.
package struct Sleep: Sendable, Hashable {
    /// Stages and times awake, one after the other, each moment once; the first and the last are asleep.
    package let ranges: [SleepRange]
    package let start: Date
    package let end: Date
    /// The time zone that the last sample carries; the viewer's if it carries none.
    package let zone: TimeZone
    /// The times in bed around it; empty if none is recorded.
    package let beds: [DateInterval]
    /// Seconds asleep.
    package let asleep: Double
    /// Seconds at each value.
    package let durations: [Int: Double]

    /// Creates a sleep.
    ///
    /// - Parameters:
    ///   - ranges: Its ranges in order; none for no sleep.
    ///   - zone: The time zone of the last sample.
    ///   - beds: The times in bed around it.
    init?(_ ranges: [SleepRange], zone: TimeZone, beds: [DateInterval]) {
        guard let first = ranges.first, let last = ranges.last else { return nil }
        self.ranges = ranges
        (start, end) = (first.start, last.end)
        self.zone = zone
        self.beds = beds
        let durations = ranges.reduce(into: [Int: Double]()) { $0[$1.value, default: 0] += $1.duration }
        self.durations = durations
        let awake = HKCategoryValueSleepAnalysis.awake.rawValue
        asleep = ranges.reduce(0) { $0 + ($1.value == awake ? 0 : $1.duration) }
    }

    /// Seconds awake between falling asleep and waking up.
    package var awake: Double { durations[HKCategoryValueSleepAnalysis.awake.rawValue] ?? 0 }

    /// The number of times awake in between.
    package var awakenings: Int { ranges.count { $0.value == HKCategoryValueSleepAnalysis.awake.rawValue } }

    /// Whether sleep stages were recorded.
    package var hasStages: Bool { ranges.contains { SleepState($0.value)?.isStage == true } }

    /// Seconds in bed, asleep or not; `nil` if no time in bed is recorded.
    package var inBed: Double? {
        guard !beds.isEmpty else { return nil }
        return (beds + [DateInterval(start: start, end: end)]).covered
    }

    /// When the person went to bed; the beginning of the sleep if no time in bed is recorded.
    package var bedStart: Date { beds.reduce(start) { min($0, $1.start) } }

    /// The time of day of going to bed, in seconds since midnight, on the clock of the place.
    package var bedtime: Double { Self.timeOfDay(bedStart, zone) }

    /// The time of day of waking up, in seconds since midnight, on the clock of the place.
    package var wakeTime: Double { Self.timeOfDay(end, zone) }

    /// The seconds since midnight that a clock shows.
    static func timeOfDay(_ date: Date, _ zone: TimeZone) -> Double {
        let local = CivilClock(zone).local(date.timeIntervalSinceReferenceDate)
        return local - (local / 86_400).rounded(.down) * 86_400
    }
}

/// Time in bed during which no source recorded sleep.
package struct BedTime: Sendable, Hashable {
    /// The ranges in order.
    package let ranges: [DateInterval]
    /// The time zone that the last sample carries; the viewer's if it carries none.
    package let zone: TimeZone

    package var start: Date { ranges.first?.start ?? .distantPast }
    package var end: Date { ranges.last?.end ?? .distantPast }
    /// The length in seconds.
    package var duration: Double { ranges.reduce(0) { $0 + $1.duration } }
    /// The time of day of going to bed, in seconds since midnight, on the clock of the place.
    package var bedtime: Double { Sleep.timeOfDay(start, zone) }
}

/// The sleeps that end on a day.
package struct SleepDay: Sendable, Hashable {
    package let day: CalendarDay
    /// The sleeps in order; empty on a day of which only time in bed is known.
    package let sleeps: [Sleep]
    /// Time in bed, on a day without sleep.
    package let beds: [BedTime]

    /// The night: the sleep with the most time asleep, the earliest of equals.
    package var main: Sleep? {
        sleeps.dropFirst()
            .reduce(sleeps.first) { longest, sleep in
                guard let longest, longest.asleep >= sleep.asleep else { return sleep }
                return longest
            }
    }

    /// The other sleeps in order.
    package var naps: [Sleep] {
        guard let main else { return [] }
        return sleeps.filter { $0.start != main.start }
    }

    /// Seconds asleep on the whole day; `nil` on a day of which only time in bed is known.
    package var asleep: Double? { sleeps.isEmpty ? nil : sleeps.reduce(0) { $0 + $1.asleep } }

    /// Seconds asleep in naps; `nil` on a day without sleep.
    package var napTime: Double? { main.map { main in sleeps.reduce(0) { $0 + $1.asleep } - main.asleep } }

    /// Seconds in bed: of the night, or of a day of which nothing else is known.
    package var inBed: Double? {
        if let main { return main.inBed }
        return beds.isEmpty ? nil : beds.reduce(0) { $0 + $1.duration }
    }

    /// From the first moment in bed or asleep to the last.
    package var interval: DateInterval {
        let starts = sleeps.map(\.bedStart) + beds.map(\.start)
        let ends = sleeps.map { sleep in sleep.beds.reduce(sleep.end) { max($0, $1.end) } } + beds.map(\.end)
        let start = starts.min() ?? .distantPast
        return DateInterval(start: start, end: max(start, ends.max() ?? start))
    }
}

/// Days of sleep, in order.
package struct SleepDays: Sendable, Hashable {
    package internal(set) var days: [SleepDay] = []
    /// The number of skipped samples longer than 24 hours, by the day on which they end.
    package internal(set) var leftOut: [CalendarDay: Int] = [:]

    /// No days.
    package init() {}

    /// The days of a span alone.
    ///
    /// - Parameter span: The days.
    /// - Returns: The days.
    package func days(in span: Range<CalendarDay>) -> SleepDays {
        var some = SleepDays()
        some.days = days.filter { span.contains($0.day) }
        some.leftOut = leftOut.filter { span.contains($0.key) }
        return some
    }
}

extension [DateInterval] {
    /// The seconds that intervals cover, each second counted once.
    var covered: Double {
        var total = 0.0
        var reached = Date.distantPast
        for interval in sorted(by: { $0.start < $1.start }) where interval.end > reached {
            total += interval.end.timeIntervalSince(Swift.max(reached, interval.start))
            reached = interval.end
        }
        return total
    }
}
