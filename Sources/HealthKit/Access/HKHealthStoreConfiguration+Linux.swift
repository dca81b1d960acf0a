import Foundation
import HealthKitStore
import Synchronization

/// The location of an ``HKHealthStore``'s data, and the identity of its app.
///
/// Linux only: `HKHealthStore()` uses the defaults.
public struct HKHealthStoreConfiguration: Sendable {
    /// The location of the data.
    public enum Location: Sendable, Hashable {
        /// `HEALTHKIT_STORE`, or the machine's service at `/run/healthkit/UID/socket`, or
        /// `$XDG_DATA_HOME/healthtui/health.store`, or `~/.local/share/healthtui/health.store`, in this order.
        ///
        /// `HEALTHKIT_STORE` is the path of a file; or `unix:PATH`, the socket of a service that has the store open; or `fd:N`, a
        /// descriptor of this process that is connected to one.
        case `default`
        /// The file at a path, which is created if it does not exist.
        case file(String)
        /// The service listening on the socket at a path, as started by `healthtui serve`.
        case service(String)
        /// Memory, which is freed with the last `HKHealthStore` made with this configuration.
        case memory
    }

    /// The location of the data.
    public var location: Location
    /// The current time, for dates that the store sets.
    public var clock: @Sendable () -> Date

    package var principal: Principal
    package var prompt: any AuthorizationPrompting
    package var isReadOnly = false
    /// Asks the person for a secret when a service requires it.
    package var asker: OwnerAsker?
    /// The database of a test, which replaces ``location``.
    package var handle: DatabaseHandle?
    /// The test that the data belongs to, or `nil` outside of tests.
    package var run: WeakTestRun?
    /// The test's errors and delays for the calls of its apps.
    package var interception: CallInterception?
    /// The registry of the observer queries of the test's apps.
    package var observers: ObserverRegistry?
    /// The configuration of `HKHealthStore()` within a test, instead of the defaults.
    @TaskLocal package static var scoped: HKHealthStoreConfiguration?
    /// The same on the queues where the handlers of a test's store are called.
    private static let carried = DispatchSpecificKey<HKHealthStoreConfiguration>()

    /// The configuration of an app.
    ///
    /// - Parameters:
    ///   - location: The location of the data.
    ///   - bundleIdentifier: The app's identity; `nil` for that of this process.
    ///   - clock: The current time.
    public init(
        location: Location = .default,
        bundleIdentifier: String? = nil,
        clock: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.location = location
        self.clock = clock
        var identity = AppIdentity.current
        if let bundleIdentifier, bundleIdentifier != identity.bundleIdentifier {
            identity = AppIdentity(bundleIdentifier: bundleIdentifier, name: bundleIdentifier)
        }
        principal = .app(identity)
        prompt = TerminalPrompt()
    }

    /// The configuration of the console and the command line, which act as the owner.
    package static func person(
        location: Location = .default,
        isReadOnly: Bool = false,
        asker: OwnerAsker? = nil,
        clock: @escaping @Sendable () -> Date = { Date() }
    ) -> HKHealthStoreConfiguration {
        var configuration = HKHealthStoreConfiguration(location: location, clock: clock)
        configuration.principal = .person
        configuration.isReadOnly = isReadOnly
        configuration.asker = asker
        return configuration
    }

    /// The service that has the store open, or `nil` if this process opens it.
    var service: ServiceAddress? {
        guard handle == nil, case .service(let address) = location.resolved else { return nil }
        return address
    }

    /// The path of the default store.
    package static var defaultPath: String { Machine.storePath(ProcessInfo.processInfo.environment) }

    /// The path of the default store if `HEALTHKIT_STORE` isn't set.
    package static var standardPath: String {
        Machine.storePath(ProcessInfo.processInfo.environment.filter { $0.key != "HEALTHKIT_STORE" })
    }
}

/// The resolved location of a store, for the library, every command and every screen.
package enum ResolvedLocation: Hashable, Sendable {
    /// A file, which this process opens.
    case file(String)
    /// No store yet; the first write creates the file.
    case none(String)
    /// A service has the store open, or it is unclear which store is meant.
    case service(ServiceAddress)
    /// The memory of this process.
    case memory
}

extension HKHealthStoreConfiguration.Location {
    /// The current location of the store.
    package var resolved: ResolvedLocation {
        switch self {
        case .service(let path): .service(.socket(path))
        case .default:
            ServiceAddress.ofDefault.map { .service($0) } ?? Self.resolved(HKHealthStoreConfiguration.defaultPath)
        case .file(let path): Self.resolved(path)
        case .memory: .memory
        }
    }

