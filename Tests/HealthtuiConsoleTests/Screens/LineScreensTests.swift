import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiExchange
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import RandomTesting
import Synchronization
import Testing

@testable import HealthtuiConsole

/// The screens of the console, line by line.
@Suite struct LineScreensTests {
    private func said(
        _ typed: [String],
        _ store: TestStore,
        isAttended: Bool = true,
        _ change: (inout ConsoleEnvironment) -> Void = { _ in }
    ) async throws -> [String] {
        let left = Mutex(typed[...])
        let lines = Mutex<[String]>([])
        var environment = store.environment(importFile: ExportImporter(store.person).importFile)
        change(&environment)
        let session = LineSession(environment, isAttended: isAttended) {
            left.withLock { $0.popFirst() }
        } secret: { _ in
            nil
        } report: { line in
            lines.withLock { $0.append(line) }
        }
        try await session.run()
        let said = lines.withLock { $0 }
        #expect(said.allSatisfy { !$0.contains("\n") && !$0.contains("\u{1B}") })
        return said
    }

    /// Every screen by the scene that has it: one that is missing here was not tried line by line.
    private static let scenes = [
        "AccessScreen": "access", "AssistantScreen": "assistant-page", "DraftsScreen": "drafts", "AddScreen": "add",
        "AppScreen": "app", "AppsScreen": "apps",
        "BrowseScreen": "browse", "ChangeScreen": "before-after", "MarkFormScreen": "mark-form",
        "ChartScreen": "chart-steps", "CompareScreen": "compare", "CycleScreen": "cycle", "ExportScreen": "export",
        "GoalsScreen": "goals",
        "ImportScreen": "import",
        "LiveWorkoutScreen": "live", "LockScreen": "locked", "LogScreen": "log", "NightFormScreen": "form-night",
        "GoalFormScreen": "goal-form", "GoalListScreen": "goal-list", "NoticesScreen": "notices",
        "OriginChartScreen": "origin-chart", "OriginScreen": "origin", "PassphraseScreen": "passphrase",
        "PatternScreen": "pattern",
        "ProfileFormScreen": "profile-form",
        "ProfileScreen": "profile", "ReportScreen": "report", "RequestScreen": "request", "RingsDayScreen": "rings-day",
        "RingsScreen": "rings", "SampleEditScreen": "edit", "SampleFormScreen": "form", "SampleScreen": "sample",
        "SamplesScreen": "samples", "SaveFileScreen": "save-file", "SourceOrderScreen": "source-order",
        "SourcesScreen": "sources", "StudiesScreen": "studies", "StudyFileScreen": "study-file",
        "SummaryScreen": "summary", "SyncScreen": "sync",
        "UnknownSampleScreen": "unknown-sample",
        "UnknownSamplesScreen": "unknown-samples", "WhyScreen": "why", "WorkoutFormScreen": "workout-form",
        "WorkoutScreen": "workout", "WorkoutsScreen": "workouts",
    ]

    /// Screens of records, of one study and of what is asked behind `:`, which a test's own data opens, the one that only leads on to another, and a service's question,
    /// which is asked at the line without a screen.
    private static let ofRecords: Set<String> = [
        "BulkEditScreen",
        "ClinicalScreen", "LatestEditScreen", "MeasureAnswerScreen", "MedicationFormScreen",
        "MedicationsScreen", "MindScreen", "ProofScreen",
        "RecordScreen", "StudyScreen",
    ]

