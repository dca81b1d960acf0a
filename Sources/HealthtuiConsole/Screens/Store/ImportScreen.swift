import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiExchange
import HealthtuiTerminalUI
import Synchronization

/// Imports an export: asks for the path, and shows the progress and the result.
package struct ImportScreen: Screen {
    private var work = FileWork<ImportProgress, ImportSummary>("import")
    /// The questions about a table, while the person answers them.
    private var inquiry: TableInquiry?
    /// The result of a dry run, while it is shown.
    private var dryRun: DryRunPage?
    /// Whether the current import is a dry run.
    private var isDry = false
    /// The person's confirmations for the last imported file; `nil` if there were no questions.
    private var confirmed: Confirmed?
    /// The result of each file, as lines for the shell.
    package private(set) var farewell: [String] = []

    package init() {}

    /// The person's answers about a file before it was imported.
    private enum Confirmed: Sendable {
        case table(TableReader)
        case answers(ReaderAnswers)
    }

    package enum Action: Sendable {
        case completed(PathCompletion.Result, typed: String)
        case listed(Result<FolderListing, FolderListing.Problem>, of: String)
        /// The open questions about a file, or the meaning of a table's columns; `nil` if there is nothing to ask.
        case understood(Answer<FileInquiry?>, path: String, ReaderAnswers)
        case progressed(ImportProgress)
        case finished(Answer<ImportSummary>, wasStopped: Bool)
        case tried(Answer<ImportSummary>, wasStopped: Bool)
        case stop
    }

    package var title: String { ImportStrings.title }

    package var isTyping: Bool { inquiry == nil && dryRun == nil && work.isTyping }

    package var contexts: [KeyContext] {
        if dryRun != nil { return [.dryRun, .list] }
        if inquiry != nil { return [.table, .list] }
        if work.running != nil { return [.running] }
        return work.contexts(work.isInField ? [.path] : [.importing, .list])
    }

    package func idle(_ environment: ConsoleEnvironment) -> Set<Command> {
        leftOut > 0 && !environment.isReadOnly ? [] : [.restoreDeleted]
    }

    /// The number of objects left out because the user had deleted them.
    private var leftOut: Int {
        guard case .done(let summary, _) = work.phase else { return 0 }
        return summary.deleted
    }

    package var unfinished: Unfinished? {
        switch work.phase {
        case .running where isDry: nil
        case .running(let running):
            .work(ImportStrings.unfinished(running.name))
        case .asking: work.field.isEmpty && inquiry == nil ? nil : .text(ImportStrings.notBegun)
        case .done, .failed: nil
        }
    }

    package mutating func stop() { work.stop() }

    package mutating func laidOut(_ layout: Layout, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        work.laidOut(layout, rows: resultLines.count)
        inquiry?.laidOut(layout)
        dryRun?.laidOut(layout)
        return []
    }

    package mutating func perform(
        _ command: Command,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        if dryRun != nil { return obeyDryRun(command, environment) }
        if inquiry != nil { return obeyInquiry(command, environment) }
        let listed: FileWork<ImportProgress, ImportSummary>.Listed<Action> = { .listed($0, of: $1) }
        if let effects = work.browse(command, environment, listed) { return effects }
        switch command {
        case .browseFiles: return [work.openBrowser(.reading(endings: ReaderImport.endings), environment, listed)]
        case .startImport, .dryRun:
            isDry = command == .dryRun
            return understand(work.path, ReaderAnswers(), environment)
        case .restoreDeleted:
            guard case .done(_, let path) = work.phase, leftOut > 0 else { return nil }
            isDry = false
            return start(path, restoring: true, environment)
        case .export: return [.open(.export)]
        case .complete: return [work.complete { .completed($0, typed: $1) }]
        case .stopImport, .interrupt:
            guard work.running != nil else { return nil }
            if isDry {
                stop()
                return []
            }
            let dialog = ConfirmDialog(
                title: ImportStrings.title,
                message: ImportStrings.stopQuestion,
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
        if dryRun != nil || inquiry != nil {
            dryRun?.mouse(event)
            if dryRun == nil { inquiry?.mouse(event) }
            return []
        }
        if work.browser != nil { return work.browser?.opens(event) == true ? perform(.open, environment) ?? [] : [] }
        work.mouse(event, rows: resultLines.count)
        return []
    }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        switch action {
        case .completed(let result, let typed): work.take(result, typed: typed)
        case .listed(let result, let folder): work.browser?.take(result, of: folder)
        case .understood(let answer, let path, let answers): return take(answer, path, answers, environment)
        case .progressed(let step): work.progress(step)
        case .finished(.success(let summary), _):
            if let running = work.running { farewell.append(Self.line(running, summary)) }
            work.finish(summary)
            return [.notice(ImportStrings.imported(summary.added))]
        case .finished(.failure(let failure), let wasStopped):
            if let running = work.running { farewell.append(Self.line(running, failure, wasStopped: wasStopped)) }
            work.fail(wasStopped ? ImportStrings.stopped : failure.text)
        case .tried(.success(let summary), false):
            if let running = work.running { dryRun = DryRunPage(path: running.path, summary, environment) }
            work.pause()
        case .tried(_, true): work.pause()
        case .tried(.failure(let failure), false): work.fail(failure.text)
        case .stop: stop()
        }
        return []
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        if let dryRun { return dryRun.draw(in: rect, on: &grid, environment) }
        if let inquiry { return inquiry.draw(in: rect, on: &grid, environment) }
        work.draw(in: rect, on: &grid, environment, words: words) { step, elapsed in
            let meter = ProgressMeter(
                done: Int(clamping: step.bytesRead),
                total: step.bytesTotal.map { Int(clamping: $0) },
                elapsed: elapsed
            )
            return .init(
                meter: meter,
                format: { NumberText.bytes($0) },
                count: SharedStrings.records(step.records)
            )
        } result: { rect, grid in
            drawResult(in: rect, on: &grid, environment)
        }
    }
}

extension ImportScreen {
    private typealias Running = FileWork<ImportProgress, ImportSummary>.Running

    private var words: FileWork<ImportProgress, ImportSummary>.Words {
        FileWork<ImportProgress, ImportSummary>
            .Words(
                placeholder: ImportStrings.placeholder,
                help: ImportStrings.help,
                doing: isDry ? ImportStrings.trying : ImportStrings.importing,
                beginning: ImportStrings.opening
            )
    }

    /// The result of an import, as a line for the shell.
    private static func line(_ running: Running, _ summary: ImportSummary) -> String {
        func count(_ key: KeyPath<ImportTally, Int>) -> String { NumberText.text(summary.total(key)) }
        if summary.isUnseen {
            return ImportStrings.doneUnseen(running.name, taken: count(\.added), refused: count(\.refused))
        }
        return
            ImportStrings.done(
                running.name,
                added: count(\.added),
                known: count(\.duplicate),
                refused: count(\.refused)
            )
    }

    /// The result of an import that didn't finish, as a line for the shell.
    private static func line(_ running: Running, _ failure: Failure, wasStopped: Bool) -> String {
        let records = running.step?.records
        return wasStopped
            ? ImportStrings.stopped(running.name, after: records)
            : ImportStrings.failed(running.name, failure.text, after: records)
    }

    // MARK: Questions

    /// Determines the kind of a file, which may leave open questions.
    private mutating func understand(
        _ path: String,
        _ answers: ReaderAnswers,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>] {
        guard !path.isEmpty else { return [.notice(ImportStrings.pathMissing)] }
        inquiry = nil
        _ = work.begin(path, now: environment.now)
        let importer = Self.importer(environment.person, environment, answers)
        return [
            .task("import") {
                .understood(
                    await environment.ask { _ in try Self.inquiry(path, importer, answers) },
                    path: path,
                    answers
                )
            }
        ]
    }

    /// The open questions about a file; `nil` if there are none.
    private static func inquiry(
        _ path: String,
        _ importer: ReaderImport,
        _ answers: ReaderAnswers
    ) throws -> FileInquiry? {
        if let container = FileContainer(path: path) {
            let inquiry = try importer.inquire(container)
            return inquiry.isEmpty && answers == ReaderAnswers() ? nil : inquiry
        }
        if let reader = ReaderImport.reader(for: path) {
            guard reader.asksQuestions else { return nil }
            return importer.question(path: path, for: reader).map { FileInquiry($0) } ?? FileInquiry()
        }
        return try TableFile.guess(path: path, answers).map { FileInquiry(table: $0) }
    }

    /// The closure that imports a file after the person's answers.
    private static func importer(
        _ person: PersonAccess,
        _ environment: ConsoleEnvironment,
        _ answers: ReaderAnswers,
        restoring isRestoring: Bool = false
    ) -> ReaderImport {
        var importer = ReaderImport(
            person,
            restoresDeleted: isRestoring,
            zone: environment.calendar.timeZone,
            answers: answers
        )
        importer.explains = person.isDryRun
        return importer
    }

    private mutating func take(
        _ answer: Answer<FileInquiry?>,
        _ path: String,
        _ answers: ReaderAnswers,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>] {
        guard let running = work.running, running.path == path else { return [] }
        if running.stop.isSet {
            work.fail(ImportStrings.stopped)
            return []
        }
        switch answer {
        case .failure(let failure): work.fail(failure.text)
        case .success(nil):
            confirmed = nil
            return start(path, restoring: false, environment)
        case .success(let found?):
            if found.isOfTable, found.tables.problem != nil, let doubt = found.tables.doubt {
                work.fail(doubt)
            } else if found.isEmpty {
                confirmed = .answers(answers)
                return start(path, restoring: false, environment)
            } else {
                work.pause()
                inquiry = TableInquiry(path: path, found, answers: answers, isDry: isDry)
            }
        }
        return []
    }

    private mutating func obeyInquiry(
        _ command: Command,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        guard let asked = inquiry else { return nil }
        switch command {
        case .accept, .dryRun:
            // A dry run saves nothing until the person imports.
            if command == .dryRun { isDry = true }
            do {
                if let answers = try asked.answered() { return understand(asked.path, answers, environment) }
            } catch {
                return [.notice(Failure(error).text)]
            }
            guard !asked.isAsking else { return [] }
            inquiry = nil
            confirmed =
                asked.inquiry.isOfTable
                ? .table(TableReader(asked.inquiry.tables, zone: environment.calendar.timeZone, source: "CSV"))
                : .answers(asked.answers)
            return start(asked.path, restoring: false, environment)
        case .cancel, .back:
            inquiry = nil
            return []
        default: return inquiry?.obey(command) == true ? [] : nil
        }
    }

    // MARK: Dry runs

    private mutating func obeyDryRun(
        _ command: Command,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        guard let shown = dryRun else { return nil }
        switch command {
        case .accept:
            (dryRun, isDry) = (nil, false)
            return start(shown.path, restoring: false, environment)
        case .cancel, .back:
            (dryRun, isDry) = (nil, false)
            return []
        default: return dryRun?.obey(command) == true ? [] : nil
        }
    }

    // MARK: Importing

    private mutating func start(
        _ path: String,
        restoring isRestoring: Bool,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>] {
        let stop = work.begin(path, now: environment.now)
        let isDry = isDry
        let importFile = importFile(restoring: isRestoring, environment)
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
                send(
                    isDry
                        ? .tried(answer, wasStopped: stop.isSet) : .finished(answer, wasStopped: stop.isSet)
                )
            }
        ]
    }

    /// The closure that imports the file; for a dry run, into a copy of the store.
    private func importFile(restoring isRestoring: Bool, _ environment: ConsoleEnvironment) -> ImportFile {
        guard isDry else {
            let plain = isRestoring ? environment.restoreFile : environment.importFile
            return Self.importFile(confirmed, environment.person, plain, environment, restoring: isRestoring)
        }
        let confirmed = confirmed
        return { path, isCancelled, progress in
            let copy = try environment.person.forDryRun(isCancelled: isCancelled)
            var importer = ExportImporter(copy)
            importer.explains = true
            let importFile = Self.importFile(confirmed, copy, importer.importFile, environment, restoring: false)
            return try importFile(path, isCancelled, progress)
        }
    }

    private static func importFile(
        _ confirmed: Confirmed?,
        _ person: PersonAccess,
        _ plain: @escaping ImportFile,
        _ environment: ConsoleEnvironment,
        restoring isRestoring: Bool
    ) -> ImportFile {
        switch confirmed {
        case nil: return plain
        case .table(let table)?:
            let importer = importer(person, environment, ReaderAnswers(), restoring: isRestoring)
            return { path, isCancelled, _ in try importer.run(path: path, with: table, isCancelled: isCancelled) }
        case .answers(let answers)?:
            let importer = importer(person, environment, answers, restoring: isRestoring)
            return { path, isCancelled, progress in
                if let container = FileContainer(path: path) {
                    return try importer.run(
                        container,
                        takesTables: true,
                        isCancelled: isCancelled,
                        progress: progress
                    )
                }
                guard let reader = ReaderImport.reader(for: path) else {
                    return try plain(path, isCancelled, progress)
                }
                return try importer.run(path: path, with: reader, isCancelled: isCancelled)
            }
        }
    }

    private func drawResult(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        let lines = resultLines
        let key = environment.isReadOnly ? "" : environment.settings.keyMap().label(of: .restoreDeleted)
        let isUnseen = isUnseen
        let added = isUnseen ? ImportStrings.taken : ImportStrings.added
        let known = TableColumn.figures(ImportStrings.known, minimum: 7, maximum: 10, importance: 4)
        let table = Table(
            name: work.name,
            columns: [
                TableColumn("", minimum: 20, maximum: 22, importance: 9),
                TableColumn.figures(ImportStrings.read, minimum: 7, maximum: 10, importance: 5),
                TableColumn.figures(added, minimum: 7, maximum: 10, importance: 8),
            ] + (isUnseen ? [] : [known]) + [
                TableColumn.figures(ImportStrings.refused, minimum: 7, maximum: 10, importance: 6)
            ],
            count: lines.count,
            state: work.list,
            isFocused: !work.isInField
        ) { index in
            switch lines[index] {
            case .tally(let name, let tally):
                let numbers = [tally.read, tally.added] + (isUnseen ? [] : [tally.duplicate]) + [tally.refused]
                return TableRow([Line(name)] + numbers.map { Line(NumberText.text($0)) })
            case .heading(let text): return .heading(text)
            case .text(let text): return .line(Line(text))
            case .leftOut(let count): return .line(Line(ImportStrings.leftOut(count, key)))
            }
        }
        table.draw(in: rect, on: &grid, theme: environment.theme)
    }

    /// Whether the result hides what was stored before.
    private var isUnseen: Bool {
        guard case .done(let summary, _) = work.phase else { return false }
        return summary.isUnseen
    }

    /// A line of the result.
    private enum ResultLine {
        case tally(String, ImportTally)
        case heading(String)
        case text(String)
        case leftOut(Int)
    }

    private var resultLines: [ResultLine] {
        guard case .done(let summary, _) = work.phase else { return [] }
        var lines = summary.tallies.filter { $0.tally.read > 0 }.map { ResultLine.tally($0.name, $0.tally) }
        if lines.count > 1 {
            lines.append(.tally(ImportStrings.allObjects, summary.tallies.map(\.tally).reduce(ImportTally(), +)))
        }
        lines.append(
            .text(ImportStrings.facts(types: summary.types, bytes: Double(summary.bytes), seconds: summary.seconds))
        )
        if summary.isUnseen { lines.append(.text(ImportStrings.unseen)) }
        if summary.isTruncated { lines.append(.text(ImportStrings.truncated)) }
        if summary.deleted > 0 {
            lines.append(.leftOut(summary.deleted))
        }
        if summary.outcome == .partial { lines.append(.text(ImportStrings.partial)) }
        for (heading, isData) in [(ImportStrings.notImported, true), (ImportStrings.ignored, false)] {
            let skipped = summary.notImported.filter { $0.isData == isData }
            if !skipped.isEmpty { lines.append(.heading(heading)) }
            lines += skipped.map { .text(ImportStrings.skipped($0.count, $0.words, firstLine: $0.firstLine)) }
        }
        if summary.warningCount > 0 {
            lines.append(.heading(ImportStrings.warnings(summary.warningCount)))
            lines += summary.warnings.map(ResultLine.text)
        }
        return lines
    }
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
