import ArgumentParser
import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiEntry
import HealthtuiExchange
import HealthtuiFacts
import HealthtuiTerminalUI

/// Replays a session recorded in the console.
struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Replay a recorded console session and print the last screen.",
        discussion: """
            The clock starts at the time of the recording and moves one second with each step, so the same session \
            on the same store ends with the same screen. It runs on a copy of the store unless --apply is given; \
            files it exports are written either way.

            A line `expect TEXT` makes the replay fail with 1 unless the screen shows the text. --expectations \
            writes such lines, so that a session becomes a test.
            """
    )

    @Argument(help: "The recorded session.")
    var file: String

    @Flag(name: .long, help: "Change the store itself instead of a copy.")
    var apply = false

    @Flag(name: .long, help: "Print the screen after each step.")
    var screens = false

    @Flag(name: .long, help: "Print the session with an expect line for what each step brought to the screen.")
    var expectations = false

    @Flag(name: .long, help: "Draw with ASCII characters only.")
    var ascii = false

    @Option(name: .long, help: ArgumentHelp("Settings, as for console.", valueName: "file"))
    var config: String?

    @OptionGroup var consent: ConsentArguments
    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ValueFormatArguments

    func validate() throws {
        if file.isEmpty { throw ValidationError("name the session") }
        if expectations, screens || format.json {
            throw ValidationError("--expectations can't be combined with --screens or --json")
        }
    }

    func run() throws {
        // A session can answer apps' requests.
        if apply { try consent.check("Do what \(file) says in the store itself?") }
        let text = try SessionFile.read(file)
        let session: RecordedSession
        do {
            session = try RecordedSession(text)
        } catch let problem as RecordedSession.Problem {
            throw CommandFailure.usage(file, "\(problem)")
        }
        let settings = try config.map { try SettingsFile.read($0) } ?? SettingsFile.readStandard()
        LanguageFile.choose(session.beginning, settings)
        let copy = try apply ? nil : ReplayCopy(of: store)
        try withExtendedLifetime(copy) {
            let clock = SessionReplay.Clock(session.beginning.moment)
            let location: HKHealthStoreConfiguration.Location = copy.map { .file($0.path) } ?? store.location
            try replay(session, text, environment(session.beginning, location, settings, clock), clock)
        }
    }

    private func replay(
        _ session: RecordedSession,
        _ text: String,
        _ environment: ConsoleEnvironment,
        _ clock: SessionReplay.Clock
    ) throws {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        var printed = 0
        var shown: [JSONValue] = []
        let replay = SessionReplay(environment, clock)
        replay.settle()
        do {
            for step in session.steps {
                let before = replay.screen.rows
                try replay.perform(step)
                replay.settle()
                if expectations {
                    for line in lines[printed..<step.number] { try StandardOutput.shared.line(line) }
                    printed = step.number
                    if let new = replay.news(since: before) {
                        try StandardOutput.shared.line(SessionLine.expect(new).text)
                    }
                } else if screens {
                    let rows = replay.screen.rows
                    if format.json {
                        shown.append(.object([("line", .integer(step.number)), ("rows", .texts(rows))]))
                    } else {
                        try StandardOutput.shared.line("== \(step.number): \(step.line.text.printable)")
                        try print(rows)
                    }
                }
            }
        } catch let stopped as SessionReplay.Stopped {
            if !expectations, !screens, !format.json { try print(stopped.rows) }
            throw CommandFailure(file, "\(stopped)")
        }
        if expectations {
            for line in lines[printed...].dropLast(lines.last == "" ? 1 : 0) { try StandardOutput.shared.line(line) }
        } else if format.json {
            var fields: JSONValue.Fields = [
                ("steps", .integer(session.steps.count)), ("screen", .texts(replay.screen.rows)),
            ]
            if screens { fields.append(("screens", .array(shown))) }
            try StandardOutput.shared.line(JSONValue.object(fields).line)
        } else if !screens {
            try print(replay.screen.rows)
        }
    }

    private func print(_ rows: [String]) throws {
        for row in rows { try StandardOutput.shared.line(row.printable) }
    }

    private func environment(
        _ beginning: RecordedSession.Beginning,
        _ location: HKHealthStoreConfiguration.Location,
        _ settings: ConsoleSettings,
        _ clock: SessionReplay.Clock
    ) -> ConsoleEnvironment {
        let (store, person) = HKHealthStore.person(location: location, clock: { clock.now })
        let times = beginning.times.map { Locale(identifier: $0) } ?? .person(category: "LC_TIME")
        let calendar = settings.region.calendar(times: times, timeZone: beginning.zone)
        var environment = ConsoleEnvironment(
            store: store,
            person: person,
            theme: ascii ? .ascii : .plain,
            calendar: calendar,
            locale: Locale(identifier: beginning.locale),
            numberLocale: Locale(identifier: beginning.numbers),
            clock: { clock.now },
            importFile: ExportImporter(person).importFile
        )
        environment.settings = settings
        environment.reportLanguage = .current
        environment.reportLanguages = { LanguageFile.reportLanguages() }
        return environment
    }
}

/// A copy of a store in a separate folder, which is removed with the value.
private final class ReplayCopy {
    let path: String
    private let folder: URL

    /// Copies a store; if there is none and none was named, the copy is empty.
    init(of store: StoreArguments) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("healthtui-replay-\(UUID().uuidString)")
        path = folder.appendingPathComponent("health.store").path
        let place = folder.path
        _ = try PassingFolder.make(
            {
                try FileManager.default.createDirectory(
                    atPath: place,
                    withIntermediateDirectories: true,
                    attributes: [.posixPermissions: 0o700]
                )
                return place
            },
            path: { $0 }
        )
        let person = try store.openForReading()
        guard try person.storePath != nil else { return }
        let line = ProgressLine()
        defer { line.clear() }
        _ = try person.backUp(to: path, replacing: false) { copied, total in
            line.show("\(copied / 1_000_000) of \(total / 1_000_000) MB copied")
        }
    }

    deinit { PassingFolder.remove(folder.path) }
}
