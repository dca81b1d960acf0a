import Foundation
import HealthKit
import HealthKitLocalization
import HealthtuiConsole
import HealthtuiExchange
import HealthtuiSync
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import LockTesting
import Testing

/// Whole screens at every size that people have, as text and as styles.
@Suite struct ScreenGoldenTests {
    private static let sizes = [
        Size(width: 200, height: 60), Size(width: 120, height: 40), Size(width: 80, height: 24),
        Size(width: 60, height: 20), Size(width: 40, height: 10),
    ]

    /// The sizes of the pictures in the guide to the screens.
    static let pictured = [Size(width: 200, height: 60), Size(width: 80, height: 24)]

    static let colored = Theme(glyphs: .utf8, colors: .ansi256)

    /// A screen and the keys that lead to it.
    struct Scene: Sendable, CustomTestStringConvertible {
        let name: String
        let keys: [Key]
        var store = Filling.weeks

        var testDescription: String { name }

        /// What the store holds.
        enum Filling: Sendable {
            case nothing
            case weeks
            /// Some weeks, and an app that asks.
            case request
            /// Some weeks, and the request of an assistant.
            case assistant
            /// Some weeks, and an assistant that has drafted two entries.
            case drafts
            /// Some weeks, and an app that was answered.
            case app
            /// Some weeks, and an app that reads, looks in vain and is refused.
            case access
            /// Some weeks, while a guest uses the machine.
            case guest
            /// A sample of a type that HealthKit does not know.
            case unknown
            /// Workouts, one of them with heart rate, events and a route, and rings.
            case workouts
            /// An encrypted store that nobody has unlocked.
            case locked
            /// Five cycles.
            case cycle
            /// A day of heart rates by the minute, with its night and a run.
            case heart
            /// A folder with an export, from which a file is chosen.
            case files
            /// Some weeks, and a group of machines.
            case group
            /// Some weeks, and an import of nine types after them.
            case imported
            /// Some weeks, and an app from which its permissions were taken again.
            case revoked
        }
    }

    static func text(_ text: String) -> [Key] { text.map { Key(.character($0)) } }

    /// The keys that set goals for steps and weight from the summary.
    private static let setGoals: [Key] =
        ["T"] + text("6000") + [.control("s")] + [":"] + text("weight") + [.enter, "T"] + text("70.4") + [
            .control("s"), .escape,
        ]

    /// An export with every kind of object.
    private static let everything = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fixtures/imports/everything.zip").path

    /// What a scale's app might write.
    private static let table = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Fixtures/imports/scale.csv").path

