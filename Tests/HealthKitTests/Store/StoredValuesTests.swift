import Foundation
import HealthKitStore
import Testing

@testable import HealthKit

/// Values of the store whose bytes say nothing, as damage or a later version can leave them.
@Suite("Values that can't be read")
struct StoredValuesTests {
    private let test = TestStore()
    private let nonsense: [UInt8] = Array("{nonsense".utf8)

    private func damage(_ namespace: String, _ key: String) throws {
        try test.store.database().write { try $0.writer.setValue(nonsense, namespace, key) }
    }

    private func bytes(_ namespace: String, _ key: String) throws -> [UInt8]? {
        try test.store.database().read { try $0.store.value(namespace, key) }
    }

    private func count(_ type: HKSampleType) throws -> Int {
        try test.store.database()
            .read { try $0.samples([FetchRequest(type: type)], order: .byStart(ascending: true), limit: nil).count }
    }

    @Test("An order of sources that can't be read doesn't count as none: sums fail, and the person can set another")
    func sourceOrder() async throws {
        try await test.store.save([stepSample(5, 0, 1)])
        try damage(StoreNamespace.sourceOrder, steps.identifier)
        let sum = HKStatisticsQueryDescriptor(predicate: .quantitySample(type: steps), options: .cumulativeSum)
        #expect(await code { _ = try await sum.result(for: test.store) } == .errorDatabaseInaccessible)
        try test.person.perform(.setSourceOrder(type: steps.identifier, SourcePriority(order: [])))
        #expect(try await sum.result(for: test.store)?.sumQuantity()?.doubleValue(for: .count()) == 5)
    }

    @Test("Characteristics that can't be read aren't unset")
    func characteristics() throws {
        try damage(StoreNamespace.characteristics, CharacteristicValues.key)
        #expect(throws: HKError.self) { try test.store.biologicalSex() }
        #expect(throws: HKError.self) { try test.person.ask(OwnerCharacteristicsCall()) }
        #expect(try bytes(StoreNamespace.characteristics, CharacteristicValues.key) == nonsense)
    }

    @Test("A sync identifier whose place can't be read makes no second sample")
    func syncIdentifier() async throws {
        func version(_ number: Int) -> HKQuantitySample {
            let metadata: [String: Any] = [HKMetadataKeySyncIdentifier: "walk", HKMetadataKeySyncVersion: number]
            return stepSample(Double(number), 0, 1, metadata: metadata)
        }
        try await test.store.save(version(1))
        let keys = try test.store.database().read { try $0.store.valueKeys(SyncKey.namespace) }
        try damage(SyncKey.namespace, #require(keys.first))
        #expect(await code { try await test.store.save(version(2)) } == .errorDatabaseInaccessible)
        #expect(try count(steps) == 1)
    }

    @Test("What a sample said before isn't replaced where it can't be read")
    func versions() throws {
        let sample = stepSample(1, 0, 1)
        try test.person.save([sample])
        try damage(StoreNamespace.versions, sample.uuid.uuidString)
        #expect(throws: HKError.self) { try test.person.versions(of: sample.uuid) }
        #expect(throws: HKError.self) { try test.person.edit(sample.uuid, to: stepSample(2, 0, 1)) }
        #expect(try bytes(StoreNamespace.versions, sample.uuid.uuidString) == nonsense)
        #expect(try count(steps) == 1)
    }

    @Test("A permission that can't be read permits nothing, and the person can decide again")
    func grants() async throws {
        try test.grant("app", steps, read: true, share: true)
        let app = test.app("app")
        try damage(StoreNamespace.grants, "test.app\u{1F}\(steps.identifier)")
        #expect(await code { try await app.save(stepSample(1, 0, 1)) } == .errorAuthorizationNotDetermined)
        try test.grant("app", steps, read: true, share: true)
        try await app.save(stepSample(1, 0, 1))
    }

    @Test("No step takes another's number where the tally of the log can't be read")
    func tally() throws {
        for day in 0..<3 { try test.person.save([stepSample(1, Double(day), Double(day) + 1)]) }
        _ = try test.person.undo()
        let before = try test.person.steps()
        try damage(OperationNamespace.tally, OperationNamespace.tallyKey)
        try test.person.save([stepSample(1, 9, 10)])
        let after = try test.person.steps()
        #expect(after.count == before.count + 1)
        #expect(Set(after.map(\.number)).count == after.count)
        #expect(after.map(\.state) == [.done, .undone, .done, .done])
        #expect(try test.person.undo()?.deleted == 1)
        #expect(try count(steps) == 2)
    }

    @Test("A step that can't be read isn't passed over: none before it is taken back")
    func step() throws {
        for day in 0..<2 { try test.person.save([stepSample(1, Double(day), Double(day) + 1)]) }
        let last = try #require(try test.person.steps().first)
        try damage(OperationNamespace.steps, OperationNamespace.key(last.number))
        #expect(try test.person.undo() == nil)
        #expect(try count(steps) == 2)
    }
}
