import HealthtuiFacts
import HealthtuiTerminalUI

// The mean of the seven days that end with each day, as a line over the bars.
extension ChartView {
    /// The lines: one for each number of a pair; none while they are hidden, or if bars aren't days.
    ///
    /// - Parameter divisor: The number of stored units in one unit of the axis.
    /// - Returns: The lines.
    func rollingLines(divisor: Double = 1) -> [ChartLine] {
        guard showsRolling, data.rolling.contains(where: { $0 != nil }) else { return [] }
        let first = ChartLine(data.rolling.map { $0?.mean.map { $0 / divisor } }, hue: .axis, mark: "o")
        guard data.kind == .pairs else { return [first] }
        return [first, ChartLine(data.rolling.map { $0?.second.map { $0 / divisor } }, hue: .axis, mark: "o")]
    }

    /// The words at the ends of the lines.
    func rollingLevels(divisor: Double = 1) -> [ChartLevel] {
        guard showsRolling, let last = data.rolling.last(where: { $0 != nil }) ?? nil else { return [] }
        let numbers = [last.mean] + (data.kind == .pairs ? [last.second] : [])
        return numbers.compactMap { $0 }
            .map { number in
                let words = [ChartStrings.rollingLine(unit.text(number)), unit.text(number)]
                return ChartLevel(number / divisor, words: words, stroke: .none, hue: .axis)
            }
    }

    /// The week that ends with the day that is read, in words.
    var rollingReading: [String] {
        guard showsRolling, let cursor, data.rolling.indices.contains(cursor), let value = data.rolling[cursor],
            let mean = value.mean
        else { return [] }
        let second = data.kind == .pairs ? value.second.map { "/" + unit.text($0) } ?? "" : ""
        return [ChartStrings.rollingWeek(unit.text(mean) + second, of: value.days)]
    }
}
