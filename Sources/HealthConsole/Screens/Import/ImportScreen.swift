import Foundation
import HealthEntry
import HealthExchange
import HealthKit
import Synchronization
import TerminalUI

/// Imports an export: asks for the path, shows how far it is, and says what came in.
package struct ImportScreen: Screen {
    /// Where the import stands.
    enum Phase: Sendable {
        case asking
        case running(Running)
        case done(ImportSummary)
        case failed(String)
    }

    /// An import under way.
    struct Running: Sendable {
        var path: String
        var step: ImportProgress?
        var began: Date
        let stop: StopSign

        var name: String { URL(fileURLWithPath: path).lastPathComponent }

        /// What came of it, as a line for the shell.
        func line(_ summary: ImportSummary) -> String {
            func count(_ key: KeyPath<ImportTally, Int>) -> String { NumberText.text(summary.total(key)) }
            return "\(name): \(count(\.added)) added, \(count(\.duplicate)) there already, \(count(\.refused)) refused"
        }

        /// What came of it when it did not come to its end, as a line for the shell.
        func line(_ failure: Failure, wasStopped: Bool) -> String {
            let read = step.map { " after " + NumberText.count($0.records, "record") } ?? ""
            return wasStopped
                ? "\(name): stopped\(read); what is in stays, and importing it again goes on"
                : "\(name): \(failure.text)\(read)"
        }
    }

    private(set) var field = TextField()
    private(set) var phase = Phase.asking
    private var isInField = true
    private var choices: [String] = []
    private(set) var list = ListState()
    /// What came in, file by file, as lines for the shell.
    package private(set) var farewell: [String] = []

    package init() {}

    package enum Action: Sendable {
        case completed(PathCompletion.Result, typed: String)
        case progressed(ImportProgress)
        case finished(Answer<ImportSummary>, wasStopped: Bool)
        case stop
    }

    package var title: String { "Import" }

    package var isTyping: Bool {
        if case .running = phase { return false }
        return isInField
    }

    package var contexts: [KeyContext] {
        if case .running = phase { return [.running] }
        return isInField ? [.path] : [.importing, .list]
    }

    package var unfinished: Unfinished? {
        switch phase {
        case .running(let running):
            .work("The import of \(running.name) is not done; what is in stays, and importing it again goes on.")
        case .asking: field.isEmpty ? nil : .text("The file you typed is not imported.")
        case .done, .failed: nil
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
        case .startImport: return start(environment)
        case .export: return [.open(.export)]
        case .complete:
            let typed = field.text
            return [.task("complete") { .completed(PathCompletion.complete(typed), typed: typed) }]
        case .cancel: isInField = false
        case .filter, .open: isInField = true
        case .stopImport, .interrupt:
            guard case .running = phase else { return nil }
            let dialog = ConfirmDialog(
                title: "Import",
                message: "Stop the import? What is in stays, and importing again goes on safely.",
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
        field.insert(Self.unquoted(text))
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
            if case .running(let running) = phase { farewell.append(running.line(summary)) }
            phase = .done(summary)
            isInField = false
            list = ListState()
            return [.notice("imported \(NumberText.count(summary.added, "object"))")]
        case .finished(.failure(let failure), let wasStopped):
            if case .running(let running) = phase {
                farewell.append(running.line(failure, wasStopped: wasStopped))
            }
            phase = .failed(wasStopped ? "stopped; what is in stays, and importing again goes on" : failure.text)
            isInField = true
        case .stop: stop()
        }
        return []
    }

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
}

extension ImportScreen {
    private static var listName: String { "import" }
    private static var fieldName: String { "import.field" }

    private mutating func start(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        let path = PathCompletion.expanded(field.text.trimmingCharacters(in: .whitespaces))
        guard !path.isEmpty else { return [.notice("type the path of an export.zip or export.xml")] }
        let stop = StopSign()
        phase = .running(Running(path: path, step: nil, began: environment.now, stop: stop))
        choices = []
        let importFile = environment.importFile
        return [
            .run("import") { send in
                let throttle = Throttle()
                let answer = await withTaskCancellationHandler {
                    await environment.ask { _ in
                        try importFile(path, { stop.isSet }) { step in
                            if throttle.passes() { send(.progressed(step)) }
                        }
                    }
                } onCancel: {
                    stop.set()
                }
                send(.finished(answer, wasStopped: stop.isSet))
            }
        ]
    }

    private func drawField(in body: inout Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        let theme = environment.theme
        var line = body.cutTop(1)
        grid.layout.addTarget(.item(Self.fieldName, 0), in: line)
        grid.write("File ", in: line.cutLeft(6), x: 1, style: .bold)
        line = Rect(x: line.x, y: line.y, width: max(0, line.width - 1), height: line.height)
        field.draw(in: line, on: &grid, theme: theme, isFocused: isInField, placeholder: "export.zip or export.xml")
        let help =
            choices.isEmpty
            ? ["On an iPhone: Health, your picture, Export All Health Data. Importing again adds only what is new."]
            : [choices.joined(separator: "  ")]
        let lines = help.flatMap { $0.wrapped(to: body.width - 2) }.prefix(max(0, min(4, body.height - 3)))
        for text in lines { grid.write(Line(text, theme.dim), in: body.cutTop(1), x: 1) }
        if body.height > 3 { _ = body.cutTop(1) }
    }

    private func draw(_ running: Running, in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        let theme = environment.theme
        let room = rect.width - 2
        grid.write(
            Line("Importing " + running.path, .bold).truncated(to: room, ellipsis: theme.glyphs.ellipsis),
            in: rect,
            x: 1
        )
        guard let step = running.step else {
            grid.write(Line("opening…", theme.dim), in: rect, x: 1, y: 2)
            return
        }
        let meter = ProgressMeter(
            done: Int(clamping: step.bytesRead),
            total: step.bytesTotal.map { Int(clamping: $0) },
            elapsed: environment.now.timeIntervalSince(running.began)
        )
        let area = Rect(x: rect.x + 1, y: rect.y + 2, width: room, height: 2).intersection(rect)
        meter.draw(in: area, on: &grid, theme: theme) { NumberText.bytes($0) }
        grid.write(NumberText.count(step.records, "record"), in: rect, x: 1, y: 5)
    }

    private func drawResult(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        let lines = resultLines
        let table = Table(
            name: Self.listName,
            columns: [
                TableColumn("", minimum: 20, maximum: 22, importance: 9),
                TableColumn("read", alignment: .right, minimum: 7, maximum: 10, importance: 5, isFigure: true),
                TableColumn("added", alignment: .right, minimum: 7, maximum: 10, importance: 8, isFigure: true),
                TableColumn("known", alignment: .right, minimum: 7, maximum: 10, importance: 4, isFigure: true),
                TableColumn("refused", alignment: .right, minimum: 7, maximum: 10, importance: 6, isFigure: true),
            ],
            count: lines.count,
            state: list,
            isFocused: !isInField
        ) { index in
            switch lines[index] {
            case .tally(let name, let tally):
                let numbers = [tally.read, tally.added, tally.duplicate, tally.refused]
                return TableRow([Line(name)] + numbers.map { Line(NumberText.text($0)) })
            case .heading(let text): return .heading(text)
            case .text(let text): return .line(Line(text))
            }
        }
        table.draw(in: rect, on: &grid, theme: environment.theme)
    }

    /// A line of the result.
    private enum ResultLine {
        case tally(String, ImportTally)
        case heading(String)
        case text(String)
    }

    private var resultLines: [ResultLine] {
        guard case .done(let summary) = phase else { return [] }
        var lines = summary.tallies.filter { $0.tally.read > 0 }.map { ResultLine.tally($0.name, $0.tally) }
        let facts =
            "\(NumberText.count(summary.types, "type")), \(NumberText.bytes(Double(summary.bytes))) in "
            + "\(NumberText.text(summary.seconds, decimals: 1)) s"
        lines.append(.text(facts))
        if summary.isTruncated { lines.append(.text("The export ends too early; what came before is imported.")) }
        if summary.deleted > 0 {
            let count = NumberText.count(summary.deleted, "object")
            let hint = "healthtui import --restore-deleted brings them back"
            lines.append(.text("\(count) left out, deleted by you; \(hint)"))
        }
        if !summary.notImported.isEmpty { lines.append(.heading("Not imported yet")) }
        for skipped in summary.notImported {
            let place = skipped.firstLine.map { ", first in line \(NumberText.text($0))" } ?? ""
            lines.append(.text("\(NumberText.text(skipped.count)) × \(skipped.kind)\(place)"))
        }
        if summary.warningCount > 0 {
            lines.append(.heading(NumberText.count(summary.warningCount, "warning")))
            lines += summary.warnings.map(ResultLine.text)
        }
        return lines
    }

    /// A path as terminals paste it when a file is dropped on them: without its quotes.
    private static func unquoted(_ text: String) -> String {
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        for quote in ["'", "\""] where trimmed.count > 1 && trimmed.hasPrefix(quote) && trimmed.hasSuffix(quote) {
            return String(trimmed.dropFirst().dropLast())
        }
        return trimmed
    }
}

/// Says to work in another thread that it should stop.
package final class StopSign: Sendable {
    private let flag = Mutex(false)

    package init() {}

    package var isSet: Bool { flag.withLock { $0 } }

    package func set() { flag.withLock { $0 = true } }
}

/// Lets through as many steps as a person can see.
private final class Throttle: Sendable {
    private let last = Mutex<ContinuousClock.Instant?>(nil)

    func passes() -> Bool {
        let now = ContinuousClock.now
        return last.withLock { last in
            guard last.map({ now - $0 >= .milliseconds(100) }) ?? true else { return false }
            last = now
            return true
        }
    }
}
