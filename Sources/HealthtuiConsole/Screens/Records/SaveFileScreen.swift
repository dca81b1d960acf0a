import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiTerminalUI

/// Asks where a file is to be saved, and saves it.
package struct SaveFileScreen: FormScreen {
    let request: SaveFileRequest
    package var form = Form([])
    /// The signal that stops the writing; nil while nothing is being written.
    private var writing: StopSign?

    package init(_ request: SaveFileRequest) { self.request = request }

    package enum Action: Sendable {
        case written(Answer<String>)
        case replace(String)
    }

    package var title: String { request.title }

    package var isTyping: Bool { writing == nil }

    package var isModal: Bool { writing != nil }

    package var contexts: [KeyContext] { writing == nil ? [.form] : [.exportRunning] }

    package var unfinished: Unfinished? { writing.map { _ in .work(ExportStrings.unfinished(request.title)) } }

    package mutating func stop() { writing?.set() }

    private static let file = "file"

    package mutating func open(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        // A name from elsewhere is a name and no path.
        let name = request.name.split(separator: "/").last.map(String.init) ?? "file"
        let content = FormField.Content.text(TextField("~/" + name))
        let label = request.isFolder ? SharedStrings.folder : SharedStrings.file
        form = Form([FormField(id: Self.file, label: label, content: content)])
        return []
    }

    package mutating func perform(
        _ command: Command,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        if writing != nil {
            guard command == .stopExport || command == .interrupt else { return nil }
            stop()
            return [.notice(PassphraseStrings.stopping)]
        }
        switch command {
        // There is only one field, so continuing means writing.
        case .save, .goOn: return save(environment)
        case .nextField, .previousField: return []
        case .cancel, .interrupt: return [.pop]
        default: return nil
        }
    }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        switch action {
        case .written(.success(let reported)):
            writing = nil
            return [.pop, .notice(reported)]
        case .written(.failure(let failure)):
            writing = nil
            form[Self.file]?.error = failure.text
            return []
        case .replace(let path): return [write(to: path, replacing: true, environment)]
        }
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        var body = rect
        if rect.height > 6 { _ = body.cutTop(1) }
        form.draw(in: body.cutTop(1), on: &grid, theme: environment.theme)
        var lines: [(String, Style)] = []
        if writing != nil { lines.append((ExportStrings.writing + environment.theme.glyphs.ellipsis, .bold)) }
        if let error = form[Self.file]?.error {
            lines += error.wrapped(to: rect.width - 2).map { ($0, environment.theme.error) }
        }
        lines += request.about.wrapped(to: rect.width - 2)
            .map { ($0, environment.theme.dim) }
        for (index, line) in lines.enumerated() {
            grid.write(line.0, in: body, x: 1, y: index + (body.height > 3 ? 1 : 0), style: line.1)
        }
    }

    package mutating func save(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard writing == nil else { return [] }
        let typed = (form[Self.file]?.value ?? "").trimmingCharacters(in: .whitespaces)
        guard !typed.isEmpty else {
            form[Self.file]?.error = request.isFolder ? SharedStrings.folderMissing : RecordStrings.fileMissing
            return []
        }
        let path = PathPhrase.expanded(typed)
        if !request.isFolder, FileManager.default.fileExists(atPath: path) {
            let dialog = ConfirmDialog(
                title: RecordStrings.saveTitle,
                message: RecordStrings.fileExists(path),
                confirmLabel: SharedStrings.replace
            )
            return [.ask(dialog, confirmed: .replace(path))]
        }
        return [write(to: path, replacing: false, environment)]
    }

    private mutating func write(
        to path: String,
        replacing replaces: Bool,
        _ environment: ConsoleEnvironment
    ) -> ScreenEffect<Action> {
        let stop = StopSign()
        writing = stop
        form[Self.file]?.error = nil
        let (request, save) = (request, environment.saveFile)
        return .task("write") {
            .written(await environment.ask { try save(request, path, replaces, $0, stop) })
        }
    }
}