    private static func resolved(_ path: String) -> ResolvedLocation {
        // A service of the same user has it open.
        if let socket = ServiceMark.socket(of: path) { return .service(.socket(socket)) }
        return FileManager.default.fileExists(atPath: path) ? .file(path) : .none(path)
    }
}

extension ServiceAddress {
    /// The service that has the default store open, or `nil` if the default store is a file.
    package static var ofDefault: ServiceAddress? {
        if let named = ProcessInfo.processInfo.environment["HEALTHKIT_STORE"], !named.isEmpty {
            return ServiceAddress(named)
        }
        let installed = InstalledService()
        if let obstacle = installed.obstacle(to: HKHealthStoreConfiguration.defaultPath) { return .unclear(obstacle) }
        let me = geteuid()
        return installed.serves(me) ? .socket(installed.socket(of: me)) : nil
    }

    /// The service named by `HEALTHKIT_STORE`, or `nil` if it names none.
    package static var ofEnvironment: ServiceAddress? {
        ProcessInfo.processInfo.environment["HEALTHKIT_STORE"].flatMap { ServiceAddress($0) }
    }
}

// Tests' replacements for the default store.
extension HKHealthStoreConfiguration {
    /// The configuration of the test that this code belongs to; `nil` outside of tests.
    ///
    /// A task of the test has the test's configuration, and so does a queue of one of its stores. Any other code has the
    /// process-wide one, if there is exactly one.
    package static var ofTest: HKHealthStoreConfiguration? {
        scoped ?? DispatchQueue.getSpecific(key: carried) ?? TestProcess.everywhere
    }

    /// Makes code on a queue belong to this configuration's test, if it has one.
    func carry(to queue: DispatchQueue) {
        if handle != nil { queue.setSpecific(key: Self.carried, value: self) }
    }
}

/// This process's test state.
package enum TestProcess {
    private struct State {
        var wasRefused = false
        var last = 0
        var everywhere: [Int: HKHealthStoreConfiguration] = [:]
    }

    private static let state = Mutex(State())
    private static let isNoted = Atomic(false)

    /// Whether the process has, or had, stores for tests.
    static var hasStores: Bool { isNoted.load(ordering: .relaxed) }

    /// Forbids opening the default store in this process from now on: a test that uses it does so by accident.
    package static func noteStore() {
        guard !hasStores else { return }
        AppIdentity.setOfTest { HKHealthStoreConfiguration.ofTest?.principal.app }
        isNoted.store(true, ordering: .relaxed)
    }

    /// Makes every `HKHealthStore()` in the process use a configuration.
    ///
    /// - Parameter configuration: The configuration.
    /// - Returns: A token for ``release(_:)``.
    package static func hold(_ configuration: HKHealthStoreConfiguration) -> Int {
        state.withLock { state in
            state.last += 1
            state.everywhere[state.last] = configuration
            return state.last
        }
    }

    /// Ends the effect of ``hold(_:)``.
    package static func release(_ hold: Int) { state.withLock { _ = $0.everywhere.removeValue(forKey: hold) } }

    /// The process-wide configuration, or `nil` if there is none, or more than one.
    static var everywhere: HKHealthStoreConfiguration? {
        state.withLock { state in
            guard let first = state.everywhere.first?.value else { return nil }
            return state.everywhere.values.allSatisfy { $0.handle === first.handle } ? first : nil
        }
    }

    /// Checks that the default store may be opened.
    ///
    /// - Throws: `errorDatabaseInaccessible` in a process that has stores for tests.
    static func checkMayOpenDefaultStore() throws {
        guard hasStores else { return }
        let (isFirst, count) = state.withLock { state in
            defer { state.wasRefused = true }
            return (!state.wasRefused, state.everywhere.count)
        }
        let why =
            count > 1
            ? "\(count) test stores are the default everywhere at the same time. Run these tests one after another "
                + "(.serialized)."
            : "HKHealthStore() was used outside of HealthKitTestStore.asDefault. Use it inside asDefault, use "
                + "asDefaultEverywhere, or give the code the test's healthStore. A test that wants a file names it: "
                + "HKHealthStoreConfiguration(location: .file(path))."
        let text = "The default store isn't opened in a process with test stores: \(why)"
        // Some calls can't report an error.
        if isFirst { FileHandle.standardError.write(Data("HealthKit: \(text)\n".utf8)) }
        throw HKError.error(.errorDatabaseInaccessible, text)
    }
}

