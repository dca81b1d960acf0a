import CoreLocation
import Foundation
import HealthKit
import OldClient
import Synchronization
import Testing
import UniformTypeIdentifiers

// This target stands where an app's tests stand: it imports the public modules only, and without `@testable`.

/// The usual test double of a store: nothing is asked, read or written.
class MockStore: HKHealthStore, @unchecked Sendable {
    let calls = Mutex<[String]>([])

    override init() { super.init() }

    func note(_ call: String) { calls.withLock { $0.append(call) } }

    override class func isHealthDataAvailable() -> Bool { false }

    override func supportsHealthRecords() -> Bool { false }

    override func earliestPermittedSampleDate() -> Date { Date(timeIntervalSinceReferenceDate: 0) }

    override func execute(_ query: HKQuery) { note("execute") }

    override func stop(_ query: HKQuery) { note("stop") }

    override func authorizationStatus(for type: HKObjectType) -> HKAuthorizationStatus { .sharingDenied }

    override func requestAuthorization(
        toShare typesToShare: Set<HKSampleType>?,
        read typesToRead: Set<HKObjectType>?,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        note("requestAuthorization")
        completion(true, nil)
    }

    override func getRequestStatusForAuthorization(
        toShare typesToShare: Set<HKSampleType>,
        read typesToRead: Set<HKObjectType>,
        completion: @escaping @Sendable (HKAuthorizationRequestStatus, (any Error)?) -> Void
    ) {
        completion(.shouldRequest, nil)
    }

    override func requestPerObjectReadAuthorization(
        for objectType: HKObjectType,
        predicate: NSPredicate?,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        note("requestPerObject")
        completion(true, nil)
    }

    override func handleAuthorizationForExtension(completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
        note("handleExtension")
        completion(true, nil)
    }

    override func save(_ object: HKObject, withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void)
    {
        note("save")
        completion(true, nil)
    }

    override func save(
        _ objects: [HKObject],
        withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        note("save \(objects.count)")
        completion(false, HKError(.errorDatabaseInaccessible))
    }

    override func delete(
        _ objects: [HKObject],
        withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        note("delete \(objects.count)")
        completion(false, nil)
    }

    override func deleteObjects(
        of objectType: HKObjectType,
        predicate: NSPredicate,
        withCompletion completion: @escaping @Sendable (Bool, Int, (any Error)?) -> Void
    ) {
        completion(true, 7, nil)
    }

    override func add(
        _ samples: [HKSample],
        to workout: HKWorkout,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        note("add")
        completion(true, nil)
    }

    override func preferredUnits(
        for quantityTypes: Set<HKQuantityType>,
        completion: @escaping @Sendable ([HKQuantityType: HKUnit], (any Error)?) -> Void
    ) {
        completion(Dictionary(uniqueKeysWithValues: quantityTypes.map { ($0, .count()) }), nil)
    }

    override func splitTotalEnergy(
        _ totalEnergy: HKQuantity,
        start startDate: Date,
        end endDate: Date,
        resultsHandler: @escaping @Sendable (HKQuantity?, HKQuantity?, (any Error)?) -> Void
    ) {
        resultsHandler(nil, totalEnergy, nil)
    }

    override func enableBackgroundDelivery(
        for type: HKObjectType,
        frequency: HKUpdateFrequency,
        withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        note("enable")
        completion(true, nil)
    }

    override func disableBackgroundDelivery(
        for type: HKObjectType,
        withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        note("disable")
        completion(true, nil)
    }

    override func disableAllBackgroundDelivery(completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
        note("disableAll")
        completion(true, nil)
    }

    override func dateOfBirthComponents() throws -> DateComponents {
        DateComponents(calendar: Calendar(identifier: .gregorian), year: 1980, month: 2, day: 29)
    }

    override func biologicalSex() throws -> HKBiologicalSexObject { MockSex() }
}

class MockSex: HKBiologicalSexObject, @unchecked Sendable {
    override var biologicalSex: HKBiologicalSex { .female }
}

/// A store whose async forms are overridden.
class AsyncStore: HKHealthStore, @unchecked Sendable {
    override func save(_ objects: [HKObject]) async throws { throw HKError(.errorHealthDataRestricted) }

    override func statusForAuthorizationRequest(
        toShare typesToShare: Set<HKSampleType>,
        read typesToRead: Set<HKObjectType>
    ) async throws -> HKAuthorizationRequestStatus { .unnecessary }
}

class RecordingObserverQuery: HKObserverQuery, @unchecked Sendable {
    let made: String

    override init(
        sampleType: HKSampleType,
        predicate: NSPredicate?,
        updateHandler:
            @escaping @Sendable (HKObserverQuery, @escaping HKObserverQueryCompletionHandler, (any Error)?) -> Void
    ) {
        made = sampleType.identifier
        super.init(sampleType: sampleType, predicate: predicate, updateHandler: updateHandler)
    }
}

class RecordingAnchoredQuery: HKAnchoredObjectQuery, @unchecked Sendable {
    let limitAsked: Int

    override init(
        type: HKSampleType,
        predicate: NSPredicate?,
        anchor: HKQueryAnchor?,
        limit: Int,
        resultsHandler handler:
            @escaping @Sendable (
                HKAnchoredObjectQuery, [HKSample]?, [HKDeletedObject]?, HKQueryAnchor?, (any Error)?
            ) -> Void
    ) {
        limitAsked = limit
        super.init(type: type, predicate: predicate, anchor: anchor, limit: limit, resultsHandler: handler)
    }
}

