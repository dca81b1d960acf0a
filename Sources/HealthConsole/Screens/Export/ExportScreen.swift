import Foundation
import HealthEntry
import HealthExchange
import HealthKit
import TerminalUI

/// Writes everything to a zip in the Health app's layout: asks for the path, shows how far it is, and can be stopped.
package struct ExportScreen: Screen {
    /// Where the export stands.
    enum Phase: Sendable {
        case asking
        case running(Running)
        case done(ExportSummary, path: String)
        case failed(String)
    }

    /// An export under way.
    struct Running: Sendable {
        var path: String
        var step: ExportProgress?
        var began: Date
        let stop: StopSign

        var name: String { URL(fileURLWithPath: path).lastPathComponent }
    }

    private(set) var field = TextField()
    private(set) var phase = Phase.asking
    private var isInField = true
    private var choices: [String] = []
    private var list = ListState()
    /// What was written, as lines for the shell.
    package private(set) var farewell: [String] = []

    package init() {}

    package enum Action: Sendable {
        case completed(PathCompletion.Result, typed: String)
        case progressed(ExportProgress)
        case finished(Answer<ExportSummary>, wasStopped: Bool)
        case replace(String)
        case stop
    }

    package var title: String { "Export" }

    package var isTyping: Bool {
        if case .running = phase { return false }
        return isInField
    }

    package var contexts: [KeyContext] {
        if case .running = phase { return [.exportRunning] }
        return isInField ? [.target] : [.exporting, .list]
    }

    package var unfinished: Unfinished? {
        switch phase {
        case .running(let running): .work("The export to \(running.name) is not done; stopped, it leaves no file.")
        case .asking, .done, .failed: nil
        }
    }

    package mutating func stop() {
        if case .running(let running) = phase { running.stop.set() }
    }

    package mutating func laidOut(_ layout: Layout, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if let frame = layout.frames[Self.listName] { list.fit(height: frame.height, count: resultLines.count) }
        return []
    }

    package mutating func perform(
        _ command: Command,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        switch command {
        case .startExport: return ask(environment)
        case .complete:
            let typed = field.text
            return [.task("complete") { .completed(PathCompletion.complete(typed), typed: typed) }]
        case .cancel: isInField = false
        case .filter, .open: isInField = true
        case .export: break
        case .stopExport, .interrupt:
            guard case .running = phase else { return nil }
            let dialog = ConfirmDialog(
                title: "Export",
                message: "Stop the export? No file is left.",
                confirmLabel: "Stop",
                cancelLabel: "Go on"
            )
            return [.ask(dialog, confirmed: .stop)]
        default: return list.obey(command, count: resultLines.count) ? [] : nil
        }
        return []
    }

    package mutating func type(_ key: Key, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if field.handle(key) { choices = [] }
        return []
    }

    package mutating func paste(_ text: String, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        field.insert(text.trimmingCharacters(in: .whitespacesAndNewlines))
        choices = []
        return []
    }

    package mutating func mouse(_ event: MouseEvent, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if case .running = phase { return [] }
        if event.kind == .press, event.target == .item(Self.fieldName, 0) {
            isInField = true
        } else if list.handle(event, name: Self.listName, count: resultLines.count) != nil {
            isInField = false
        }
        return []
    }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        switch action {
        case .completed(let result, let typed):
            guard field.text == typed else { return [] }
            field.text = result.path
            choices = result.choices
        case .progressed(let step):
            guard case .running(var running) = phase else { return [] }
            running.step = step
            phase = .running(running)
        case .finished(.success(let summary), _):
            guard case .running(let running) = phase else { return [] }
            let count = NumberText.count(summary.total, "object")
            farewell.append("\(running.name): \(count), \(NumberText.bytes(Double(summary.bytes)))")
            phase = .done(summary, path: running.path)
            isInField = false
            list = ListState()
            return [.notice("wrote \(running.name)")]
        case .finished(.failure(let failure), let wasStopped):
            phase = .failed(wasStopped ? "stopped; there is no file" : failure.text)
            isInField = true
        case .replace(let path): return start(path, replaces: true, environment)
        case .stop: stop()
        }
        return []
    }
}

extension ExportScreen {
    static var listName: String { "export" }
    static var fieldName: String { "export.field" }

    /// Begins, after asking where a file would be replaced.
    private mutating func ask(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        let path = PathCompletion.expanded(field.text.trimmingCharacters(in: .whitespaces))
        guard !path.isEmpty else { return [.notice("type the path of the zip to make")] }
        guard !FileManager.default.fileExists(atPath: path) else {
            let dialog = ConfirmDialog(
                title: "Export",
                message: "Replace \(URL(fileURLWithPath: path).lastPathComponent)? What it holds is gone then.",
                confirmLabel: "Replace",
                cancelLabel: "Keep it"
            )
            return [.ask(dialog, confirmed: .replace(path))]
        }
        return start(path, replaces: false, environment)
    }

