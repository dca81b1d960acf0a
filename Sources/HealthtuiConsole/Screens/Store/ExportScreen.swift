import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiExchange
import HealthtuiTerminalUI

/// Exports everything, or the data of some sources, to a zip in the Health app's layout: asks for the path, shows the
/// progress, and can be stopped.
package struct ExportScreen: Screen {
    /// The sources whose data is written; empty for everything.
    private let sources: [HKSource]
    private var work = FileWork<ExportProgress, ExportSummary>("export")
    /// The written files, as lines for the shell.
    package private(set) var farewell: [String] = []

    package init(sources: [HKSource] = []) { self.sources = sources }

    package enum Action: Sendable {
        case completed(PathCompletion.Result, typed: String)
        case listed(Result<FolderListing, FolderListing.Problem>, of: String)
        case progressed(ExportProgress)
        case finished(Answer<ExportSummary>, wasStopped: Bool)
        case replace(String)
        case stop
    }

    package var title: String { ExportStrings.title }

    package var isTyping: Bool { work.isTyping }

    package var contexts: [KeyContext] {
        if work.running != nil { return [.exportRunning] }
        return work.contexts(work.isInField ? [.target] : [.exporting, .list])
    }

    package var unfinished: Unfinished? {
        work.running.map { .work(ExportStrings.unfinished($0.name)) }
    }

    package mutating func stop() { work.stop() }

    package mutating func laidOut(_ layout: Layout, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        work.laidOut(layout, rows: resultLines.count)
        return []
    }

    package mutating func perform(
        _ command: Command,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        let listed: FileWork<ExportProgress, ExportSummary>.Listed<Action> = { .listed($0, of: $1) }
        if let effects = work.browse(command, environment, listed) { return effects }
        switch command {
        case .browseFiles: return [work.openBrowser(.writing(name: targetName), environment, listed)]
        case .startExport: return ask(environment)
        case .complete: return [work.complete { .completed($0, typed: $1) }]
        case .export: return []
        case .stopExport, .interrupt:
            guard work.running != nil else { return nil }
            let dialog = ConfirmDialog(
                title: ExportStrings.title,
                message: ExportStrings.stopQuestion,
                confirmLabel: SharedStrings.stop,
                cancelLabel: SharedStrings.goOn
            )
            return [.ask(dialog, confirmed: .stop)]
        default: return work.obey(command, rows: resultLines.count) ? [] : nil
        }
    }

    package mutating func type(_ key: Key, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        work.type(key)
        return []
    }

    package mutating func paste(_ text: String, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        work.paste(text)
        return []
    }

    package mutating func mouse(_ event: MouseEvent, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if work.browser != nil { return work.browser?.opens(event) == true ? perform(.open, environment) ?? [] : [] }
        work.mouse(event, rows: resultLines.count)
        return []
    }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        switch action {
        case .completed(let result, let typed): work.take(result, typed: typed)
        case .listed(let result, let folder): work.browser?.take(result, of: folder)
        case .progressed(let step): work.progress(step)
        case .finished(.success(let summary), _):
            guard let running = work.running else { return [] }
            farewell.append(ExportStrings.done(running.name, objects: summary.total, bytes: Double(summary.bytes)))
            work.finish(summary)
            return [.notice(ExportStrings.wrote(running.name))]
        case .finished(.failure(let failure), let wasStopped):
            work.fail(wasStopped ? ExportStrings.stopped : failure.text)
        case .replace(let path): return start(path, replaces: true, environment)
        case .stop: stop()
        }
        return []
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        work.draw(in: rect, on: &grid, environment, words: words) { step, elapsed in
            .init(
                meter: ProgressMeter(done: step.objects, total: step.total, elapsed: elapsed),
                format: { NumberText.text(Int($0)) },
                count: SharedStrings.objects(step.objects)
            )
        } result: { rect, grid in
            drawResult(in: rect, on: &grid, environment)
        }
    }
}

