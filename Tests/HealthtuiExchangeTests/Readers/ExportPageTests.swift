import Foundation
import Testing

@testable import HealthtuiExchange

/// The pages of Google's and Garmin's exports say what their readers' own tables say.
@Suite struct ExportPageTests {
    /// A table of a page, under its heading.
    struct Table: CustomTestStringConvertible, Sendable {
        let page: String
        let heading: String
        let rows: [[String]]

        var testDescription: String { "\(page): \(heading)" }

        /// The rows as the page has them.
        var lines: [String] {
            rows.map { row in
                let cells = row.enumerated().map { index, cell in cell.isEmpty || index > 0 ? cell : "`\(cell)`" }
                return "| " + cells.joined(separator: " | ") + " |"
            }
        }
    }

    static let tables: [Table] = [
        Table(page: "Takeout", heading: "## Streams of Google Fit", rows: GoogleFitKind.documentation),
        Table(page: "Takeout", heading: "## Lists of Fitbit", rows: FitbitKind.documentation),
        Table(page: "Takeout", heading: "## Tables of Google Health", rows: GoogleHealthKind.documentation),
        Table(page: "Garmin", heading: "## Days", rows: GarminDays.documentation),
        Table(page: "Garmin", heading: "## Workouts", rows: GarminActivities.documentation),
    ]

    @Test("A page's table is the reader's; UPDATE_DOCUMENTATION=1 writes it", arguments: tables)
    func table(_ table: Table) throws {
        let root = Fixtures.own.deletingLastPathComponent().deletingLastPathComponent()
        let page = root.appending(path: "Documentation/Formats/\(table.page).md")
        var lines = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n")
        let heading = try #require(lines.firstIndex(of: table.heading))
        let rule = try #require(lines[heading...].firstIndex { $0.hasPrefix("| ---") })
        let end = lines[rule...].firstIndex { !$0.hasPrefix("|") } ?? lines.count
        if ProcessInfo.processInfo.environment["UPDATE_DOCUMENTATION"] == "1" {
            lines.replaceSubrange((rule + 1)..<end, with: table.lines)
            try Data(lines.joined(separator: "\n").utf8).write(to: page)
            return
        }
        #expect(Array(lines[(rule + 1)..<end]) == table.lines, "UPDATE_DOCUMENTATION=1 writes the table")
    }
}
