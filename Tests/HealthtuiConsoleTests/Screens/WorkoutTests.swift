import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing

/// Workouts in the console: the list, a page, its views, the route, a new one.
@Suite("Workouts in the console")
struct WorkoutTests {
    private static let sizes = [(80, 24), (40, 10)]

    private static func store() async throws -> TestStore {
        let store = TestStore()
        var me = CharacteristicValues()
        me.dateOfBirth = "1986-11-21"
        try store.person.setCharacteristics(me)
        try await store.run()
        try store.plainWorkout(.yoga, daysAgo: 2, minutes: 41)
        try store.plainWorkout(.cycling, daysAgo: 30, minutes: 92.5, metres: 31_200)
        return store
    }

    @Test("The list stands by month, with what each adds up to, at 80x24 and 40x10", arguments: sizes)
    func list(width: Int, height: Int) async throws {
        let console = try await Console.start(try await Self.store().environment(), width: width, height: height)
        try await console.press("7")
        let month = console.expectRow("Nov 2026")
        #expect(month.contains("2 workouts"))
        #expect(console.cursorRow.contains("Yoga"))
        #expect(console.cursorRow.contains("41:00"))
        #expect(console.expectRow("Outdoor Running").contains("39:00"))
        if width == 80 {
            #expect(month.contains("6.00 km"))
            let run = console.expectRow("Outdoor Running")
            #expect(run.contains("6.00 km") && run.contains("6:30 /km") && run.contains("139 BPM"))
            #expect(console.expectRow("Cycling").contains("20.2 km/h"))
            #expect(console.expectRow("Oct 2026").contains("31.20 km"))
        }
    }

    @Test("Beside the list a wide screen shows the workout under the cursor", arguments: [(200, 60), (120, 40)])
    func preview(width: Int, height: Int) async throws {
        let console = try await Console.start(try await Self.store().environment(), width: width, height: height)
        try await console.press("7")
        console.expectRow("neither heart rate nor route")
        try await console.press("j")
        console.expectRow("39:00 moving")
        console.expectRow("zone 3")
        // Of what is deleted nothing stays beside the list.
        try await console.press("k", "d", "y")
        try await console.waitFor("Nov 2026  1 workout")
        console.expectNone("neither heart rate nor route")
    }

    @Test("A filter keeps what it finds, and Escape shows all again")
    func filter() async throws {
        let console = try await Console.start(try await Self.store().environment())
        try await console.press("7", "/").type("cyc").press(.enter)
        console.expectNone("Yoga")
        #expect(console.cursorRow.contains("Cycling"))
        try await console.press(.escape)
        console.expectRow("Yoga")
    }

    @Test("A page shows figures, heart rate, zones, splits and route, at 80x24 and 40x10", arguments: sizes)
    func page(width: Int, height: Int) async throws {
        let console = try await Console.start(try await Self.store().environment(), width: width, height: height)
        try await console.press("7", "j", .enter)
        console.expectRow("39:00")
        console.expectRow("6.00 km")
        if width == 80 {
            let figures = console.expectRow("39:00 moving")
            #expect(figures.contains("40:00 in total") && figures.contains("6:30 /km"))
            console.expectRow("110–165")
            #expect(console.expectRow("zone 5").contains("BPM"))
            #expect(console.expectRow("splits").contains(" 1 6:"))
            #expect(console.expectRow("up ").contains("down"))
            #expect(console.text.unicodeScalars.contains { (0x2801...0x28FF).contains($0.value) })
            #expect(console.text.contains("18:10"))
        }
        try await console.press("l")
        console.expectRow("E")
        #expect(console.text.unicodeScalars.contains { (0x2801...0x28FF).contains($0.value) })
        try await console.press("l")
        console.expectRow("Time")
        #expect(console.cursorRow.contains("6:"))
        try await console.press("e")
        console.expectRow("Lap")
        console.expectRow("18:20:00")
        try await console.press("s")
        console.expectRow("110–165")
        try await console.press(.escape)
        console.expectRow("39:00")
    }

    @Test("Its samples open by type, and only its own")
    func samples() async throws {
        let store = try await Self.store()
        try store.save(
            [try store.quantity(.heartRate, 61, .count().unitDivided(by: .minute()), 3, 9)],
            from: TestStore.watch
        )
        let console = try await Console.start(store.environment())
        try await console.press("7", "j", .enter, .enter)
        #expect(console.expectRow("Heart Rate").contains("120"))
        try await console.press("g", .enter)
        console.expectRow("120 samples")
        console.expectNone("61")
    }

    @Test("Without heart rate and route a page says so, and writes no GPX")
    func bare() async throws {
        let console = try await Console.start(try await Self.store().environment())
        try await console.press("7", .enter)
        console.expectRow("neither heart rate nor route")
        try await console.press("w")
        console.expectRow("this workout has no route")
        for _ in 0..<6 { try await console.press("l") }
    }

    @Test("What is said in place of something is wrapped, never cut, at 40x10")
    func wraps() async throws {
        let console = try await Console.start(try await Self.store().environment(), width: 40, height: 10)
        try await console.press("7", .enter)
        console.expectRow("neither heart rate nor route were")
        console.expectRow("recorded")
        try await console.press("l", "l")
        console.expectRow("neither a route nor distances tell")
        try await console.press("l", "l", "l")
        console.expectRow("what was measured in its time is under")
        console.expectRow("its type")
    }