    static let scenes: [Scene] = [
        Scene(name: "tour", keys: [], store: .nothing),
        Scene(name: "summary", keys: []),
        Scene(name: "locked", keys: text("open"), store: .locked),
        Scene(name: "browse", keys: ["2"]),
        Scene(name: "browse-filter", keys: ["2", "/"] + text("hea")),
        Scene(name: "browse-sources", keys: ["2", "l"]),
        Scene(name: "browse-unknown", keys: ["2", "/"] + text("made"), store: .unknown),
        Scene(name: "browse-devices", keys: ["2", "l", "l"]),
        Scene(name: "origin", keys: ["2", "l", .enter]),
        Scene(name: "origin-device", keys: ["2", "l", "l", .enter]),
        Scene(name: "origin-chart", keys: ["2", "l", .enter, .enter]),
        Scene(name: "report", keys: [":"] + text("report") + [.enter]),
        Scene(name: "chart-steps", keys: [":"] + text("steps") + [.enter]),
        Scene(name: "goal-form", keys: ["T"] + text("6000")),
        Scene(name: "chart-goal", keys: ["T"] + text("6000") + [.control("s"), .enter]),
        Scene(name: "goal-list", keys: setGoals + [":"] + text("goals") + [.enter]),
        Scene(name: "summary-goal", keys: setGoals),
        Scene(name: "chart-year", keys: [":"] + text("steps") + [.enter, "Y"]),
        Scene(name: "chart-heart-rate", keys: [":"] + text("heart rate") + [.enter]),
        Scene(name: "chart-pressure", keys: [":"] + text("blood pressure") + [.enter]),
        Scene(name: "chart-night", keys: [":"] + text("sleep") + [.enter, "D"]),
        Scene(name: "chart-nights", keys: [":"] + text("sleep") + [.enter, "W"]),
        Scene(
            name: "chart-nights-goal",
            keys: [":"] + text("sleep") + [.enter, "T"] + text("6 h") + [.control("s"), "W"]
        ),
        Scene(
            name: "chart-heart-day",
            keys: [":"] + text("heart rate") + [.enter, ":"] + text("2026-11-18") + [.enter, "D"],
            store: .heart
        ),
        Scene(name: "chart-heart-week", keys: [":"] + text("heart rate") + [.enter, "W"], store: .heart),
        Scene(
            name: "form-night",
            keys: ["3", "/"] + text("sleep") + [.enter, .enter] + text("23:30") + [.tab] + text("7:10") + [.tab]
                + text("c45 d50 c40 r25 a5 c60 d30 c50 r40 c")
        ),
        Scene(name: "cycle", keys: [":"] + text("menstruation") + [.enter], store: .cycle),
        Scene(name: "notices", keys: [":"] + text("weight") + [.enter, "p", "p", ":"] + text("notices") + [.enter]),
        Scene(name: "chart-year-before", keys: [":"] + text("steps") + [.enter, "C"]),
        Scene(name: "chart-table", keys: [":"] + text("heart rate") + [.enter, "t"]),
        Scene(name: "chart-sources", keys: [":"] + text("steps") + [.enter, "s"]),
        Scene(name: "chart-compared", keys: [":"] + text("steps") + [.enter, "W", "c"]),
        Scene(name: "compare", keys: [":"] + text("weight vs steps") + [.enter]),
        Scene(name: "pattern", keys: [":"] + text("steps") + [.enter, "P"]),
        Scene(name: "heat", keys: [":"] + text("heart rate") + [.enter, "H"]),
        Scene(
            name: "before-after",
            keys: [":"] + text("steps") + [.enter] + Array(repeating: .left, count: 14) + ["B"]
        ),
        Scene(name: "mark-form", keys: [":"] + text("steps") + [.enter, "m"]),
        Scene(name: "why", keys: [":"] + text("steps") + [.enter, "w"]),
        Scene(name: "samples", keys: [":"] + text("heart rate") + [.enter, "L"]),
        Scene(name: "samples-marked", keys: [":"] + text("heart rate") + [.enter, "L", .space, .space]),
        Scene(name: "sources-marked", keys: ["5", "l", .space, .space]),
        Scene(name: "samples-sorted", keys: [":"] + text("heart rate") + [.enter, "L", "S", .space, .space]),
        Scene(
            name: "samples-search",
            keys: [":"] + text("heart rate") + [.enter, "L", "/"] + text(">100 watch") + [.enter]
        ),
        Scene(name: "sample", keys: [":"] + text("heart rate") + [.enter, "L", .enter]),
        Scene(
            name: "edit",
            keys: ["3", "/"] + text("weight") + [.enter, .enter] + text("70") + [.control("s"), ":"] + text("weight")
                + [.enter, "L", .enter, "e"]
        ),
        Scene(name: "save-file", keys: [":"] + text("steps") + [.enter, "e"]),
        Scene(name: "delete", keys: [":"] + text("weight") + [.enter, "L", "d"]),
        Scene(name: "add", keys: ["3"]),
        Scene(name: "form", keys: ["3", "/"] + text("pressure") + [.enter, .enter] + text("118")),
        Scene(name: "apps-none", keys: ["4"]),
        Scene(name: "apps", keys: ["4"], store: .app),
        Scene(name: "app", keys: ["4", .enter], store: .app),
        Scene(name: "app-used", keys: ["4", .enter], store: .access),
        Scene(name: "app-since", keys: ["4", .enter, "j", "s"] + text("30x") + [.enter], store: .access),
        Scene(name: "access", keys: ["4", .enter, "w"], store: .access),
        Scene(name: "access-times", keys: ["4", .enter, "w", "l"], store: .access),
        Scene(name: "guest", keys: [], store: .guest),
        Scene(name: "request", keys: [], store: .request),
        Scene(name: "request-since", keys: ["j", .space, "s"] + text("30d") + [.enter], store: .request),
        Scene(name: "assistant", keys: ["A"], store: .assistant),
        Scene(name: "assistant-page", keys: ["4", "j", .enter], store: .drafts),
        Scene(name: "drafts", keys: ["4", .enter], store: .drafts),
        Scene(name: "sources", keys: ["5"]),
        Scene(name: "source-order", keys: ["5", .enter]),
        Scene(name: "import", keys: ["6"]),
        Scene(name: "import-table", keys: ["6"] + text(table) + [.enter]),
        Scene(name: "import-dry-run", keys: ["6"] + text(everything) + [.control("t")]),
        Scene(name: "import-files", keys: ["6", .control("o")], store: .files),
        Scene(name: "import-files-filter", keys: ["6", .control("o"), "/"] + text("hea"), store: .files),
        Scene(name: "export-files", keys: [":"] + text("export") + [.enter, .control("o")], store: .files),
        Scene(name: "export", keys: [":"] + text("export") + [.enter]),
        Scene(name: "help", keys: ["2", "?"]),
        Scene(name: "command-line", keys: [":"] + text("hea")),
        Scene(name: "log", keys: [":"] + text("weight") + [.enter, "L", "d", "y", "u", "U"]),
        Scene(name: "undo-import", keys: ["u"], store: .imported),
        Scene(name: "undo-access", keys: ["u"], store: .revoked),
        Scene(name: "workouts", keys: ["7", "j"], store: .workouts),
        Scene(name: "workouts-none", keys: ["7"], store: .nothing),
        Scene(name: "workouts-sorted", keys: ["7", "S", ">", ">", .space], store: .workouts),
        Scene(name: "workout", keys: ["7", "j", .enter], store: .workouts),
        Scene(name: "workout-map", keys: ["7", "j", .enter, "l"], store: .workouts),
        Scene(name: "workout-splits", keys: ["7", "j", .enter, "l", "l"], store: .workouts),
        Scene(name: "workout-events", keys: ["7", "j", .enter, "e"], store: .workouts),
        Scene(name: "workout-statistics", keys: ["7", "j", .enter, "s"], store: .workouts),
        Scene(name: "workout-form", keys: ["7", "a"] + text("run"), store: .workouts),
        Scene(name: "live-choice", keys: ["7", "s"], store: .workouts),
        Scene(name: "live", keys: ["7", "s", .enter], store: .workouts),
        Scene(name: "rings", keys: ["7", "r"], store: .workouts),
        Scene(name: "rings-day", keys: ["7", "r", .enter], store: .workouts),
        Scene(name: "routes", keys: ["7", .space, "w"], store: .workouts),
        Scene(name: "goals", keys: ["7", "r", "g"], store: .workouts),
        Scene(name: "profile", keys: ["8"], store: .workouts),
        Scene(name: "passphrase", keys: ["8"] + Array(repeating: "j", count: 9) + [.enter]),
        Scene(name: "passphrase-new", keys: ["8"] + Array(repeating: "j", count: 9) + [.enter, .enter] + text("open")),
        Scene(name: "sync", keys: ["8"] + Array(repeating: "j", count: 11) + [.enter], store: .group),
        Scene(name: "sync-none", keys: ["8"] + Array(repeating: "j", count: 11) + [.enter]),
        Scene(name: "studies", keys: ["8"] + Array(repeating: "j", count: 12) + [.enter]),
        Scene(name: "study-file", keys: ["8"] + Array(repeating: "j", count: 12) + [.enter, .enter] + text("~/st")),
        Scene(name: "profile-form", keys: ["8", .enter, .tab]),
        Scene(name: "profile-unit", keys: ["8", "G", .enter]),
        Scene(name: "unknown-samples", keys: ["2", "/"] + text("made") + [.enter, .enter], store: .unknown),
        Scene(name: "unknown-sample", keys: ["2", "/"] + text("made") + [.enter, .enter, .enter], store: .unknown),
    ]

