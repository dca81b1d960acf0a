import Foundation
import HealthKit
import HealthKitTesting
import Synchronization
import Testing

@Suite("A store for the tests of apps")
struct HealthKitTestStoreTests {
    let test: HealthKitTestStore
    let steps = HKQuantityType(.stepCount)
    let start = Date(timeIntervalSinceReferenceDate: 700_000_000)

    init() throws { test = try HealthKitTestStore(now: start) }

    private func walk(_ count: Double, from: Double = 0, to: Double = 600) -> HKQuantitySample {
        HKQuantitySample(
            type: steps,
            quantity: HKQuantity(unit: .count(), doubleValue: count),
            start: start.addingTimeInterval(from),
            end: start.addingTimeInterval(to)
        )
    }

    private func total(_ store: HKHealthStore) async throws -> Double? {
        try await HKStatisticsQueryDescriptor(predicate: .quantitySample(type: steps), options: .cumulativeSum)
            .result(for: store)?
            .sumQuantity()?
            .doubleValue(for: .count())
    }

    private func samples(_ store: HKHealthStore) async throws -> [HKQuantitySample] {
        try await HKSampleQueryDescriptor(
            predicates: [.quantitySample(type: steps)],
            sortDescriptors: [SortDescriptor(\.startDate)]
        )
        .result(for: store)
    }

    private func code(_ body: () async throws -> Void) async -> HKError.Code? {
        do {
            try await body()
            return nil
        } catch {
            return (error as? HKError)?.code
        }
    }

    @Test(
        "the worked example: a walk that a watch and a phone counted counts once, and not for an app that may not read"
    )
    func example() async throws {
        try test.watch().save(walk(500))
        try test.phone().save(walk(480))
        try await test.healthStore.requestAuthorization(toShare: [], read: [steps])
        #expect(try await total(test.healthStore) == 500)
        try test.setPermission(steps, read: false, share: nil)
        #expect(try await total(test.healthStore) == nil)
    }