extension ExportScreen {
    /// The name of the file that was typed, or the usual one.
    private var targetName: String {
        let name = work.field.text.split(separator: "/", omittingEmptySubsequences: false).last.map(String.init) ?? ""
        return name.contains { $0 != "." } && name.contains(".") ? name : ExportStrings.placeholder
    }

    private var words: FileWork<ExportProgress, ExportSummary>.Words {
        FileWork<ExportProgress, ExportSummary>
            .Words(
                placeholder: ExportStrings.placeholder,
                help: sources.isEmpty
                    ? ExportStrings.help : ExportStrings.helpOfSources(sources.map(\.shownName)),
                doing: ExportStrings.writing,
                beginning: ExportStrings.copying
            )
    }

    /// Begins; asks for confirmation if a file would be replaced.
    private mutating func ask(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        let path = work.path
        guard !path.isEmpty else { return [.notice(ExportStrings.pathMissing)] }
        guard !FileManager.default.fileExists(atPath: path) else {
            let dialog = ConfirmDialog(
                title: ExportStrings.title,
                message: ExportStrings.replaceQuestion(URL(fileURLWithPath: path).lastPathComponent),
                confirmLabel: SharedStrings.replace,
                cancelLabel: SharedStrings.keepIt
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
        let stop = work.begin(path, now: environment.now)
        let (zone, now, export) = (environment.calendar.timeZone, environment.now, environment.exportFile)
        let chosen = sources.isEmpty ? nil : Set(sources.map(\.bundleIdentifier))
        return [
            .run("export") { send in
                let request = ExportRequest(
                    path: path,
                    selection: ExportSelection(sources: chosen),
                    replaces: replaces,
                    zone: zone,
                    now: now,
                    isCancelled: { stop.isSet },
                    progress: { send(.progressed($0)) }
                )
                let answer = await withTaskCancellationHandler {
                    await environment.ask { try Self.noting($0, export($0, request)) }
                } onCancel: {
                    stop.set()
                }
                send(.finished(answer, wasStopped: stop.isSet))
            }
        ]
    }

    private func drawResult(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        let lines = resultLines
        let table = Table(
            name: work.name,
            columns: [
                TableColumn("", minimum: 20, maximum: 22, importance: 9),
                TableColumn(ExportStrings.written, alignment: .right, minimum: 8, maximum: 12, importance: 8),
            ],
            count: lines.count,
            state: work.list,
            isFocused: !work.isInField
        ) { index in
            switch lines[index] {
            case .count(let name, let count): TableRow([Line(name), Line(NumberText.text(count))])
            case .heading(let text): .heading(text)
            case .text(let text): .line(Line(text))
            }
        }
        table.draw(in: rect, on: &grid, theme: environment.theme)
    }

    /// Notes whether the store is encrypted that was exported.
    private static func noting(_ person: PersonAccess, _ summary: ExportSummary) throws -> ExportSummary {
        var summary = summary
        summary.isDecrypted = try person.lockState() != .plain
        return summary
    }

    /// A line of the result.
    private enum ResultLine {
        case count(String, Int)
        case heading(String)
        case text(String)
    }

    private var resultLines: [ResultLine] {
        guard case .done(let summary, let path) = work.phase else { return [] }
        var lines = ImportKind.allCases.compactMap { kind in
            summary.counts[kind]
                .flatMap { count in
                    count > 0 ? ResultLine.count(kind.name.prefix(1).uppercased() + kind.name.dropFirst(), count) : nil
                }
        }
        lines.append(.text(ExportStrings.facts(path, bytes: Double(summary.bytes), seconds: summary.seconds)))
        if summary.isDecrypted == true { lines.append(.text(ExportStrings.notEncrypted)) }
        if summary.isWhole { lines.append(.text(ExportStrings.withCopy)) }
        if !summary.leftOut.isEmpty { lines.append(.heading(ExportStrings.inCopyAlone)) }
        for each in summary.leftOut { lines.append(.text(ExportStrings.leftOut(each.count, each.kind))) }
        return lines
    }
}