    @Test("A screen looks at every size, in UTF-8 with colours and in ASCII, as it did", arguments: scenes)
    func looksAsItDid(scene: Scene) async throws {
        var screens: [(title: String, grid: CellGrid)] = []
        let (colored, plain) = (try await open(scene, Self.colored), try await open(scene, .ascii))
        for size in Self.sizes {
            for (console, look) in [(colored, "UTF-8, colours"), (plain, "ASCII")] {
                try await console.resize(width: size.width, height: size.height)
                screens.append(("\(size.width)x\(size.height), \(look)", console.screen))
                guard look != "ASCII", Self.pictured.contains(size) else { continue }
                let difference = GridPicture.difference(from: scene.name, console.screen)
                #expect(difference == nil, "\(difference ?? "")")
            }
        }
        let difference = Golden.difference(from: scene.name, screens, isCompact: true)
        #expect(difference == nil, "\(difference ?? "")")
    }

    /// Stores the request of an assistant, or its decision with two drafts.
    private func ask(_ store: TestStore, drafts: Bool) throws {
        var app = AppIdentity(bundleIdentifier: "mcp.desk", name: "mcp.desk", version: "4.1", readUsage: "Desk Chat")
        app.program = "/usr/bin/deskchat"
        let (steps, weight) = (HKQuantityType(.stepCount).identifier, HKQuantityType(.bodyMass).identifier)
        try store.store.database().write { _ = try $0.ask(app, share: [], read: [steps], now: TestStore.now) }
        guard drafts else { return }
        let grant = AssistantGrant(
            types: [steps: AssistantRight(.days), weight: AssistantRight(.weeks, adds: true)],
            until: CalendarDay(year: 2027, month: 2, day: 19),
            zone: "Europe/Berlin",
            firstWeekday: 2
        )
        try store.person.setAssistant(grant, app: app.account)
        let assistant = HKHealthStore(sharing: store.store, principal: .app(app))
        for (kilograms, minutes) in [(71.2, 60.0), (70.9, 5)] {
            let date = TestStore.now.addingTimeInterval(-minutes * 60).timeIntervalSinceReferenceDate
            _ = try assistant.draft(DraftCall(type: weight, values: [kilograms], unit: "kg", date: date))
        }
    }

