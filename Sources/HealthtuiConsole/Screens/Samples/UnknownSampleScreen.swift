import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiTerminalUI

/// One sample of a type that HealthKit does not know: with all its imported details.
package struct UnknownSampleScreen: Screen {
    let sample: UnknownSample
    private(set) var list = ListState()
    /// The room that facts are broken into lines for.
    private var width = 0

    package init(_ sample: UnknownSample) { self.sample = sample }

    package enum Action: Sendable {
        case deleteNow
        case deleted(Answer<Int>)
    }

    package var title: String { sample.valueText }

    package var contexts: [KeyContext] { [.record, .list] }

    /// There is nothing to open behind a fact.
    package func idle(_ environment: ConsoleEnvironment) -> Set<Command> { [.open] }

    package mutating func laidOut(_ layout: Layout, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if let frame = layout.frames[Self.listName] {
            width = frame.width
            list.fit(height: frame.height, count: lines(environment, width: width).count)
        }
        return []
    }

    package mutating func perform(
        _ command: Command,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        let lines = lines(environment, width: width)
        if list.obey(command, count: lines.count) { return [] }
        switch command {
        case .copy: return [.copy(lines.indices.contains(list.selected) ? lines[list.selected].text : title)]
        case .delete: return [.ask(dialog(environment), confirmed: .deleteNow)]
        default: return nil
        }
    }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        switch action {
        case .deleteNow:
            let uuid = sample.uuid
            return [.task("delete") { .deleted(await environment.ask { try $0.delete([uuid]) }) }]
        case .deleted(.success): return [.notice(SharedStrings.deleted(sample.identifier)), .pop]
        case .deleted(.failure(let failure)): return [.notice(failure.text)]
        }
    }

    private func dialog(_ environment: ConsoleEnvironment) -> ConfirmDialog {
        ConfirmDialog(
            title: SharedStrings.delete,
            message: SampleStrings.deleteOne(
                sample.identifier,
                sample.valueText,
                environment.dates.full(sample.start),
                sample.sourceRevision.source.shownName
            ),
            confirmLabel: SharedStrings.delete
        )
    }

    package mutating func mouse(_ event: MouseEvent, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        _ = list.opens(event, name: Self.listName, count: lines(environment, width: width).count)
        return []
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        let lines = lines(environment, width: rect.width)
        let table = Table(
            name: Self.listName,
            columns: [
                TableColumn("", minimum: Self.labelWidth, maximum: Self.labelWidth, importance: 2),
                TableColumn("", minimum: 12, importance: 3),
            ],
            count: lines.count,
            state: list,
            showsHeader: false
        ) { TableRow([Line(lines[$0].label, environment.theme.dim), Line(lines[$0].text)]) }
        table.draw(in: rect, on: &grid, theme: environment.theme)
    }

    private static let listName = "unknown.sample"
    private static let labelWidth = 12

    /// The facts, each wrapped over as many lines as needed: a truncated identifier is useless.
    private func lines(_ environment: ConsoleEnvironment, width: Int) -> [(label: String, text: String)] {
        let room = max(12, width - 2 - Self.labelWidth - Table.gap)
        return facts(environment)
            .flatMap { fact in
                fact.text.wrapped(to: room).enumerated().map { ($0.offset == 0 ? fact.label : "", $0.element) }
            }
    }

    private func facts(_ environment: ConsoleEnvironment) -> [(label: String, text: String)] {
        let dates = environment.dates
        var facts = [(SharedStrings.type, sample.identifier), (SharedStrings.value, sample.valueText)]
        if sample.start == sample.end {
            facts.append((SharedStrings.when, SharedStrings.instant(dates.full(sample.start))))
        } else {
            facts += [(SharedStrings.from, dates.full(sample.start)), (SharedStrings.to, dates.full(sample.end))]
        }
        let revision = sample.sourceRevision
        let source = SharedStrings.sourceVersion(
            revision.source.name,
            revision.version,
            revision.source.bundleIdentifier
        )
        facts.append((SharedStrings.source, source))
        if let device = sample.device { facts.append((SharedStrings.device, DevicePhrase.full(device))) }
        facts += [(SharedStrings.added, dates.full(sample.creationDate)), (SharedStrings.uuid, sample.uuid.uuidString)]
        for row in MetadataLine.rows(sample.metadata, dates: dates) { facts.append((row.label, row.value)) }
        return facts
    }
}
