import Foundation
import HealthKit
import HealthKitStore
import HealthtuiConsole
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing

@Suite("The sheet and the page of assistants") struct AssistantScreenTests {
    private static let app = AppIdentity(bundleIdentifier: "mcp.desk", name: "mcp.desk", version: "1")
    private static let steps = HKQuantityType(.stepCount).identifier
    private static let weight = HKQuantityType(.bodyMass).identifier

    /// Stores the request of an assistant.
    @discardableResult
    private func ask(_ store: TestStore) throws -> AuthorizationRequest? {
        try store.store.database()
            .write { try $0.ask(Self.app, share: [], read: [Self.steps], now: TestStore.now) }
    }

    /// A store in which an assistant is decided.
    private func decided(_ rights: [String: AssistantRight]) throws -> TestStore {
        let store = try TestStore.filled()
        try ask(store)
        let today = CalendarDay(TestStore.now, in: store.environment().calendar)
        let grant = AssistantGrant(
            types: rights,
            until: today.advanced(by: 30),
            zone: "Europe/Berlin",
            firstWeekday: 2
        )
        try store.person.setAssistant(grant, app: "mcp.desk")
        return store
    }

    @Test("A request is answered with one level a type; all means days, and weeks where a day is one sample")
    func request() async throws {
        let store = try TestStore.filled()
        let request = try #require(try ask(store))
        let console = try await Console.start(store.environment(), width: 120, height: 40)
        try await console.waitFor("an assistant, would like to answer questions")
        console.expectRow("runs commands: “healthtui samples”")
        console.expectRow("90 days, moving")
        try await console.advance(by: .seconds(1)).press("A")
        console.expectRow("whole days of")
        try await console.press("y").settle()
        console.expectRow("mcp.desk got your answer")
        let grant = try #require(try store.person.assistant("mcp.desk"))
        #expect(grant.types[Self.steps] == AssistantRight(.days))
        #expect(grant.types[Self.weight] == AssistantRight(.weeks))
        #expect((grant.pastDays, grant.callsADay) == (90, 200))
        #expect(grant.zone == store.environment().calendar.timeZone.identifier)
        #expect(try store.person.request(request.id)?.state == .answered)
        // What an assistant is answered from is no right of an app.
        #expect(try store.person.grants(app: "mcp.desk").values.allSatisfy { $0.read != true && $0.share != true })
    }

    @Test("A request that isn't allowed is decided: nothing is answered, and it isn't asked again")
    func refused() async throws {
        let store = try TestStore.filled()
        try ask(store)
        let console = try await Console.start(store.environment())
        try await console.waitFor("an assistant, would like").advance(by: .seconds(1)).press("n").settle()
        #expect(try store.person.assistant("mcp.desk")?.types.isEmpty == true)
        #expect(try store.person.requests().isEmpty)
    }

    @Test("Keys that were on their way when the sheet came up answer nothing")
    func arming() async throws {
        let store = try TestStore.filled()
        try ask(store)
        let console = try await Console.start(store.environment())
        try await console.waitFor("an assistant, would like").press("A", "y")
        #expect(try store.person.assistant("mcp.desk") == nil)
    }

    @Test("Put off and opened again, the sheet has what was chosen")
    func putOff() async throws {
        let store = try TestStore.filled()
        try ask(store)
        let console = try await Console.start(store.environment(), width: 120, height: 40)
        try await console.waitFor("an assistant, would like").advance(by: .seconds(1)).press("A")
        let chosen = console.expectRow("whole days of")
        try await console.press(.escape, "4").press(.enter)
        try await console.waitFor("an assistant, would like")
        #expect(console.expectRow("whole days of").contains(chosen.trimmingCharacters(in: .whitespaces).prefix(20)))
    }

    @Test("On the page Left and Right change the level, Space the drafts, and both hold at once")
    func page() async throws {
        let store = try decided([Self.steps: AssistantRight(.days)])
        let console = try await Console.start(store.environment(), width: 120, height: 40)
        try await console.press("4").press(.enter)
        try await console.waitFor(", an assistant").press("/").type("steps").press(.enter)
        try await console.press(.right, .space).settle()
        #expect(try store.person.assistant("mcp.desk")?.types[Self.steps] == AssistantRight(.samples, adds: true))
        try await console.press(.left, .left, .left, .space).settle()
        #expect(try store.person.assistant("mcp.desk")?.types[Self.steps] == nil)
    }

    @Test("The limits are typed; what is none is refused in words and changes nothing")
    func limits() async throws {
        let store = try decided([Self.steps: AssistantRight(.days)])
        let console = try await Console.start(store.environment(), width: 100, height: 30)
        try await console.press("4").press(.enter)
        try await console.waitFor(", an assistant").press("b", .control("u")).type("30d").press(.enter).settle()
        #expect(try store.person.assistant("mcp.desk")?.pastDays == 30)
        try await console.press("c", .control("u")).type("0").press(.enter)
        console.expectRow("isn’t a number from 1 to 10,000")
        try await console.press(.escape, "u", .control("u")).type("yesterday").press(.enter)
        console.expectRow("isn’t a day to come")
        #expect(try store.person.assistant("mcp.desk")?.callsADay == 200)
    }

