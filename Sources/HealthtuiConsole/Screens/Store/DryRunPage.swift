import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiExchange
import HealthtuiFacts
import HealthtuiTerminalUI

/// The preview of an import by type and source, before anything is saved.
struct DryRunPage: Sendable {
    let path: String
    private let table: ImportTable
    /// The rows, with texts that aren't wrapped yet.
    private let contents: [Row]
    private let hasDeleted: Bool
    /// The number of files in a folder or an archive, and of those that a format was found for.
    private let files: (read: Int, all: Int)?
    private(set) var list = ListState()
    /// The width of the page when it was last drawn.
    private var width = 80

    private static let name = "import.dryRun"

    private enum Row {
        case part(ImportTable.Row)
        case heading(String)
        case text(String, Tone = .plain)
    }

    /// The importance of a text.
    private enum Tone {
        case plain, dim, warning
    }

    init(path: String, _ summary: ImportSummary, _ environment: ConsoleEnvironment) {
        self.path = path
        table = ImportTable(summary, locale: environment.locale) { environment.unit($0) }
        hasDeleted = table.total(\.deleted) > 0
        let explained = summary.files ?? []
        files = explained.count > 1 ? (explained.count { $0.reader != nil }, explained.count) : nil
        var rows = table.stored.map(Row.part)
        if rows.isEmpty { rows.append(.text(ImportStrings.nothingComes)) }
        // Whole names, some of which are sentences: no column has room for them.
        if !summary.notImported.isEmpty {
            rows.append(.heading(ImportStrings.noPlace))
            rows += summary.notImported.map { skipped in
                let text = ImportStrings.skipped(skipped.count, skipped.words, firstLine: skipped.firstLine)
                return .text(text.printable, skipped.isData ? .warning : .dim)
            }
        }
        if summary.isTruncated { rows.append(.text(ImportStrings.truncated)) }
        if summary.warningCount > 0 {
            rows.append(.heading(ImportStrings.warnings(summary.warningCount)))
            rows += summary.warnings.map { .text($0.printable) }
        }
        rows += Self.rows(of: summary.files ?? [], path)
        contents = rows
    }

    /// The rows, with texts wrapped to the page.
    private func rows(_ width: Int) -> [Row] {
        contents.flatMap { row in
            guard case .text(let text, let tone) = row else { return [row] }
            let indent = String(text.prefix { $0 == " " })
            let lines = text.wrapped(to: max(10, width - 4 - indent.count))
            return lines.enumerated()
                .map { number, line in .text(indent + (number == 0 ? "" : "  ") + line, tone) }
        }
    }

    /// How each file was read, and why.
    private static func rows(of files: [FileExplanation], _ path: String) -> [Row] {
        if files.isEmpty { return [] }
        let shown = files.prefix(mostFiles)
        var rows = [Row.heading(ImportStrings.files(files.count))]
        for file in shown {
            let name = files.count == 1 ? path.split(separator: "/").last.map(String.init) ?? path : file.path
            rows.append(.text(ImportStrings.read(name, file.reader, because: file.reason).printable))
            rows += file.mapping.map { .text("  " + $0.printable) }
        }
        if files.count > shown.count { rows.append(.text(ImportStrings.moreFiles(files.count - shown.count))) }
        return rows
    }

    /// The most files that are listed.
    private static let mostFiles = 1_000

    mutating func obey(_ command: Command) -> Bool { list.obey(command, count: rows(width).count) }

    mutating func mouse(_ event: MouseEvent) { _ = list.handle(event, name: Self.name, count: rows(width).count) }

    mutating func laidOut(_ layout: Layout) {
        guard let frame = layout.frames[Self.name] else { return }
        width = frame.width
        list.fit(height: frame.height, count: rows(width).count)
    }