    @Test("Without workouts the hints are those that lead to one, at 40x10 too")
    func none() async throws {
        let console = try await Console.start(TestStore().environment(), width: 40, height: 10)
        try await console.press("7")
        console.expectRow("s start  a add")
        console.expectNone("Enter open")
    }

    @Test("Enter goes on to what was measured where no row opens")
    func entersFromEveryView() async throws {
        let console = try await Console.start(try await Self.store().environment())
        try await console.press("7", "j", .enter)
        for presses in 1...3 {
            for _ in 0..<presses { try await console.press("l") }
            try await console.press(.enter)
            console.expectRow("[Samples]")
            try await console.press(.escape)
        }
    }

    @Test("A distance and an energy of zero are told by no figure, and long names have room where there is some")
    func zeroes() async throws {
        let store = TestStore()
        try store.plainWorkout(.traditionalStrengthTraining, daysAgo: 2, minutes: 41, metres: 0)
        let console = try await Console.start(store.environment(), width: 200, height: 60)
        try await console.press("7")
        #expect(!console.expectRow("Traditional Strength Training").contains("km"))
    }

    @Test("The route is written as GPX where the person says, and never over a file without asking")
    func route() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("route-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let console = try await Console.start(try await Self.store().environment())
        try await console.press("7", "j", .enter, "w")
        console.expectRow("route_2026-11-18_6.00pm.gpx")
        try await console.press(.control("u")).type("/no/such/folder/a.gpx").press(.enter)
        console.expectRow("does not exist")
        let file = folder.appendingPathComponent("run.gpx")
        try await console.press(.control("u")).type(file.path).press(.control("s"))
        console.expectRow("wrote 481 places")
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(text.components(separatedBy: "<trkpt").count == 482)
        #expect(text.hasSuffix("</gpx>"))
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        try await console.press("w").press(.control("u")).type(file.path).press(.enter)
        console.expectRow("Replace it?")
        try await console.press("n")
        #expect(try String(contentsOf: file, encoding: .utf8) == text)
    }

    @Test("Under a name that ends in .tcx the whole workout is written, and what has no place in TCX is listed")
    func workoutFile() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tcx-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let console = try await Console.start(try await Self.store().environment())
        let file = folder.appendingPathComponent("run.tcx")
        try await console.press("7", "j", .enter, "w").press(.control("u")).type(file.path).press(.control("s"))
        console.expectRow("wrote the workout to")
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(text.contains("<Activity Sport=\"Running\">"))
        // Places during the pause have no track.
        #expect((400...482).contains(text.components(separatedBy: "<Position>").count))
    }

    @Test("A past workout is added by form; what is wrong stands beside its field and nothing is lost")
    func form() async throws {
        let store = TestStore()
        let console = try await Console.start(store.environment())
        try await console.press("7", "a").type("r").press(.tab, .tab).type("yesterday 18:00").press(.tab).type("+45m")
        try await console.press(.control("s"))
        #expect(console.expectRow("Activity").contains("✗"))
        console.expectRow("yesterday 18:00")
        try await console.press(.control("u")).type("run").press(.tab, .right, .tab, .tab, .tab).type("8.41 km")
        try await console.press(.tab).type("-5").press(.control("s"))
        #expect(console.expectRow("Energy").contains("✗"))
        #expect(try store.person.types().isEmpty)
        try await console.press(.control("u")).type("512").press(.control("s"))
        console.expectRow("saved Outdoor Running 45:00")
        let saved = try #require(try store.person.latest(HKObjectType.workoutType()) as? HKWorkout)
        #expect(saved.startDate == TestStore.time(1, 18))
        #expect(saved.duration == 2_700)
        #expect(saved.totalDistance == HKQuantity(unit: .meterUnit(with: .kilo), doubleValue: 8.41))
        #expect(saved.metadata?[HKMetadataKeyWasUserEntered] as? Bool == true)
        try await console.waitFor("Fri 20  Outdoor Running")
        #expect(console.cursorRow.contains("Outdoor Running"))
    }

    @Test("Deleting asks, names the workout, and keeps its samples")
    func delete() async throws {
        let store = try await Self.store()
        let console = try await Console.start(store.environment())
        try await console.press("7", "j", .enter, "d")
        console.expectRow("Outdoor Running")
        try await console.press("y")
        console.expectRow("deleted Outdoor Running")
        // The list is read again when the store tells of the change.
        try await console.waitFor("Nov 2026  1 workout")
        console.expectNone("39:00")
        #expect(try store.person.types().contains { $0.identifier == "HKQuantityTypeIdentifierHeartRate" })
    }

    @Test("A console that only looks adds, starts and deletes nothing")
    func readOnly() async throws {
        let console = try await Console.start(try await Self.store().environment(isReadOnly: true))
        for key: Key in ["a", "s"] {
            try await console.press("7", key)
            console.expectRow("only reads")
        }
        try await console.press(.enter, "d")
        console.expectRow("only reads")
    }
}
