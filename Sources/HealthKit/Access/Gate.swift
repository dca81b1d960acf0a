import Foundation
import HealthKitStore

/// The only path from a caller to the store: every call passes through it, and its readers and writers are limited to
/// what the caller may see and change.
///
/// Within its own process, calls are passed to it by reference, and nothing is encoded.
package final class Gate: Sendable {
    /// The caller.
    package let principal: Principal
    package let prompt: any AuthorizationPrompting
    package let clock: @Sendable () -> Date
    /// The clock of audit rows, which an app can't choose.
    let auditClock: @Sendable () -> Date
    let handle: DatabaseHandle
    /// The key of a change that may be repeated, or `nil` for other changes.
    let change: KeyedChange?
    /// Whether the caller isn't an app, or is one with a valid identifier.
    private let isIdentified: Bool
    /// Whether this gate of an assistant may open the store, for the one call that it was made for.
    let isAdmitted: Bool
    /// The test that the store belongs to, or `nil` outside of tests.
    let test: HKHealthStoreConfiguration?

    init(
        _ principal: Principal,
        handle: DatabaseHandle,
        prompt: any AuthorizationPrompting,
        clock: @escaping @Sendable () -> Date,
        auditClock: @escaping @Sendable () -> Date,
        test: HKHealthStoreConfiguration? = nil,
        change: KeyedChange? = nil,
        isAdmitted: Bool = false
    ) {
        self.change = change
        self.isAdmitted = isAdmitted
        self.test = test
        self.principal = principal
        if case .app(let app) = principal {
            isIdentified = AppIdentity.problem(with: app.bundleIdentifier) == nil
        } else {
            isIdentified = true
        }
        self.auditClock = auditClock
        self.handle = handle
        self.prompt = prompt
        self.clock = clock
    }

    convenience init(_ configuration: HKHealthStoreConfiguration) {
        var auditClock: @Sendable () -> Date = { Date() }
        if case .person = configuration.principal { auditClock = configuration.clock }
        self.init(
            configuration.principal,
            handle: DatabaseHandle.of(configuration),
            prompt: configuration.prompt,
            clock: configuration.clock,
            auditClock: auditClock,
            test: configuration.handle == nil ? nil : configuration
        )
    }

    /// The gate of another caller to the same store.
    convenience init(
        _ principal: Principal,
        beside gate: Gate,
        prompt: (any AuthorizationPrompting)? = nil,
        change: KeyedChange? = nil,
        isAdmitted: Bool = false
    ) {
        self.init(
            principal,
            handle: gate.handle,
            prompt: prompt ?? gate.prompt,
            clock: gate.clock,
            auditClock: gate.auditClock,
            test: gate.test,
            change: change,
            isAdmitted: isAdmitted
        )
    }

    /// Makes `HKHealthStore()` on a handler queue a store of the same test.
    func carryTest(to queue: DispatchQueue) { test?.carry(to: queue) }

    /// Whether health data can be available at the place in a test's configuration.
    static func isDataAvailable(_ configuration: HKHealthStoreConfiguration) -> Bool {
        guard let handle = configuration.handle else { return true }
        // A store that can't be opened reports its error when it is called.
        return (try? handle.database().state.availability) != .unavailable
    }

    /// The open database, in the state that a call needs.
    ///
    /// - Throws: `errorInvalidArgument` for an app with an invalid identifier, `errorHealthDataUnavailable`,
    ///   `errorHealthDataRestricted`, `errorDatabaseInaccessible`.
    func database(_ condition: CallCondition) throws -> HealthDatabase {
        let database = try savingDatabase(condition)
        try checkReachable(database)
        return database
    }

    /// The database in the state that a call needs, which may be locked where the call can wait for the store to be unlocked.
    func savingDatabase(_ condition: CallCondition = .available) throws -> HealthDatabase {
        guard let app else { return try handle.database() }
        if !isIdentified { try app.checkIdentifier() }
        if app.isAssistant, !isAdmitted { throw Self.notAnAssistants }
        let database = try handle.database()
        if condition >= .available { try database.state.checkAvailable() }
        if condition >= .unlocked {
            if database.state.isLocked { _ = database.openIfUnlocked() }
            try database.state.checkUnlocked()
        }
        return database
    }

    /// Keeps apps from a store in memory while it is locked; one in a file cannot be read then.
    func checkReachable(_ database: HealthDatabase) throws {
        if app != nil, database.isInMemory { try database.state.checkUnlocked() }
    }

    /// Reads with the caller's rights.
    func read<T>(
        _ condition: CallCondition,
        while isWanted: (() -> Bool)? = nil,
        _ body: (ScopedReader) throws -> T
    ) throws -> T {
        let database = try database(condition)
        let assistant = try assistantView(database)
        return try database.read(caller: app) { reader in
            reader.assistant = assistant
            if let isWanted {
                reader.checkpoint = { guard isWanted() else { throw CancellationError() } }
            }
            return try body(self.scoped(reader, database))
        }
    }

    func scoped(_ reader: ObjectReader, _ database: HealthDatabase) -> ScopedReader {
        let isBounded = app != nil && reader.makes(.earliest)
        return ScopedReader(
            reader,
            earliest: isBounded ? database.state.earliestSampleDate : .distantPast,
            audit: app != nil && database.audit.isCounting ? database.audit : nil
        )
    }

    func scoped(_ writer: ObjectWriter, _ database: HealthDatabase) -> ScopedWriter {
        scoped(writer, database, nil)
    }

    func scoped(
        _ writer: ObjectWriter,
        _ database: HealthDatabase,
        _ written: WrittenTypes?
    ) -> ScopedWriter {
        let reader = ObjectReader(writer.writer, caller: app)
        #if DEBUG
        reader.skippedCheck = database.state.skippedCheck
        #endif
        return ScopedWriter(
            writer: writer,
            reader: scoped(reader, database),
            principal: principal,
            now: clock(),
            written: written
        )
    }

    /// Observes changes until the token is released; the caller makes a call to find out what changed.
    func listen(_ interest: ChangeInterest, _ body: @escaping @Sendable () -> Void) throws -> ChangeToken {
        try handle.database().changes.listen { if interest.includes($0) { body() } }
    }

    /// Whether change notifications wait until the machine is unlocked; a store that can't be opened sends none at all.
    var isHolding: Bool { (try? handle.database().changes.isHolding) ?? false }

    /// The end date before which the caller can neither save nor find samples.
    var earliestSampleDate: Date {
        // A store that can't be opened neither takes nor gives samples.
        guard app != nil, !handle.isMissing, let database = try? handle.database() else { return .distantPast }
        return database.state.earliestSampleDate
    }
}

/// A call's requirement on the machine's state.
enum CallCondition: Int, Comparable {
    case none
    /// Health data is available.
    case available
    /// The data can be read now.
    case unlocked

    static func < (left: CallCondition, right: CallCondition) -> Bool { left.rawValue < right.rawValue }
}
