import Foundation
import Testing

@testable import HealthKit

@Suite("What an assistant leaves for the person")
struct AssistantAskingTests {
    private let world = AssistantWorld()

    private func draft(
        _ values: [Double] = [75.2],
        _ unit: String = "kg",
        _ type: HKObjectType = HKQuantityType(.bodyMass),
        ago: Double = 60,
        by name: String = "mcp.desk"
    ) throws -> DraftAnswer {
        let date = world.clock.now - ago
        return try world.assistant(name)
            .draft(DraftCall(type: type.identifier, values: values, unit: unit, date: date))
    }

    @Test("An assistant that nobody decided about makes one request, never waits, and at most three wait")
    func requests() async throws {
        for _ in 0..<5 { #expect(try world.totals().refusal == .undecided) }
        await #expect(throws: HKError.self) { _ = try await world.assistant().all(steps) }
        #expect(try draft() == .refused(.undecided))
        await #expect(throws: HKError.self) {
            try await world.assistant().requestAuthorization(toShare: [], read: [steps])
        }
        let request = try #require(try world.person.requests().first)
        #expect(try world.person.requests().count == 1)
        #expect(request.app.bundleIdentifier == "mcp.desk" && request.app.name == "Desk Chat")
        #expect(request.types.isEmpty)
        for number in 0..<100 { #expect(try world.totals(by: "mcp.a\(number)").refusal == .undecided) }
        #expect(try world.person.requests().map(\.app.account) == ["mcp.desk", "mcp.a0", "mcp.a1"])
        try world.allow(AssistantWorld.grant([steps: AssistantRight(.days)]))
        #expect(try world.person.requests().map(\.app.account) == ["mcp.a0", "mcp.a1"])
        #expect(try world.person.apps().map(\.name) == ["Desk Chat"])
        #expect(try world.totals().table != nil)
        try await world.assistant().requestAuthorization(toShare: [], read: [steps])
        #expect(try world.totals(by: "mcp.a5").refusal == .undecided)
        #expect(try world.person.requests().count == 3)
        world.clock.now += RequestLimits.seconds + 1
        #expect(try world.totals(by: "mcp.a6").refusal == .undecided)
        #expect(try world.person.requests().map(\.app.account) == ["mcp.a6"])
    }

    @Test("After the last day an assistant asks again")
    func expiry() throws {
        try world.allow(AssistantWorld.grant([steps: AssistantRight(.days)], until: AssistantWorld.today))
        #expect(try world.totals().table != nil)
        world.clock.now += 8.5 * 3_600
        #expect(try world.totals().refusal == .undecided)
        #expect(try world.person.requests().map(\.app.account) == ["mcp.desk"])
    }

    @Test("A guest is asked nothing, and nothing is drafted meanwhile")
    func guest() throws {
        try world.person.setGuest(true)
        #expect(try world.totals().refusal == .undecided)
        #expect(try world.person.requests().isEmpty)
        try world.allow(AssistantWorld.grant([HKQuantityType(.bodyMass): AssistantRight(nil, adds: true)]))
        let error = #expect(throws: HKError.self) { try draft() }
        #expect(error?.code == .errorNotPermissibleForGuestUserMode)
    }

    @Test("Five drafts wait for a day, apart from samples, until the person takes them or throws them away")
    func drafts() throws {
        let mass = HKQuantityType(.bodyMass)
        try world.allow(AssistantWorld.grant([mass: AssistantRight(nil, adds: true)]))
        try world.allow(AssistantWorld.grant([mass: AssistantRight(.days, adds: true)]), "mcp.other")
        for number in 1...5 {
            world.clock.now += 1
            guard case .waits(_, let waiting) = try draft([70 + Double(number)]) else {
                Issue.record("draft \(number)")
                return
            }
            #expect(waiting == number)
        }
        #expect(try draft() == .full)
        guard case .waits(_, waiting: 1) = try draft(by: "mcp.other") else {
            Issue.record("another assistant's drafts are its own")
            return
        }
        #expect(try world.person.count(SampleListQuery(type: mass)) == 0)
        let waiting = try world.person.drafts()
        let values: [[Double]] = waiting.filter { $0.app == "mcp.desk" }.map(\.values)
        #expect(values == [[71], [72], [73], [74], [75]])
        let first = try #require(waiting.first)
        #expect(first.unit == "kg" && first.type == mass.identifier)
        #expect(try world.person.removeDraft(first.id))
        #expect(try !world.person.removeDraft(first.id))
        guard case .waits(_, waiting: 5) = try draft() else {
            Issue.record("there is room again")
            return
        }
        try world.person.setAssistant(nil, app: "mcp.other")
        #expect(try world.person.drafts().allSatisfy { $0.app == "mcp.desk" })
        world.clock.now += AssistantLimits.draftSeconds + 1
        #expect(try world.person.drafts().isEmpty)
        guard case .waits(_, waiting: 1) = try draft() else {
            Issue.record("those of yesterday are dropped")
            return
        }
        let kept = try world.test.store.database().read { try $0.values(AssistantDraft.self, StoreNamespace.drafts) }
        #expect(kept.count == 1)
    }

    @Test("A draft is checked as what a person types is, and its errors repeat nothing of the store")
    func checks() throws {
        let oxygen = HKQuantityType(.oxygenSaturation)
        let pressure = HKCorrelationType(.bloodPressure)
        let mass = HKQuantityType(.bodyMass)
        let types: [HKObjectType] = [mass, oxygen, pressure]
        let rights = types.map { ($0, AssistantRight(nil, adds: true)) }
        try world.allow(AssistantWorld.grant(Dictionary(uniqueKeysWithValues: rights), calls: 1_000))
        func isInvalid(_ answer: DraftAnswer) -> Bool {
            if case .invalid(let text) = answer { return !text.isEmpty }
            return false
        }
        func waits(_ answer: DraftAnswer) -> Bool {
            guard case .waits(let id, _) = answer else { return false }
            return (try? world.person.removeDraft(id)) == true
        }
        #expect(waits(try draft([165], "lb")))
        #expect(waits(try draft([97], "%", oxygen)))
        #expect(waits(try draft([131, 80], "mmHg", pressure)))
        let bad: [(values: [Double], unit: String, type: HKObjectType)] = [
            ([7_520], "kg", mass), ([0], "kg", mass), ([-5], "kg", mass), ([.nan], "kg", mass),
            ([.infinity], "kg", mass), ([], "kg", mass), ([75, 76], "kg", mass), ([75], "", mass),
            ([75], "cm", mass), ([75], "no unit", mass), ([0.97], "%", oxygen), ([970], "%", oxygen),
            ([131], "mmHg", pressure), ([80, 131], "mmHg", pressure), ([1_310, 80], "mmHg", pressure),
        ]
        for each in bad { #expect(isInvalid(try draft(each.values, each.unit, each.type)), "\(each)") }
        for ago in [-60.0, 4_000 * 86_400, .infinity, -.infinity, .nan] {
            #expect(isInvalid(try draft(ago: ago)), "\(ago)")
        }
        #expect(try draft([8_000], "count", steps) == .refused(.notAllowed))
        #expect(throws: HKError.self) { try draft([1, 2, 3]) }
        #expect(throws: HKError.self) { try draft([1], String(repeating: "g", count: 65)) }
        #expect(try world.person.drafts().isEmpty)
    }
}