    @Test("the person answers as the test wants, and is asked only what is not decided")
    func answers() async throws {
        let heartRate = HKQuantityType(.heartRate)
        test.permissions = .allow(read: [heartRate], share: [])
        try await test.healthStore.requestAuthorization(toShare: [steps], read: [steps, heartRate])
        #expect(test.healthStore.authorizationStatus(for: steps) == .sharingDenied)
        #expect(await code { try await test.healthStore.save(walk(1)) } == .errorAuthorizationDenied)
        #expect(try await samples(test.healthStore).isEmpty)
        try await test.healthStore.requestAuthorization(toShare: [steps], read: [steps])
        #expect(test.permissionRequests.map(\.read) == [[steps, heartRate]])
        #expect(test.permissionRequests.map(\.share) == [[steps]])

        test.permissions = .denyAll
        let mass = HKQuantityType(.bodyMass)
        try await test.healthStore.requestAuthorization(toShare: [mass], read: [])
        #expect(test.healthStore.authorizationStatus(for: mass) == .sharingDenied)

        test.permissions = .cancel
        let height = HKQuantityType(.height)
        #expect(
            await code { try await test.healthStore.requestAuthorization(toShare: [height], read: []) }
                == .errorUserCanceled
        )
        #expect(test.healthStore.authorizationStatus(for: height) == .notDetermined)
    }

    @Test("a test that decides itself sees what is asked, while the app waits")
    func asking() async throws {
        let seen = Mutex<[String]>([])
        test.permissions = .ask { request in
            seen.withLock { $0.append(request.bundleIdentifier) }
            return request.share.isEmpty ? .denyAll : .allowAll
        }
        let other = test.healthStore(bundleIdentifier: "test.other", name: "Other")
        try await other.requestAuthorization(toShare: [steps], read: [])
        #expect(other.authorizationStatus(for: steps) == .sharingAuthorized)
        #expect(test.healthStore.authorizationStatus(for: steps) == .notDetermined)
        #expect(seen.withLock { $0 } == ["test.other"])
        try await other.save(walk(3))
        #expect(try test.samples(of: steps).map(\.sourceRevision.source.name) == ["Other"])
    }

    @Test("other apps and devices save as themselves, whatever the person allowed")
    func sources() async throws {
        let polar = test.app("Polar Flow", bundleIdentifier: "fi.polar.flow", version: "6.1", productType: "iPhone17,3")
        let device = HKDevice(
            name: "H10",
            manufacturer: "Polar",
            model: "H10",
            hardwareVersion: nil,
            firmwareVersion: "3.1",
            softwareVersion: nil,
            localIdentifier: nil,
            udiDeviceIdentifier: nil
        )
        let sample = HKQuantitySample(
            type: steps,
            quantity: HKQuantity(unit: .count(), doubleValue: 2),
            start: start,
            end: start,
            device: device,
            metadata: nil
        )
        try polar.save(sample)
        let stored = try #require(try test.samples(of: steps).first)
        #expect(stored.sourceRevision == polar.revision)
        #expect(stored.sourceRevision.version == "6.1")
        #expect(stored.device == device)
        try polar.delete([sample])
        #expect(try test.samples(of: steps).isEmpty)
        #expect(await code { try polar.delete([sample]) } == .errorInvalidArgument)
        #expect(test.app("Other App").source.bundleIdentifier == "test.otherapp")
    }

    @Test("a locked machine keeps what is saved, by the app and by others, until it is unlocked")
    func lock() async throws {
        try await test.healthStore.requestAuthorization(toShare: [steps], read: [steps])
        test.isLocked = true
        try await test.healthStore.save(walk(1))
        try test.watch().save(walk(2, from: 700, to: 800))
        #expect(await code { _ = try await samples(test.healthStore) } == .errorDatabaseInaccessible)
        #expect(try test.samples(of: steps).isEmpty)
        test.isLocked = false
        #expect(try await samples(test.healthStore).count == 2)
    }

    @Test("guests and machines without health data")
    func states() async throws {
        try await test.healthStore.requestAuthorization(toShare: [steps], read: [steps])
        test.isGuestUser = true
        #expect(await code { try await test.healthStore.save(walk(1)) } == .errorNotPermissibleForGuestUserMode)
        test.isGuestUser = false
        test.availability = .restricted
        #expect(await code { try await test.healthStore.save(walk(1)) } == .errorHealthDataRestricted)
        #expect(test.availability == .restricted)
        test.availability = .unavailable
        #expect(await code { try await test.healthStore.save(walk(1)) } == .errorHealthDataUnavailable)
        test.asDefault { #expect(!HKHealthStore.isHealthDataAvailable()) }
        #expect(HKHealthStore.isHealthDataAvailable())
    }

    @Test("an app that makes its own store gets the test's")
    func defaultStore() async throws {
        try test.watch().save(walk(5))
        let count = try await test.asDefault {
            let store = HKHealthStore()
            try await store.requestAuthorization(toShare: [], read: [steps])
            return try await samples(store).count
        }
        #expect(count == 1)
    }

    @Test("HKHealthStore() in a handler of the test's store is a store on the same data")
    func handlers() async throws {
        try test.setPermission(steps, read: true, share: true)
        let isDone = await test.asDefault {
            await withCheckedContinuation { continuation in
                HKHealthStore()
                    .requestAuthorization(toShare: [], read: [HKQuantityType(.heartRate)]) { _, _ in
                        // Another store in each handler, as apps do that keep none.
                        HKHealthStore()
                            .save(walk(3)) { _, _ in
                                let query = HKSampleQuery(
                                    sampleType: HKQuantityType(.stepCount),
                                    predicate: nil,
                                    limit: HKObjectQueryNoLimit,
                                    sortDescriptors: nil
                                ) { _, _, _ in
                                    HKHealthStore()
                                        .save(walk(4)) { isSuccess, _ in
                                            continuation.resume(returning: isSuccess)
                                        }
                                }
                                HKHealthStore().execute(query)
                            }
                    }
            }
        }
        #expect(isDone)
        #expect(try test.samples(of: steps).count == 2)
    }

    @Test("HKHealthStore() in later calls of an observer, and in a workout's delegates, is a store on the same data")
    func laterHandlers() async throws {
        try test.setPermission(steps, read: true, share: true)
        try test.setPermission(HKObjectType.workoutType(), read: true, share: true)
        let saved = AsyncStream.makeStream(of: Bool.self)
        let isLater = Mutex(false)
        let query = HKObserverQuery(sampleType: steps, predicate: nil) { query, completion, _ in
            completion()
            let store = HKHealthStore()
            guard isLater.withLock({ $0 }) else {
                isLater.withLock { $0 = true }
                saved.continuation.yield(true)
                return
            }
            store.stop(query)
            store.save(walk(2, from: 700, to: 800)) { isSuccess, _ in saved.continuation.yield(isSuccess) }
        }
        var results = saved.stream.makeAsyncIterator()
        test.healthStore.execute(query)
        _ = await results.next()
        try test.watch().save(walk(5))
        #expect(await results.next() == true)

        let configuration = HKWorkoutConfiguration()
        configuration.activityType = .running
        let session = try HKWorkoutSession(healthStore: test.healthStore, configuration: configuration)
        let delegate = SavingDelegate(walk(1, from: 900, to: 901)) { saved.continuation.yield($0) }
        session.delegate = delegate
        session.startActivity(with: test.now)
        #expect(await results.next() == true)
        session.end()
        #expect(try test.samples(of: steps).count == 3)
    }

    @Test("facts about the person, units and the order of sources are set by the test")
    func person() async throws {
        try test.setDateOfBirth(DateComponents(year: 1980, month: 2, day: 29))
        try test.setBiologicalSex(.female)
        try test.setBloodType(.aPositive)
        try test.setWheelchairUse(.no)
        try test.setFitzpatrickSkinType(.II)
        try test.setActivityMoveMode(.appleMoveTime)
        let types: [HKCharacteristicTypeIdentifier] = [
            .dateOfBirth, .biologicalSex, .bloodType, .wheelchairUse, .fitzpatrickSkinType, .activityMoveMode,
        ]
        let read = Set(types.map { HKCharacteristicType($0) as HKObjectType } + [steps])
        try await test.healthStore.requestAuthorization(toShare: [], read: read)
        #expect(try test.healthStore.dateOfBirthComponents().day == 29)
        #expect(try test.healthStore.biologicalSex().biologicalSex == .female)
        #expect(try test.healthStore.bloodType().bloodType == .aPositive)
        #expect(try test.healthStore.wheelchairUse().wheelchairUse == .no)
        #expect(try test.healthStore.fitzpatrickSkinType().skinType == .II)
        #expect(try test.healthStore.activityMoveMode().activityMoveMode == .appleMoveTime)
        #expect(await code { try test.setDateOfBirth(DateComponents(year: 1980)) } == .errorInvalidArgument)

        try test.watch().save(walk(500))
        try test.phone().save(walk(480))
        try test.setSourceOrder([test.phone().source], for: steps)
        #expect(try await total(test.healthStore) == 480)
        try test.setSourceOrder([], for: steps, excluded: [test.watch().source])
        #expect(try await total(test.healthStore) == 480)
    }

    @Test("the clock is the test's")
    func clock() throws {
        #expect(test.now == start)
        test.advance(by: 3600)
        #expect(test.now == start.addingTimeInterval(3600))
        test.now = start
        #expect(test.now == start)
    }

    @Test("an app that is removed leaves nothing, and may ask anew; what is too old is not found")
    func removedApp() async throws {
        try test.setPermission(steps, read: true, share: true)
        try await test.healthStore.save(walk(100))
        try test.watch().save(walk(7))
        try test.removeApp()
        #expect(try test.samples(of: steps).count == 1)
        #expect(test.healthStore.authorizationStatus(for: steps) == .notDetermined)
        try test.setPermission(steps, read: true, share: true)
        test.earliestPermittedSampleDate = .distantFuture
        #expect(test.healthStore.earliestPermittedSampleDate() == .distantFuture)
        #expect(await code { try await test.healthStore.save(walk(100)) } == .errorInvalidArgument)
        let query = HKSampleQueryDescriptor(predicates: [.quantitySample(type: steps)], sortDescriptors: [])
        #expect(try await query.result(for: test.healthStore).isEmpty)
    }

    @Test("stores do not see each other's data")
    func apart() throws {
        let other = try HealthKitTestStore()
        try test.health.save(walk(1))
        #expect(try other.samples(of: steps).isEmpty)
    }

    @Test("R1.14 a request about single objects comes to the test with them, and is answered as told")
    func singleObjects() async throws {
        let test = try HealthKitTestStore()
        let type = HKObjectType.visionPrescriptionType()
        try await test.healthStore.requestPerObjectReadAuthorization(for: type, predicate: nil)
        #expect(test.permissionRequests.map(\.read) == [[type]])
        #expect(test.permissionRequests.map(\.objects) == [[]])
        for answer in [PermissionAnswer.allowObjects([UUID()]), .denyAll] {
            test.permissions = answer
            try await test.healthStore.requestPerObjectReadAuthorization(for: type, predicate: nil)
        }
        test.permissions = .cancel
        await #expect(throws: HKError.self) {
            try await test.healthStore.requestPerObjectReadAuthorization(for: type, predicate: nil)
        }
        #expect(test.permissionRequests.count == 4)
    }

    @Test("A test limits reading to what ended at a time or later, and sets zones")
    func limits() async throws {
        try test.health.save([walk(100), walk(200, from: 3_600, to: 4_000)])
        let date = start.addingTimeInterval(1_000)
        try test.setPermission(steps, read: true, share: nil, since: date)
        #expect(try await total(test.healthStore) == 200)
        #expect(try await test.healthStore.earliestAuthorizedSampleDate(for: [steps]) == [steps: date])
        let heartRate = HKQuantityType(.heartRate)
        try test.setPermission(heartRate, read: true, share: nil)
        let unit = HKUnit.count().unitDivided(by: .minute())
        try test.setWorkoutZones([110, 150].map { HKQuantity(unit: unit, doubleValue: $0) }, for: heartRate)
        #expect(try await test.healthStore.preferredWorkoutZoneConfiguration(for: heartRate)?.zones.count == 3)
    }
}

