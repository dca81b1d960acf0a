import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

// Saving the pattern or the heat map as text, or its numbers.
extension PatternScreen {
    func save(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard let pattern = content.value, pattern.days > 0 else { return [.notice(ChartStrings.noChartYet)] }
        var shown = self
        shown.showsTable = false
        let screen = shown
        let request = SaveFileRequest.picture(
            title,
            head: title,
            numbers: { Self.numbers(pattern, screen.type, environment) },
            draw: { screen.draw(in: $0, on: &$1, environment) }
        )
        return [.open(.saveFile(request))]
    }

    private static let keys = ["weekday", "hour", "mean", "least", "greatest", "unit", "days"]

    /// The weekdays, the hours, and each hour of each weekday, as CSV, in the words of `healthtui pattern`.
    private static func numbers(
        _ pattern: MeasurePattern,
        _ type: HKQuantityType,
        _ environment: ConsoleEnvironment
    ) -> String {
        let unit = environment.unit(type).label
        var rows = pattern.weekdays.map { ends($0.number, nil, unit) + numbers($0.mean, $0.least, $0.most, $0.days) }
        rows += pattern.hours.map { ends(nil, $0.number, unit) + numbers($0.mean, $0.least, $0.most, $0.days) }
        for (weekday, cells) in zip(pattern.heat?.weekdays ?? [], pattern.heat?.cells ?? []) {
            for (hour, cell) in cells.enumerated() {
                rows.append(ends(weekday, hour, unit) + numbers(cell.mean, cell.least, cell.most, cell.days))
            }
        }
        return JSONValue.csv(rows, keys: keys)
    }

    private static func ends(_ weekday: Int?, _ hour: Int?, _ unit: String) -> JSONValue.Fields {
        [
            ("weekday", weekday.map { .text(WeekdayNames.english($0)) } ?? .null),
            ("hour", hour.map { .integer($0) } ?? .null),
            ("unit", .text(unit)),
        ]
    }

    private static func numbers(_ mean: Double?, _ least: Double?, _ most: Double?, _ days: Int) -> JSONValue.Fields {
        [("mean", .number(mean)), ("least", .number(least)), ("greatest", .number(most)), ("days", .integer(days))]
    }
}
