import Foundation
public import HealthKit
import Synchronization

/// A health store in memory, for the tests of an app: its clock, the person's answers, other apps and devices, the lock and
/// guests are all set by the test.
///
/// Nothing of it touches a file or asks anybody. Each test makes its own, so that tests may run side by side.
///
/// ```swift
/// let test = try HealthKitTestStore()
/// try test.app("Polar Flow").save(workout)
/// let model = TrainingModel(healthStore: test.healthStore)
/// ```
public final class HealthKitTestStore: Sendable {
    /// The store as the app under test has it.
    public let healthStore: HKHealthStore

    let database: HealthDatabase
    let person: PersonAccess
    private let configuration: HKHealthStoreConfiguration
    private let run = TestRun()
    let faults = TestFaults()
    let observers = ObserverRegistry()
    private let clock: TestClock
    private let prompt: TestPrompt
    /// Saves samples that other apps and devices recorded while the machine was locked.
    private let arrivals = Mutex<[Arrival]>([])

    private struct Arrival: Sendable {
        var objects: [HKObject]
        var revision: HKSourceRevision
        var time: Date
    }

    /// Undoes a save that could be carried out, until the machine is unlocked.
    private struct NotYet: Error {}

    /// Makes an empty store.
    ///
    /// - Parameters:
    ///   - bundleIdentifier: The identity of the app under test.
    ///   - name: The name of the app under test, which its samples have as the name of their source.
    ///   - now: The time of the store's clock until the test sets it.
    ///   - permissions: The person's answer when the app asks for access.
    /// - Throws: `HKError.errorDatabaseInaccessible` when there is no memory for it.
    public init(
        bundleIdentifier: String = "test.app",
        name: String = "App",
        now: Date = Date(),
        permissions: PermissionAnswer = .allowAll
    ) throws {
        TestProcess.noteStore()
        let clock = TestClock(now)
        let database = try HealthDatabase.inMemory()
        self.clock = clock
        self.database = database
        prompt = TestPrompt(permissions)
        var configuration = HKHealthStoreConfiguration(clock: { clock.now })
        configuration.handle = DatabaseHandle(database)
        configuration.run = WeakTestRun(run)
        configuration.interception = faults.interception
        configuration.observers = observers
        configuration.prompt = prompt
        configuration.principal = .person
        person = PersonAccess(HKHealthStore(configuration: configuration))
        configuration.principal = .app(AppIdentity(bundleIdentifier: bundleIdentifier, name: name, version: "1"))
        self.configuration = configuration
        healthStore = HKHealthStore(configuration: configuration)
    }

    /// The store as another app has it, with permissions of its own.
    ///
    /// - Parameters:
    ///   - bundleIdentifier: The identity of the other app.
    ///   - name: Its name; `nil` for its identity.
    /// - Returns: A store on the same data.
    public func healthStore(bundleIdentifier: String, name: String? = nil) -> HKHealthStore {
        var configuration = configuration
        configuration.principal = .app(
            AppIdentity(bundleIdentifier: bundleIdentifier, name: name ?? bundleIdentifier, version: "1")
        )
        return HKHealthStore(configuration: configuration)
    }

    // MARK: Time

    /// The time of the store's clock: creation dates follow it.
    public var now: Date {
        get { clock.now }
        set { clock.now = newValue }
    }

    /// Moves the store's clock.
    ///
    /// - Parameter seconds: The number of seconds; negative to move it back.
    public func advance(by seconds: TimeInterval) { clock.now = clock.now.addingTimeInterval(seconds) }

    // MARK: Permissions

    /// The person's answer when an app asks for access.
    public var permissions: PermissionAnswer {
        get { prompt.answer }
        set { prompt.answer = newValue }
    }

    /// The requests that apps have made so far, in order; types decided before are not asked about again.
    public var permissionRequests: [PermissionRequest] { prompt.requests }

    /// Sets what an app may do with a type, as the person can at any time in the settings.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - read: Whether the app may read; `nil` for never asked.
    ///   - share: Whether the app may save; `nil` for never asked.
    ///   - date: The app reads only samples that ended then or later; `nil` for all.
    ///   - bundleIdentifier: The app; `nil` for the app under test.
    /// - Throws: `HKError.errorDatabaseInaccessible`.
    public func setPermission(
        _ type: HKObjectType,
        read: Bool?,
        share: Bool?,
        since date: Date? = nil,
        bundleIdentifier: String? = nil
    ) throws {
        let app = bundleIdentifier ?? healthStore.principal.revision.source.bundleIdentifier
        let grant = Grant(read: read, share: share, since: date?.timeIntervalSinceReferenceDate)
        try person.setGrants([type.identifier: grant], app: app)
    }

    // MARK: State of the machine

    /// Whether the machine is locked: reads fail, saves wait until it is unlocked.
    public var isLocked: Bool {
        get { database.state.isLocked }
        set { if newValue { database.lock() } else { unlock() } }
    }

    private func unlock() {
        let others = arrivals.withLock { arrivals in
            defer { arrivals = [] }
            return arrivals
        }
        for arrival in others {
            // It broke no rule when it was saved; what another has saved meanwhile under its identity stays.
            try? database.write { try $0.save(arrival.objects, revision: arrival.revision, now: arrival.time) }
        }
        database.unlock()
    }

