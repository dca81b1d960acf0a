import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

extension SaveFileRequest {
    /// A chart as displayed or, for a name that ends in `.csv`, its numbers.
    static func chart(_ view: ChartView, of type: HKSampleType) -> SaveFileRequest {
        let name = type.entry.name
        return picture(name, head: name, numbers: { view.numbers }, draw: { view.draw(in: $0, on: &$1) })
    }

    /// What is drawn as text, or, under a name that ends in `.csv`, its numbers.
    ///
    /// - Parameters:
    ///   - name: The name that the file's name is made of.
    ///   - head: The first line of the text.
    ///   - numbers: The numbers as CSV.
    ///   - draw: Draws the picture.
    /// - Returns: The request.
    static func picture(
        _ name: String,
        head: String,
        numbers: @escaping @Sendable () -> String,
        draw: @escaping @Sendable (Rect, inout CellGrid) -> Void
    ) -> SaveFileRequest {
        let name = name.lowercased().map { $0.isLetter || $0.isNumber ? String($0) : "-" }.joined()
        return SaveFileRequest(
            title: ChartStrings.saveTitle,
            name: name + ".txt",
            about: ChartStrings.saveAbout
        ) { path, replaces, person, _ in
            let isTable = path.lowercased().hasSuffix(".csv")
            let text =
                isTable
                ? numbers()
                : ([head] + CellGrid.lines(Size(width: 80, height: 22), draw)).joined(separator: "\n") + "\n"
            let data = Data(text.utf8)
            _ = try RecordFile(name: name, content: .bytes(data), size: data.count)
                .write(to: path, replacing: replaces, person)
            return SharedStrings.savedTo(isTable ? ChartStrings.theNumbers : ChartStrings.theChart, path)
        }
    }
}

extension CellGrid {
    /// What is drawn as lines of text, without blanks at their ends.
    static func lines(_ size: Size, _ draw: (Rect, inout CellGrid) -> Void) -> [String] {
        var grid = CellGrid(size: size)
        draw(grid.bounds, &grid)
        var lines = grid.rows
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }
}

extension ChartView {
    /// The chart as lines of text, without blanks at their ends.
    func lines(_ size: Size) -> [String] { CellGrid.lines(size) { draw(in: $0, on: &$1) } }

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