    func open(_ scene: Scene, _ theme: Theme) async throws -> Console {
        if scene.store == .locked {
            let locked = try EncryptedStore.watched()
            let console = try await Console.start(try locked.environment(theme: theme))
            for key in scene.keys { try await console.press(key) }
            return console
        }
        let store =
            [.nothing, .workouts, .files, .cycle, .heart].contains(scene.store) ? TestStore() : try TestStore.filled()
        var app = AppIdentity(bundleIdentifier: "local.stepdemo", name: "stepdemo", version: "1.0")
        // Not that of the tests, which is another on each machine.
        app.program = "/usr/bin/stepdemo"
        let (steps, rate) = (HKQuantityType(.stepCount).identifier, HKQuantityType(.heartRate).identifier)
        switch scene.store {
        case .nothing, .weeks, .locked, .files, .group: break
        case .imported: try importMany(store)
        case .cycle: try store.save(try CycleScreenTests.samples(), from: TestStore.watch)
        case .heart: try await HeartChartTests.fill(store)
        case .guest: try store.person.setGuest(true)
        case .request, .app, .access, .revoked:
            try store.store.database()
                .write { _ = try $0.ask(app, share: [steps], read: [steps, rate], now: TestStore.now) }
            if scene.store != .request, let id = try store.person.requests().first?.id {
                _ = try store.person.answer(id, read: [steps], share: [])
            }
            if scene.store == .access { try await use(store, as: app) }
            if scene.store == .revoked { try revoke(store, from: app) }
        case .assistant, .drafts: try ask(store, drafts: scene.store == .drafts)
        case .unknown: try importUnknown(store)
        case .workouts: try await fillWorkouts(store)
        }
        var environment = store.environment(theme: theme)
        environment.listFolder = { _ in .success(Self.downloads) }
        if scene.store == .group { environment.readSync = { _, _ in Self.machines } }
        let console = try await Console.start(environment)
        if scene.store == .request {
            // The sheet comes up by itself, and takes no keys at first.
            try await console.waitFor(
                localized(" would like to access your health data.").trimmingCharacters(in: .whitespaces)
            )
            .advance(by: .seconds(1))
        }
        for key in scene.keys { try await console.press(key) }
        return console
    }

