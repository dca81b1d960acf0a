import ArgumentParser
import Foundation
import HealthKit

/// Which store a command works on.
struct StoreArguments: ParsableArguments {
    @Option(name: .long, help: ArgumentHelp("The store's file.", valueName: "path"))
    var store: String?

    /// Access to the store for a command that changes it; the store is made when there is none.
    func open() -> PersonAccess {
        HKHealthStore.person(location: location).person
    }

    /// Access to the store for a command that only looks.
    ///
    /// - Returns: Access; to an empty store where the default store was never made.
    /// - Throws: ``CommandFailure`` when a store that was named does not exist.
    func openForReading() throws -> PersonAccess {
        if store == nil, ServiceAddress.ofDefault != nil { return open() }
        let environment = ProcessInfo.processInfo.environment["HEALTHKIT_STORE"].flatMap { $0.isEmpty ? nil : $0 }
        let path = store ?? HKHealthStoreConfiguration.defaultPath
        if FileManager.default.fileExists(atPath: path) {
            return HKHealthStore.person(location: location, isReadOnly: true).person
        }
        guard store == nil, environment == nil else {
            throw CommandFailure(path, "store not found; healthtui import or add creates one")
        }
        return HKHealthStore.person(location: .memory).person
    }

    /// The path of the store.
    ///
    /// - Throws: ``CommandFailure`` when there is nothing.
    func existingPath() throws -> String {
        let path = self.path
        guard FileManager.default.fileExists(atPath: path) else {
            throw CommandFailure(path, "store not found; healthtui import or add creates one")
        }
        return path
    }

    /// The path of the store, whether there is one or not.
    var path: String {
        URL(fileURLWithPath: store ?? HKHealthStoreConfiguration.defaultPath).standardizedFileURL.path
    }

    var location: HKHealthStoreConfiguration.Location { store.map { .file($0) } ?? .default }

    func validate() throws {
        if let store, store.isEmpty { throw ValidationError("--store: the path is empty") }
    }
}
