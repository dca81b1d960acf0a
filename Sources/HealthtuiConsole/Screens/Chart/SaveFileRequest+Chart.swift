import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

extension SaveFileRequest {
    /// A chart as displayed or, for a name that ends in `.csv`, its numbers.
    static func chart(_ view: ChartView, of type: HKSampleType) -> SaveFileRequest {
        let name = type.entry.name.lowercased().map { $0.isLetter || $0.isNumber ? String($0) : "-" }.joined()
        return SaveFileRequest(
            title: ChartStrings.saveTitle,
            name: name + ".txt",
            about:
                ChartStrings.saveAbout
        ) { path, replaces, person, _ in
            let isTable = path.lowercased().hasSuffix(".csv")
            let lines = [type.entry.name] + view.lines(Size(width: 80, height: 22))
            let text = isTable ? view.numbers : lines.joined(separator: "\n") + "\n"
            let data = Data(text.utf8)
            _ = try RecordFile(name: name, content: .bytes(data), size: data.count)
                .write(to: path, replacing: replaces, person)
            return SharedStrings.savedTo(isTable ? ChartStrings.theNumbers : ChartStrings.theChart, path)
        }
    }
}

extension ChartView {
    /// The chart as lines of text, without blanks at their ends.
    func lines(_ size: Size) -> [String] {
        var grid = CellGrid(size: size)
        draw(in: grid.bounds, on: &grid)
        var lines = grid.rows
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }

    /// The numbers of the bars that have data, as CSV by RFC 4180.
    var numbers: String {
        let zone = environment.calendar.timeZone
        func text(_ number: Double?) -> String { number.map { "\($0)" } ?? "" }
        let unit: String =
            switch self.unit.style {
            case .value(let unit): unit.label
            case .duration, .clock: "s"
            case .count: "count"
            case .valence: "valence"
            case .share: "%"
            }
        let rows = data.bars.filter { !$0.isEmpty }
            .map { bar in
                let numbers = [
                    bar.sum, bar.range?.average, bar.range?.minimum, bar.range?.maximum, bar.lower?.average,
                    bar.lower?.minimum, bar.lower?.maximum,
                ]
                return [bar.interval.start.text(in: zone), bar.interval.end.text(in: zone), unit] + numbers.map(text)
            }
        let head = [
            "start", "end", "unit", "sum", "average", "minimum", "maximum", "secondAverage", "secondMinimum",
            "secondMaximum",
        ]
        return ([head] + rows).map { $0.joined(separator: ",") + "\r\n" }.joined()
    }
}