    @Test("There is no screen that was not tried line by line")
    func noScreenIsMissing() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Sources/HealthtuiConsole")
        var found: Set<String> = []
        let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
        while let file = files?.nextObject() as? URL {
            guard file.pathExtension == "swift" else { continue }
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: /struct (\w+): (?:\w+, )*(?:Screen|FormScreen|ListScreen)\b/) {
                found.insert(String(match.1))
            }
        }
        #expect(found.count > 30)
        #expect(found.subtracting(Self.ofRecords).symmetricDifference(Self.scenes.keys).isEmpty)
        let names = Set(ScreenGoldenTests.scenes.map(\.name))
        for (screen, scene) in Self.scenes { #expect(names.contains(scene), "\(screen)") }
    }

    @Test("Every key of every screen has a word that leads to the same command, and to no other")
    func everyCommand() throws {
        let keys = KeyTable.keys()
        var reached = LineWords.ofScreensAlone
        for context in Set(keys.bindings.map(\.context)) {
            let bindings = keys.active(in: [context, .screens])
            for binding in bindings where LineWords.isUseful(binding.command) {
                let word = LineWords.word(of: binding, in: bindings)
                #expect(LineWords.binding(word, in: bindings)?.command == binding.command, "\(word)")
                #expect(LineWords.binding(binding.name, in: bindings)?.command == binding.command, "\(binding.name)")
                reached.insert(binding.command)
            }
        }
        #expect(Set(Command.allCases).subtracting(reached).isEmpty)
    }

    @Test("What an app may read and share is turned on and off by number, and a program can't")
    func permissions() async throws {
        let store = try TestStore.filled()
        let app = AppIdentity(bundleIdentifier: "local.stepdemo", name: "stepdemo", version: "1.0")
        let steps = HKQuantityType(.stepCount).identifier
        try store.store.database().write { _ = try $0.ask(app, share: [steps], read: [steps], now: TestStore.now) }
        let id = try #require(try store.person.requests().first?.id)
        _ = try store.person.answer(id, read: [steps], share: [])
        let seen = try await said(["apps", "1", "?", "back", "back", "quit"], store)
        let row = try #require(seen.first { $0.contains("Steps") && $0.contains("read on, share off") }, "\(seen)")
        let number = String(row.prefix { $0.isNumber })
        #expect(seen.contains { $0.hasPrefix("access: Show what the app read and wrote") }, "\(seen)")
        let program = try await said(["apps", "1", "\(number) share", "quit"], store, isAttended: false)
        #expect(try store.person.grants(app: app.bundleIdentifier)[steps]?.share != true, "\(program)")
        let lines = try await said(["apps", "1", "\(number) share", "\(number)", "\(number) read", "quit"], store)
        #expect(lines.contains { $0.contains("Write \(number) read or \(number) share.") }, "\(lines)")
        let grant = try #require(try store.person.grants(app: app.bundleIdentifier)[steps])
        #expect(grant.share == true && grant.read != true, "\(lines)")
    }

    @Test("Workouts are listed, one is said with its splits, and one is started and ended")
    func workouts() async throws {
        let store = TestStore()
        try await store.run()
        let lines = try await said(["workouts", "2", "view.next", "view.next", "back", "back", "quit"], store)
        #expect(lines.contains { $0.hasPrefix("2. ") && $0.contains("Running") }, "\(lines)")
        #expect(lines.contains { $0.contains("Splits") || $0.contains("km") }, "\(lines)")
        let live = try await said(["start", "1", "?", "end", "yes", "quit", "yes"], store)
        #expect(live.contains { $0.hasPrefix("pause: ") || $0.hasPrefix("end: ") }, "\(live)")
    }

    @Test("A file is imported by its path, and everything is exported; both are said when they are done")
    func files() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("lines-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let when = ["creationDate", "startDate", "endDate"].map { "\($0)=\"2026-11-20 08:00:00 +0100\"" }
            .joined(separator: " ")
        let text =
            "<HealthData><Record type=\"HKQuantityTypeIdentifierBodyMass\" sourceName=\"Scale\" unit=\"kg\" "
            + "\(when) value=\"71.5\"/></HealthData>"
        let file = folder.appendingPathComponent("export.xml").path
        try Data(text.utf8).write(to: URL(fileURLWithPath: file))
        let store = TestStore()
        let lines = try await said(["import " + file, "quit"], store)
        #expect(lines.contains { $0.contains("mported 1 object") }, "\(lines)")
        let zip = folder.appendingPathComponent("out.zip").path
        let exported = try await said(["export " + zip, "quit"], store)
        #expect(FileManager.default.fileExists(atPath: zip), "\(exported)")
        let wrong = try await said(["import " + folder.path + "/none.xml", "quit"], store)
        #expect(wrong.contains { $0.contains("none.xml") }, "\(wrong)")
    }

    @Test("A chart is said as its figures and a table, and a form field by field")
    func chartsAndForms() async throws {
        let store = try TestStore.filled()
        let chart = try await said(["open browse", "go heart rate", "week", "?", "back", "quit"], store)
        #expect(chart.contains { $0.contains("BPM") }, "\(chart)")
        #expect(chart.contains { $0.hasPrefix("earlier: ") }, "\(chart)")
        let form = try await said(["profile", "2", "1990-12-10", ":save", "back", "quit"], store)
        let profile = try store.person.characteristics()
        #expect(CharacteristicField.all.contains { $0.text(profile) == "1990-12-10" }, "\(form)")
    }

    @Test("A screen responds to any input and continues, and the end of input ends it")
    func nonsense() async throws {
        let seed = SeededGenerator("what is typed line by line").seed
        var state = seed
        func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(bound))
        }
        let words = [
            "1", "2", "7", "99", "-1", "", "?", "back", "back", "again", "all", "go weight", "go", "open", "down",
            "next",
            "3 read", ":2",
            ":save", ":", "…", "\u{0}", "yes", "no", "delete", "mark", "table", "undo", "redo", "cancel", "12e400",
            String(repeating: "x", count: 300),
        ]
        for _ in 0..<6 {
            let tab = Tab.allCases[next(Tab.allCases.count)].title
            let typed = ["open \(tab)"] + (0..<25).map { _ in words[next(words.count)] }
            let lines = try await said(typed, try TestStore.filled()) { $0.saveFile = { _, _, _, _, _ in "" } }
            #expect(!lines.isEmpty, "seed \(seed)")
        }
    }
}
