import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiExchange
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import RandomTesting
import Testing

/// Random keys, text, clicks and window sizes: nothing may trap, and what comes to rest must still be a console.
@Suite struct FuzzTests {
    private static let texts = [
        "70", "1e308", "-1", "NaN", "٣", "日本語", "👩‍👩‍👧‍👦", "\u{301}", "yesterday 25:99", "2026-02-30", "\u{1B}[31m",
        "+999999999d",
        "99999999999999999999", "/", "~", "",
    ]

    private static let keys: [Key] =
        [
            .enter, .escape, .tab, .backtab, .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .backspace,
            .delete,
            .space, .function(1), .function(99), .control("s"), .control("u"), .control("d"), .control("l"),
            .control("r"),
            .control("k"),
        ] + "hjklgGqpaodxXyntsvAJKDWMSYL+-=/:?12345678/:rweécuUEm".map { Key(.character($0)) }

    /// What is typed at random is no name for a file.
    private static func withoutFiles(_ environment: ConsoleEnvironment) -> ConsoleEnvironment {
        var environment = environment
        environment.exportFile = { _, _ in throw CancellationError() }
        environment.saveFile = { _, _, _, _, _ in throw CancellationError() }
        return environment
    }

    /// Imports the sample data, and tells of a file that is not there; of what lies on this machine it reads nothing.
    private static func importFile(_ store: TestStore) -> ImportFile {
        let importFile = ExportImporter(store.person).importFile
        let sample = FileManager.default.temporaryDirectory.appendingPathComponent("healthtui-").path
        return { path, isCancelled, progress in
            guard path.hasPrefix(sample) || !FileManager.default.fileExists(atPath: path) else {
                throw CancellationError()
            }
            return try importFile(path, isCancelled, progress)
        }
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func randomKeysAndSizesNeverTrap(round: UInt64) async throws {
        let seed = ProcessInfo.processInfo.environment["TEST_SEED"].flatMap(UInt64.init) ?? 20_261_121 &+ round
        print("console fuzz: TEST_SEED=\(seed)")
        var random = SeededGenerator(seed: seed)
        let store = try TestStore.filled()
        try store.store.database()
            .write {
                _ = try $0.ask(
                    AppIdentity(bundleIdentifier: "local.fuzz", name: "fuzz"),
                    share: [HKQuantityType(.stepCount).identifier],
                    read: [HKQuantityType(.heartRate).identifier],
                    now: TestStore.now
                )
            }
        let environment = Self.withoutFiles(store.environment(importFile: { _, _, _ in throw CancellationError() }))
        var console = try await Console.start(environment)
        for _ in 0..<600 {
            switch Int.random(in: 0..<20, using: &random) {
            case 0:
                let size = Size(
                    width: Int.random(in: 0..<130, using: &random),
                    height: Int.random(in: 0..<45, using: &random)
                )
                console.terminal.deliver(.resize(size))
            case 1: console.terminal.deliver(.paste(Self.texts.randomElement(using: &random) ?? ""))
            case 2:
                let place = Point(
                    x: Int.random(in: -1..<90, using: &random),
                    y: Int.random(in: -1..<30, using: &random)
                )
                let kind: MouseEvent.Kind =
                    [.press, .wheelDown, .wheelUp, .release].randomElement(using: &random) ?? .press
                console.terminal.deliver(.mouse(MouseEvent(kind, at: place)))
            case 3: try await console.advance(by: .seconds(1))
            default: console.terminal.deliver(.key(Self.keys.randomElement(using: &random) ?? .enter))
            }
            if Int.random(in: 0..<10, using: &random) == 0 { try await console.settle() }
            if console.endState != nil { console = try await Console.start(environment) }
        }
        try await console.settle()
        // Whatever was open, the way back to the summary is there.
        try await console.resize(width: 80, height: 24)
        _ = try store.person.types()
        for type in try store.person.types() {
            let known = try #require(HKObjectType.type(identifier: type.identifier) as? HKSampleType)
            #expect(try store.person.count(SampleListQuery(type: known)) == type.count)
        }
    }

    private static let eventCount = Soak.count(3_000, soak: 200_000)

    @Test("One process takes events for long on a store file with an imported year, and still answers; nothing is lost")
    func manyEventsInOneProcess() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("console-fuzz-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = TestStore(at: .file(folder.appendingPathComponent("fuzz.store").path))
        let environment = Self.withoutFiles(store.environment(importFile: Self.importFile(store)))
        var console = try await Console.start(environment)
        // The sample data that a first start offers: a year, through the importer.
        try await console.press("j", .enter)
        #expect(try store.person.types().reduce(0) { $0 + $1.count } > 10_000)
        // What the keys do they may undo, but not the import: the events would meet an empty store, and import it again.
        _ = try store.person.forgetSteps()
        var random = SeededGenerator("console events")
        let seed = random.seed
        // Quitting is left out, and so is deleting all of a list: a store that is soon empty shows nothing.
        let keys = Self.keys.filter { !["Q", "X"].contains($0) }
        var starts = 0
        for event in 0..<Self.eventCount {
            switch Int.random(in: 0..<400, using: &random) {
            case 0:
                let size = Size(
                    width: Int.random(in: 0..<130, using: &random),
                    height: Int.random(in: 0..<45, using: &random)
                )
                console.terminal.deliver(.resize(size))
            case 1...4: console.terminal.deliver(.paste(Self.texts.randomElement(using: &random) ?? ""))
            case 5...14:
                let place = Point(x: Int.random(in: 0..<90, using: &random), y: Int.random(in: 0..<30, using: &random))
                console.terminal.deliver(.mouse(MouseEvent(.press, at: place)))
            default: console.terminal.deliver(.key(keys.randomElement(using: &random) ?? .enter))
            }
            if event % 500 == 499 {
                try await console.settle()
                // Help lists quitting, and runs what it lists.
                if console.endState != nil {
                    console = try await Console.start(environment)
                    starts += 1
                }
            }
        }
        try await console.resize(width: 80, height: 24)
        // The way back is there, whatever is open: a form with something typed asks, and yes is an answer.
        for _ in 0..<40 where !console.text.contains("Q quits") {
            try await console.press(console.text.contains("Leave without saving") ? "y" : .escape)
        }
        console.expectRow("1 Summary")
        for type in try store.person.types() {
            let known = try #require(HKObjectType.type(identifier: type.identifier) as? HKSampleType)
            #expect(try store.person.count(SampleListQuery(type: known)) == type.count, "seed \(seed)")
        }
        #expect(starts < 100, "seed \(seed)")
    }
}
