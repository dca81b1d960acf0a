import Foundation
import HealthKitStore
import Testing

@testable import HealthKit

@Suite("What an assistant can do", .timeLimit(.minutes(10)))
struct AssistantGateTests {
    /// The calls that an assistant can make; all others are refused.
    private static let open: Set = [TotalsCall.name, DraftCall.name, AuthorizeCall.name, SamplesCall.name]

    /// A right for everything, so that nothing but the kind of the call can refuse it.
    private static var everything: AssistantGrant {
        var grant = AssistantWorld.grant([:], pastDays: AssistantGrant.mostDays, calls: AssistantGrant.mostCalls)
        for type in AssistantTypes.all {
            grant.types[type] = AssistantRight(.samples, adds: AssistantTypes.canBeDrafted(type))
        }
        return grant
    }

    private static func refusal(of call: any StoreCall, _ port: any CallPort) async -> HKError? {
        func pass<Call: PassedCall>(_ call: Call) throws { _ = try port.send(call, while: nil) }
        func wait<Call: AwaitedCall>(_ call: Call) async throws { _ = try await port.sendAndWait(call) }
        do {
            switch call {
            case let call as any AwaitedCall: try await wait(call)
            case let call as any PassedCall: try pass(call)
            default: return HKError(.unknownError, "it doesn't pass")
            }
            return nil
        } catch {
            return error as? HKError
        }
    }

    @Test("Every call but four is refused, here and through a service", arguments: [false, true])
    func calls(isServed: Bool) async throws {
        let world = AssistantWorld(isServed: isServed)
        try world.allow(Self.everything)
        let anchor = try world.test.store.database().read { try $0.store.currentAnchor }
        for name in ["mcp.desk", "MCP.desk"] {
            let port = world.assistant(name).port
            for call in try CallCodingTests.calls() {
                let kind = type(of: call)
                guard !Self.open.contains(kind.name) else { continue }
                let error = await Self.refusal(of: call, port)
                #expect(error?.code == .errorAuthorizationDenied, "\(kind.name): \(error?.text ?? "answered")")
            }
        }
        #expect(try world.test.store.database().read { try $0.store.currentAnchor } == anchor, "nothing changed")
    }

    @Test("Nothing goes on for an assistant, and none of the person's calls is answered")
    func others() async throws {
        let world = AssistantWorld()
        try world.allow(Self.everything)
        let assistant = world.assistant()
        let (errors, continuation) = AsyncStream.makeStream(of: HKError?.self)
        let query = HKObserverQuery(sampleType: steps, predicate: nil) { _, _, error in
            continuation.yield(error as? HKError)
        }
        assistant.execute(query)
        var told = errors.makeAsyncIterator()
        #expect(await told.next()??.code == .errorAuthorizationDenied)
        let access = PersonAccess(assistant)
        #expect(throws: HKError.self) { try access.assistant("mcp.desk") }
        #expect(throws: HKError.self) { try access.setAssistant(Self.everything, app: "mcp.desk") }
        #expect(throws: HKError.self) { try access.drafts() }
        #expect(throws: HKError.self) { try access.count(SampleListQuery(type: steps)) }
        await #expect(throws: HKError.self) { try await assistant.save(stepSample(1, 0, 1)) }
        #expect(try world.person.count(SampleListQuery(type: steps)) == 0)
    }

