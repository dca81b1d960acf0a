import ArgumentParser
import Foundation
import HealthKit

/// The store that a command works on.
struct StoreArguments: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "The store's file, or unix: and the socket of a service that has it open.",
            valueName: "path"
        )
    )
    var store: String?

    @OptionGroup var secret: SecretArguments

    /// The owner's prompt for the secret that a service wants.
    var asker: OwnerAsker { OwnerAsker(CommandAsking(secret)) }

    /// Access to the store for a command that changes it; the store is created if there is none.
    ///
    /// - Parameter asker: Asks for the secret that a service requires; `nil` for the default by the options.
    /// - Returns: Access.
    func open(_ asker: OwnerAsker? = nil) -> PersonAccess {
        HKHealthStore.person(location: location, asker: asker ?? self.asker).person
    }

    /// Access to the store for a command that only looks.
    ///
    /// - Returns: Access.
    /// - Throws: ``CommandFailure`` if there is no store.
    func openForReading() throws -> PersonAccess {
        if case .none(let path) = location.resolved { throw Self.notFound(path) }
        if service != nil { return open() }
        return HKHealthStore.person(location: location, isReadOnly: true, asker: asker).person
    }

    /// Whether there is a store: a file, or a service that has one.
    var exists: Bool {
        if case .none = location.resolved { return false }
        return true
    }

    /// The error if there is no store.
    private static func notFound(_ path: String) -> CommandFailure {
        CommandFailure(path, "no store yet; healthtui import or healthtui add creates one")
    }

    /// The path of the store.
    ///
    /// - Throws: ``CommandFailure`` when there is nothing.
    func existingPath() throws -> String {
        let path = try filePath()
        guard FileManager.default.fileExists(atPath: path) else { throw Self.notFound(path) }
        return path
    }

    /// The store's name in messages: its path, or the address of the service that has it open.
    func existingName() throws -> String { service == nil ? try existingPath() : path }

    /// The path of the store, whether there is one or not; of one that a service has open, the service's address.
    var path: String {
        switch service {
        case .socket, .descriptor, .invalid: if let service { return "unix:\(service.name)" }
        case .unclear, nil: break
        }
        return URL(fileURLWithPath: store ?? HKHealthStoreConfiguration.defaultPath).standardizedFileURL.path
    }

    /// The path of the store's file, for commands that work on it.
    ///
    /// - Throws: ``CommandFailure`` if a service was named, since its file is needed.
    func filePath() throws -> String {
        guard let service else { return path }
        if case .unclear(let reason) = service { throw CommandFailure(path, reason) }
        throw CommandFailure(
            service.name,
            "this command works on the store's file; stop the service and name the file with --store"
        )
    }

    /// The store that a service has open: the standard one if `HEALTHKIT_STORE` makes programs use a service.
    var ofService: StoreArguments {
        guard store == nil, service != nil else { return self }
        var own = self
        own.store = HKHealthStoreConfiguration.standardPath
        return own
    }

    /// The path of the store's file, for commands that replace it.
    ///
    /// - Throws: ``CommandFailure`` where a service was named, and where one has the store open.
    func unservedPath() throws -> String {
        let path = try filePath()
        guard let socket = ServiceMark.socket(of: path) else { return path }
        throw CommandFailure(path, "a service has the store open and listens at \(socket); stop it first")
    }

    /// The service that was named in the place of a file, or that has the default store.
    var service: ServiceAddress? {
        guard let store else { return ServiceAddress.ofDefault }
        return ServiceAddress(store)
    }

    var location: HKHealthStoreConfiguration.Location {
        guard let store else { return .default }
        if case .socket(let path) = ServiceAddress(store) { return .service(path) }
        return .file(store)
    }

    func validate() throws {
        guard let store else { return }
        if store.isEmpty { throw ValidationError("--store: the path is empty") }
        switch ServiceAddress(store) {
        case .invalid: throw ValidationError("--store: after unix: a whole path is needed, from / on")
        case .descriptor: throw ValidationError("--store: a connection is named by HEALTHKIT_STORE=fd:N alone")
        case .socket, .unclear, nil: break
        }
    }
}