    /// Three machines, of which one is gone, and one has a clock that is wrong.
    private static let machines: SyncFacts = {
        let days = 86_400.0
        var overview = GroupOverview(
            folder: "/home/alex/Shared",
            name: "laptop",
            state: .synced,
            devices: [
                GroupOverview.Device(id: "laptop", name: "laptop", isThis: true),
                GroupOverview.Device(id: "nas", name: "nas", heard: TestStore.time(0, 14)),
                GroupOverview.Device(
                    id: "thinkpad",
                    name: "thinkpad",
                    heard: TestStore.time(9, 20.5),
                    hasMissing: true,
                    ahead: 31 * days
                ),
                GroupOverview.Device(id: "phone", name: "phone", isGone: true),
            ],
            synced: TestStore.time(0, 14)
        )
        overview.unsent = 12
        overview.conflicts = 1
        overview.problems = [SyncProblem(device: "nas", file: "notes.txt", error: .foreign)]
        let app = { (device: String, count: Int, isApproved: Bool) in
            DeviceSync.ArrivedApp(
                app: "local.stepdemo",
                name: "stepdemo",
                device: device,
                deviceName: device,
                count: count,
                isApproved: isApproved
            )
        }
        return SyncFacts(overview, apps: [app("nas", 1_204, true), app("thinkpad", 1, false)])
    }()

    /// A folder as people have them.
    private static let downloads: FolderListing = {
        func entry(_ name: String, _ kind: FolderListing.Entry.Kind, _ size: Int, daysAgo: Int) -> FolderListing.Entry {
            .init(name, kind, size: size, modified: TestStore.time(daysAgo, 9))
        }
        return FolderListing(
            folder: "/home/alex/Downloads",
            entries: [
                entry("Photos", .folder, 4_096, daysAgo: 3), entry("apple_health_export", .folder, 4_096, daysAgo: 40),
                entry("export.zip", .file, 61_400_000, daysAgo: 0), entry("notes.pdf", .file, 82_000, daysAgo: 1),
                entry("HealthAutoExport-2026-11-20.json", .file, 1_240_000, daysAgo: 1),
                entry("export (1).zip", .file, 58_900_000, daysAgo: 400), entry("scale.csv", .file, 3_100, daysAgo: 12),
                entry(String(repeating: "a very long name ", count: 9) + ".xml", .file, 712, daysAgo: 5),
                entry(".cache", .folder, 4_096, daysAgo: 2), entry("printer", .other, 0, daysAgo: 9),
            ]
        )
    }()

    /// Imports some hundred samples of nine types from two sources.
    private func importMany(_ store: TestStore) throws {
        let types: [(HKQuantityTypeIdentifier, String, Int)] = [
            (.heartRate, "count/min", 600), (.activeEnergyBurned, "kcal", 400), (.stepCount, "count", 300),
            (.flightsClimbed, "count", 90), (.respiratoryRate, "count/min", 60), (.bodyMass, "kg", 21),
            (.restingHeartRate, "count/min", 20), (.vo2Max, "mL/min\u{B7}kg", 4), (.height, "m", 1),
        ]
        var chunk = ImportChunk()
        chunk.definitions.series = types.map { ImportedSeries(type: $0.0.rawValue, unit: $0.1) }
        chunk.definitions.revisions = [("My Watch", "com.example.watch"), ("My iPhone", "com.example.phone")]
            .map { HKSourceRevision(source: HKSource(name: $0.0, bundleIdentifier: $0.1), version: nil) }
        for (place, type) in types.enumerated() {
            for index in 0..<type.2 {
                let isPhone = type.0 == .stepCount && index % 9 < 4
                let start = TestStore.time(360 - index % 358, Double(index % 14) + 8).timeIntervalSinceReferenceDate
                let header = ImportedHeader(
                    start: start,
                    end: start,
                    creation: start,
                    revision: .init(isPhone ? 1 : 0)
                )
                chunk.rows.append(
                    ImportedRow(series: .init(UInt32(place)), value: Double(40 + index % 9), header: header)
                )
            }
        }
        let forms = ImportForms(unit: { $0 }, metadata: \.bytes, workout: { _ in [] }, saysTheSame: ==)
        let session = try store.person.beginImport(forms, restoresDeleted: false, named: "export.xml")
        _ = try session.write(chunk)
        try session.finish()
    }

