import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiFacts
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing

/// One run of several sources in the console: the list, the page, and the question before it is deleted.
@Suite("Workouts of several sources in the console")
struct RepeatedWorkoutScreenTests {
    private static func count(_ store: TestStore) throws -> Int {
        try store.person.count(SampleListQuery(type: HKObjectType.workoutType()))
    }

    @Test("The list has the others beneath the first, and says what of each counts")
    func list() async throws {
        let console = try await Console.start(try TestStore.repeated().environment())
        try await console.press("7")
        let month = console.expectRow("Nov 2026")
        #expect(month.contains("3 workouts") && month.contains("1 h 49 min") && month.contains("18.94 km"))
        #expect(month.contains("2 recorded by several"))
        console.expectRow("Counts")
        #expect(console.cursorRow.contains("25:00") && console.cursorRow.contains("all"))
        #expect(console.expectRow("└ Runsite").contains("0 %"))
        #expect(console.expectRow("1:04:00").contains("64 %"))
    }

    @Test("Without a second recording there is no column for what counts")
    func alone() async throws {
        let store = TestStore()
        try store.plainWorkout(.yoga, daysAgo: 2, minutes: 41)
        try store.recorded(by: TestStore.watch, daysAgo: 3, 18, minutes: 25, metres: 4_430)
        let console = try await Console.start(store.environment())
        try await console.press("7")
        console.expectRow("2 workouts")
        console.expectNone("Counts")
    }

    @Test("A page says who else recorded the workout; that of a second one says what of it counts")
    func page() async throws {
        let console = try await Console.start(try TestStore.repeated().environment())
        try await console.press("7", .enter)
        console.expectRow("My Watch, also recorded by Polar Flow")
        console.expectRow("What each recorded")
        #expect(console.expectRow("18:00    25:12").contains("0 %  ─"))
        try await console.press(.escape, "G", .enter)
        console.expectRow("Polar Flow, counts: 64 %, the rest by My Watch")
    }

    @Test("Deleting the first asks about the others: y leaves them, and the next one counts")
    func deleteFirst() async throws {
        let store = try TestStore.repeated()
        let console = try await Console.start(store.environment())
        try await console.press("7", "d")
        console.expectRow("[ Delete all 3 ]")
        try await console.press("y").waitFor("└ Runsite")
        console.expectNone("25:00")
        #expect(console.expectRow("25:12").contains("all"))
        #expect(try Self.count(store) == 4)
    }

    @Test("Deleting the first asks about the others: a takes all of them, in one step")
    func deleteAll() async throws {
        let store = try TestStore.repeated()
        let console = try await Console.start(store.environment())
        try await console.press("7", "d", "a").waitFor("2 workouts")
        #expect(try Self.count(store) == 2)
        _ = try store.person.undo()
        #expect(try Self.count(store) == 5)
    }

    /// The list of all workouts as samples, as Browse opens it.
    private static func samples(_ store: TestStore) async throws -> Console {
        let console = try await Console.start(store.environment())
        try await console.press("2", "/").type("workouts").press(.enter, .enter, "L")
        console.expectRow("5 samples")
        return console
    }

    /// The same with the cursor on the run of three sources that counts.
    private static func first(_ store: TestStore) async throws -> Console {
        let console = try await samples(store)
        for _ in 0..<5 where !console.cursorRow.contains("My Watch") { try await console.press("j") }
        return console
    }

    @Test("Deleting the first in Browse asks about the others: y leaves them, and the next one counts")
    func browseDeletesFirst() async throws {
        let store = try TestStore.repeated()
        let console = try await Self.first(store)
        try await console.press("d")
        console.expectRow("[ Delete all 3 ]")
        try await console.press("y").waitFor("4 samples")
        let whole = try WorkoutSummary.counted(store.person).filter(\.isWhole).map(\.source)
        #expect(whole == ["Polar Flow", "My Watch"])
    }

