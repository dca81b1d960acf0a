import Foundation

/// The owner's functions at the console and the command line: reading everything, deciding about access, managing data.
package struct PersonAccess: Sendable {
    package let store: HKHealthStore

    /// The copy that imports write to in place of the store in a dry run.
    private(set) var scratch: ScratchStore?

    package init(_ store: HKHealthStore) { self.store = store }

    /// Whether imports are dry runs, which write to a copy.
    package var isDryRun: Bool { scratch != nil }

    /// Access whose imports write to a copy of the store in memory, one after the other, and report the result for each
    /// type and source.
    ///
    /// Everything else that it does is done to the store itself.
    ///
    /// - Parameter isCancelled: Asked while the store is copied.
    /// - Returns: The access, which owns the copy.
    /// - Throws: `errorAuthorizationDenied` where a service asks for the person's secret and doesn't get it,
    ///   `CancellationError`, `HKError`.
    package func forDryRun(isCancelled: @escaping () -> Bool = { false }) throws -> PersonAccess {
        var access = self
        access.scratch = try store.port.work.beginDryRun(isCancelled: isCancelled)
        return access
    }

    /// The path of the store's file, or `nil` for one in memory and for one that only a service may open.
    package var storePath: String? { get throws { try store.port.filePath } }

    /// Begins a bulk import, which recognizes objects that the store already has.
    ///
    /// - Parameters:
    ///   - forms: How the import recognizes values that are spelled differently.
    ///   - restoresDeleted: Whether objects that were imported before and deleted since come back.
    ///   - name: The import's name in the log of operations: a file's name.
    /// - Returns: The object that receives the imported objects.
    /// - Throws: `HKError`.
    package func beginImport(
        _ forms: ImportForms,
        restoresDeleted: Bool,
        named name: String
    ) throws -> ObjectImport {
        let call = ImportCall(file: name, restoresDeleted: restoresDeleted)
        return try store.port.work.beginImport(call, forms, in: scratch)
    }

    /// Observes every change of the store until the token is released.
    package func listen(_ body: @escaping @Sendable (DatabaseChange) -> Void) throws -> ChangeToken {
        try store.port.work.listenForPerson(body)
    }
}

extension HKHealthStore {
    /// A store for the console and the command line, which act as the owner.
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