    /// Saves objects of another app or device: now, or when the machine is unlocked.
    ///
    /// - Throws: `HKError.errorInvalidArgument` for a sample that breaks a rule or is stored already; none is saved then.
    func save(_ objects: [HKObject], revision: HKSourceRevision) throws {
        // Past the port, which no caller can go by: a source has a version and a device of its own, and nobody need allow it.
        let arrival = Arrival(objects: objects, revision: revision, time: now)
        do {
            try database.write { writer in
                try writer.save(objects, revision: revision, now: arrival.time)
                if isLocked { throw NotYet() }
            }
        } catch is NotYet {
            arrivals.withLock { $0.append(arrival) }
        }
    }

    /// Whether a guest uses the machine: granted data can be read, but nothing can be changed or requested.
    public var isGuestUser: Bool {
        // While the machine is locked that can't be read, and an app meets the lock.
        get { (try? person.isGuest()) ?? false }
        set {
            do {
                try person.setGuest(newValue)
            } catch {
                preconditionFailure("isGuestUser can't be set while the machine is locked: \(error)")
            }
        }
    }

    /// Whether the machine has health data at all.
    public var availability: HealthDataAvailability {
        get {
            switch database.state.availability {
            case .available: .available
            case .unavailable: .unavailable
            case .restricted: .restricted
            }
        }
        set {
            database.state.availability =
                switch newValue {
                case .available: .available
                case .unavailable: .unavailable
                case .restricted: .restricted
                }
        }
    }

    /// The end date before which apps neither save nor find samples.
    ///
    /// `Date.distantPast` at first: nothing is too old.
    public var earliestPermittedSampleDate: Date {
        get { database.state.earliestSampleDate }
        set { database.state.earliestSampleDate = newValue }
    }

    /// Removes an app with all its data and forgets its permissions, as when the person removes it.
    ///
    /// - Parameter bundleIdentifier: The app; `nil` for the app under test.
    /// - Throws: `HKError.errorDatabaseInaccessible`.
    public func removeApp(bundleIdentifier: String? = nil) throws {
        try person.removeApp(bundleIdentifier ?? healthStore.principal.revision.source.bundleIdentifier)
    }

    // MARK: The default store

    /// Runs code in which `HKHealthStore()` is a store on this data, for apps that make their own.
    ///
    /// Such a store asks at each call whose test it is, so that one which all of an app's code shares serves each test
    /// in turn. It is this test's in the task and its child tasks, and in the handlers and delegates that HealthKit
    /// calls for the test's stores. Tests that use it may run side by side. It doesn't hold for detached tasks and
    /// queues of the app, see ``asDefaultEverywhere(_:)``; there a store is still that of the test in which it was
    /// made, as long as that test's store lives and no other test has used it. Where nothing holds, every call fails
    /// with `HKError.errorDatabaseInaccessible` and says why: the person's own store is never opened in a process that
    /// has a test store.
    ///
    /// `HKSource.default()` is the app under test.
    ///
    /// - Parameter body: The code.
    /// - Returns: The result of the code.
    /// - Throws: Any error that the code throws.
    public func asDefault<Value>(_ body: () throws -> Value) rethrows -> Value {
        try HKHealthStoreConfiguration.$scoped.withValue(configuration) { try body() }
    }

    /// Runs code in which `HKHealthStore()` is a store on this data, for apps that make their own.
    ///
    /// See the synchronous form for its scope.
    ///
    /// - Parameters:
    ///   - isolation: The actor that the code runs on.
    ///   - body: The code.
    /// - Returns: The result of the code.
    /// - Throws: Any error that the code throws.
    public func asDefault<Value>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Value
    ) async rethrows -> Value {
        try await HKHealthStoreConfiguration.$scoped.withValue(configuration, operation: body, isolation: isolation)
    }

    /// Runs code while `HKHealthStore()` is a store on this data in the whole process: in detached tasks and on queues,
    /// too.
    ///
    /// Only one test at a time can have that, so such tests belong to one suite with the trait `.serialized`. While two
    /// test stores hold everywhere, a store that belongs to neither fails with `HKError.errorDatabaseInaccessible`.
    /// Code inside of ``asDefault(_:)`` keeps the store of that.
    ///
    /// - Parameter body: The code.
    /// - Returns: The result of the code.
    /// - Throws: Any error that the code throws.
    public func asDefaultEverywhere<Value>(_ body: () throws -> Value) rethrows -> Value {
        let hold = TestProcess.hold(configuration)
        defer { TestProcess.release(hold) }
        return try asDefault(body)
    }

    /// Runs code while `HKHealthStore()` is a store on this data in the whole process: in detached tasks and on queues,
    /// too.
    ///
    /// See the synchronous form for its scope.
    ///
    /// - Parameters:
    ///   - isolation: The actor that the code runs on.
    ///   - body: The code.
    /// - Returns: The result of the code.
    /// - Throws: Any error that the code throws.
    public func asDefaultEverywhere<Value>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Value
    ) async rethrows -> Value {
        let hold = TestProcess.hold(configuration)
        defer { TestProcess.release(hold) }
        return try await asDefault(isolation: isolation, body)
    }
}

/// Whether a machine has health data.
public enum HealthDataAvailability: Sendable, Hashable {
    /// It has.
    case available
    /// It cannot have any: `HKHealthStore.isHealthDataAvailable()` is false within `HealthKitTestStore.asDefault(_:)`, and
    /// every call fails with `HKError.errorHealthDataUnavailable`.
    case unavailable
    /// An administrator forbids access: every call fails with `HKError.errorHealthDataRestricted`.
    case restricted
}

/// A clock that shows a time set by the test.
final class TestClock: Sendable {
    private let time: Mutex<Date>

    init(_ time: Date) { self.time = Mutex(time) }

    var now: Date {
        get { time.withLock { $0 } }
        set { time.withLock { $0 = newValue } }
    }
}