    @Test("Deleting the first in Browse asks about the others: a takes all of them, in one step")
    func browseDeletesAll() async throws {
        let store = try TestStore.repeated()
        let console = try await Self.first(store)
        try await console.press("d", "a").waitFor("2 samples")
        #expect(try Self.count(store) == 2)
        _ = try store.person.undo()
        #expect(try Self.count(store) == 5)
    }

    @Test("The page of a sample asks as well, and of marked samples nobody asks about those that go themselves")
    func browseAsksOfOthers() async throws {
        let store = try TestStore.repeated()
        let console = try await Self.first(store)
        try await console.press(.enter, "d")
        console.expectRow("[ Delete all 3 ]")
        let marked = try await Self.samples(store)
        for _ in 0..<5 { try await marked.press(.space) }
        try await marked.press("d")
        marked.expectRow("Delete 5 marked")
        marked.expectNone("[ Delete all")
    }

    /// The page of the source or device with a name, from its list in Browse.
    private static func origin(_ name: String, _ list: Key..., in store: TestStore) async throws -> Console {
        let console = try await Console.start(store.environment())
        try await console.press("2")
        for key in list { try await console.press(key) }
        for _ in 0..<8 where !console.cursorRow.contains(name) { try await console.press("j") }
        #expect(console.cursorRow.contains(name))
        return console
    }

    @Test("Deleting all of a source asks about what others recorded: y leaves them, and they count then")
    func deleteSource() async throws {
        let store = try TestStore.repeated()
        let console = try await Self.origin("My Watch", "l", in: store)
        try await console.press(.enter, "X")
        console.expectRow("[ Delete all 5 ]")
        try await console.press("y")
        #expect(try Self.count(store) == 3)
        #expect(
            try WorkoutSummary.counted(store.person).filter(\.isWhole).map(\.source) == ["Polar Flow", "Polar Flow"]
        )
    }

    @Test("Deleting all of a source with the recordings beneath its own is one step, from its page and from the list")
    func deleteSourceAndOthers() async throws {
        let store = try TestStore.repeated()
        let page = try await Self.origin("My Watch", "l", in: store)
        try await page.press(.enter, "X", "a")
        #expect(try Self.count(store) == 0)
        _ = try store.person.undo()
        #expect(try Self.count(store) == 5)
        let list = try await Self.origin("My Watch", "l", in: store)
        try await list.press("d")
        list.expectRow("[ Delete all 5 ]")
        try await list.press("a")
        #expect(try Self.count(store) == 0)
        _ = try store.person.undo()
        #expect(try Self.count(store) == 5)
    }

    @Test("Deleting a filtered list of workouts asks about those beneath; deleting all of them doesn't")
    func deleteList() async throws {
        let store = try TestStore.repeated()
        let all = try await Self.samples(store)
        try await all.press("X")
        all.expectRow("Delete 5 ")
        all.expectNone("[ Delete all 5 ]")
        try await all.press("n")
        let filtered = try await Self.samples(store)
        try await filtered.press("/").type("my watch").advance(by: .seconds(1)).press(.enter)
        filtered.expectRow("2 samples")
        try await filtered.press("X")
        filtered.expectRow("[ Delete all 5 ]")
        try await filtered.press("a")
        #expect(try Self.count(store) == 0)
        _ = try store.person.undo()
        #expect(try Self.count(store) == 5)
    }

    @Test("A source whose workouts are nobody else's goes without a question about others")
    func deleteLast() async throws {
        let store = try TestStore.repeated()
        let console = try await Self.origin("Runsite", "l", in: store)
        try await console.press(.enter, "X")
        console.expectRow("Delete all data from Runsite")
        console.expectNone("other recording")
    }

    @Test("Another order of sources shows another first at once")
    func order() async throws {
        let store = try TestStore.repeated()
        let console = try await Console.start(store.environment())
        try await console.press("7").waitFor("└ Polar Flow")
        try store.order([TestStore.site, TestStore.polar, TestStore.watch])
        try await console.waitFor("└ My Watch")
        try await console.press("o").waitFor("1  Runsite")
        console.expectRow("the upper one counts")
    }
}
