import Foundation
import HealthKit
import HealthKitTestTraits
import Testing

/// A sample of the default store, as an app saves it.
private func saveSteps() async throws {
    let steps = HKQuantityType(.stepCount)
    let store = HKHealthStore()
    try await store.requestAuthorization(toShare: [steps], read: [steps])
    try await store.save(
        HKQuantitySample(type: steps, quantity: HKQuantity(unit: .count(), doubleValue: 5), start: .now, end: .now)
    )
}

@Suite("A store for each test, by a trait", .healthKit)
struct TraitTests {
    private let steps = HKQuantityType(.stepCount)

    @Test("Each case of a test has a store of its own", arguments: 0..<4)
    func cases(number: Int) async throws {
        let test = try HealthKitTestStore.ofTest
        #expect(try test.samples(of: steps).isEmpty)
        try await saveSteps()
        #expect(try test.samples(of: steps).count == 1)
        #expect(HKSource.default().bundleIdentifier == "test.app")
    }

    @Test(
        "A test's own trait comes before that of its suite",
        .healthKit(bundleIdentifier: "test.shy", permissions: .denyAll)
    )
    func own() async throws {
        let error = await #expect(throws: HKError.self) { try await saveSteps() }
        #expect(error?.code == .errorAuthorizationDenied)
        #expect(HKSource.default().bundleIdentifier == "test.shy")
    }

    @Test("A trait puts data into the store", .healthKit { try $0.setReferenceSex(.female) })
    func prepared() async throws {
        let store = HKHealthStore()
        try await store.requestAuthorization(toShare: [], read: [HKCharacteristicType(.referenceSex)])
        #expect(try store.referenceSex == .female)
    }

    @Suite("Within a suite") struct Inner {
        @Test("the trait holds too") func holds() throws { _ = try HealthKitTestStore.ofTest }
    }
}

@Suite("Without a trait") struct NoTraitTests {
    @Test("there is no store, and that is said") func missing() {
        let error = #expect(throws: HKError.self) { try HealthKitTestStore.ofTest }
        #expect(error?.localizedDescription.contains(".healthKit") == true)
    }
}
