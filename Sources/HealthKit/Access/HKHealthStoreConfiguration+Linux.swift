import Foundation
import Synchronization

/// How an ``HKHealthStore`` finds its data and who it is.
///
/// Linux only: `HKHealthStore()` uses the defaults.
public struct HKHealthStoreConfiguration: Sendable {
    /// Where the data is.
    public enum Location: Sendable, Hashable {
        /// `HEALTHKIT_STORE`, else `$XDG_DATA_HOME/healthtui/health.store`, else `~/.local/share/healthtui/health.store`.
        case `default`
        /// The file at a path; it is made when it does not exist.
        case file(String)
        /// Memory; gone with the last `HKHealthStore` that was made with this configuration.
        case memory
    }

    /// Where the data is.
    public var location: Location
    /// The current time, for dates that the store sets.
    public var clock: @Sendable () -> Date

    package var principal: Principal
    package var prompt: any AuthorizationPrompting
    package var isReadOnly = false
    /// The database of a test, in the place of ``location``.
    package var handle: DatabaseHandle?
    /// What `HKHealthStore()` uses within a test, in the place of the defaults.
    @TaskLocal package static var scoped: HKHealthStoreConfiguration?

    /// The configuration of an app.
    ///
    /// - Parameters:
    ///   - location: Where the data is.
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

    /// The configuration of the console and the command line, which act for the person.
    package static func person(
        location: Location = .default,
        isReadOnly: Bool = false,
        clock: @escaping @Sendable () -> Date = { Date() }
    ) -> HKHealthStoreConfiguration {
        var configuration = HKHealthStoreConfiguration(location: location, clock: clock)
        configuration.principal = .person
        configuration.isReadOnly = isReadOnly
        return configuration
    }

    /// The path of the default store.
    package static var defaultPath: String {
        let environment = ProcessInfo.processInfo.environment
        if let path = environment["HEALTHKIT_STORE"], !path.isEmpty { return path }
        let home = environment["HOME"] ?? NSHomeDirectory()
        let data = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/.local/share"
        return data + "/healthtui/health.store"
    }
}

/// Opens the database of a store when it is first used, so that making an `HKHealthStore` cannot fail.
package final class DatabaseHandle: Sendable {
    private let location: HKHealthStoreConfiguration.Location
    private let isReadOnly: Bool
    private let opened = Mutex<HealthDatabase?>(nil)

    package init(_ location: HKHealthStoreConfiguration.Location, isReadOnly: Bool) {
        self.location = location
        self.isReadOnly = isReadOnly
    }

    /// The handle that a configuration brings, or a new one.
    static func of(_ configuration: HKHealthStoreConfiguration) -> DatabaseHandle {
        configuration.handle ?? DatabaseHandle(configuration.location, isReadOnly: configuration.isReadOnly)
    }

    /// Opens the store file at a path, or gives the instance that this process has open.
    static func shared(path: String, isReadOnly: Bool) throws -> HealthDatabase {
        StoreKeeper.install()
        return try shared(path: path, isReadOnly: isReadOnly, agent: StoreKeeper.address)
    }

    package init(_ database: HealthDatabase) {
        location = .memory
        isReadOnly = false
        opened.withLock { $0 = database }
    }

    /// The open database.
    ///
    /// - Throws: `errorDatabaseInaccessible` with a text that says what is wrong with which file.
    package func database() throws -> HealthDatabase {
        try opened.withLock { opened in
            if let opened { return opened }
            let database =
                switch location {
                case .default:
                    try Self.shared(path: HKHealthStoreConfiguration.defaultPath, isReadOnly: isReadOnly)
                case .file(let path): try Self.shared(path: path, isReadOnly: isReadOnly)
                case .memory: try HealthDatabase.inMemory()
                }
            opened = database
            return database
        }
    }
}
