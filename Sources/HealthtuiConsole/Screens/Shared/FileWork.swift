import Foundation
import HealthtuiEntry
import HealthtuiTerminalUI

/// A field for a file's path and the work on that file, shared by importing and exporting.
struct FileWork<Step: Sendable, Summary: Sendable>: Sendable {
    /// The state of the work.
    enum Phase: Sendable {
        case asking
        case running(Running)
        case done(Summary, path: String)
        case failed(String)
    }

    /// Work under way.
    struct Running: Sendable {
        let path: String
        var step: Step?
        let began: Date
        let stop: StopSign

        var name: String { URL(fileURLWithPath: path).lastPathComponent }
    }

    /// The prefix of the mouse targets' names.
    let name: String
    private(set) var phase = Phase.asking
    private(set) var field = TextField()
    private(set) var isInField = true
    private var choices: [String] = []
    private(set) var list = ListState()
    /// The list of files from which the path is chosen, while it is open.
    var browser: FileBrowser?

    init(_ name: String) { self.name = name }

    private var fieldName: String { name + ".field" }

    /// The work under way.
    var running: Running? {
        guard case .running(let running) = phase else { return nil }
        return running
    }

    var isTyping: Bool { running == nil && (browser?.isFiltering ?? isInField) }

    func stop() { running?.stop.set() }

    mutating func laidOut(_ layout: Layout, rows: Int) {
        if let frame = layout.frames[name] { list.fit(height: frame.height, count: rows) }
        browser?.laidOut(layout)
    }

    // MARK: The field

    /// The path that was typed.
    var path: String { PathPhrase.expanded(field.text.trimmingCharacters(in: .whitespaces)) }

    /// Handles a command of the field or the list; returns whether it was one.
    mutating func obey(_ command: Command, rows: Int) -> Bool {
        switch command {
        case .cancel: isInField = false
        case .filter, .open: isInField = true
        default: return list.obey(command, count: rows)
        }
        return true
    }

    /// Looks for completions of the typed path.
    func complete<Action: Sendable>(
        _ completed: @escaping @Sendable (PathCompletion.Result, String) -> Action
    ) -> ScreenEffect<Action> {
        let typed = field.text
        return .task("complete") { completed(PathCompletion.complete(typed), typed) }
    }

    mutating func take(_ result: PathCompletion.Result, typed: String) {
        guard field.text == typed else { return }
        field.text = result.path
        choices = result.choices
    }

    /// Uses a path chosen from the list.
    mutating func choose(_ path: String) {
        field = TextField(path)
        choices = []
        closeBrowser()
    }

    mutating func closeBrowser() {
        browser = nil
        isInField = true
    }

    mutating func type(_ key: Key) {
        if browser != nil {
            browser?.type(key)
            return
        }
        if field.handle(key) { choices = [] }
    }

    /// Uses a path as terminals paste it when a file is dropped on them, without the quotes.
    mutating func paste(_ text: String) {
        if browser != nil {
            browser?.paste(text)
            return
        }
        var path = text.trimmingCharacters(in: .whitespacesAndNewlines)
        for quote in ["'", "\""] where path.count > 1 && path.hasPrefix(quote) && path.hasSuffix(quote) {
            path = String(path.dropFirst().dropLast())
        }
        field.insert(path)
        choices = []
    }

    mutating func mouse(_ event: MouseEvent, rows: Int) {
        guard running == nil else { return }
        if event.kind == .press, event.target == .item(fieldName, 0) {
            isInField = true
        } else if list.handle(event, name: name, count: rows) != nil {
            isInField = false
        }
    }

    // MARK: The work

    /// Begins the work; the returned signal stops it.
    mutating func begin(_ path: String, now: Date) -> StopSign {
        let stop = StopSign()
        phase = .running(Running(path: path, step: nil, began: now, stop: stop))
        choices = []
        return stop
    }

    /// Returns to asking, since the work needs an answer first.
    mutating func pause() { phase = .asking }

