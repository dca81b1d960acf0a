import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiTerminalUI

/// Draws a list of types, sources or devices.
struct InventoryView {
    static let listName = "inventory"

    let rows: [InventoryRow]
    let list: ListState
    let sort: TableSort?
    let marks: OriginMarks
    let environment: ConsoleEnvironment

    func draw(in rect: Rect, on grid: inout CellGrid) {
        let table = Table(
            name: Self.listName,
            columns: columns,
            count: rows.count,
            state: list,
            sort: sort,
            emptyText: BrowseStrings.nothingMatches
        ) { cells(rows[$0]) }
        table.draw(in: rect, on: &grid, theme: environment.theme)
    }

    private var columns: [TableColumn] {
        let samples = TableColumn.samples(importance: 8)
        let last = TableColumn.dates(SharedStrings.last, minimum: 8, maximum: 16, importance: 6)
        switch rows.first(where: \.isChoice)?.content {
        case .source:
            return [
                TableColumn(SharedStrings.source, minimum: 20, maximum: 40, importance: 9), samples, last,
                TableColumn(BrowseStrings.identifier, minimum: 16, maximum: 60, importance: 3),
            ]
        case .device:
            return [
                TableColumn(SharedStrings.device, minimum: 24, maximum: 44, importance: 9), samples,
                TableColumn(BrowseStrings.details, minimum: 10, maximum: 60, importance: 3, keepsFacts: true),
            ]
        default:
            return [
                TableColumn(SharedStrings.type, minimum: 26, maximum: 44, importance: 9), samples, last,
                TableColumn(SharedStrings.from, minimum: 10, maximum: 12, importance: 3),
            ]
        }
    }

    private func cells(_ row: InventoryRow) -> TableRow {
        let dim = environment.theme.dim
        switch row.content {
        case .heading(let text): return .heading(text)
        case .type(let type, let summary):
            guard let summary else { return TableRow([Line(type.entry.name, dim)]) }
            let sources = SharedStrings.sources(summary.sources)
            return TableRow(
                [
                    Line(type.entry.name), Line(NumberText.text(summary.count)), Line(last(summary.last)),
                    Line(sources, dim),
                ],
                shorter: shorter(summary.last)
            )
        case .unknown(let summary):
            return TableRow(
                [
                    Line(summary.identifier), Line(NumberText.text(summary.count)), Line(last(summary.last)),
                    Line(SharedStrings.sources(summary.sources), dim),
                ],
                shorter: shorter(summary.last)
            )
        case .source(let source):
            return TableRow(
                [
                    Line(source.source.shownName), Line(NumberText.text(source.count)), Line(last(source.last)),
                    Line(source.source.bundleIdentifier, dim),
                ],
                isMarked: marks.contains(row),
                shorter: shorter(source.last)
            )
        case .device(let device):
            let version = DevicePhrase.version(device.device)
            return TableRow(
                [
                    Line(sort == nil ? "  " + version : DevicePhrase.kind(device.device) + "  " + version),
                    Line(NumberText.text(device.count)),
                    Line(DevicePhrase.rest(device.device), dim),
                ],
                isMarked: marks.contains(row)
            )
        }
    }

    private func isOngoing(_ date: Date) -> Bool { date > environment.now.addingTimeInterval(86_400) }

    private func last(_ date: Date) -> String {
        isOngoing(date) ? BrowseStrings.ongoing : environment.dates.day(date)
    }

    /// The shorter versions of the third cell.
    private func shorter(_ last: Date) -> [Int: [Line]] {
        isOngoing(last) ? [:] : [2: environment.dates.shorterDays(last).map { Line($0) }]
    }
}