    func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        let theme = environment.theme
        var body = rect
        if rect.height > 12 { _ = body.cutTop(1) }
        drawHead(in: &body, on: &grid, environment)
        if body.height > 10 {
            let key = environment.settings.keyMap().label(of: .undo)
            let foot = Line(ImportStrings.oneStep(key), theme.dim)
            if !key.isEmpty, !environment.isReadOnly { write(foot, in: body.cutBottom(1), on: &grid, theme) }
        }
        let rows = rows(body.width)
        Table(
            name: Self.name,
            columns: columns,
            count: rows.count,
            state: list
        ) { row(rows[$0], environment) }
        .draw(in: body, on: &grid, theme: theme)
    }

    /// The file, the totals, and from when to when.
    private func drawHead(in body: inout Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        let theme = environment.theme
        let name = path.split(separator: "/").last.map { $0.printable } ?? path
        let notice = Line(ImportStrings.nothingSaved, theme.warning)
        var head = Line(ImportStrings.wouldComeIn(name), .bold)
        if head.width + notice.width + 4 <= body.width { head += "  " + notice }
        write(head, in: body.cutTop(1), on: &grid, theme)
        if body.height > 4 {
            var facts = Line.empty
            for (label, number) in totals {
                if !facts.isEmpty { facts += "   " }
                facts += Line(label + " ", theme.dim) + Line(number, .bold)
            }
            write(facts, in: body.cutTop(1), on: &grid, theme)
        }
        if body.height > 8, let span = table.span {
            write(Line(Self.days(span, environment.dates), theme.dim), in: body.cutTop(1), on: &grid, theme)
        }
        if body.height > 8 { _ = body.cutTop(1) }
    }

    private var totals: [(String, String)] {
        func total(_ number: KeyPath<ImportTable.Row, Int>) -> String { NumberText.text(table.total(number)) }
        return [(ImportStrings.new, total(\.new)), (ImportStrings.here, total(\.here))]
            + (hasDeleted ? [(ImportStrings.deleted, total(\.deleted))] : [])
            + [(ImportStrings.noPlace, total(\.noPlace))]
            + (files.map { [(ImportStrings.filesLabel, ImportStrings.filesRead($0.read, of: $0.all))] } ?? [])
    }

    private func write(_ line: Line, in rect: Rect, on grid: inout CellGrid, _ theme: Theme) {
        grid.write(line.truncated(to: rect.width - 2, ellipsis: theme.glyphs.ellipsis), in: rect, x: 1)
    }

    // MARK: The table

    private var columns: [TableColumn] {
        let deleted = TableColumn.figures(ImportStrings.deleted, minimum: 7, maximum: 10, importance: 2)
        return [
            TableColumn(SharedStrings.type, minimum: 14, maximum: 30, importance: 9, keepsWords: true),
            TableColumn(SharedStrings.source, minimum: 10, maximum: 30, importance: 6, keepsWords: true),
            TableColumn.figures(ImportStrings.new, minimum: 5, maximum: 10, importance: 8),
            TableColumn.figures(ImportStrings.here, minimum: 5, maximum: 10, importance: 7),
        ] + (hasDeleted ? [deleted] : []) + [
            TableColumn.dates(ImportStrings.fromTo, minimum: 8, maximum: 25, importance: 3),
            TableColumn.figures(ImportStrings.values, minimum: 10, maximum: 20, importance: 4),
        ]
    }

    private func row(_ row: Row, _ environment: ConsoleEnvironment) -> TableRow {
        switch row {
        case .heading(let text): return .heading(text)
        case .text(let text, .plain): return .line(Line(text))
        case .text(let text, .dim): return .line(Line(text, environment.theme.dim))
        case .text(let text, .warning): return .line(Line(text, environment.theme.warning))
        case .part(let part):
            let theme = environment.theme
            func figure(_ number: Int, _ style: Style) -> Line {
                number == 0 ? Line("–", theme.dim) : Line(NumberText.text(number), style)
            }
            let dates = environment.dates
            let days = part.span.map { Self.days($0, dates) } ?? ""
            let cells =
                [Line(part.name.printable), Line(part.source?.shownName.printable ?? "", theme.dim)]
                + [figure(part.new, .bold), figure(part.here, theme.dim)]
                + (hasDeleted ? [figure(part.deleted, theme.dim)] : [])
                + [Line(days, theme.dim), Line(part.values)]
            let shorter = part.span.map { Self.shorterDays($0, dates).map { Line($0, theme.dim) } } ?? []
            return TableRow(cells, shorter: [cells.count - 2: shorter])
        }
    }

    /// The time range: a single day, or by months.
    private static func days(_ span: ClosedRange<Date>, _ dates: DateText) -> String {
        let (first, last) = (dates.dayMonthAndYear(span.lowerBound), dates.dayMonthAndYear(span.upperBound))
        return first == last ? first : ImportStrings.span(first, last)
    }

    private static func shorterDays(_ span: ClosedRange<Date>, _ dates: DateText) -> [String] {
        let (first, last) = (dates.monthAndYear(span.lowerBound), dates.monthAndYear(span.upperBound))
        return [first == last ? first : ImportStrings.span(first, last), first]
    }
}
