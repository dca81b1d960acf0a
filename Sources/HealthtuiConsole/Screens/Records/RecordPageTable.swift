import HealthtuiFacts
import HealthtuiTerminalUI

/// The tables on a record's page, their columns lined up by the cells that texts take on a terminal.
package enum RecordPageTable {
    /// The lines of rows.
    ///
    /// - Parameter rows: The rows of a page; those of a table are consecutive.
    /// - Returns: A line for each row: of a table the cells in columns, else the row's text.
    package static func lines(_ rows: [RecordPage.Row]) -> [String] {
        var lines = rows.map(\.text)
        var start = rows.startIndex
        while start < rows.endIndex {
            let end = rows[start...].firstIndex { $0.kind != .table } ?? rows.endIndex
            let widths = widths(rows[start..<end].map(\.cells))
            for row in start..<end { lines[row] = line(rows[row].cells, widths) }
            start = max(end, start + 1)
        }
        return lines
    }

    /// The width of each column: that of its widest cell and a blank between it and the next.
    private static func widths(_ rows: [[RecordCell]]) -> [Int] {
        (0..<(rows.map(\.count).max() ?? 0))
            .map { column in
                let cells = rows.compactMap { $0.indices.contains(column) ? $0[column] : nil }
                return cells.map { max($0.minimum, $0.text.isEmpty ? 0 : $0.text.displayWidth + 1) }.max() ?? 0
            }
    }

    private static func line(_ cells: [RecordCell], _ widths: [Int]) -> String {
        var line = zip(cells, widths).map { $0.text.fitted(to: $1, alignment: $0.isRight ? .right : .left) }.joined()
        while line.last == " " { line.removeLast() }
        return line
    }
}