    private mutating func start(
        _ path: String,
        replaces: Bool,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>] {
        let stop = StopSign()
        phase = .running(Running(path: path, step: nil, began: environment.now, stop: stop))
        choices = []
        let (zone, now, export) = (environment.calendar.timeZone, environment.now, environment.exportFile)
        return [
            .run("export") { send in
                let request = ExportRequest(
                    path: path,
                    replaces: replaces,
                    zone: zone,
                    now: now,
                    isCancelled: { stop.isSet },
                    progress: { send(.progressed($0)) }
                )
                let answer = await withTaskCancellationHandler {
                    await environment.ask { try export($0, request) }
                } onCancel: {
                    stop.set()
                }
                send(.finished(answer, wasStopped: stop.isSet))
            }
        ]
    }

    // MARK: Drawing

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        var body = rect
        if rect.height > 12 { _ = body.cutTop(1) }
        switch phase {
        case .asking: drawField(in: &body, on: &grid, environment)
        case .running(let running): draw(running, in: body, on: &grid, environment)
        case .done:
            drawField(in: &body, on: &grid, environment)
            drawResult(in: body, on: &grid, environment)
        case .failed(let text):
            drawField(in: &body, on: &grid, environment)
            let theme = environment.theme
            for (index, line) in (theme.glyphs.error + " " + text).wrapped(to: body.width - 2).enumerated() {
                grid.write(line, in: body, x: 1, y: index, style: theme.error)
            }
        }
    }

    private func drawField(in body: inout Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        let theme = environment.theme
        var line = body.cutTop(1)
        grid.layout.addTarget(.item(Self.fieldName, 0), in: line)
        grid.write("File ", in: line.cutLeft(6), x: 1, style: .bold)
        line = Rect(x: line.x, y: line.y, width: max(0, line.width - 1), height: line.height)
        field.draw(in: line, on: &grid, theme: theme, isFocused: isInField, placeholder: "export.zip")
        let help =
            choices.isEmpty
            ? "Everything, in the Health app's layout, with a copy of the store: importing it gives back the store as it was."
            : choices.joined(separator: "  ")
        for text in help.wrapped(to: body.width - 2).prefix(max(0, min(4, body.height - 3))) {
            grid.write(Line(text, theme.dim), in: body.cutTop(1), x: 1)
        }
        if body.height > 3 { _ = body.cutTop(1) }
    }

    private func draw(_ running: Running, in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        let theme = environment.theme
        let room = rect.width - 2
        grid.write(
            Line("Writing " + running.path, .bold).truncated(to: room, ellipsis: theme.glyphs.ellipsis),
            in: rect,
            x: 1
        )
        guard let step = running.step else {
            grid.write(Line("copying the store…", theme.dim), in: rect, x: 1, y: 2)
            return
        }
        let meter = ProgressMeter(
            done: step.objects,
            total: step.total,
            elapsed: environment.now.timeIntervalSince(running.began)
        )
        let area = Rect(x: rect.x + 1, y: rect.y + 2, width: room, height: 2).intersection(rect)
        meter.draw(in: area, on: &grid, theme: theme) { NumberText.text(Int($0)) }
        grid.write(NumberText.count(step.objects, "object"), in: rect, x: 1, y: 5)
    }

    private func drawResult(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        let lines = resultLines
        let table = Table(
            name: Self.listName,
            columns: [
                TableColumn("", minimum: 20, maximum: 22, importance: 9),
                TableColumn("written", alignment: .right, minimum: 8, maximum: 12, importance: 8),
            ],
            count: lines.count,
            state: list,
            isFocused: !isInField
        ) { index in
            switch lines[index] {
            case .count(let name, let count): TableRow([Line(name), Line(NumberText.text(count))])
            case .heading(let text): .heading(text)
            case .text(let text): .line(Line(text))
            }
        }
        table.draw(in: rect, on: &grid, theme: environment.theme)
    }

    /// A line of the result.
    private enum ResultLine {
        case count(String, Int)
        case heading(String)
        case text(String)
    }

    private var resultLines: [ResultLine] {
        guard case .done(let summary, let path) = phase else { return [] }
        var lines = ImportKind.allCases.compactMap { kind in
            summary.counts[kind]
                .flatMap { count in
                    count > 0 ? ResultLine.count(kind.name.prefix(1).uppercased() + kind.name.dropFirst(), count) : nil
                }
        }
        let size = NumberText.bytes(Double(summary.bytes))
        lines.append(.text("\(path): \(size) in \(NumberText.text(summary.seconds, decimals: 1)) s"))
        if summary.isWhole { lines.append(.text("With a copy of the store.")) }
        if !summary.leftOut.isEmpty { lines.append(.heading("In the copy of the store alone")) }
        for each in summary.leftOut { lines.append(.text("\(NumberText.text(each.count)) × \(each.kind)")) }
        return lines
    }
}
