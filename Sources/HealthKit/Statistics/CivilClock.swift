import Foundation

/// The local time of a time zone, computed from the zone's offsets alone.
///
/// Foundation's calendar on Linux loses days at changes of clocks in some zones (it makes 3 April 2021 in Apia 49 hours
/// long); the offsets that it gives are right. So days are counted here, on a time line of seconds since the reference
/// date as the clocks show them, called local time.
package struct CivilClock: Sendable {
    package let zone: TimeZone

    private static let day = 86_400.0
    /// More than any zone is ahead of GMT or behind it.
    private static let reach = 57_600.0
    /// Zones aren't used for times beyond: over 3,000 years away, today's rules don't apply.
    private static let horizon = 1e11

    package init(_ zone: TimeZone) { self.zone = zone }

    /// The offset of local time from GMT at a moment, in seconds.
    package func offset(at time: Double) -> Double {
        guard time.isFinite else { return 0 }
        let time = min(max(time, -Self.horizon), Self.horizon)
        return Double(zone.secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: time)))
    }

    /// The local time at a moment.
    package func local(_ time: Double) -> Double { time + offset(at: time) }

    /// The moment at which the clocks show a time.
    ///
    /// If the clocks show it twice, the first one. If they skip it, it is read as if they hadn't been changed yet; for
    /// a skipped midnight it is the first moment after the change, so that every day has a start.
    package func moment(_ local: Double) -> Double {
        let before = offset(at: local - Self.reach)
        let after = offset(at: local + Self.reach)
        if before == after || offset(at: local - before) == before { return local - before }
        if offset(at: local - after) == after { return local - after }
        return local.remainder(dividingBy: Self.day) == 0 ? change(from: before, in: local) : local - before
    }

    /// The moment at which the clocks leave an offset and skip a local time.
    private func change(from before: Double, in local: Double) -> Double {
        var low = local - Self.reach
        var high = local - before
        while high - low > 1 {
            let middle = ((low + high) / 2).rounded(.down)
            if offset(at: middle) == before { low = middle } else { high = middle }
        }
        return high
    }

    /// The number of the day that holds a moment; the day 0 is that of the reference date.
    ///
    /// A day that has begun continues, even if the clocks go back into the previous day.
    package func day(_ time: Double) -> Double {
        let day = (local(time) / Self.day).rounded(.down)
        return moment((day + 1) * Self.day) <= time ? day + 1 : day
    }

    /// The local time from which days are counted on from a moment.
    ///
    /// The first moment of a day counts as its midnight, even if the clocks skip midnight or go back to the previous
    /// day.
    package func counted(_ time: Double) -> Double {
        let midnight = day(time) * Self.day
        return moment(midnight) == time ? midnight : local(time)
    }

    /// The first moment of a day.
    package func start(ofDay day: Double) -> Double { moment(day * Self.day) }

    /// The numbers of the days that the zone skipped when it crossed the date line, ascending.
    ///
    /// Apia had no 30 December 2011, Kiritimati no 31 December 1994, Manila no 31 December 1844.
    package func skippedDays() -> [Double] {
        // From 1842 to 2118, every two years: zones stay on their side for longer.
        let (first, last, length) = (-5_017_000_000.0, 3_713_000_000.0, 63_115_200.0)
        let half = 43_200.0
        var days: [Double] = []
        var before = offset(at: first)
        for time in stride(from: first + length, through: last, by: length) {
            let after = offset(at: time)
            defer { before = after }
            guard after - before > half else { continue }
            var (low, high) = (time - length, time)
            while high - low > 1 {
                let middle = ((low + high) / 2).rounded(.down)
                if offset(at: middle) - before < half { low = middle } else { high = middle }
            }
            // The local times before and after the change.
            let (end, start) = (high + offset(at: high - 1), local(high))
            let skipped = stride(from: (end / Self.day).rounded(.up), to: (start / Self.day).rounded(.down), by: 1)
            days.append(contentsOf: skipped)
        }
        return days
    }

    /// The next change of clocks after a moment; `infinity` when none is known.
    ///
    /// The offset is the same from the moment until then.
    package func nextChange(after time: Double) -> Double {
        guard abs(time) < Self.horizon else { return .infinity }
        let next = zone.nextDaylightSavingTimeTransition(after: Date(timeIntervalSinceReferenceDate: time))
        guard let change = next?.timeIntervalSinceReferenceDate else { return .infinity }
        return offset(at: change - 1) == offset(at: time) ? change : time
    }
}

extension Calendar {
    /// The calendar in UTC, which local time is counted in.
    private var universal: Calendar {
        var calendar = self
        calendar.timeZone = .gmt
        return calendar
    }

    private var clock: CivilClock { CivilClock(timeZone) }

    /// The first moment of the day that holds a date.
    ///
    /// - Parameter date: The date.
    /// - Returns: Midnight or, if the clocks skip it, the first moment after.
    package func civilStartOfDay(for date: Date) -> Date {
        let clock = clock
        return Date(
            timeIntervalSinceReferenceDate: clock.start(ofDay: clock.day(date.timeIntervalSinceReferenceDate))
        )
    }

    /// A date some days, weeks, months or years later, at the same time of the day; at the start of a day if it is one.
    ///
    /// - Parameters:
    ///   - component: The unit, a day or longer.
    ///   - value: How many; negative for earlier.
    ///   - date: The date to count from.
    /// - Returns: The date; the last day of a month that is too short.
    package func civilDate(byAdding component: Component, value: Int, to date: Date) -> Date {
        let clock = clock
        let time = date.timeIntervalSinceReferenceDate
        guard time.isFinite else { return date }
        let local = Date(timeIntervalSinceReferenceDate: clock.counted(time))
        guard let moved = universal.date(byAdding: component, value: value, to: local) else { return date }
        return Date(timeIntervalSinceReferenceDate: clock.moment(moved.timeIntervalSinceReferenceDate))
    }

    /// The day, week, month or year that holds a date.
    ///
    /// - Parameters:
    ///   - component: The unit, a day or longer.
    ///   - date: The date.
    /// - Returns: From the unit's first moment to the next one's.
    package func civilInterval(of component: Component, for date: Date) -> DateInterval {
        let clock = clock
        let day = clock.day(date.timeIntervalSinceReferenceDate) * 86_400
        let found = universal.dateInterval(of: component, for: Date(timeIntervalSinceReferenceDate: day))
        let start = found?.start.timeIntervalSinceReferenceDate ?? day
        let end = found?.end.timeIntervalSinceReferenceDate ?? day + 86_400
        return DateInterval(
            start: Date(timeIntervalSinceReferenceDate: clock.moment(start)),
            end: Date(timeIntervalSinceReferenceDate: max(clock.moment(start), clock.moment(end)))
        )
    }

    /// The number of days between the days of two dates.
    ///
    /// - Parameters:
    ///   - first: The earlier date.
    ///   - second: The later date.
    /// - Returns: 0 for the same day; negative when the second is earlier.
    package func civilDays(from first: Date, to second: Date) -> Int {
        let clock = clock
        let days =
            clock.day(second.timeIntervalSinceReferenceDate) - clock.day(first.timeIntervalSinceReferenceDate)
        return Int(exactly: days) ?? (days < 0 ? .min : .max)
    }
}
