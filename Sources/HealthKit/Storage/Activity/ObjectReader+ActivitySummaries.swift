import Foundation
import HealthKitStore

extension ObjectReader {
    /// The stored summaries, by day.
    package func storedActivitySummaries() throws -> [CalendarDay: ActivitySummaryContent] {
        let found = try values(ActivitySummaryContent.self, StoreNamespace.activitySummaries)
            .compactMap { entry in entry.value.calendarDay.map { ($0, entry.value) } }
        return Dictionary(found, uniquingKeysWith: { first, _ in first })
    }
}

/// The stored summaries in encoded form, sorted by day: a query decodes only those that it reports.
struct StoredSummaryDays {
    let days: [(day: CalendarDay, bytes: [UInt8])]

    /// The last stored summary.
    var last: (day: CalendarDay, bytes: [UInt8])? { days.last }

    /// The last stored summary before a day.
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
    /// Reads the stored summaries without decoding them.
    func storedSummaryDays() throws -> StoredSummaryDays {
        StoredSummaryDays(
            days: try store.values(StoreNamespace.activitySummaries)
                .compactMap { entry in CalendarDay(text: entry.key).map { ($0, entry.bytes) } }
                .sorted { $0.0 < $1.0 }
        )
    }

    /// The goals that the person set, sorted by the first day they apply to.
    package func chosenGoals() throws -> [(day: CalendarDay, goals: ActivityGoals)] {
        try values(ActivityGoals.self, StoreNamespace.activityGoals)
            .compactMap { entry in CalendarDay(text: entry.key).map { ($0, entry.value) } }
            .sorted { $0.0 < $1.0 }
    }

    /// The periods in which the person paused the rings, sorted by first day.
    package func ringPauses() throws -> [(first: CalendarDay, pause: RingPause)] {
        try values(RingPause.self, StoreNamespace.ringPauses)
            .compactMap { entry in CalendarDay(text: entry.key).map { ($0, entry.value) } }
            .sorted { $0.0 < $1.0 }
    }
}

extension ObjectWriter {
    /// Stores the summary of a day, replacing any earlier one.
    package func setActivitySummary(_ content: ActivitySummaryContent) throws {
        try writer.setValue(content.json, StoreNamespace.activitySummaries, content.day)
    }
}