    @Test("The sheet says what it doesn't protect against wherever a list fits beside it, and traps nowhere")
    func sizes() async throws {
        for (width, height) in [(200, 60), (120, 40), (80, 24), (40, 10)] {
            let store = try TestStore.filled()
            try ask(store)
            let console = try await Console.start(store.environment(), width: width, height: height)
            try await console.waitFor("mcp.desk").advance(by: .seconds(1))
                .press("A", .down, .right)
            if width >= 80 { console.expectRow("“healthtui samples”") }
        }
    }

    @Test("A draft becomes an entry of the person's, or is thrown away; nothing is stored before")
    func drafts() async throws {
        let store = try decided([Self.weight: AssistantRight(.weeks, adds: true)])
        try draft([75.2, 74.8], store)
        let weights = SampleListQuery(type: HKQuantityType(.bodyMass))
        let before = try store.person.count(weights)
        let console = try await Console.start(store.environment())
        try await console.press("4").waitFor("2 drafts wait").press(.enter)
        try await console.waitFor("1 of 2, nothing is saved").advance(by: .seconds(1)).press("y").settle()
        try await console.waitFor("1 of 1, nothing is saved")
        #expect(try store.person.count(weights) == before + 1)
        // A key that was meant for the first draft decides nothing of the second.
        try await console.press("y").settle()
        #expect(try store.person.count(weights) == before + 1)
        try await console.advance(by: .seconds(1)).press("n").settle()
        try await console.waitFor("No draft waits")
        #expect(try store.person.count(weights) == before + 1)
        #expect(try store.person.drafts().isEmpty)
    }

    /// Drafts weights of an hour ago.
    private func draft(_ kilograms: [Double], _ store: TestStore) throws {
        let assistant = HKHealthStore(sharing: store.store, principal: .app(Self.app))
        for number in kilograms {
            // Not on a whole minute, to which forms show times.
            let date = TestStore.now.addingTimeInterval(-3_590).timeIntervalSinceReferenceDate
            let call = DraftCall(type: Self.weight, values: [number], unit: "kg", date: date)
            guard case .waits = try assistant.draft(call) else {
                Issue.record("The draft wasn't taken")
                return
            }
        }
    }

    @Test("e opens a draft in the form of new entries; saving makes the changed one an entry and decides the draft")
    func changed() async throws {
        let store = try decided([Self.weight: AssistantRight(.weeks, adds: true)])
        try draft([75.2], store)
        let mass = HKQuantityType(.bodyMass)
        let before = try store.person.count(SampleListQuery(type: mass))
        let console = try await Console.start(store.environment())
        try await console.press("4").waitFor("1 draft waits").press(.enter)
        try await console.waitFor("1 of 1, nothing is saved").press("e")
        console.expectRow("1 of 1, nothing is saved")
        try await console.advance(by: .seconds(1)).press("e").waitFor("Value")
        #expect(try store.person.drafts().count == 1, "an open form decides nothing")
        try await console.press(.control("u")).type("74.6").press(.control("s")).settle()
        try await console.waitFor("No draft waits")
        #expect(try store.person.count(SampleListQuery(type: mass)) == before + 1)
        let saved = try #require(try store.person.latest(mass) as? HKQuantitySample)
        #expect(saved.quantity.doubleValue(for: .gramUnit(with: .kilo)) == 74.6)
        #expect(try store.person.drafts().isEmpty)
    }

    @Test("A draft that is saved unchanged from the form is saved to the second; one that is left waits on")
    func unchanged() async throws {
        let store = try decided([Self.weight: AssistantRight(.weeks, adds: true)])
        try draft([75.2], store)
        let console = try await Console.start(store.environment())
        try await console.press("4").waitFor("1 draft waits").press(.enter)
        try await console.waitFor("1 of 1, nothing is saved").advance(by: .seconds(1)).press("e")
        try await console.waitFor("Value").press(.escape).waitFor("1 of 1, nothing is saved")
        #expect(try store.person.drafts().count == 1)
        try await console.press("e").waitFor("Value").press(.control("s")).settle()
        try await console.waitFor("No draft waits")
        let saved = try #require(try store.person.latest(HKQuantityType(.bodyMass)) as? HKQuantitySample)
        #expect(saved.startDate == TestStore.now.addingTimeInterval(-3_590))
        #expect(saved.quantity.doubleValue(for: .gramUnit(with: .kilo)) == 75.2)
    }

    @Test("A draft that was decided elsewhere while its form was open isn't saved a second time")
    func decidedElsewhere() async throws {
        let store = try decided([Self.weight: AssistantRight(.weeks, adds: true)])
        try draft([75.2], store)
        let weights = SampleListQuery(type: HKQuantityType(.bodyMass))
        let before = try store.person.count(weights)
        let console = try await Console.start(store.environment())
        try await console.press("4").waitFor("1 draft waits").press(.enter)
        try await console.waitFor("1 of 1, nothing is saved").advance(by: .seconds(1)).press("e").waitFor("Value")
        let waiting = try #require(try store.person.drafts().first)
        #expect(try store.person.saveDraft(waiting.id, as: waiting.sample()))
        try await console.press(.control("s")).settle()
        console.expectRow("The draft is gone")
        #expect(try store.person.count(weights) == before + 1)
    }
}