/// Saves a sample with a store of its own when a session begins to run.
private final class SavingDelegate: NSObject, HKWorkoutSessionDelegate, Sendable {
    private let sample: HKQuantitySample
    private let whenSaved: @Sendable (Bool) -> Void

    init(_ sample: HKQuantitySample, _ whenSaved: @escaping @Sendable (Bool) -> Void) {
        self.sample = sample
        self.whenSaved = whenSaved
    }

    func workoutSession(
        _ workoutSession: HKWorkoutSession,
        didChangeTo toState: HKWorkoutSessionState,
        from fromState: HKWorkoutSessionState,
        date: Date
    ) {
        guard toState == .running else { return }
        HKHealthStore().save(sample) { [whenSaved] isSuccess, _ in whenSaved(isSuccess) }
    }

    func workoutSession(_ workoutSession: HKWorkoutSession, didFailWithError error: any Error) { whenSaved(false) }
}

/// What holds in the whole process, so one after another.
@Suite("The default store in a process with stores for tests", .serialized)
struct DefaultStoreTests {
    private let steps = HKQuantityType(.stepCount)
    private let test: HealthKitTestStore

    init() throws {
        test = try HealthKitTestStore()
        try test.setPermission(steps, read: true, share: true)
    }

    private static func walk() -> HKQuantitySample {
        HKQuantitySample(
            type: HKQuantityType(.stepCount),
            quantity: HKQuantity(unit: .count(), doubleValue: 5),
            start: Date(timeIntervalSinceReferenceDate: 0),
            end: Date(timeIntervalSinceReferenceDate: 60)
        )
    }

