import HealthKit

/// A measure by the days of the week and the hours of the day; a weekday or an hour needs three days.
package struct MeasurePattern: Sendable {
    /// A weekday, or an hour of the day.
    package struct Slot: Sendable, Hashable {
        /// 1 for Sunday to 7 for Saturday, or the hour from 0 to 23.
        package let number: Int
        /// The mean of its days, or `nil` for fewer than three.
        package let mean: Double?
        /// The second number of a pair.
        package let second: Double?
        /// The least and the most of its days.
        package let least: Double?
        package let most: Double?
        /// The number of days it covers.
        package let days: Int
    }

    /// The hours of days.
    package struct Hours: Sendable {
        package var numbers: [CalendarDay: [Int: Double]]
        /// Hours that a day's clock leaves out.
        package var skipped: [CalendarDay: Set<Int>] = [:]

        /// Hours.
        ///
        /// - Parameter numbers: The numbers of each day by hour.
        package init(_ numbers: [CalendarDay: [Int: Double]]) { self.numbers = numbers }
    }

    /// The weekdays, starting with the first day of the person's week.
    package let weekdays: [Slot]
    /// The hours of the day; empty for measures that have no hours.
    ///
    /// Of what adds up, an hour without anything has 0 on days with data.
    package let hours: [Slot]
    /// Weekdays and hours at once.
    package let heat: MeasureHeat?
    /// The number of days with data.
    package let days: Int
    /// The first and the last of those days.
    package let span: ClosedRange<CalendarDay>?
    /// The days that were asked and are over.
    package let asked: Range<CalendarDay>
    /// The value of all days together; `nil` where nothing is known of any.
    package let whole: MeasureValue?

    /// The days of a slot that are enough.
    package static let fewestDays = MeasureHeat.fewestDays

    /// Computes a pattern.
    ///
    /// - Parameters:
    ///   - days: The days of the measure.
    ///   - span: The days that are averaged; those that aren't over are left out.
    ///   - hours: Their hours; `nil` for a measure that has none.
    ///   - number: Makes numbers of another unit of those of the measure.
    package init(
        _ days: MeasureDays,
        in span: Range<CalendarDay>,
        hours: Hours?,
        number: (Double) -> Double = { $0 }
    ) {
        let known = days.known(span)
        asked = days.over(span)
        whole = days.fold(asked)
            .map { value in
                var value = value
                value.value = number(value.value)
                value.second = value.second.map(number)
                value.total = value.total.map(number)
                value.mean = value.mean.map(number)
                return value
            }
        self.days = known.count
        self.span = known.first.flatMap { first in known.last.map { first.day...$0.day } }
        let byWeekday = Dictionary(grouping: known) { $0.day.weekday }
        weekdays = (0..<7)
            .map { offset in
                let weekday = (days.firstWeekday - 1 + offset) % 7 + 1
                return Self.slot(weekday, byWeekday[weekday] ?? [], of: days, number)
            }
        guard let hours else {
            (self.hours, heat) = ([], nil)
            return
        }
        let numbers = Dictionary(
            known.map { ($0.day, (hours.numbers[$0.day] ?? [:]).mapValues(number)) },
            uniquingKeysWith: { first, _ in first }
        )
        let heat = MeasureHeat(numbers, isTotal: days.measure.kind == .total, firstWeekday: days.firstWeekday) {
            hours.skipped[$0]?.contains($1) ?? false
        }
        self.heat = heat
        self.hours = heat.hours.enumerated()
            .map { hour, cell in
                Slot(number: hour, mean: cell.mean, second: nil, least: cell.least, most: cell.most, days: cell.days)
            }
    }

    private static func slot(
        _ weekday: Int,
        _ known: [(day: CalendarDay, value: MeasureDay)],
        of days: MeasureDays,
        _ number: (Double) -> Double
    ) -> Slot {
        let value = known.count >= fewestDays ? days.fold(known.map(\.day)) : nil
        let values = known.map(\.value.value)
        let places = value == nil ? [] : days.places(values) ?? []
        let least = places.indices.min { places[$0] < places[$1] }.map { number(values[$0]) }
        let most = places.indices.max { places[$0] < places[$1] }.map { number(values[$0]) }
        return Slot(
            number: weekday,
            mean: value?.mean.map(number),
            second: value?.second.map(number),
            least: least,
            most: most,
            days: known.count
        )
    }
}
