import Foundation
import Testing

@testable import HealthKit

/// A store in memory with a person and apps, for tests.
struct TestStore {
    let store: HKHealthStore
    let person: PersonAccess

    /// Whether calls are sent as bytes: see ``CodedPort``.
    @TaskLocal static var isCoded = ProcessInfo.processInfo.environment["HEALTHKIT_TEST_PORT"] == "coded"

    /// Whether every change is asked for twice, under one key: see ``CodedPort``.
    @TaskLocal static var isRepeated = false

    /// Whether a service has the store open, and calls go over sockets: see ``ServedStore``.
    @TaskLocal static var isServed = ProcessInfo.processInfo.environment["HEALTHKIT_TEST_PORT"] == "service"

    init(clock: @escaping @Sendable () -> Date = { Date() }, _ sent: CodedPort.Tally = CodedPort.Tally()) {
        let (direct, access) = HKHealthStore.person(location: .memory, clock: clock)
        if Self.isServed, let served = try? ServedStore(access) {
            store = HKHealthStore(port: ServedPort(served, .person))
            person = access
        } else if Self.isCoded || Self.isRepeated, let gate = try? direct.port.local() {
            store = HKHealthStore(port: CodedPort(gate, sent, repeats: Self.isRepeated))
            person = PersonAccess(store)
        } else {
            (store, person) = (direct, access)
        }
    }

    /// The store as an app sees it.
    func app(_ name: String, prompt: (any AuthorizationPrompting)? = nil) -> HKHealthStore {
        let identity = AppIdentity(bundleIdentifier: "test.\(name)", name: name, version: "1")
        return HKHealthStore(sharing: store, principal: .app(identity), prompt: prompt)
    }

    /// Sets what an app may do with a type.
    func grant(_ name: String, _ type: HKObjectType, read: Bool?, share: Bool?) throws {
        try person.setGrants([type.identifier: Grant(read: read, share: share)], app: "test.\(name)")
    }
}

let steps = HKQuantityType(.stepCount)
let heartRate = HKQuantityType(.heartRate)
let perMinute = HKUnit.count().unitDivided(by: .minute())

/// A moment, in seconds after the reference date.
func at(_ seconds: Double) -> Date { Date(timeIntervalSinceReferenceDate: seconds) }

func stepSample(_ value: Double, _ start: Double, _ end: Double, metadata: [String: Any]? = nil) -> HKQuantitySample {
    HKQuantitySample(
        type: steps,
        quantity: HKQuantity(unit: .count(), doubleValue: value),
        start: at(start),
        end: at(end),
        metadata: metadata
    )
}

/// Samples of steps whose values and times follow from a number.
func stepSamples(
    _ numbers: some Sequence<Int>,
    _ sample: (_ number: Double) -> (value: Double, start: Double, end: Double)
) -> [HKQuantitySample] {
    numbers.map { number in
        let (value, start, end) = sample(Double(number))
        return stepSample(value, start, end)
    }
}

func pulse(_ value: Double, _ time: Double) -> HKQuantitySample {
    HKQuantitySample(
        type: heartRate,
        quantity: HKQuantity(unit: perMinute, doubleValue: value),
        start: at(time),
        end: at(time)
    )
}

extension HKHealthStore {
    /// All samples of a type that this caller sees, by start.
    func all(_ type: HKSampleType, _ predicate: NSPredicate? = nil) async throws -> [HKSample] {
        try await HKSampleQueryDescriptor(
            predicates: [.sample(type: type, predicate: predicate)],
            sortDescriptors: [SortDescriptor(\.startDate)]
        )
        .result(for: self)
    }
}

/// The code of the HealthKit error that a closure throws; `nil` when it throws none.
func code(_ body: () async throws -> Void) async -> HKError.Code? {
    do {
        try await body()
        return nil
    } catch {
        return (error as? HKError)?.code
    }
}
