import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

/// The health records of a type by subject, newest first.
package struct ClinicalScreen: ListScreen {
    let type: HKClinicalType
    private(set) var content = Loaded<ClinicalList>()
    package var list = ListState()
    private(set) var sort = ListSort()

    package init(_ type: HKClinicalType) { self.type = type }

    package enum Action: Sendable {
        case loaded(Answer<ClinicalList>)
    }

    package var title: String { type.entry.name }

    package var contexts: [KeyContext] { [.clinical, .sortable, .list] }

    package static let listName = "clinical"

    private static let sortColumns: [ListSort.Column] = [.words(0), .numbers(1), .numbers(3), .numbers(4)]

    private var entries: [ClinicalList.Entry] { sort.sorted(content.value?.entries ?? [], by: Self.sortKey) }

    private static func sortKey(_ entry: ClinicalList.Entry, _ column: Int) -> SortKey {
        switch column {
        case 0: .text(entry.name)
        case 1: .optional(entry.result.main?.number)
        case 3: .number(entry.date.timeIntervalSinceReferenceDate)
        default: .number(Double(entry.count))
        }
    }

    package func trailing(_ environment: ConsoleEnvironment) -> Line {
        guard let content = content.value, content.count > 0 else { return .empty }

        return Line(RecordStrings.recordsOfKinds(content.count, content.entries.count), environment.theme.dim)
    }

    package mutating func storeChanged(
        _ news: StoreNews,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>] {
        news.concerns(type.identifier) ? [load(environment)] : []
    }

    package func rowCount(_ environment: ConsoleEnvironment) -> Int { entries.count }

    package mutating func perform(
        _ command: Command,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        if sort.obey(command, columns: Self.sortColumns) {
            list.moveToFirst(count: entries.count)
            return []
        }
        if list.obey(command, count: entries.count) { return [] }
        let entry = entries.indices.contains(list.selected) ? entries[list.selected] : nil
        switch command {
        case .open: return entry.map { [.open(.sample($0.latest))] } ?? []
        case .allData: return [.open(.samples(SampleListQuery(type: type)))]
        default: return nil
        }
    }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard case .loaded(let answer) = action else { return [] }
        content.take(answer)
        list.select(list.selected, count: entries.count)
        return content.complaint()
    }

    package mutating func mouse(_ event: MouseEvent, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if sort.press(event, Self.listName, columns: Self.sortColumns) { return [] }
        let opens = list.opens(event, name: Self.listName, count: entries.count)
        return opens ? perform(.open, environment) ?? [] : []
    }

    package func load(_ environment: ConsoleEnvironment) -> ScreenEffect<Action> {
        let (type, dates) = (type, environment.dates)
        return .task("load") { .loaded(await environment.ask { try ClinicalList(type, .person($0), dates: dates) }) }
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        let theme = environment.theme
        guard content.value != nil else {
            content.drawPlaceholder(RecordStrings.loadingAll, in: rect, on: &grid, theme: theme)
            return
        }
        let entries = entries
        let hasValues = entries.contains { !$0.value.isEmpty }
        // Counts and sparklines take no more than they need, to leave space for the names.
        let counts = entries.map { $0.count > 1 ? SharedStrings.records($0.count).displayWidth : 0 }.max() ?? 0
        let shapes = min(20, entries.map { $0.numbers.count > 1 ? $0.numbers.count : 0 }.max() ?? 0)
        let ranges = entries.contains { $0.result.scaled != nil } ? RangeBar.width : 1
        let table = Table(
            name: Self.listName,
            columns: [
                TableColumn(RecordStrings.record, minimum: 14, maximum: 44, importance: 9),
                TableColumn(
                    hasValues ? SharedStrings.value : "",
                    minimum: hasValues ? 10 : 1,
                    maximum: 20,
                    importance: 8
                ),
                TableColumn(
                    ranges > 1 ? RecordStrings.usualRange : "",
                    minimum: ranges,
                    maximum: ranges,
                    importance: 7
                ),
                TableColumn.dates(SharedStrings.when, minimum: 8, maximum: 16, importance: 6),
                TableColumn("", minimum: max(1, min(10, counts)), maximum: max(1, counts), importance: 4),
                TableColumn("", minimum: max(1, min(6, shapes)), maximum: max(1, shapes), importance: 2),
            ],
            count: entries.count,
            state: list,
            sort: sort.shown,
            emptyText: RecordStrings.empty
        ) { index in
            let entry = entries[index]
            let spark =
                entry.numbers.count > 1 ? Sparkline.text(entry.numbers, width: 20, glyphs: theme.glyphs) : ""
            return TableRow(
                [
                    Line(entry.name, .bold), ClinicalLine.value(entry.value, entry.result, theme),
                    ClinicalLine.bar(entry.result, theme), Line(environment.dates.longDay(entry.date)),
                    Line(entry.count > 1 ? SharedStrings.records(entry.count) : "", theme.dim),
                    Line(spark, theme.style(.labs)),
                ],
                shorter: [3: environment.dates.shorterDays(entry.date).map { Line($0) }]
            )
        }
        var body = rect
        let side = entries.isEmpty ? nil : RowPreview.cut(from: &body, list: 120)
        if let side, entries.indices.contains(list.selected) {
            Self.preview(entries[list.selected], environment).draw(in: side, on: &grid, theme: theme)
        }
        table.draw(in: body, on: &grid, theme: theme)
    }

    /// The newest record of a kind, with the shape of all of them.
    private static func preview(_ entry: ClinicalList.Entry, _ environment: ConsoleEnvironment) -> RowPreview {
        let theme = environment.theme
        var preview = RowPreview(title: Line(entry.name, theme.style(.labs).adding(.bold)))
        if !entry.value.isEmpty { preview.parts.append(.line(ClinicalLine.value(entry.value, entry.result, theme))) }
        if let verdict = ClinicalLine.verdict(entry.result, theme) { preview.parts.append(.line(verdict)) }
        preview.add(SharedStrings.when, environment.dates.longDay(entry.date))
        preview.add(SharedStrings.source, entry.latest.sourceRevision.source.shownName)
        preview.add(SharedStrings.samplesHeading, SharedStrings.records(entry.count))
        if entry.numbers.count > 1 { preview.parts.append(.shape(entry.numbers, .labs)) }
        return preview
    }
}