    /// Gives an app access since a day and takes it away again.
    private func revoke(_ store: TestStore, from app: AppIdentity) throws {
        let since = TestStore.time(29, 0).timeIntervalSinceReferenceDate
        for grant in [Grant(read: true, share: true, since: since), Grant(read: false, share: false)] {
            try store.person.setGrants([HKQuantityType(.stepCount).identifier: grant], app: app.bundleIdentifier)
        }
    }

    /// Reads steps twice, looks for heart rate in vain, and is not let save.
    private func use(_ store: TestStore, as app: AppIdentity) async throws {
        let caller = HKHealthStore(sharing: store.store, principal: .app(app))
        for type in [HKQuantityType(.stepCount), HKQuantityType(.stepCount), HKQuantityType(.heartRate)] {
            let all = HKSampleQueryDescriptor(
                predicates: [HKSamplePredicate<HKQuantitySample>.quantitySample(type: type)],
                sortDescriptors: []
            )
            _ = try await all.result(for: caller)
        }
        try? await caller.save(try store.quantity(.stepCount, 5, .count(), 1, 9))
        let since = TestStore.time(20, 0).timeIntervalSinceReferenceDate
        try store.person.setGrants(
            [HKQuantityType(.stepCount).identifier: Grant(read: true, share: false, since: since)],
            app: app.bundleIdentifier
        )
        _ = try store.person.audit()
    }

    private func fillWorkouts(_ store: TestStore) async throws {
        try store.person.setGoals(
            ActivityGoals(energy: 600, exercise: 30, stand: 12),
            from: CalendarDay(year: 2026, month: 10, day: 1)
        )
        let boundaries = [110.0, 130, 150, 165]
            .map { HKQuantity(unit: .count().unitDivided(by: .minute()), doubleValue: $0) }
        try store.person.setZones(boundaries, of: HKQuantityType(.heartRate))
        try await store.run()
        try store.plainWorkout(.yoga, daysAgo: 2, minutes: 41)
        try store.plainWorkout(.cycling, daysAgo: 30, minutes: 92.5, metres: 31_200)
        var samples: [HKSample] = []
        for day in 0..<20 {
            samples.append(
                try store.quantity(.activeEnergyBurned, 300 + Double(day) * 25, .kilocalorie(), day, 10, length: 1_800)
            )
            samples.append(try store.quantity(.appleExerciseTime, 12 + Double(day), .minute(), day, 11, length: 2_400))
        }
        try store.save(samples, from: TestStore.watch)
    }

    private func importUnknown(_ store: TestStore) throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("golden-\(UUID().uuidString).xml")
        defer { try? FileManager.default.removeItem(at: file) }
        let when = ["creationDate", "startDate", "endDate"].map { "\($0)=\"2026-11-20 08:00:00 +0100\"" }
            .joined(separator: " ")
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <HealthData locale="en_US">
             <Record type="HKQuantityTypeIdentifierMadeUp" sourceName="Scale" unit="kg" \(when) value="71.5">
              <MetadataEntry key="note" value="by hand"/>
             </Record>
            </HealthData>
            """
        try Data(text.utf8).write(to: file)
        _ = try ExportImporter(store.person).run(path: file.path)
    }
}
