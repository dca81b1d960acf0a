import Foundation
import Testing

@testable import HealthKit

@Suite("Preferred units")
struct PreferredUnitsTests {
    let test = TestStore()
    let mass = HKQuantityType(.bodyMass)

    @Test(
        "R11.1 the person's choice, else what is usual; denied types give what is usual, types never asked for error 5"
    )
    func choice() async throws {
        let app = test.app("units")
        #expect(await code { _ = try await app.preferredUnits(for: [mass]) } == .errorAuthorizationNotDetermined)
        try test.grant("units", mass, read: true, share: nil)
        let usual = LocaleUnits.defaultUnit(for: mass, locale: .current)
        #expect(try await app.preferredUnits(for: [mass]) == [mass: usual])
        try test.person.setPreferredUnit(.stone(), for: mass)
        #expect(try await app.preferredUnits(for: [mass]) == [mass: .stone()])
        #expect(try test.person.preferredUnit(for: mass) == .stone())
        try test.grant("units", mass, read: false, share: false)
        #expect(try await app.preferredUnits(for: [mass]) == [mass: usual])
        try test.person.setPreferredUnit(nil, for: mass)
        #expect(try test.person.preferredUnit(for: mass) == usual)
    }

    @Test("a unit that does not fit the type is refused")
    func wrong() async {
        #expect(await code { try test.person.setPreferredUnit(.meter(), for: mass) } == .errorInvalidArgument)
    }

    @Test("R11.2 each store that was asked hears of other units once", .timeLimit(.minutes(30)))
    func notification() async throws {
        let apps = ["one", "two"].map { test.app($0) }
        let silent = test.app("three")
        for app in apps {
            try test.grant(app === apps[0] ? "one" : "two", mass, read: true, share: nil)
            _ = try await app.preferredUnits(for: [mass])
        }
        let (posts, continuation) = AsyncStream.makeStream(of: ObjectIdentifier.self)
        let stores = apps + [silent]
        let tokens = stores.map { store in
            NotificationCenter.default.addObserver(forName: .HKUserPreferencesDidChange, object: store, queue: nil) {
                post in
                if let object = post.object { continuation.yield(ObjectIdentifier(object as AnyObject)) }
            }
        }
        defer { for token in tokens { NotificationCenter.default.removeObserver(token) } }
        try test.person.setPreferredUnit(.pound(), for: mass)
        var iterator = posts.makeAsyncIterator()
        let heard = Set([await iterator.next(), await iterator.next()])
        #expect(heard == Set(apps.map { ObjectIdentifier($0) }))
        try test.person.setPreferredUnit(.pound(), for: mass)
        try test.person.setPreferredUnit(.stone(), for: mass)
        let again = Set([await iterator.next(), await iterator.next()])
        #expect(again == heard, "Choosing the same unit again posts nothing")
    }

    @Test("R11.2 the message form of the notification comes on the main actor", .timeLimit(.minutes(30)))
    @MainActor
    func message() async throws {
        let app = test.app("message")
        try test.grant("message", mass, read: true, share: nil)
        _ = try await app.preferredUnits(for: [mass])
        let (messages, continuation) = AsyncStream.makeStream(of: Void.self)
        let token = NotificationCenter.default.addObserver(
            of: app,
            for: HKHealthStore.HKUserPreferencesDidChangeMessage.self
        ) { _ in continuation.yield() }
        defer { NotificationCenter.default.removeObserver(token) }
        try test.person.setPreferredUnit(.stone(), for: mass)
        var iterator = messages.makeAsyncIterator()
        #expect(await iterator.next() != nil)
    }
}

@Suite("Background delivery")
struct BackgroundDeliveryTests {
    let test = TestStore()

    @Test("R8.1 registrations are kept with the app until it takes them back; correlations cannot be registered")
    func registrations() async throws {
        let app = test.app("waker")
        try await app.enableBackgroundDelivery(for: steps, frequency: .hourly)
        try await app.enableBackgroundDelivery(for: heartRate, frequency: .immediate)
        try await app.enableBackgroundDelivery(for: HKCharacteristicType(.dateOfBirth), frequency: .weekly)
        let food = HKCorrelationType(.food)
        #expect(
            await code { try await app.enableBackgroundDelivery(for: food, frequency: .daily) } == .errorInvalidArgument
        )
        try await app.enableBackgroundDelivery(for: steps, frequency: .daily)
        #expect(try test.person.deliveries(app: "test.waker")[steps.identifier] == .daily)
        #expect(try test.person.deliveries(app: "test.waker").count == 3)
        #expect(try test.person.deliveries(app: "test.wake").isEmpty)
        try await app.disableBackgroundDelivery(for: steps)
        #expect(try test.person.deliveries(app: "test.waker").count == 2)
        try await app.disableAllBackgroundDelivery()
        #expect(try test.person.deliveries(app: "test.waker").isEmpty)
    }
}
