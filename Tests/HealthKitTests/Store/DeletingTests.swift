import Foundation
import Testing

@testable import HealthKit

@Suite struct DeletingTests {
    private let test = TestStore()

    @Test("R3.1 R3.2 an app deletes its own objects only, all or none")
    func ownOnly() async throws {
        let app = test.app("mine")
        try test.grant("mine", steps, read: true, share: true)
        let foreign = stepSample(1, 0, 1)
        let own = stepSample(2, 5, 6)
        try await test.store.save(foreign)
        try await app.save(own)
        #expect(await code { try await app.delete([own, foreign]) } == .errorInvalidArgument)
        #expect(try await app.all(steps).count == 2)
        try await app.delete(own)
        #expect(try await app.all(steps).map(\.uuid) == [foreign.uuid])
        #expect(await code { try await app.delete(own) } == .errorInvalidArgument)
        #expect(await code { try await app.delete([HKObject]()) } == .errorInvalidArgument)
        try test.grant("mine", steps, read: true, share: false)
        #expect(await code { try await app.delete(own) } == .errorAuthorizationDenied)
    }

    @Test("R3.3 deleting by predicate touches only the app's own objects and counts them")
    func byPredicate() async throws {
        let app = test.app("cleaner")
        try test.grant("cleaner", steps, read: true, share: true)
        try await test.store.save(stepSample(1, 0, 1))
        try await app.save(stepSamples(0..<10) { (1, $0 * 10, $0 * 10 + 1) })
        let early = HKQuery.predicateForSamples(withStart: at(0), end: at(45), options: .strictStartDate)
        #expect(try await app.deleteObjects(of: steps, predicate: early) == 5)
        #expect(try await app.all(steps).count == 6)
        #expect(try await app.deleteObjects(of: steps, predicate: early) == 0)
    }

    @Test("R3.6 members stay when their correlation goes")
    func correlation() async throws {
        let energy = HKQuantityType(.dietaryEnergyConsumed)
        let member = HKQuantitySample(
            type: energy,
            quantity: HKQuantity(unit: .kilocalorie(), doubleValue: 200),
            start: at(0),
            end: at(0)
        )
        let food = HKCorrelation(type: HKCorrelationType(.food), start: at(0), end: at(0), objects: [member])
        try await test.store.save(food)
        try await test.store.delete(food)
        #expect(try await test.store.all(HKCorrelationType(.food)).isEmpty)
        #expect(try await test.store.all(energy).count == 1)
        #expect(try await test.store.all(energy, HKQuery.predicateForObjectsWithNoCorrelation()).count == 1)
    }

    @Test("R3.7 the person deletes from any source")
    func person() async throws {
        let app = test.app("any")
        try test.grant("any", steps, read: true, share: true)
        let sample = stepSample(1, 0, 1)
        try await app.save(sample)
        #expect(try test.person.delete([sample.uuid]) == 1)
        #expect(try await app.all(steps).isEmpty)
    }
}
