import Foundation
import HealthKit
import HealthtuiFacts
import HealthtuiTerminalUI

extension OriginContent {
    /// The page as lines of text, as on its screen, for pipes and mail.
    ///
    /// - Parameters:
    ///   - width: The columns there are.
    ///   - environment: The time, the place and the look.
    /// - Returns: The lines, without blanks at their ends.
    package func lines(width: Int, _ environment: ConsoleEnvironment) -> [String] {
        let entries = page.overview.types.map { count in
            OriginEntry(count: count, row: page.rows.first { $0.type == count.type })
        }
        var grid = CellGrid(size: Size(width: width, height: min(2_000, entries.count + 80)))
        OriginView(
            content: self,
            entries: entries,
            list: ListState(),
            sort: nil,
            day: nil,
            unread: nil,
            isPlain: true,
            environment: environment
        )
        .draw(in: grid.bounds, on: &grid)
        var lines = grid.rows
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }
}
