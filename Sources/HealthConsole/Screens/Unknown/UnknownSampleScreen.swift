import Foundation
import HealthEntry
import HealthKit
import TerminalUI

/// One sample of a type that HealthKit does not know: everything that the import brought of it.
package struct UnknownSampleScreen: Screen {
    let sample: UnknownSample
    private(set) var list = ListState()

    package init(_ sample: UnknownSample) { self.sample = sample }

    package typealias Action = Never

    package var title: String { sample.valueText }

    package var contexts: [KeyContext] { [.list] }

    package mutating func laidOut(_ layout: Layout, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if let frame = layout.frames[Self.listName] { list.fit(height: frame.height, count: facts(environment).count) }
        return []
    }

    package mutating func perform(
        _ command: Command,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        // There is nothing to open behind a fact.
        list.obey(command, count: facts(environment).count) || command == .open ? [] : nil
    }

    package mutating func mouse(_ event: MouseEvent, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        _ = list.opens(event, name: Self.listName, count: facts(environment).count)
        return []
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        let facts = facts(environment)
        let table = Table(
            name: Self.listName,
            columns: [
                TableColumn("", minimum: 12, maximum: 12, importance: 2), TableColumn("", minimum: 12, importance: 3),
            ],
            count: facts.count,
            state: list,
            showsHeader: false
        ) { TableRow([Line(facts[$0].label, environment.theme.dim), Line(facts[$0].text)]) }
        table.draw(in: rect, on: &grid, theme: environment.theme)
    }

    private static let listName = "unknown.sample"

    private func facts(_ environment: ConsoleEnvironment) -> [(label: String, text: String)] {
        let dates = environment.dates
        var facts = [(SharedTexts.type, sample.identifier), (SharedTexts.value, sample.valueText)]
        if sample.start == sample.end {
            facts.append((SharedTexts.when, SharedTexts.instant(dates.full(sample.start))))
        } else {
            facts += [(SharedTexts.from, dates.full(sample.start)), (SharedTexts.to, dates.full(sample.end))]
        }
        let revision = sample.sourceRevision
        let source = SharedTexts.sourceVersion(
            revision.source.name,
            revision.version,
            revision.source.bundleIdentifier
        )
        facts.append((SharedTexts.source, source))
        if let device = sample.device { facts.append((SharedTexts.device, DevicePhrase.full(device))) }
        facts += [(SharedTexts.added, dates.full(sample.creationDate)), (SharedTexts.uuid, sample.uuid.uuidString)]
        for row in MetadataLine.rows(sample.metadata, dates: dates) { facts.append((row.label, row.value)) }
        return facts
    }
}
