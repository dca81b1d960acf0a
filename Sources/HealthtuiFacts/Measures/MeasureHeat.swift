import HealthKit

/// A measure by weekday and hour at once: means of the days with data.
package struct MeasureHeat: Sendable {
    /// A weekday at an hour, a weekday, or an hour of all weekdays.
    package struct Cell: Sendable, Hashable {
        /// The mean of its days, or `nil` for fewer than three.
        package let mean: Double?
        package let least: Double?
        package let most: Double?
        /// The number of days it covers.
        package let days: Int

        init(_ values: [Double]) {
            days = values.count
            let isEnough = values.count >= MeasureHeat.fewestDays
            let average = values.reduce(0) { $0 + $1 / Double(values.count) }
            mean = isEnough && average.isFinite ? average : nil
            least = isEnough ? values.min() : nil
            most = isEnough ? values.max() : nil
        }
    }

    /// The days that a cell needs.
    package static let fewestDays = 3

    /// 1 for Sunday to 7 for Saturday, beginning with the person's first.
    package let weekdays: [Int]
    /// The cells of each weekday, in the order of ``weekdays``, by hour from 0 to 23.
    package let cells: [[Cell]]
    /// Each hour over all weekdays.
    package let hours: [Cell]
    /// The number of days with data.
    package let days: Int

    /// Averages the hours of days.
    ///
    /// - Parameters:
    ///   - days: The numbers of each day with data, by hour.
    ///   - isTotal: Whether an hour without a number has 0 on a day with data.
    ///   - firstWeekday: The day on which weeks begin, 1 for Sunday to 7 for Saturday.
    ///   - lacks: Whether the clock of a day leaves an hour out.
    package init(
        _ days: [CalendarDay: [Int: Double]],
        isTotal: Bool,
        firstWeekday: Int,
        lacks: (_ day: CalendarDay, _ hour: Int) -> Bool = { _, _ in false }
    ) {
        let weekdays = (0..<7).map { (firstWeekday - 1 + $0) % 7 + 1 }
        var values: [Int: [[Double]]] = [:]
        // In order, so that the same days have the same sum to the last bit.
        for (day, hours) in days.sorted(by: { $0.key < $1.key }) {
            let weekday = day.weekday
            var rows = values[weekday] ?? Array(repeating: [], count: 24)
            for hour in 0..<24 {
                let missing: Double? = isTotal && !lacks(day, hour) ? 0 : nil
                guard let value = hours[hour] ?? missing, value.isFinite else { continue }
                rows[hour].append(value)
            }
            values[weekday] = rows
        }
        self.weekdays = weekdays
        self.days = days.count
        cells = weekdays.map { weekday in (0..<24).map { Cell(values[weekday]?[$0] ?? []) } }
        hours = (0..<24).map { hour in Cell(weekdays.flatMap { values[$0]?[hour] ?? [] }) }
    }
}
