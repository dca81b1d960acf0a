import Foundation
import HealthKitStore
import Synchronization
import Testing
import WaitTesting

@testable import HealthKit

/// A clock that a test turns.
final class TurnedClock: Sendable {
    private let seconds: Mutex<Double>

    init(_ seconds: Double) { self.seconds = Mutex(seconds) }

    var now: Double {
        get { seconds.withLock { $0 } }
        set { seconds.withLock { $0 = newValue } }
    }
}

extension AuditRow {
    /// The row in short, without times.
    var text: String {
        let type = key.type.replacingOccurrences(of: "HKQuantityTypeIdentifier", with: "")
        return "\(type) \(key.operation.rawValue) \(key.outcome.rawValue) \(count.calls) \(count.objects)"
    }
}

/// What apps do is counted, for the person and nobody else.
@Suite("The audit of what apps do")
struct AuditTests {
    private let clock = TurnedClock(1_000_000)
    private let test: TestStore

    init() {
        let clock = clock
        test = TestStore { at(clock.now) }
    }

    private func rows(_ app: String = "app") throws -> [String] {
        try test.person.audit(app: "test.\(app)").map(\.text).sorted()
    }

    @Test("What an app reads is counted by type: how often, how many samples, and what it asked for in vain")
    func reading() async throws {
        try test.grant("app", steps, read: true, share: false)
        try test.grant("app", heartRate, read: false, share: false)
        try await test.store.save([stepSample(1, 0, 1), stepSample(2, 10, 11), pulse(60, 5)])
        let app = test.app("app")
        #expect(try await app.all(steps).count == 2)
        #expect(try await app.all(steps).count == 2)
        #expect(try await app.all(heartRate).isEmpty)
        let sum = HKStatisticsQueryDescriptor(predicate: .quantitySample(type: steps), options: .cumulativeSum)
        _ = try await sum.result(for: app)
        let pulses = HKSamplePredicate<HKQuantitySample>.quantitySample(type: heartRate)
        let average = HKStatisticsQueryDescriptor(predicate: pulses, options: .discreteAverage)
        _ = try? await average.result(for: app)
        _ = try await HKAnchoredObjectQueryDescriptor(predicates: [.quantitySample(type: steps)], anchor: nil)
            .result(for: app)
        #expect(await code { _ = try await app.all(HKQuantityType(.height)) } == .errorAuthorizationNotDetermined)
        #expect(
            try rows() == [
                "HeartRate read hidden 1 0", "HeartRate statistics hidden 1 0", "Height read hidden 1 0",
                "StepCount follow allowed 1 2", "StepCount read allowed 2 4", "StepCount statistics allowed 1 1",
            ]
        )
    }

    @Test("A query for several types is counted for each, with the samples of each")
    func several() async throws {
        for type in [steps, heartRate] { try test.grant("app", type, read: true, share: false) }
        try await test.store.save([stepSample(1, 0, 1), stepSample(2, 10, 11), pulse(60, 5)])
        let both: [HKSamplePredicate<HKSample>] = [.sample(type: steps), .sample(type: heartRate)]
        _ = try await HKSampleQueryDescriptor(predicates: both, sortDescriptors: []).result(for: test.app("app"))
        #expect(try rows() == ["HeartRate read allowed 1 1", "StepCount read allowed 1 2"])
    }

    @Test("What an app saved itself it reads, and not in vain; beside that it finds nothing in vain")
    func own() async throws {
        try test.grant("app", steps, read: nil, share: true)
        let app = test.app("app")
        #expect(try await app.all(steps).isEmpty)
        try await app.save(stepSample(1, 0, 1))
        #expect(try await app.all(steps).count == 1)
        #expect(
            try rows() == ["StepCount read allowed 1 1", "StepCount read hidden 1 0", "StepCount save allowed 1 1"]
        )
    }

    @Test("Saves and deletions are counted, those that the person does not allow as refused")
    func writing() async throws {
        try test.grant("app", steps, read: true, share: true)
        try test.grant("app", heartRate, read: true, share: false)
        let app = test.app("app")
        let samples = [stepSample(1, 0, 1), stepSample(2, 10, 11), stepSample(3, 20, 21)]
        try await app.save(samples)
        try await app.delete(samples[0])
        _ = try await app.deleteObjects(of: steps, predicate: HKQuery.predicateForObject(with: samples[1].uuid))
        #expect(await code { try await app.save(pulse(60, 1)) } == .errorAuthorizationDenied)
        let one = stepSample(9, 90, 91)
        #expect(await code { try await app.delete(one) } == .errorInvalidArgument)
        try test.person.setGuest(true)
        #expect(await code { try await app.save(stepSample(4, 0, 1)) } == .errorNotPermissibleForGuestUserMode)
        try test.person.setGuest(false)
        #expect(
            try rows() == [
                "HeartRate save refused 1 1", "StepCount delete allowed 2 2", "StepCount save allowed 1 3",
                "StepCount save refused 1 1",
            ]
        )
    }

    @Test("That an app asks is counted, for each type with what the person gave it")
    func asking() async throws {
        let prompt = AnsweringPrompt(read: [steps.identifier], share: [])
        let app = test.app("app", prompt: prompt)
        try await app.requestAuthorization(toShare: [], read: [steps, heartRate])
        #expect(try rows() == ["HeartRate ask hidden 1 0", "StepCount ask allowed 1 0"])
    }

    @Test("A running query is counted when it is told something, and observers of what the audit writes hear nothing")
    func running() async throws {
        try test.grant("app", steps, read: true, share: true)
        let app = test.app("app")
        var updates = HKAnchoredObjectQueryDescriptor(predicates: [.quantitySample(type: steps)], anchor: nil)
            .results(for: app).makeAsyncIterator()
        _ = try await updates.next()
        try await test.store.save(stepSample(1, 0, 1))
        #expect(try await updates.next()?.addedSamples.count == 1)
        #expect(try rows() == ["StepCount follow allowed 2 1"])
        let anchor = try test.store.database().store.read { try $0.currentAnchor }
        let heard = Mutex<[DatabaseChange]>([])
        let token = try test.person.listen { change in heard.withLock { $0.append(change) } }
        _ = try await app.all(steps)
        try test.store.database().audit.flush()
        let after = try test.store.database().store.read { try $0.currentAnchor }
        #expect(after == anchor, "it takes no place in the order of changes")
        try await test.store.save(pulse(60, 1))
        await eventually("two changes", seconds: 120) { heard.withLock { $0.count } >= 2 }
        token.cancel()
        let first = try #require(heard.withLock { $0.first })
        #expect(first.types.isEmpty && first.topics == [.audit])
        #expect(!ChangeInterest(types: [steps.identifier], namespaces: ChangeInterest.rights).includes(first))
    }

    @Test("Only the person reads the audit; what the person does is not in it")
    func person() async throws {
        try test.grant("app", steps, read: true, share: true)
        let app = test.app("app")
        _ = try await app.all(steps)
        _ = try await test.store.all(steps)
        #expect(try test.person.audit().allSatisfy { $0.key.app == "test.app" })
        #expect(await code { _ = try PersonAccess(app).audit() } == .errorAuthorizationDenied)
        #expect(throws: HKError.self) { try AppCall.call(try AppCall.bytes(of: OwnerAuditCall())) }
    }

    @Test("Rows are of an app, a type and since a time, the latest first")
    func asked() async throws {
        for name in ["one", "two"] {
            for type in [steps, heartRate] { try test.grant(name, type, read: true, share: false) }
        }
        _ = try await test.app("one").all(steps)
        clock.now += 600
        _ = try await test.app("two").all(heartRate)
        clock.now += 600
        _ = try await test.app("one").all(heartRate)
        let all = try test.person.audit()
        #expect(all.map(\.key.app) == ["test.one", "test.two", "test.one"])
        #expect(try test.person.audit(app: "test.two").count == 1)
        #expect(try test.person.audit(type: heartRate.identifier).count == 2)
        #expect(try test.person.audit(from: at(clock.now - 600)).count == 2)
        #expect(all.allSatisfy { $0.span == .minute && $0.count.first == $0.count.last })
    }

    @Test("The clock that an app brings dates nothing: what it did was done when it was")
    func clocks() async throws {
        try test.grant("app", steps, read: true, share: true)
        for time in [-1e12, 1e12] {
            var configuration = HKHealthStoreConfiguration(location: .memory, clock: { at(time) })
            configuration.principal = .app(AppIdentity(bundleIdentifier: "test.app", name: "app"))
            configuration.handle = DatabaseHandle(try test.store.database())
            _ = try await HKHealthStore(configuration: configuration).all(steps)
        }
        let rows = try test.person.audit()
        #expect(rows.reduce(0) { $0 + $1.count.calls } == 2)
        for row in rows { #expect(abs(row.count.last - Date().timeIntervalSinceReferenceDate) < 3_600) }
    }

    @Test("Characteristics, units and what an app asks of its own rights")
    func personal() async throws {
        let birth = HKCharacteristicType(.dateOfBirth)
        try test.person.setGrants([birth.identifier: Grant(read: true)], app: "test.app")
        let app = test.app("app")
        // It is not set, and that was read.
        #expect(await code { _ = try app.dateOfBirthComponents() } == .errorNoData)
        _ = app.authorizationStatus(for: steps)
        _ = try await app.earliestAuthorizedSampleDate(for: [steps])
        #expect(try rows() == ["HKCharacteristicTypeIdentifierDateOfBirth read allowed 1 0"])
    }

    @Test("Every call of an app that gives or takes data says what the audit tells of it")
    func kinds() throws {
        let silent = [
            "authorizationStatus", "requestStatus", "earliestDates", "preferredUnits", "mayBuildWorkout", "sessions",
            "sessionPlace", "companions", "mirroredSessions", "delivery", "keepSession", "forgetSession",
            "announceCompanion", "askForCompanions", "tellSession", "hearSession", "totals",
        ]
        // What is counted where it is carried out: saves, workouts, and what the person is asked.
        let elsewhere = [
            "save", "addToWorkout", "finishWorkout", "authorize", "authorizeObjects", "authorizeDocuments",
            "pickRecords",
            "authorizeExtensions",
        ]
        let audited = AppCall.kinds.filter { $0 is any AuditedCall.Type }.map { $0.name }
        #expect(Set(AppCall.kinds.map { $0.name }).subtracting(audited) == Set(elsewhere))
        #expect(Set(silent).isSubset(of: audited))
    }
}
