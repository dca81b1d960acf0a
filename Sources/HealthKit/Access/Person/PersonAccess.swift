import Foundation

/// What only the person may do, at the console and the command line: see everything, decide, put in order.
package struct PersonAccess: Sendable {
    package let store: HKHealthStore

    package init(_ store: HKHealthStore) { self.store = store }

    /// The path of the store's file; `nil` for one in memory, and for one that only a service may open.
    package var storePath: String? { get throws { try store.port.filePath } }

    /// Begins a bulk import, which recognises what the store has already.
    ///
    /// - Parameters:
    ///   - forms: How it recognises what is spelled differently.
    ///   - restoresDeleted: Whether what was imported before and deleted since comes back.
    ///   - name: What the log of steps calls it: a file's name.
    /// - Returns: What takes in the objects.
    /// - Throws: `HKError`.
    package func beginImport(
        _ forms: ImportForms,
        restoresDeleted: Bool,
        named name: String
    ) throws -> ObjectImport {
        try store.port.work.beginImport(ImportCall(file: name, restoresDeleted: restoresDeleted), forms)
    }

    /// Hears of every change of the store until the token is released.
    package func listen(_ body: @escaping @Sendable (DatabaseChange) -> Void) throws -> ChangeToken {
        try store.port.work.listenForPerson(body)
    }
}

extension HKHealthStore {
    /// A store for the console and the command line, which act for the person.
    package static func person(
        location: HKHealthStoreConfiguration.Location = .default,
        isReadOnly: Bool = false,
        asker: OwnerAsker? = nil,
        clock: @escaping @Sendable () -> Date = { Date() }
    ) -> (store: HKHealthStore, person: PersonAccess) {
        let store = HKHealthStore(
            configuration: .person(location: location, isReadOnly: isReadOnly, asker: asker, clock: clock)
        )
        return (store, PersonAccess(store))
    }
}