/// Opens the database of a store when it is first used, so that making an `HKHealthStore` cannot fail.
package final class DatabaseHandle: Sendable {
    private struct State {
        var database: HealthDatabase?
        /// Whether the file is being rewritten, so that no process may have it open.
        var isClosed = false
    }

    private let opening: @Sendable () throws -> HealthDatabase
    /// The path of the file to open, or `nil` for a store in memory.
    private let path: @Sendable () -> String?
    private let opened: Mutex<State>
    /// The address of the agent that keeps the store's key; `nil` for the user's own.
    private let agentOfTest: AgentAddress?

    package init(_ location: HKHealthStoreConfiguration.Location, isReadOnly: Bool) {
        opening = {
            switch location {
            case .default: try Self.ofDefaultPath(isReadOnly: isReadOnly)
            case .file(let path): try Self.shared(path: path, isReadOnly: isReadOnly)
            case .service(let path): throw Self.isServed(by: path)
            case .memory: try HealthDatabase.inMemory()
            }
        }
        path = {
            switch location {
            case .default: TestProcess.hasStores ? nil : HKHealthStoreConfiguration.defaultPath
            case .file(let path): path
            case .service, .memory: nil
            }
        }
        opened = Mutex(State())
        agentOfTest = nil
    }

    /// The handle of an open database.
    ///
    /// - Parameters:
    ///   - database: The database.
    ///   - agent: The address of the agent that keeps its key; `nil` for the user's own.
    package init(_ database: HealthDatabase, agent: AgentAddress? = nil) {
        let (path, isReadOnly) = (database.path, database.encryption?.isReadOnly ?? false)
        opening = {
            guard let path else { return try HealthDatabase.inMemory() }
            return try Self.shared(path: path, isReadOnly: isReadOnly, agent: agent ?? KeyHolder.address)
        }
        self.path = { path }
        opened = Mutex(State(database: database))
        agentOfTest = agent
    }

    /// The configuration's handle, or a new one.
    static func of(_ configuration: HKHealthStoreConfiguration) -> DatabaseHandle {
        configuration.handle ?? DatabaseHandle(configuration.location, isReadOnly: configuration.isReadOnly)
    }

    /// Opens the store file at a path, or returns the instance that this process has open.
    static func shared(path: String, isReadOnly: Bool) throws -> HealthDatabase {
        KeyHolder.install()
        return try shared(path: path, isReadOnly: isReadOnly, agent: KeyHolder.address)
    }

    private static func ofDefaultPath(isReadOnly: Bool) throws -> HealthDatabase {
        try TestProcess.checkMayOpenDefaultStore()
        if let service = ServiceAddress.ofDefault { throw isServed(by: service.name) }
        return try shared(path: HKHealthStoreConfiguration.defaultPath, isReadOnly: isReadOnly)
    }

    private static func isServed(by path: String) -> HKError {
        .error(.errorDatabaseInaccessible, "The service at \(path) has the store open, and no other program may")
    }

    /// The address of the agent that keeps the store's key.
    var agent: AgentAddress { agentOfTest ?? KeyHolder.address }

    /// Whether there is no store yet; the next call that opens it creates its file.
    var isMissing: Bool {
        guard opened.withLock({ $0.database == nil && !$0.isClosed }), let path = path() else { return false }
        return access(path, F_OK) != 0 && errno == ENOENT
    }

    /// The open database.
    ///
    /// - Throws: `errorDatabaseInaccessible` with a message that names the file and the problem.
    package func database() throws -> HealthDatabase {
        try opened.withLock { state in
            if state.isClosed { throw Self.closed }
            if let database = state.database { return database }
            let database = try opening()
            state.database = database
            return database
        }
    }

    /// Works on the store's file while no process has it open.
    ///
    /// Calls to the store fail meanwhile. Afterwards the store is opened again, even if the work failed.
    ///
    /// - Parameter work: The work, which receives the store's path.
    /// - Returns: The result of the work.
    /// - Throws: Any error of the work, and `errorDatabaseInaccessible` for a store in memory, and while such work is already
    ///   under way.
    func whileClosed<T>(_ work: (String) throws -> T) throws -> T {
        guard let path = try database().path else {
            throw HKError.error(.errorDatabaseInaccessible, "The store is kept in memory, and has no file.")
        }
        let database = try opened.withLock { state in
            if state.isClosed { throw Self.closed }
            defer { state = State(isClosed: true) }
            return state.database
        }
        defer { opened.withLock { $0 = State() } }
        database?.end()
        return try work(path)
    }

    private static var closed: HKError {
        HKError.error(.errorDatabaseInaccessible, "The store is being written anew. Try again when that is done.")
    }
}