    @Test("Totals and drafts are for assistants alone")
    func apps() throws {
        let world = AssistantWorld()
        for store in [world.test.app("app"), world.test.store] {
            #expect(throws: HKError.self) {
                try store.totals(TotalsCall(tool: "daily", types: [], first: nil, last: nil))
            }
            #expect(throws: HKError.self) {
                try store.draft(DraftCall(type: steps.identifier, values: [1], unit: "count", date: 0))
            }
        }
        #expect(try world.person.requests().isEmpty)
    }

    @Test("Samples are those of types at samples, of the days that may be read, while the time lasts")
    func samples() async throws {
        let world = AssistantWorld()
        let now = world.clock.now
        let day = 86_400.0
        try await world.test.store.save([0.1, 1, 6.5, 7.5, 400].map { stepSample(1, now - $0 * day, now - $0 * day) })
        try await world.test.store.save(pulse(60, now - 60))
        let right = AssistantRight(.samples)
        try world.allow(
            AssistantWorld.grant([steps: right, heartRate: AssistantRight(.days)], pastDays: 7)
        )
        let assistant = world.assistant()
        // The first day began 6 days and 15.5 hours ago.
        #expect(try await assistant.all(steps).count == 3)
        #expect(await code { _ = try await assistant.all(heartRate) } == .errorAuthorizationDenied)
        #expect(await code { _ = try await assistant.all(HKQuantityType(.bodyMass)) } == .errorAuthorizationDenied)
        try world.allow(AssistantWorld.grant([steps: AssistantRight(.days)]))
        #expect(await code { _ = try await assistant.all(steps) } == .errorAuthorizationDenied)
        try world.allow(AssistantWorld.grant([steps: right], until: AssistantWorld.today))
        #expect(try await assistant.all(steps).count == 4)
        world.clock.now += day
        #expect(await code { _ = try await assistant.all(steps) } == .errorAuthorizationNotDetermined)
        try world.person.setAssistant(nil, app: "mcp.desk")
        #expect(await code { _ = try await assistant.all(steps) } == .errorAuthorizationNotDetermined)
    }

    @Test("A blood pressure at samples has both its numbers, and one at weeks none")
    func pressure() async throws {
        let world = AssistantWorld()
        let time = at(world.clock.now - 60)
        let pressure = try #require(HKObjectType.correlationType(forIdentifier: .bloodPressure))
        let members = zip([HKQuantityTypeIdentifier.bloodPressureSystolic, .bloodPressureDiastolic], [120.0, 80])
            .map { type, value in
                HKQuantitySample(
                    type: HKQuantityType(type),
                    quantity: HKQuantity(unit: .millimeterOfMercury(), doubleValue: value),
                    start: time,
                    end: time
                )
            }
        try await world.test.store.save(
            HKCorrelation(type: pressure, start: time, end: time, objects: Set(members))
        )
        try world.allow(AssistantWorld.grant([pressure: AssistantRight(.samples)]))
        let found = try await world.assistant().all(pressure)
        #expect((found.first as? HKCorrelation)?.objects.count == 2)
        try world.allow(AssistantWorld.grant([pressure: AssistantRight(.weeks)]))
        #expect(await code { _ = try await world.assistant().all(pressure) } == .errorAuthorizationDenied)
        let systolic = HKQuantityType(.bloodPressureSystolic)
        #expect(await code { _ = try await world.assistant().all(systolic) } == .errorAuthorizationDenied)
    }

    @Test("The table is of what is asked and allowed; what is hidden and what isn't there read alike")
    func table() throws {
        let world = AssistantWorld()
        let today = AssistantWorld.today
        try world.allow(
            AssistantWorld.grant([steps: AssistantRight(.days), heartRate: AssistantRight(.weeks)], pastDays: 30)
        )
        let all = try #require(try world.totals().table)
        #expect(all.columns.map(\.type) == [heartRate.identifier, steps.identifier])
        #expect(all.columns.map(\.level) == [.weeks, .days])
        #expect(all.first == today.advanced(by: -29) && all.last == today && all.today == today && all.hour == 15)
        #expect(all.zone == "Europe/Berlin" && all.firstWeekday == 2)
        let some = try #require(
            try world.totals([steps, HKQuantityType(.height)], today.advanced(by: -400), today.advanced(by: 9)).table
        )
        #expect(some.columns.map(\.type) == [steps.identifier])
        #expect(some.first == all.first && some.last == today)
        let hidden: [HKObjectType] = [HKQuantityType(.height), HKObjectType.stateOfMindType()]
        for type in hidden { #expect(try world.totals([type]).refusal == .notAllowed) }
        let unknown = TotalsCall(tool: "daily", types: ["HKQuantityTypeIdentifierNew"], first: nil, last: nil)
        #expect(try world.assistant().totals(unknown).refusal == .notAllowed)
        #expect(throws: HKError.self) { try world.totals([], nil, today.advanced(by: -30)) }
        #expect(throws: HKError.self) { try world.totals([], today, today.advanced(by: -1)) }
        let many = TotalsCall(tool: "daily", types: Array(repeating: "x", count: 1_001), first: nil, last: nil)
        #expect(throws: HKError.self) { try world.assistant().totals(many) }
        for tool in ["daily; rm", String(repeating: "a", count: 33), "Täglich"] {
            let call = TotalsCall(tool: tool, types: [], first: nil, last: nil)
            #expect(throws: HKError.self) { try world.assistant().totals(call) }
        }
    }

    @Test("A column that nobody asked for never passes, nor does a day")
    func faults() throws {
        struct Faulty: TotalsMaking {
            let change: @Sendable (inout TotalsTable.Column) -> Void

            func columns(_ request: TotalsRequest, _ person: PersonAccess) throws -> [TotalsTable.Column] {
                var columns = try CountingTotals().columns(request, person)
                change(&columns[0])
                return columns
            }
        }
        let world = AssistantWorld()
        try world.allow(AssistantWorld.grant([steps: AssistantRight(.weeks)], pastDays: 30))
        let changes: [@Sendable (inout TotalsTable.Column) -> Void] = [
            { $0.type = heartRate.identifier }, { $0.level = .days },
            { $0.cells = [TotalsTable.Cell(AssistantWorld.today.advanced(by: -30), 1)] },
            { $0.cells = [TotalsTable.Cell(AssistantWorld.today.advanced(by: 1), 1)] },
        ]
        for change in changes {
            let error = #expect(throws: HKError.self) {
                try TotalsMaker.$scoped.withValue(Faulty(change: change)) {
                    _ = try world.assistant()
                        .totals(TotalsCall(tool: "daily", types: [], first: nil, last: nil))
                }
            }
            #expect(error?.code == .unknownError)
        }
    }

    @Test("Calls of a day are counted over all connections, hidden types too, and begin anew with the day")
    func budget() async throws {
        let world = AssistantWorld()
        let grant = AssistantWorld.grant([steps: AssistantRight(.samples, adds: true)], calls: 5)
        try world.allow(grant)
        _ = try world.totals()
        #expect(try world.totals([heartRate]).refusal == .notAllowed)
        _ = try await world.assistant().all(steps)
        #expect(await code { _ = try await world.assistant().all(heartRate) } == .errorAuthorizationDenied)
        _ = try world.assistant().draft(DraftCall(type: "x", values: [], unit: "", date: 0))
        let spent = AssistantRefusal.spent(callsADay: 5)
        #expect(try world.totals().refusal == spent)
        let draft = DraftCall(type: steps.identifier, values: [1], unit: "count", date: world.clock.now)
        #expect(try world.assistant().draft(draft) == .refused(spent))
        #expect(await code { _ = try await world.assistant().all(steps) } == .errorAuthorizationDenied)
        // Another assistant has calls of its own, a clock set back gives none, and the same sheet again gives none.
        try world.allow(grant, "mcp.other")
        #expect(try world.totals(by: "mcp.other").table != nil)
        world.clock.now -= 86_400
        #expect(try world.totals().refusal == spent)
        world.clock.now += 86_400
        try world.allow(grant)
        #expect(try world.totals().refusal == spent)
        // Half an hour before midnight, and after it.
        world.clock.now += 8 * 3_600
        #expect(try world.totals().refusal == spent)
        world.clock.now += 3_600
        #expect(try world.totals().table != nil)
    }

    @Test("A locked store is said to be locked")
    func locked() throws {
        let world = AssistantWorld()
        try world.allow(AssistantWorld.grant([steps: AssistantRight(.days, adds: true)]))
        let database = try world.test.store.database()
        database.lock()
        #expect(try world.totals().refusal == .locked)
        let draft = DraftCall(type: steps.identifier, values: [1], unit: "count", date: world.clock.now)
        #expect(try world.assistant().draft(draft) == .refused(.locked))
        database.unlock()
        #expect(try world.totals().table != nil)
        #expect(try world.person.drafts().isEmpty)
    }

    @Test("The audit has the types, the tool and the days of each call")
    func audit() throws {
        let world = AssistantWorld()
        try world.allow(AssistantWorld.grant([steps: AssistantRight(.days, adds: true)], pastDays: 30))
        _ = try world.totals([steps, heartRate])
        _ = try world.totals([steps], AssistantWorld.today, nil)
        _ = try world.totals([heartRate])
        let draft = DraftCall(type: steps.identifier, values: [1], unit: "count", date: world.clock.now)
        _ = try world.assistant().draft(draft)
        let rows = try world.person.audit(app: "mcp.desk").map(\.text).sorted()
        #expect(
            rows == [
                "HeartRate totals hidden 1 0", "StepCount draft allowed 1 1", "StepCount totals allowed 2 31",
                "tool:daily totals allowed 2 31", "tool:daily totals hidden 1 0", "tool:draft draft allowed 1 1",
            ]
        )
    }
}
