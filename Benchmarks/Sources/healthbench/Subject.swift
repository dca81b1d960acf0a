import Foundation
import HealthKit
import HealthKitStore

/// A store as an app, the person and the engine see it.
final class Subject {
    /// The store as an app that was granted what it asks for.
    var app: HKHealthStore
    let person: PersonAccess
    let engine: SampleStore
    /// How many samples this process has saved: each is newer than the one before.
    var saved = 0
    /// Where the app's changes begin that are asked for.
    var anchor: HKQueryAnchor?
    let path: String
    /// A plain and an encrypted store to compare.
    var pair: LockedPair?
    /// The same store behind a service.
    var served: ServedTwin?
    /// A live workout that another process feeds.
    var liveListener: LiveListener?

    static let heartRate = HKQuantityType(.heartRate)
    static let steps = HKQuantityType(.stepCount)
    static let perMinute = HKUnit.count().unitDivided(by: .minute())
    /// The period of every export ends here, at midnight in Los Angeles.
    static let end = Date(timeIntervalSinceReferenceDate: 773_046_000)
    static let zone = TimeZone(identifier: "America/Los_Angeles")

    /// Opens a store and grants the app what the work needs.
    ///
    /// - Parameter path: The store's file; it is made when it does not exist.
    /// - Throws: `errorDatabaseInaccessible`.
    init(path: String) throws {
        let identity = "bench.app"
        self.path = path
        let (store, person) = HKHealthStore.person(location: .file(path))
        self.person = person
        engine = try store.database().store
        let configuration = HKHealthStoreConfiguration(location: .file(path), bundleIdentifier: identity)
        app = HKHealthStore(configuration: configuration)
        let grant = Grant(read: true, share: true)
        let types = [Self.heartRate.identifier, Self.steps.identifier]
        try person.setGrants(Dictionary(uniqueKeysWithValues: types.map { ($0, grant) }), app: identity)
    }

    /// Closes the store, which empties its log into the file.
    func close() {
        served = nil
        engine.close()
        pair?.plain.close()
        pair?.locked.close()
    }

    /// Does some work once.
    ///
    /// - Throws: What the store throws, and ``UnknownWork``.
    func run(_ work: Work) async throws -> Run {
        switch (work.name, work.level) {
        case ("steps of one source", .app): try await stepsOfPhone()
        case ("steps of two sources", .app): try await stepsByDay(nil)
        case ("heart rate by hour", .app): try await heartRateByHour()
        case ("sum of a day", .app): try await sumOfDay()
        case ("counts", .app): try await counts()
        case ("counts", .engine): try await engineCounts()
        case ("latest", .app): try await page(before: nil, limit: 1)
        case ("audit", .app): try await audit()
        case ("latest", .engine): try await enginePage(before: nil, limit: 1)
        case ("page before", .app): try await page(before: work.number, limit: 50)
        case ("page before", .engine): try await enginePage(before: work.number, limit: 50)
        case ("objects", .app): try await objects()
        case ("anchor", _): try await noteAnchor()
        case ("changes after", .app): try await changes(after: Int64(work.number))
        case ("changes after", .engine): try await engineChanges(after: Int64(work.number))
        case ("open marathon", .app): try await openMarathon()
        case ("live add", .app): try await addToLiveBuilder(Int(work.number))
        case ("live statistics", _): try await runningStatistics(after: work.number)
        case ("live delegate", .app): try await delegateDelay()
        case ("insert", .app): try await save(Int(work.number))
        case ("insert", .engine): try await engineInsert(Int(work.number))
        case ("digest", _): try await digest()
        case ("delete", .app): try await delete()
        case ("delete", .engine): try engineDelete(Int(work.number))
        default: try await work.name.hasPrefix("served ") ? runServed(work) : runTwin(work)
        }
    }
}

/// Nobody here knows such work.
struct UnknownWork: Error {
    var name: String
}