    /// Updates the progress.
    mutating func progress(_ step: Step) {
        guard var running else { return }
        running.step = step
        phase = .running(running)
    }

    mutating func finish(_ summary: Summary) {
        phase = .done(summary, path: running?.path ?? path)
        isInField = false
        list = ListState()
    }

    mutating func fail(_ text: String) {
        phase = .failed(text)
        isInField = true
    }

    // MARK: Drawing

    /// The progress of the work, as drawn.
    struct Meter {
        let meter: ProgressMeter
        /// Writes an amount, such as bytes, for a person.
        let format: (Double) -> String
        /// The amount read or written so far.
        let count: String
    }

    /// The texts around the field and the work.
    struct Words {
        let placeholder: String
        /// The help below the field as long as there is nothing to choose from.
        let help: String
        /// The current activity, also shown before the first step.
        let doing: String
        let beginning: String
    }

    func draw(
        in rect: Rect,
        on grid: inout CellGrid,
        _ environment: ConsoleEnvironment,
        words: Words,
        meter: (Step, TimeInterval) -> Meter,
        result: (Rect, inout CellGrid) -> Void
    ) {
        let theme = environment.theme
        var body = rect
        if rect.height > 12 { _ = body.cutTop(1) }
        if let running {
            let elapsed = environment.now.timeIntervalSince(running.began)
            let shown = running.step.map { meter($0, elapsed) }
            return draw(running, shown, words, in: body, on: &grid, theme: theme)
        }
        drawField(in: body.cutTop(1), on: &grid, words, theme: theme)
        if let browser { return browser.draw(in: body, on: &grid, environment) }
        drawHelp(in: &body, on: &grid, words, theme: theme)
        switch phase {
        case .asking, .running: break
        case .done: result(body, &grid)
        case .failed(let text):
            for (index, line) in (theme.glyphs.error + " " + text).wrapped(to: body.width - 2).enumerated() {
                grid.write(line, in: body, x: 1, y: index, style: theme.error)
            }
        }
    }

    private func drawField(in row: Rect, on grid: inout CellGrid, _ words: Words, theme: Theme) {
        var line = row
        grid.layout.addTarget(.item(fieldName, 0), in: line)
        let label = SharedStrings.file + " "
        grid.write(label, in: line.cutLeft(label.displayWidth + 1), x: 1, style: .bold)
        line = Rect(x: line.x, y: line.y, width: max(0, line.width - 1), height: line.height)
        let isFocused = isInField && browser == nil
        field.draw(in: line, on: &grid, theme: theme, isFocused: isFocused, placeholder: words.placeholder)
    }

    private func drawHelp(in body: inout Rect, on grid: inout CellGrid, _ words: Words, theme: Theme) {
        let help = choices.isEmpty ? words.help : choices.joined(separator: "  ")
        for text in help.wrapped(to: body.width - 2).prefix(max(0, min(4, body.height - 3))) {
            grid.write(Line(text, theme.dim), in: body.cutTop(1), x: 1)
        }
        if body.height > 3 { _ = body.cutTop(1) }
    }

    private func draw(
        _ running: Running,
        _ meter: Meter?,
        _ words: Words,
        in rect: Rect,
        on grid: inout CellGrid,
        theme: Theme
    ) {
        let room = rect.width - 2
        let head = Line(SharedStrings.doing(words.doing, running.path), .bold)
        grid.write(head.truncated(to: room, ellipsis: theme.glyphs.ellipsis), in: rect, x: 1)
        guard let meter else {
            grid.write(Line(words.beginning, theme.dim), in: rect, x: 1, y: 2)
            return
        }
        let area = Rect(x: rect.x + 1, y: rect.y + 2, width: room, height: 2).intersection(rect)
        meter.meter.draw(in: area, on: &grid, theme: theme, format: meter.format)
        grid.write(meter.count, in: rect, x: 1, y: 5)
    }
}
