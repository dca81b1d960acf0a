import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiTerminalUI

/// The rows of the summary and of its trends, as the list and the cards of the dashboard show them.
enum SummaryCells {
    /// The columns, with names and remarks no wider than their contents, so that other columns get the room; names come first.
    static func columns(fitting rows: [TableRow], width: Int) -> [TableColumn] {
        func widest(_ column: Int) -> Int {
            rows.map { row in
                guard case .cells(let cells) = row.kind, cells.indices.contains(column) else { return 0 }
                return cells[column].width
            }
            .max() ?? 0
        }
        let (name, note) = (max(11, widest(0)), max(15, widest(3)))
        let (leastName, leastNote) = width < 60 ? (14, 8) : width < 80 ? (24, 15) : (28, 15)
        // Units are whole where names leave the room.
        let unit = width >= 80 && name <= 20 ? max(5, min(11, widest(2))) : 5
        return [
            TableColumn("", minimum: min(name, leastName), maximum: name, importance: 9),
            TableColumn.figures("", minimum: max(4, min(8, widest(1))), maximum: 10, importance: 10),
            TableColumn("", minimum: unit, maximum: max(5, widest(2)), importance: 5),
            TableColumn("", minimum: leastNote, maximum: note, importance: 6, keepsWords: true),
            TableColumn("", minimum: 14, maximum: 14, importance: 4),
        ]
    }

    static func cells(_ row: SummaryRow, _ environment: ConsoleEnvironment) -> TableRow {
        let theme = environment.theme
        let spark = Sparkline.text(
            row.values,
            width: 14,
            glyphs: theme.glyphs,
            baseline: row.isFromZero ? 0 : nil
        )
        return TableRow(
            [
                Line(row.type.entry.name), Line(row.value, .bold), Line(row.unit, theme.dim), Line(row.note, theme.dim),
                Line(spark, theme.style(Hue.of(row.type))),
            ],
            shorter: [3: row.shorterNotes.map { Line($0, theme.dim) }]
        )
    }

    static func cells(
        _ trend: SummaryRow.Trend,
        _ type: HKSampleType?,
        _ environment: ConsoleEnvironment
    ) -> TableRow {
        let theme = environment.theme
        let isPressure = type != nil && type?.identifier == BloodPressure.type?.identifier
        guard let type, let measured = isPressure ? BloodPressure.systolicType : type as? HKQuantityType else {
            return TableRow([])
        }
        let unit = environment.unit(measured)
        func text(_ number: Double, _ second: Double?) -> String {
            unit.text(number) + (second.map { "/" + unit.text($0) } ?? "")
        }
        let mark =
            switch trend.direction {
            case .rising: theme.glyphs.rising
            case .falling: theme.glyphs.falling
            case .steady: " "
            }
        let isDaily = measured.aggregationStyle == .cumulative
        let spark = Sparkline.text(trend.weeks, width: 14, glyphs: theme.glyphs)
        let before = text(trend.before, trend.second?.before)
        let was = Line(SummaryStrings.was(before), theme.dim)
        return TableRow(
            [
                Line(mark + " ", theme.style(Hue.of(type))) + Line(type.entry.name),
                Line(text(trend.recent, trend.second?.recent), .bold), Line(unit.label, theme.dim),
                isDaily ? Line(SummaryStrings.aDayWas(before), theme.dim) : was,
                Line(spark, theme.style(Hue.of(type))),
            ],
            shorter: [3: [was]]
        )
    }

    /// The trends of some rows as a table without a cursor.
    ///
    /// - Parameters:
    ///   - rows: The rows; those without a trend are left out.
    ///   - rect: The rectangle to draw in.
    ///   - grid: The screen.
    ///   - environment: The look and the units.
    static func drawTrends(
        _ rows: [SummaryRow],
        in rect: Rect,
        on grid: inout CellGrid,
        _ environment: ConsoleEnvironment
    ) {
        let trends = rows.compactMap { row in row.trend.map { cells($0, row.type, environment) } }
        let table = Table(
            name: "summary.trends",
            columns: columns(fitting: trends, width: rect.width),
            count: trends.count,
            state: ListState(),
            showsHeader: false,
            isFocused: false
        ) { trends[$0] }
        table.draw(in: rect, on: &grid, theme: environment.theme)
    }
}

extension SummaryHighlight {
    /// The maximum number of sentences.
    private static let most = 6

    /// The most noteworthy highlights, at most two of a type.
    static func best(_ rows: [SummaryRow]) -> [(row: SummaryRow, highlight: SummaryHighlight)] {
        Array(
            rows.flatMap { row in row.highlights.prefix(2).map { (row: row, highlight: $0) } }
                .sorted { $0.highlight.worth > $1.highlight.worth }
                .prefix(most)
        )
    }
}
