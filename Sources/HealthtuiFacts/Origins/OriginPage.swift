import Foundation
import HealthKit

/// The store's counts for a source or a device, which are cheap to get.
package struct OriginOverview: Sendable {
    /// The number of samples of a type.
    package struct TypeCount: Sendable, Hashable {
        package let type: HKSampleType
        package let samples: Int
    }

    /// The other end: a source whose samples name the device, or a device that a source's samples name.
    package struct Partner: Sendable, Hashable {
        package let origin: DataOrigin
        package let samples: Int
    }

    package let origin: DataOrigin
    /// The types, in the order of the catalogue, of a blood pressure the pair alone; those that HealthKit doesn't know come last.
    package let types: [TypeCount]
    /// All types to delete, including the parts of a blood pressure.
    package let stored: [HKSampleType]
    package let samples: Int
    /// The versions of a source's app.
    package let versions: [String]
    /// The device with each of its versions of software, the one with most samples first; empty for a source.
    package let devices: [HKDevice]
    /// The devices of a source, or the sources of a device; those with most samples first.
    package let partners: [Partner]
}

/// The days of one measure by one source or device.
package struct OriginRow: Sendable {
    package let type: HKSampleType
    package let measure: Measure
    package let samples: Int
    /// The days of the year that have a value.
    package let days: MeasureDays
    /// When the first sample begins.
    package let first: Date?
    /// When the last sample ends, now at the latest.
    package let last: Date?

    /// The last day that has a value.
    package var latest: (day: CalendarDay, value: MeasureDay)? {
        days.days.max { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// The value of some days together: as in charts, rare values are added up and others are averaged.
    ///
    /// - Parameter span: The days.
    /// - Returns: The value; `nil` where nothing is known.
    package func value(_ span: Range<CalendarDay>) -> Double? {
        days.fold(span)
            .flatMap { value in
                switch measure.subject {
                case .quantity, .sleep, .rings: value.mean ?? value.value
                default: value.total ?? value.mean ?? value.value
                }
            }
    }
}

/// A run of days on which a source or device recorded nothing.
package struct OriginGap: Sendable, Hashable {
    /// Another source's data on these days.
    package struct Owner: Sendable, Hashable {
        package let source: HKSource
        /// On how many of the days.
        package let days: Int
        /// The sum over them, of a measure that adds up.
        package let total: Double?
    }

    package let days: Range<CalendarDay>
    /// The source that has most; `nil` if none has anything of the measure.
    package let owner: Owner?
}

/// The time that a device ran a version of software, or a source a version of its app, as far as its samples of the year say.
package struct SoftwareSpan: Sendable, Hashable {
    /// The version; `nil` where samples name none.
    package let version: String?
    /// How many samples name the version; `nil` of a source, whose versions the store doesn't count.
    package let samples: Int?
    /// From the first to the last day of the year with samples of it; `nil` without any.
    package let days: ClosedRange<CalendarDay>?
}

/// How many of its measures a source or device has on a day.
package enum OriginLevel: Int, Sendable, CaseIterable, Comparable {
    case none, quarter, half, more, all

    /// The level of a count.
    ///
    /// - Parameters:
    ///   - count: How many measures have a value.
    ///   - total: How many there are.
    package init(_ count: Int, of total: Int) {
        switch count {
        case ...0: self = .none
        case total...: self = .all
        case _ where count * 4 <= total: self = .quarter
        case _ where count * 2 <= total: self = .half
        default: self = .more
        }
    }

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// A source's or device's year day by day.
package struct OriginPage: Sendable {
    package let overview: OriginOverview
    package let year: OriginYear
    /// The rows read so far, in the order of the types.
    package private(set) var rows: [OriginRow] = []
    /// How many measures have a value, by day.
    private var counts: [CalendarDay: Int] = [:]
    /// How many have one in a week, by its first day; empty unless all years are shown.
    private var weekCounts: [CalendarDay: Int] = [:]

    /// A page of which nothing was read yet.
    ///
    /// - Parameters:
    ///   - overview: What the store counts.
    ///   - year: The year.
    package init(_ overview: OriginOverview, _ year: OriginYear) {
        self.overview = overview
        self.year = year
    }

    /// Adds the days of a measure.
    ///
    /// - Parameter row: The row.
    package mutating func add(_ row: OriginRow) {
        rows.append(row)
        for day in row.days.days.keys { counts[day, default: 0] += 1 }
        guard year.showsAll else { return }
        let weeks = Set(row.days.days.keys.map { $0.startOfWeek(year.firstWeekday) })
        for week in weeks { weekCounts[week, default: 0] += 1 }
    }

    /// How many measures have a value on a day.
    package func count(_ day: CalendarDay) -> Int { counts[day] ?? 0 }

    /// How many measures have a value in the week that begins on a day, where all years are shown.
    package func count(ofWeek start: CalendarDay) -> Int { weekCounts[start] ?? 0 }

    /// How many of the measures have a value on a day.
    package func level(_ day: CalendarDay) -> OriginLevel { OriginLevel(count(day), of: rows.count) }

    /// How many of the measures have a value in the week that begins on a day, where all years are shown.
    package func level(ofWeek start: CalendarDay) -> OriginLevel {
        OriginLevel(count(ofWeek: start), of: rows.count)
    }

    /// When the first sample begins, as far as was read.
    package var first: Date? { rows.compactMap(\.first).min() }

    /// When the last sample ends, as far as was read.
    package var last: Date? { rows.compactMap(\.last).max() }

    /// The first day: that of the first sample, or, within the year, the first that has a value.
    ///
    /// - Parameter clock: The clocks of the person's zone.
    /// - Returns: The day; `nil` where there has been nothing.
    package func firstDay(on clock: CivilClock) -> CalendarDay? {
        guard let first else { return nil }
        let day = CalendarDay(first, on: clock)
        // Sleep that begins in the evening belongs to the next day.
        return day < year.start ? day : counts.keys.filter { $0 >= day }.min() ?? day
    }

    /// The days of the year since there has been anything, today among them.
    ///
    /// - Parameter clock: The clocks of the person's zone.
    /// - Returns: The days; empty where there has been nothing.
    package func lived(on clock: CivilClock) -> Range<CalendarDay> {
        let end = year.today.advanced(by: 1)
        guard let first = firstDay(on: clock) else { return end..<end }
        return min(max(first, year.start), end)..<end
    }

    /// On how many of some days there is a value.
    package func daysWithData(_ days: Range<CalendarDay>) -> Int { days.count { count($0) > 0 } }

    /// The runs of days without any value, the latest first; today may still get one.
    ///
    /// - Parameter clock: The clocks of the person's zone.
    /// - Returns: The runs.
    package func gaps(on clock: CivilClock) -> [Range<CalendarDay>] {
        var gaps: [Range<CalendarDay>] = []
        var start: CalendarDay?
        for day in lived(on: clock) {
            if day < year.today, count(day) == 0 {
                start = start ?? day
            } else if let from = start {
                gaps.append(from..<day)
                start = nil
            }
        }
        return gaps.reversed()
    }

    /// The measure by which other sources are asked for the days without data: the one that adds up, else the mean, with
    /// most days.
    package var measureOfGaps: HKQuantityType? {
        func most(_ rows: [OriginRow]) -> HKQuantityType? {
            rows.max { $0.days.days.count < $1.days.days.count }?.type as? HKQuantityType
        }
        let quantities = rows.filter { $0.type is HKQuantityType }
        return most(quantities.filter { $0.measure.kind == .total }) ?? most(quantities)
    }
}