    /// Saves with a store of its own on a queue of the app, and gives the error.
    private func saveElsewhere(_ make: @escaping @Sendable () -> HKHealthStore = { HKHealthStore() }) async -> HKError?
    {
        await withCheckedContinuation { continuation in
            DispatchQueue.global()
                .async { make().save(Self.walk()) { continuation.resume(returning: $1 as? HKError) } }
        }
    }

    @Test("HKHealthStore() on another queue, in a detached task or without a test never opens the real store")
    func accident() async throws {
        let errors = await test.asDefault {
            let elsewhere = await saveElsewhere()
            let named = await saveElsewhere {
                HKHealthStore(configuration: HKHealthStoreConfiguration(bundleIdentifier: "test.other"))
            }
            let detached = await Task.detached { await error(of: HKHealthStore()) }.value
            return [elsewhere, named, detached]
        }
        for error in errors + [await error(of: HKHealthStore())] {
            #expect(error?.code == .errorDatabaseInaccessible)
            #expect(error?.localizedDescription.contains("HealthKitTestStore.asDefault") == true)
        }
        #expect(HKHealthStore().authorizationStatus(for: steps) == .notDetermined)
        #expect(try test.samples(of: steps).isEmpty)
    }

    private func error(of store: HKHealthStore) async -> HKError? {
        do {
            try await store.save(Self.walk())
            return nil
        } catch {
            return error as? HKError
        }
    }

    @Test("A configuration without a place is the test's data, too, as the app that it names")
    func configured() async throws {
        try test.setPermission(steps, read: true, share: true, bundleIdentifier: "test.other")
        let problem = await test.asDefault {
            await error(of: HKHealthStore(configuration: HKHealthStoreConfiguration(bundleIdentifier: "test.other")))
        }
        #expect(problem == nil)
        #expect(try test.samples(of: steps).map(\.sourceRevision.source.bundleIdentifier) == ["test.other"])
    }

