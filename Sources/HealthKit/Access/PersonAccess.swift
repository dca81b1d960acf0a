import Foundation
import HealthStore

/// What only the person may do, at the console and the command line: see everything, decide, put in order.
package struct PersonAccess: Sendable {
    package let store: HKHealthStore

    package init(_ store: HKHealthStore) { self.store = store }

    func read<T>(_ body: (ObjectReader) throws -> T) throws -> T { try store.database().read(body) }

    func write<T>(_ body: (ObjectWriter) throws -> T) throws -> T { try store.database().write(body) }

    /// The path of the store; `nil` for one in memory.
    package var storePath: String? { get throws { try store.database().store.path } }

    /// Begins a bulk import, which recognises by content what the store has already.
    package func beginImport() throws -> ImportSession { try store.database().store.beginImport() }

    /// Hears of every change of the store until the token is released.
    package func listen(_ body: @escaping @Sendable (DatabaseChange) -> Void) throws -> ChangeToken {
        try store.database().changes.listen(body)
    }
}

extension HKHealthStore {
    /// A store for the console and the command line, which act for the person.
    package static func person(
        location: HKHealthStoreConfiguration.Location = .default,
        isReadOnly: Bool = false,
        clock: @escaping @Sendable () -> Date = { Date() }
    ) -> (store: HKHealthStore, person: PersonAccess) {
        let store = HKHealthStore(configuration: .person(location: location, isReadOnly: isReadOnly, clock: clock))
        return (store, PersonAccess(store))
    }
}