class RecordingSampleQuery: HKSampleQuery, @unchecked Sendable {
    override init(
        queryDescriptors: [HKQueryDescriptor],
        limit: Int,
        resultsHandler: @escaping @Sendable (HKSampleQuery, [HKSample]?, (any Error)?) -> Void
    ) {
        super.init(queryDescriptors: queryDescriptors, limit: limit, resultsHandler: resultsHandler)
    }
}

@Suite("Subclasses in an app's tests")
struct SubclassTests {
    private let steps = HKQuantityType(.stepCount)

    private func sample() -> HKQuantitySample {
        HKQuantitySample(type: steps, quantity: HKQuantity(unit: .count(), doubleValue: 3), start: .now, end: .now)
    }

    private func workout() -> HKWorkout { HKWorkout(activityType: .running, start: .now, end: .now) }

    @Test("A subclass of the store stands in for it: queries, rights and characteristics")
    func storeDouble() async throws {
        let store = MockStore()
        let asked: HKHealthStore = store
        asked.execute(HKSampleQuery(sampleType: steps, predicate: nil, limit: 1, sortDescriptors: nil) { _, _, _ in })
        asked.stop(HKSampleQuery(sampleType: steps, predicate: nil, limit: 1, sortDescriptors: nil) { _, _, _ in })
        #expect(store.calls.withLock { $0 } == ["execute", "stop"])
        #expect(asked.authorizationStatus(for: steps) == .sharingDenied)
        #expect(try asked.dateOfBirthComponents().day == 29)
        #expect(try asked.biologicalSex().biologicalSex == .female)
        #expect(asked.earliestPermittedSampleDate() == Date(timeIntervalSinceReferenceDate: 0))
        #expect(!asked.supportsHealthRecords())
        #expect(!type(of: asked).isHealthDataAvailable())
    }

    @Test("The async form of each call reaches the overridden form with a completion")
    func asyncForms() async throws {
        let store = MockStore()
        let asked: HKHealthStore = store
        try await asked.requestAuthorization(toShare: [steps], read: [])
        #expect(try await asked.statusForAuthorizationRequest(toShare: [steps], read: []) == .shouldRequest)
        try await asked.requestPerObjectReadAuthorization(for: .visionPrescriptionType(), predicate: nil)
        try await asked.handleAuthorizationForExtension()
        try await asked.save(sample())
        try await asked.addSamples([sample()], to: workout())
        #expect(try await asked.deleteObjects(of: steps, predicate: NSPredicate(value: true)) == 7)
        #expect(try await asked.preferredUnits(for: [steps]) == [steps: .count()])
        try await asked.enableBackgroundDelivery(for: steps, frequency: .daily)
        try await asked.disableBackgroundDelivery(for: steps)
        try await asked.disableAllBackgroundDelivery()
        #expect(
            store.calls.withLock { $0 } == [
                "requestAuthorization", "requestPerObject", "handleExtension", "save", "add", "enable", "disable",
                "disableAll",
            ]
        )
    }

    @Test("What an overridden form fails with, the async form throws; failure without an error is unknown")
    func asyncErrors() async throws {
        let asked: HKHealthStore = MockStore()
        let error = await #expect(throws: HKError.self) { try await asked.save([sample()]) }
        #expect(error?.code == .errorDatabaseInaccessible)
        let unknown = await #expect(throws: HKError.self) { try await asked.delete(sample()) }
        #expect(unknown?.code == .unknownError)
    }

    @Test("Async forms can be overridden as such")
    func overriddenAsyncForms() async throws {
        let asked: HKHealthStore = AsyncStore()
        let error = await #expect(throws: HKError.self) { try await asked.save([sample()]) }
        #expect(error?.code == .errorHealthDataRestricted)
        #expect(try await asked.statusForAuthorizationRequest(toShare: [], read: []) == .unnecessary)
    }

    @Test("Initializers of queries can be overridden")
    func queries() {
        let observer = RecordingObserverQuery(sampleType: steps, predicate: nil) { _, done, _ in done() }
        #expect(observer.made == steps.identifier)
        let anchored = RecordingAnchoredQuery(type: steps, predicate: nil, anchor: nil, limit: 4) { _, _, _, _, _ in }
        #expect(anchored.limitAsked == 4)
        #expect(anchored.objectType == steps)
        #expect(RecordingSampleQuery(queryDescriptors: [], limit: 1) { _, _, _ in }.limit == 1)
    }

    @Test("Callbacks of Swift 5 code may change what they capture")
    func oldClient() { #expect(makeQueries(workout()).count == 10) }

    @Test("A characteristic can be made without a value, as its subclasses are")
    func characteristics() {
        #expect(HKBiologicalSexObject().biologicalSex == .notSet)
        #expect(HKBloodTypeObject().bloodType == .notSet)
        #expect(HKFitzpatrickSkinTypeObject().skinType == .notSet)
        #expect(HKWheelchairUseObject().wheelchairUse == .notSet)
        #expect(HKActivityMoveModeObject().activityMoveMode == .activeEnergy)
    }
}