    @Test("A store that is the default everywhere is so on queues and in detached tasks, until the code has run")
    func everywhere() async throws {
        let errors = await test.asDefaultEverywhere {
            [await saveElsewhere(), await Task.detached { await error(of: HKHealthStore()) }.value]
        }
        #expect(errors == [nil, nil])
        #expect(try test.samples(of: steps).count == 2)
        test.asDefaultEverywhere { #expect(HKHealthStore.isHealthDataAvailable()) }
        #expect(await saveElsewhere()?.code == .errorDatabaseInaccessible)
    }

    @Test("Two stores that are the default everywhere at once leave neither, in words; a task keeps its own")
    func both() async throws {
        let other = try HealthKitTestStore()
        try other.setPermission(steps, read: true, share: true)
        let errors = await test.asDefaultEverywhere {
            let twice = await test.asDefaultEverywhere { await saveElsewhere() }
            return await other.asDefaultEverywhere {
                [twice, await saveElsewhere(), await error(of: HKHealthStore())]
            }
        }
        #expect(errors[0] == nil, "the same store twice is one")
        #expect(errors[1]?.localizedDescription.contains(".serialized") == true)
        #expect(errors[2] == nil)
        #expect(try test.samples(of: steps).count == 1)
        #expect(try other.samples(of: steps).count == 1)
    }

    /// The usual way of apps: one store for all of their code.
    private enum Provider {
        static let shared = HKHealthStore()
    }

    @Test("A store that all of an app's code shares is each test's in turn, in its callbacks too")
    func singleton() async throws {
        let tests = try [test, HealthKitTestStore(), HealthKitTestStore()]
        for (index, test) in tests.enumerated() {
            let saved = try await test.asDefaultEverywhere {
                try await Provider.shared.requestAuthorization(toShare: [steps], read: [steps])
                try await Provider.shared.save(Self.walk())
                // In a handler there is no task to tell whose test it is.
                return await withCheckedContinuation { continuation in
                    let query = HKSampleQuery(
                        sampleType: steps,
                        predicate: HKQuery.predicateForObjects(from: .default()),
                        limit: HKObjectQueryNoLimit,
                        sortDescriptors: nil
                    ) { _, samples, _ in
                        Provider.shared.requestAuthorization(toShare: [HKQuantityType(.height)], read: []) { _, _ in
                            Provider.shared.save(Self.walk()) { isSuccess, _ in
                                continuation.resume(returning: isSuccess ? samples?.count : nil)
                            }
                        }
                    }
                    Provider.shared.execute(query)
                }
            }
            #expect(saved == 1)
            #expect(try tests.map { try $0.samples(of: steps).count } == tests.indices.map { $0 <= index ? 2 : 0 })
        }
        // The first test's person had decided about steps.
        #expect(tests.map(\.permissionRequests.count) == [1, 2, 2])
        // It is shared now: where no test is in force it is nobody's.
        #expect(await error(of: Provider.shared)?.localizedDescription.contains("asDefaultEverywhere") == true)
    }

    @Test("A store made in a test stays that test's outside of its task, as long as no other test used it and it lives")
    func origin() async throws {
        let other = try HealthKitTestStore()
        try other.setPermission(steps, read: true, share: true)
        let store = test.asDefault { HKHealthStore() }
        #expect(await error(of: store) == nil)
        #expect(await saveElsewhere { store } == nil)
        #expect(try test.samples(of: steps).count == 2)
        #expect(await other.asDefault { await error(of: store) } == nil)
        #expect(try other.samples(of: steps).count == 1)
        #expect(await error(of: store)?.code == .errorDatabaseInaccessible)

        let orphan = try HealthKitTestStore().asDefault { HKHealthStore() }
        #expect(await error(of: orphan)?.code == .errorDatabaseInaccessible)
    }

    @Test("HKSource.default() is the app of the test in force; elsewhere that of the process")
    func defaultSource() async throws {
        let process = HKSource.default()
        let other = try HealthKitTestStore(bundleIdentifier: "test.other", name: "Other")
        try await test.asDefaultEverywhere {
            #expect(HKSource.default().bundleIdentifier == "test.app")
            #expect(await Task.detached { HKSource.default().bundleIdentifier }.value == "test.app")
            #expect(other.asDefault { HKSource.default().name } == "Other")
            let store = HKHealthStore()
            try await store.save(Self.walk())
            let own = HKSamplePredicate.quantitySample(
                type: steps,
                predicate: HKQuery.predicateForObjects(from: HKSource.default())
            )
            let found = try await HKSampleQueryDescriptor(predicates: [own], sortDescriptors: []).result(for: store)
            #expect(found.map(\.sourceRevision.source) == [.default()])
        }
        #expect(HKSource.default() == process)
        #expect(process.bundleIdentifier != "test.app")
    }
}
