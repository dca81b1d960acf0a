import Foundation
import HealthStore

/// What only the person may do, at the console and the command line: see everything, decide, put in order.
package struct PersonAccess: Sendable {
    package let store: HKHealthStore

    package init(_ store: HKHealthStore) { self.store = store }

    func read<T>(_ body: (ObjectReader) throws -> T) throws -> T { try database().read(body) }

    func write<T>(_ body: (ObjectWriter) throws -> T) throws -> T { try database().write(body) }

    /// The open database, for the person alone: no app can express what is done here.
    private func database() throws -> HealthDatabase { try store.gate.personsDatabase() }

    /// The path of the store; `nil` for one in memory.
    package var storePath: String? { get throws { try database().path } }

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
        let database = try database()
        let step = ImportStep(StepDraft(.import, note: name), clock: store.gate.clock)
        return try HKError.translating {
            try ObjectImport(try database.store, forms, restoresDeleted: restoresDeleted) { try step.record($0, $1) }
        }
    }

    /// Hears of every change of the store until the token is released.
    package func listen(_ body: @escaping @Sendable (DatabaseChange) -> Void) throws -> ChangeToken {
        try database().changes.listen(body)
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
