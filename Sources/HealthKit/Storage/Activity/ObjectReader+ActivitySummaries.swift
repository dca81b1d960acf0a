import Foundation
import HealthStore

extension ObjectReader {
    /// The stored summaries, by day.
    package func storedActivitySummaries() throws -> [CalendarDay: ActivitySummaryContent] {
        let found = try values(ActivitySummaryContent.self, StoreNamespace.activitySummaries)
            .compactMap { entry in entry.value.calendarDay.map { ($0, entry.value) } }
        return Dictionary(found, uniquingKeysWith: { first, _ in first })
    }
}

/// The stored summaries as they are written, in order of days: a query decodes those that it tells of.
struct StoredSummaryDays {
    let days: [(day: CalendarDay, bytes: [UInt8])]

    /// The last of them.
    var last: (day: CalendarDay, bytes: [UInt8])? { days.last }

    /// The last one before a day.
    func latest(before day: CalendarDay) -> (day: CalendarDay, bytes: [UInt8])? {
        var low = 0
        var high = days.count
        while low < high {
            let middle = (low + high) / 2
            if days[middle].day < day { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? days[low - 1] : nil
    }

    static func decoded(_ bytes: [UInt8]) -> ActivitySummaryContent? {
        ObjectReader.decoded(ActivitySummaryContent.self, bytes, StoreNamespace.activitySummaries)
    }
}

extension ObjectReader {
    /// The stored summaries, not decoded yet.
    func storedSummaryDays() throws -> StoredSummaryDays {
        StoredSummaryDays(
            days: try store.values(StoreNamespace.activitySummaries)
                .compactMap { entry in CalendarDay(text: entry.key).map { ($0, entry.bytes) } }
                .sorted { $0.0 < $1.0 }
        )
    }

    /// The goals that the person set, in order of the days from which they hold.
    package func chosenGoals() throws -> [(day: CalendarDay, goals: ActivityGoals)] {
        try values(ActivityGoals.self, StoreNamespace.activityGoals)
            .compactMap { entry in CalendarDay(text: entry.key).map { ($0, entry.value) } }
            .sorted { $0.0 < $1.0 }
    }

    /// The times in which the person paused the rings, in order of their first days.
    package func ringPauses() throws -> [(first: CalendarDay, pause: RingPause)] {
        try values(RingPause.self, StoreNamespace.ringPauses)
            .compactMap { entry in CalendarDay(text: entry.key).map { ($0, entry.value) } }
            .sorted { $0.0 < $1.0 }
    }
}

extension ObjectWriter {
    /// Stores the summary of a day, in the place of an older one.
    package func setActivitySummary(_ content: ActivitySummaryContent) throws {
        try writer.setValue(content.json, StoreNamespace.activitySummaries, content.day)
    }
}
