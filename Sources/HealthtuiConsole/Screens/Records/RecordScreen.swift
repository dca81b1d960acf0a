import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

/// The page of a record: its figures and picture, and all its details below.
package struct RecordScreen: Screen {
    private(set) var sample: HKSample
    private(set) var page = Loaded<RecordPage>()
    private(set) var list = ListState()
    private(set) var showsPicture = true
    private var window = RecordWindow()
    private var isGone = false
    private var lines = RecordLines()

    package init(_ sample: HKSample) { self.sample = sample }

    package enum Action: Sendable {
        case loaded(Answer<RecordPage?>)
        case deleteNow
        case deleted(Answer<Int>)
    }

    package var title: String { page.value?.heading ?? sample.sampleType.entry.name }

    package var contexts: [KeyContext] {
        guard let picture = page.value?.picture else { return [.record, .list] }
        return (showsPicture && picture.length != nil ? [.strip] : []) + [.pictured, .record, .list]
    }

    package func idle(_ environment: ConsoleEnvironment) -> Set<Command> {
        let lines = lines.lines
        let row = lines.indices.contains(list.selected) ? lines[list.selected].row : nil
        return row?.opens == nil && row?.file == nil ? [.open] : []
    }

    package mutating func open(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] { [load(environment)] }

    package mutating func storeChanged(
        _ news: StoreNews,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>] {
        // Symptoms are noted with an electrocardiogram; other records change with their own type alone.
        let isOfInterest =
            news.concerns(sample.sampleType.identifier) || (sample is HKElectrocardiogram && news.hasSamples)
        return isOfInterest ? [load(environment)] : []
    }

    package mutating func laidOut(_ layout: Layout, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard let frame = layout.frames[Self.listName] else { return [] }
        if frame.width != lines.width { lines = RecordLines(page.value?.rows ?? [], width: frame.width) }
        list.fit(height: frame.height, count: lines.lines.count)
        return []
    }

    package mutating func perform(
        _ command: Command,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        let lines = lines.lines
        if list.obey(command, count: lines.count) { return [] }
        let row = lines.indices.contains(list.selected) ? lines[list.selected].row : nil
        switch command {
        case .open: return open(row)
        case .copy:
            guard let row else { return [.copy(title)] }
            return [.copy(row.text)]
        case .table where page.value?.picture != nil: showsPicture.toggle()
        case .delete:
            guard !isGone else { return [] }
            let question = SampleScreen.deleteQuestion(sample, environment)
            return [.ask(.deletion(question, of: 1), confirmed: .deleteNow)]
        default: return window.obey(command, length: page.value?.picture?.length ?? 0) ? [] : nil
        }
        return []
    }

    private func open(_ row: RecordPage.Row?) -> [ScreenEffect<Action>] {
        if let other = row?.opens { return [.open(.sample(other))] }
        if let file = row?.file {
            let request = SaveFileRequest(
                title: RecordStrings.saveFileTitle(file.name),
                name: file.name,
                about: RecordStrings.aboutFile
            ) { path, replaces, person, _ in
                let bytes = try file.write(to: path, replacing: replaces, person)
                return SharedStrings.savedTo(NumberText.bytes(Double(bytes)), path)
            }
            return [.open(.saveFile(request))]
        }
        return []
    }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        switch action {
        case .loaded(.success(let found)):
            isGone = found == nil
            guard let found else { return [] }
            let isFirst = page.value == nil
            page.take(.success(found))
            sample = found.sample
            if isFirst, let picture = found.picture { window = RecordWindow(length: picture.firstWindow) }
            lines = RecordLines(found.rows, width: lines.width)
            list.select(list.selected, count: lines.lines.count)
        case .loaded(.failure(let failure)):
            page.take(.failure(failure))
            return page.complaint()
        case .deleteNow:
            let uuid = sample.uuid
            return [.task("delete") { .deleted(await environment.ask { try $0.delete([uuid]) }) }]
        case .deleted(.success): return [.notice(SharedStrings.deleted(environment.samples.labelled(sample))), .pop]
        case .deleted(.failure(let failure)): return [.notice(failure.text)]
        }
        return []
    }

    package mutating func mouse(_ event: MouseEvent, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        let opens = list.opens(event, name: Self.listName, count: lines.lines.count)
        return opens ? perform(.open, environment) ?? [] : []
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        var body = rect
        let theme = environment.theme
        if isGone {
            let text = RecordStrings.gone
            grid.write(Line(text, theme.warning), in: body.cutTop(1), x: 1)
        }
        guard let page = page.value else {
            page.drawPlaceholder(RecordStrings.loading, in: body, on: &grid, theme: theme)
            return
        }
        drawFigures(page.figures, in: &body, on: &grid, theme)
        if case .clinical(let facts, _) = page.detail, let verdict = ClinicalLine.verdict(facts.result, theme) {
            let line = verdict.truncated(to: body.width - 2, ellipsis: theme.glyphs.ellipsis)
            grid.write(line, in: body.cutTop(1), x: 1)
        }
        if let picture = page.picture, showsPicture {
            // In little space the picture takes it all, and another key shows the lines.
            let height = body.height < 14 ? body.height : max(9, body.height * 11 / 20)
            let view = RecordPictureView(picture: picture, window: window, theme: theme)
            view.draw(in: body.cutTop(height), on: &grid)
        }
        guard !body.isEmpty else { return }
        let lines = lines.width == body.width ? lines : RecordLines(page.rows, width: body.width)
        let table = Table(
            name: Self.listName,
            columns: [TableColumn("", minimum: 1)],
            count: lines.lines.count,
            state: list,
            showsHeader: false
        ) { .line(lines.lines[$0].line(theme)) }
        table.draw(in: body, on: &grid, theme: theme)
    }

    private static let listName = "record"

    /// Figures wrap to a second line rather than being cut.
    private func drawFigures(
        _ figures: [RecordPage.Figure],
        in body: inout Rect,
        on grid: inout CellGrid,
        _ theme: Theme
    ) {
        var lines: [Line] = [.empty]
        for figure in figures {
            let text = Line(figure.value, .bold) + Line(figure.name.isEmpty ? "" : " " + figure.name, theme.dim)
            let last = lines.count - 1
            if lines[last].isEmpty {
                lines[last] = text
            } else if lines[last].width + 3 + text.width > body.width - 2 {
                lines.append(text)
            } else {
                lines[last] += "   " + text
            }
        }
        for line in lines.prefix(body.height > 12 ? 3 : 1) {
            grid.write(line.truncated(to: body.width - 2, ellipsis: theme.glyphs.ellipsis), in: body.cutTop(1), x: 1)
        }
    }

    private func load(_ environment: ConsoleEnvironment) -> ScreenEffect<Action> {
        let uuid = sample.uuid
        let (dates, samples, keys) = (environment.dates, environment.samples, environment.keys)
        return .task("load") {
            .loaded(
                await environment.ask {
                    try RecordReader(.person($0), dates: dates, samples: samples, keys: keys).page(uuid)
                }
            )
        }
    }
}
