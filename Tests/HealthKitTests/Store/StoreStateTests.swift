import Foundation
import Testing
import WaitTesting

@testable import HealthKit

@Suite("Lock, guest and availability")
struct StoreStateTests {
    let test = TestStore()

    private func app() throws -> HKHealthStore {
        for type in [steps, heartRate] { try test.grant("state", type, read: true, share: true) }
        return test.app("state")
    }

    private var database: HealthDatabase { get throws { try test.store.database() } }

    @Test(
        "R10.1 while locked reads fail and saves wait; unlocked they are there in order, and observers hear of them",
        .timeLimit(.minutes(30))
    )
    func locked() async throws {
        let app = try app()
        try await app.save(stepSample(1, 0, 1))
        var changes = HKAnchoredObjectQueryDescriptor(predicates: [.quantitySample(type: steps)], anchor: nil)
            .results(for: app).makeAsyncIterator()
        #expect(try await changes.next()?.addedSamples.count == 1)
        try database.lock()
        #expect(await code { _ = try await app.all(steps) } == .errorDatabaseInaccessible)
        #expect(await code { _ = try app.dateOfBirthComponents() } == .errorDatabaseInaccessible)
        let waiting = stepSample(2, 10, 11)
        try await app.save(waiting)
        try await app.save(stepSample(3, 20, 21))
        #expect(try await test.store.all(steps).count == 1)
        #expect(app.authorizationStatus(for: steps) == .sharingAuthorized)
        // Whether it waits already nobody can read: it is refused when the store is unlocked.
        try await app.save(waiting)
        let report = try #require(try database.unlock())
        #expect(report.stored == 2 && report.refused == 1)
        let values = try await app.all(steps)
            .compactMap { ($0 as? HKQuantitySample)?.quantity.doubleValue(for: .count()) }
        #expect(values == [1, 2, 3])
        var heard = 0
        while heard < 2, let change = try await changes.next() { heard += change.addedSamples.count }
        #expect(heard == 2)
    }

    @Test("R10.1 R2.16 sync identifiers count when the journal is stored, not when it is written")
    func lockedSync() async throws {
        let app = try app()
        func version(_ number: Int) -> [String: Any] {
            [HKMetadataKeySyncIdentifier: "walk", HKMetadataKeySyncVersion: number]
        }
        try database.lock()
        try await app.save(stepSample(2, 0, 1, metadata: version(2)))
        try await app.save(stepSample(1, 0, 1, metadata: version(1)))
        try await app.save(stepSample(3, 0, 1, metadata: version(3)))
        try database.unlock()
        let found = try await app.all(steps)
            .compactMap { ($0 as? HKQuantitySample)?.quantity.doubleValue(for: .count()) }
        #expect(found == [3])
    }

    @Test("R10.1 rights are checked when a save that waited is stored; R10.2 deletions and series cannot wait")
    func lockedMistakes() async throws {
        let app = try app()
        let sample = stepSample(1, 0, 1)
        try await app.save(sample)
        let builder = HKQuantitySeriesSampleBuilder(
            healthStore: app,
            quantityType: steps,
            startDate: at(0),
            device: nil
        )
        try builder.insert(HKQuantity(unit: .count(), doubleValue: 1), at: at(0))
        try database.lock()
        #expect(await code { try await app.delete(sample) } == .errorDatabaseInaccessible)
        #expect(await code { _ = try await builder.finishSeries(metadata: nil) } == .errorDatabaseInaccessible)
        #expect(await code { _ = try await app.preferredUnits(for: [steps]) } == .errorDatabaseInaccessible)
        try test.grant("state", steps, read: true, share: false)
        try await app.save(stepSample(1, 5, 6))
        let report = try #require(try database.unlock())
        #expect(report.stored == 0 && report.refused == 1)
        // What the app's process saw of its rights is held against it at once.
        #expect(app.authorizationStatus(for: steps) == .sharingDenied)
        try database.lock()
        #expect(await code { try await app.save(stepSample(1, 5, 6)) } == .errorAuthorizationDenied)
        #expect(try await test.store.all(steps).count == 1)
    }

    @Test("R1.16 a guest may read what was granted, change nothing, and is asked nothing")
    func guest() async throws {
        let app = try app()
        let sample = stepSample(1, 0, 1)
        try await app.save(sample)
        try test.person.setGuest(true)
        #expect(try await app.all(steps).count == 1)
        #expect(await code { try await app.save(stepSample(1, 5, 6)) } == .errorNotPermissibleForGuestUserMode)
        #expect(await code { try await app.delete(sample) } == .errorNotPermissibleForGuestUserMode)
        try await app.requestAuthorization(toShare: [], read: [HKCategoryType(.sleepAnalysis)])
        #expect(try test.person.requests().isEmpty)
        try test.person.setGuest(false)
        try await app.delete(sample)
    }

    @Test("R1.19 without health data every call is error 1, with an administrator's ban error 2")
    func availability() async throws {
        let app = try app()
        for (state, expected) in [
            (HKStoreState.Availability.unavailable, HKError.Code.errorHealthDataUnavailable),
            (.restricted, .errorHealthDataRestricted),
        ] {
            try database.state.availability = state
            #expect(await code { _ = try await app.all(steps) } == expected)
            #expect(await code { try await app.save(stepSample(1, 0, 1)) } == expected)
            #expect(await code { try await app.delete(stepSample(1, 0, 1)) } == expected)
            #expect(await code { try await app.requestAuthorization(toShare: [steps], read: []) } == expected)
            #expect(
                await code { _ = try await app.statusForAuthorizationRequest(toShare: [steps], read: []) } == expected
            )
            #expect(await code { _ = try app.biologicalSex() } == expected)
            #expect(await code { _ = try await app.preferredUnits(for: [steps]) } == expected)
            #expect(await code { try await app.enableBackgroundDelivery(for: steps, frequency: .daily) } == expected)
        }
        try database.state.availability = .available
        #expect(try await app.all(steps).isEmpty)
    }

    @Test("R1.17 an app answers for its extensions: their requests come before the person", .timeLimit(.minutes(30)))
    func extensions() async throws {
        let host = test.app("host", prompt: Answering(person: test.person))
        let identity = AppIdentity(bundleIdentifier: "test.host.widget", name: "Widget")
        let widget = HKHealthStore(sharing: test.store, principal: .app(identity), prompt: Waiting())
        let asking = Task { try await widget.requestAuthorization(toShare: [steps], read: []) }
        try await eventually("the request", seconds: 120) { try !test.person.requests().isEmpty }
        try await host.handleAuthorizationForExtension()
        try await asking.value
        #expect(widget.authorizationStatus(for: steps) == .sharingAuthorized)
    }
}

/// Grants everything that is asked for.
private struct Answering: AuthorizationPrompting {
    let person: PersonAccess

    func present(_ request: AuthorizationRequest, at desk: RequestDesk) async -> Bool {
        _ = try? person.answer(request.id, read: Set(request.read), share: Set(request.share))
        return false
    }
}

/// Leaves the answer to somebody else.
private struct Waiting: AuthorizationPrompting {
    func present(_ request: AuthorizationRequest, at desk: RequestDesk) async -> Bool { false }
}
