import Foundation
import HealthKit

/// A person's time cut into days and hours, by the clocks of the person's zone, as the store's statistics cut it.
package struct DayCut: Sendable {
    /// A day that there was.
    package struct Day: Hashable, Sendable {
        package let day: StudyDay
        package let interval: StudyInterval
    }

    /// An hour: the so-maniest of a day, or the one that the clocks show.
    package struct Hour: Hashable, Sendable {
        package let day: StudyDay
        package let hour: Int
        package let interval: StudyInterval
    }

    package let zone: TimeZone
    package let days: [Day]

    /// The days of a zone from one through another; those that the zone left out are not among them.
    package init(zone: TimeZone, from first: StudyDay, through last: StudyDay) {
        self.zone = zone
        let clock = CivilClock(zone)
        var days: [Day] = []
        days.reserveCapacity(max(0, last.number - first.number + 1))
        var start = Microseconds.of(clock.start(ofDay: Double(first.number)))
        for number in first.number..<max(first.number, last.number + 1) {
            let end = Microseconds.of(clock.start(ofDay: Double(number + 1)))
            if let start, let end, start < end {
                days.append(Day(day: StudyDay(number: number), interval: StudyInterval(start: start, end: end)))
            }
            start = end
        }
        self.days = days
    }

    /// The hours of the days, counted from each day's first moment; the last may be short.
    package var hours: [Hour] {
        days.flatMap { day in
            let starts = stride(from: day.interval.start, to: day.interval.end, by: Int(Microseconds.hour))
            return starts.enumerated()
                .map { number, start in
                    let end = min(start + Microseconds.hour, day.interval.end)
                    return Hour(day: day.day, hour: number, interval: StudyInterval(start: start, end: end))
                }
        }
    }

    /// The hours that the clocks show, 0 to 23: one that they show twice is as long as both, one that they pass over is not
    /// there.
    package var clockHours: [Hour] {
        let clock = CivilClock(zone)
        return days.flatMap { day -> [Hour] in
            let midnight = Double(day.day.number) * 86_400
            var edges = (1..<24)
                .map { Microseconds.of(clock.moment(midnight + Double($0) * 3_600)) ?? day.interval.end }
            edges.insert(day.interval.start, at: 0)
            edges.append(day.interval.end)
            return (0..<24)
                .compactMap { hour in
                    let start = min(max(edges[hour], day.interval.start), day.interval.end)
                    let end = min(max(edges[hour + 1], day.interval.start), day.interval.end)
                    guard start < end else { return nil }
                    return Hour(day: day.day, hour: hour, interval: StudyInterval(start: start, end: end))
                }
        }
    }
}
