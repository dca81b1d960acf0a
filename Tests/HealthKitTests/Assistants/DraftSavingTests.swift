import Foundation
import Testing

@testable import HealthKit

@Suite("Drafts that become entries")
struct DraftSavingTests {
    private let world = AssistantWorld()
    private static let mass = HKQuantityType(.bodyMass)

    /// A draft that nobody checked.
    private func draft(_ type: HKObjectType, _ values: [Double], _ unit: String) -> AssistantDraft {
        AssistantDraft(
            id: UUID(),
            app: "mcp.desk",
            type: type.identifier,
            values: values,
            unit: unit,
            date: world.clock.now - 60,
            drafted: world.clock.now
        )
    }

    /// A draft of a weight that waits.
    private func waiting(_ kilograms: Double) throws -> AssistantDraft {
        try world.allow(AssistantWorld.grant([Self.mass: AssistantRight(nil, adds: true)]))
        let call = DraftCall(type: Self.mass.identifier, values: [kilograms], unit: "kg", date: world.clock.now - 60)
        guard case .waits(let id, _) = try world.assistant().draft(call) else {
            throw HKError.invalid("the draft wasn't taken")
        }
        return try #require(try world.person.drafts().first { $0.id == id })
    }

    private func count() throws -> Int { try world.person.count(SampleListQuery(type: Self.mass)) }

    @Test("A percent is divided once: 97 is stored as 0.97, and other units as they are")
    func percent() throws {
        let oxygen = HKQuantityType(.oxygenSaturation)
        try world.allow(AssistantWorld.grant([oxygen: AssistantRight(nil, adds: true)]))
        let call = DraftCall(type: oxygen.identifier, values: [97], unit: "%", date: world.clock.now - 60)
        _ = try world.assistant().draft(call)
        let draft = try #require(try world.person.drafts().first)
        #expect(draft.values == [97])
        #expect(try world.person.saveDraft(draft.id, as: draft.sample()))
        let stored = try #require(try world.person.latest(oxygen) as? HKQuantitySample)
        #expect(stored.quantity.doubleValue(for: .percent()) == 0.97)
        #expect(stored.metadata?[HKMetadataKeyWasUserEntered] as? Bool == true)
        #expect(stored.startDate == at(world.clock.now - 60) && stored.endDate == stored.startDate)
        let weight = try self.draft(Self.mass, [75.2], "kg").sample() as? HKQuantitySample
        #expect(weight?.quantity.doubleValue(for: .gramUnit(with: .kilo)) == 75.2)
    }

    @Test("A blood pressure becomes both its numbers, the systolic one first")
    func pressure() throws {
        let sample = try draft(HKCorrelationType(.bloodPressure), [131, 80], "mmHg").sample()
        let pair = try #require(sample as? HKCorrelation)
        let numbers = [HKQuantityType(.bloodPressureSystolic), HKQuantityType(.bloodPressureDiastolic)]
            .map { pair.objects(for: $0).first as? HKQuantitySample }
        #expect(numbers.map { $0?.quantity.doubleValue(for: .millimeterOfMercury()) } == [131, 80])
    }

    @Test("A draft is confirmed once: the second time nothing is saved")
    func once() throws {
        let draft = try waiting(75.2)
        #expect(try world.person.saveDraft(draft.id, as: draft.sample()))
        #expect(try count() == 1 && world.person.drafts().isEmpty)
        #expect(try !world.person.saveDraft(draft.id, as: draft.sample()))
        #expect(try !world.person.saveDraft(UUID(), as: draft.sample()))
        #expect(try count() == 1)
    }

    @Test("An entry that can't be saved leaves the draft where it was")
    func failing() throws {
        let draft = try waiting(75.2)
        let entry = try draft.sample()
        try world.person.save([entry])
        // The same object a second time: the store refuses it after the draft was taken away.
        #expect(throws: (any Error).self) { try world.person.saveDraft(draft.id, as: entry) }
        #expect(try world.person.drafts() == [draft] && count() == 1)
        let other = stepSample(1, world.clock.now - 60, world.clock.now - 50)
        #expect(throws: HKError.self) { try world.person.saveDraft(draft.id, as: other) }
        #expect(try world.person.drafts() == [draft])
    }

    @Test("Undone, the entry is gone and the draft stays decided; a day later a draft is no entry any more")
    func undone() throws {
        let draft = try waiting(75.2)
        #expect(try world.person.saveDraft(draft.id, as: draft.sample()))
        _ = try world.person.undo()
        #expect(try count() == 0 && world.person.drafts().isEmpty)
        let late = try waiting(74.8)
        world.clock.now += AssistantLimits.draftSeconds + 1
        #expect(try !world.person.saveDraft(late.id, as: late.sample()))
        #expect(try count() == 0)
    }

    @Test("Only the person confirms")
    func assistants() throws {
        let draft = try waiting(75.2)
        for store in [world.assistant(), world.test.app("app")] {
            let error = #expect(throws: HKError.self) {
                try PersonAccess(store).saveDraft(draft.id, as: draft.sample())
            }
            #expect(error?.code == .errorAuthorizationDenied)
        }
        #expect(try world.person.drafts() == [draft] && count() == 0)
    }

    @Test("Drafts of one moment are in the order of their times")
    func order() throws {
        try world.allow(AssistantWorld.grant([Self.mass: AssistantRight(nil, adds: true)]))
        for ago in [60.0, 3_600, 600] {
            let date = world.clock.now - ago
            _ = try world.assistant().draft(DraftCall(type: Self.mass.identifier, values: [75], unit: "kg", date: date))
        }
        #expect(try world.person.drafts().map { world.clock.now - $0.date } == [3_600, 600, 60])
    }
}
