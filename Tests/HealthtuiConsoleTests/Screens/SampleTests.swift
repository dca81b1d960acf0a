import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiEntry
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Synchronization
import Testing
import WaitTesting

@Suite struct SampleTests {
    private func samples(_ name: String, _ store: TestStore) async throws -> Console {
        let console = try await Console.start(store.environment())
        try await console.press(":").type(name).press(.enter, "L")
        return console
    }

    @Test func listsTheNewestFirstWithSourceAndDevice() async throws {
        let console = try await samples("heart rate", TestStore.filled())
        console.expectRow("484 samples")
        let row = console.cursorRow
        for text in ["85", "today 13:12:00", "My Watch 11.1", "Watch6,1"] { #expect(row.contains(text), "\(row)") }
    }

    @Test func showsEverythingThatIsKnownOfASample() async throws {
        let console = try await samples("heart rate", TestStore.filled())
        try await console.press(.enter)
        console.expectRow("85 BPM")
        console.expectRow("Sat 21 Nov 2026 13:12:00, an instant")
        console.expectRow("My Watch, version 11.1 (com.apple.health.watch)")
        console.expectRow("Apple Watch · Apple Inc. · Watch · Watch6,1 · software 11.1")
        console.expectRow("UUID")
        console.expectRow("Motion Context  Sedentary")
    }

    @Test func showsTheMembersOfABloodPressureAndWhatTheyBelongTo() async throws {
        let console = try await samples("blood pressure", TestStore.filled())
        try await console.press(.enter)
        console.expectRow("Systolic Blood Pressure  120 mmHg")
        try await console.press("G").press(.enter)
        console.expectRow("120 mmHg")
        console.expectRow("Blood Pressure  120/76 mmHg")
    }

    @Test("Enter is offered where there is something behind the row, and says so where there is nothing")
    func offersEnterWhereItOpens() async throws {
        let console = try await Console.start(TestStore.filled().environment())
        try await console.press(":").type("blood pressure").press(.enter, "L", .enter)
        console.expectNone("Enter open")
        try await console.press(.enter)
        console.expectRow("Enter does nothing here")
        try await console.press("G")
        console.expectRow("Enter open")
        try await console.press(.enter)
        console.expectRow("Blood Pressure  120/76 mmHg")
    }

    @Test func deletesASampleAfterAskingForIt() async throws {
        let store = try TestStore.filled()
        let console = try await samples("weight", store)
        console.expectRow("13 samples")
        try await console.press("d")
        console.expectRow("Delete Weight 70.3 kg, yesterday 07:30, from Health?")
        try await console.press(.enter)
        console.expectRow("13 samples")
        try await console.press("d", "y")
        console.expectRow("12 samples")
        let type = HKQuantityType(.bodyMass)
        #expect(try store.person.types().first { $0.identifier == type.identifier }?.count == 12)
    }

    @Test func deletesMarkedSamples() async throws {
        let store = try TestStore.filled()
        let console = try await samples("weight", store)
        try await console.press(.space, .space, "d")
        console.expectRow("Delete 2 marked Weight samples?")
        try await console.press("y")
        console.expectRow("11 samples")
    }

    @Test("Only the marked sample goes, though it is no longer at hand and the cursor is on another")
    func deletesTheMarkedOneAndNoOther() async throws {
        let store = try TestStore.filled()
        let type = HKQuantityType(.heartRate)
        let oldest = try #require(
            try store.person.samples(SampleListQuery(type: type), ascending: true, limit: 1).first
        )
        let console = try await samples("heart rate", store)
        try await console.press("G", .space, "g")
        console.expectRow("1 marked")
        try store.save(
            [try store.quantity(.heartRate, 99, .count().unitDivided(by: .minute()), 0, 13.5)],
            from: TestStore.watch
        )
        try await console.waitFor("485 samples")
        try await console.press("d")
        let when = store.environment().dates.moment(oldest.startDate)
        console.expectRow("Delete Heart Rate")
        let words = console.text.replacing("│", with: " ").split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains(when), "\(console.text)")
        try await console.press("y")
        console.expectRow("484 samples")
        #expect(try store.person.sample(oldest.uuid) == nil)
        #expect(try store.person.latest(type)?.startDate == TestStore.time(0, 13.5))
    }

    @Test("All data of a source goes in one transaction, told once, or not at all")
    func deletesASourceAtOnce() async throws {
        let store = try TestStore.filled()
        var many: [HKSample] = []
        for index in 0..<(ObjectWriter.deletionPart + 500) {
            many.append(try store.quantity(.stepCount, 1, .count(), 50, Double(index) / 3_600))
        }
        try store.save(many, from: TestStore.polar)
        let changes = Mutex<[Set<String>]>([])
        let token = try store.person.listen { change in changes.withLock { $0.append(Set(change.types)) } }
        let queries = [HKQuantityType(.stepCount), HKQuantityType(.heartRate)]
            .map { SampleListQuery(type: $0, source: TestStore.polar.source) }
        let count = try queries.reduce(0) { $0 + (try store.person.count($1)) }
        #expect(throws: DeletionError.self) {
            try store.person.delete(queries, expecting: count - 1)
        }
        #expect(try queries.reduce(0) { $0 + (try store.person.count($1)) } == count)
        var visited: Set<UUID> = []
        #expect(try store.person.delete(queries, expecting: count) { visited.insert($0) } == count)
        #expect(visited.count == count)
        #expect(try queries.allSatisfy { try store.person.count($0) == 0 })
        await eventually("a change", seconds: 120) { changes.withLock { !$0.isEmpty } }
        // Another change comes behind all that was told of this one.
        try store.save([try store.quantity(.bodyMass, 70, .gramUnit(with: .kilo), 0, 9)], from: .health)
        let weight = HKQuantityType(.bodyMass).identifier
        await eventually("the change of the weight", seconds: 120) {
            changes.withLock { $0.contains { $0.contains(weight) } }
        }
        let reported = changes.withLock { $0 }.filter { !$0.contains(weight) }
        #expect(reported == [Set(queries.map(\.type.identifier))])
        token.cancel()
    }

    @Test func marksARange() async throws {
        let console = try await samples("weight", TestStore.filled())
        try await console.press(.space, "j", "j", "v")
        console.expectRow("4 marked")
        try await console.press(.escape)
        console.expectNone("marked")
    }

    @Test func deletesAllDataOfASourceAndNamesHowMuch() async throws {
        let store = try TestStore.filled()
        let console = try await Console.start(store.environment())
        try await console.press("2", "l", "j", "j").press(.enter, "X")
        console.expectRow("Delete all data from Polar Flow: 10 samples of 1 type?")
        try await console.press("y")
        console.expectRow("deleted 10 samples from Polar Flow")
        let names = try store.person.sources().map(\.source.name)
        #expect(!names.contains("Polar Flow"))
    }

    @Test func readOnlyConsolesDeleteNothing() async throws {
        let store = try TestStore.filled()
        let console = try await Console.start(store.environment(isReadOnly: true))
        console.expectNone("3 Add")
        try await console.press(":").type("weight").press(.enter, "L", "d")
        console.expectRow("this console only reads: delete is not possible")
        console.expectNone("Delete")
        console.expectRow("13 samples")
    }

    @Test func copiesAValue() async throws {
        let console = try await samples("weight", TestStore.filled())
        try await console.press("y")
        #expect(console.terminal.clipboard == "70.3 kg")
    }

    @Test func aLongListOpensAtBothEndsAndKeepsItsOrder() async throws {
        let store = TestStore()
        let count = 5_000
        let samples = try (0..<count)
            .map { index -> HKQuantitySample in
                let (beats, hour) = (Double(40 + index % 160), -Double(index) / 60)
                return try store.quantity(.heartRate, beats, .count().unitDivided(by: .minute()), 0, hour)
            }
        try store.save(samples, from: TestStore.watch)
        let console = try await Console.start(store.environment())
        try await console.press(":").type("heart rate").press(.enter, "L")
        console.expectRow("5,000 samples")
        try await console.press("G")
        #expect(console.cursorRow.contains("\(40 + (count - 1) % 160)"), "\(console.text)")
        for _ in 0..<30 { try await console.press(.pageUp) }
        console.expectNone("…")
        try await console.press("g")
        #expect(console.cursorRow.contains("40"))
        for _ in 0..<40 { try await console.press(.pageDown) }
        let expected = Self.minutes(console.cursorRow)
        try await console.press("j")
        #expect(Self.minutes(console.cursorRow) == (expected + 1_439) % 1_440)
    }

    /// The time of day in a row, in minutes.
    private static func minutes(_ row: String) -> Int {
        let time = row.split(separator: " ").first { $0.contains(":") } ?? ""
        let parts = time.split(separator: ":").compactMap { Int($0) }
        return parts.count >= 2 ? parts[0] * 60 + parts[1] : -1
    }
}
