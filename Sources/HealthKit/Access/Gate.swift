import Foundation
import HealthStore

/// The one way from a caller to the store: every call passes it, and below it are only readers and writers that show and
/// change what the caller may.
///
/// Within its own process calls are passed to it by reference, and nothing is encoded.
package final class Gate: Sendable {
    /// Whose calls pass.
    package let principal: Principal
    package let prompt: any AuthorizationPrompting
    package let clock: @Sendable () -> Date
    /// The time of what the audit tells: never that of an app's choosing.
    let auditClock: @Sendable () -> Date
    let handle: DatabaseHandle
    /// What the change that passes is known by, where it may be asked for again; `nil` for others.
    let change: KeyedChange?
    /// Whether the caller is no app, or one with a good identifier.
    private let isIdentified: Bool
    /// The test whose store it is; `nil` outside of tests.
    let test: HKHealthStoreConfiguration?

    init(
        _ principal: Principal,
        handle: DatabaseHandle,
        prompt: any AuthorizationPrompting,
        clock: @escaping @Sendable () -> Date,
        auditClock: @escaping @Sendable () -> Date,
        test: HKHealthStoreConfiguration? = nil,
        change: KeyedChange? = nil
    ) {
        self.change = change
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
        change: KeyedChange? = nil
    ) {
        self.init(
            principal,
            handle: gate.handle,
            prompt: prompt ?? gate.prompt,
            clock: gate.clock,
            auditClock: gate.auditClock,
            test: gate.test,
            change: change
        )
    }

    /// Has `HKHealthStore()` on a queue, where handlers are called, be a store of the same test.
    func carryTest(to queue: DispatchQueue) { test?.carry(to: queue) }

    /// Whether there can be health data where a test's configuration says.
    static func isDataAvailable(_ configuration: HKHealthStoreConfiguration) -> Bool {
        guard let handle = configuration.handle else { return true }
        // What can't be opened says so when it is asked.
        return (try? handle.database().state.availability) != .unavailable
    }

    /// The open database, in the state that a call needs.
    ///
    /// - Throws: `errorInvalidArgument` for an app whose identifier is none, `errorHealthDataUnavailable`,
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
        return try database.read(caller: app) { reader in
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

    /// Hears of changes until the token is released; what changed the caller finds out by a call.
    func listen(_ interest: ChangeInterest, _ body: @escaping @Sendable () -> Void) throws -> ChangeToken {
        try handle.database().changes.listen { if interest.includes($0) { body() } }
    }

    /// Whether word of changes waits until the machine is unlocked; of a store that can't be opened none comes at all.
    var isHolding: Bool { (try? handle.database().changes.isHolding) ?? false }

    /// The end date before which the caller neither saves nor finds samples.
    var earliestSampleDate: Date {
        // A store that can't be opened neither takes nor gives samples.
        guard app != nil, !handle.isMissing, let database = try? handle.database() else { return .distantPast }
        return database.state.earliestSampleDate
    }
}

/// What a call needs of the machine.
enum CallCondition: Int, Comparable {
    case none
    /// There is health data.
    case available
    /// Its data can be read now.
    case unlocked

    static func < (left: CallCondition, right: CallCondition) -> Bool { left.rawValue < right.rawValue }
}
