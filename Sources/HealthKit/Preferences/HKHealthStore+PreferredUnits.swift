import Foundation
import HealthStore
import Synchronization

extension HKHealthStore {
    /// The units in which the person wants to see quantities.
    ///
    /// Once asked, the store posts `Notification.Name.HKUserPreferencesDidChange` whenever the person chooses others.
    ///
    /// - Parameters:
    ///   - quantityTypes: Types that the app asked for, to read or to share.
    ///   - completion: Called on a background queue with a unit for each type, or with none and an error.
    @preconcurrency
    public func preferredUnits(
        for quantityTypes: Set<HKQuantityType>,
        completion: @escaping @Sendable ([HKQuantityType: HKUnit], (any Error)?) -> Void
    ) {
        perform({ try self.preferredUnitsNow(quantityTypes) }, { completion((try? $0.get()) ?? [:], $0.failure) })
    }

    /// The units in which the person wants to see quantities.
    ///
    /// Once asked, the store posts `Notification.Name.HKUserPreferencesDidChange` whenever the person chooses others.
    ///
    /// - Parameter quantityTypes: Types that the app asked for, to read or to share.
    /// - Returns: For each type the person's choice, else what is usual where the process runs (R11.1, R11.3); the usual for
    ///   types that the person denied.
    /// - Throws: `errorAuthorizationNotDetermined` for a type never asked for, `errorDatabaseInaccessible`.
    public func preferredUnits(for quantityTypes: Set<HKQuantityType>) async throws -> [HKQuantityType: HKUnit] {
        try await perform { try self.preferredUnitsNow(quantityTypes) }
    }

    private func preferredUnitsNow(_ types: Set<HKQuantityType>) throws -> [HKQuantityType: HKUnit] {
        let database = try readableDatabase()
        preferences.watch(database, for: self)
        return try database.read { reader in
            var units: [HKQuantityType: HKUnit] = [:]
            for type in types {
                let isVisible = try reader.readScope(principal, type) != .nothing
                let chosen = isVisible ? try reader.chosenUnit(for: type) : nil
                units[type] = chosen ?? LocaleUnits.defaultUnit(for: type, locale: .current)
            }
            return units
        }
    }
}

extension ObjectReader {
    /// The unit that the person chose for a type; `nil` when none was chosen.
    package func chosenUnit(for type: HKQuantityType) throws -> HKUnit? {
        guard let name = try value(String.self, StoreNamespace.preferredUnits, type.identifier),
            let unit = try? HKUnit(validating: name), type.is(compatibleWith: unit)
        else { return nil }
        return unit
    }
}

extension PersonAccess {
    /// The unit in which a type is shown: the person's choice, else what is usual where the process runs.
    package func preferredUnit(for type: HKQuantityType) throws -> HKUnit {
        try read { try $0.chosenUnit(for: type) } ?? LocaleUnits.defaultUnit(for: type, locale: .current)
    }

    /// Chooses the unit in which a type is shown; `nil` for what is usual.
    ///
    /// - Throws: `errorInvalidArgument` for a unit that does not fit the type.
    package func setPreferredUnit(_ unit: HKUnit?, for type: HKQuantityType) throws {
        if let unit, !type.is(compatibleWith: unit) {
            throw HKError.invalid("\(type.identifier) cannot be shown in \(unit.unitString)")
        }
        try write { writer in
            guard try writer.chosenUnit(for: type) != unit else { return }
            try writer.setValue(unit?.unitString, StoreNamespace.preferredUnits, type.identifier)
        }
    }
}

/// Posts a notification for its health store when the person chooses other units, in whichever process (R11.2).
final class PreferenceWatch: Sendable {
    private let token = Mutex<ChangeToken?>(nil)

    /// Begins to watch; once is enough.
    func watch(_ database: HealthDatabase, for store: HKHealthStore) {
        token.withLock { token in
            guard token == nil else { return }
            token = database.changes.listen { [weak store] change in
                guard let store, change.namespaces.contains(StoreNamespace.preferredUnits) else { return }
                // On Linux neither form of the notification brings the other.
                store.queue.async {
                    NotificationCenter.default.post(name: .HKUserPreferencesDidChange, object: store)
                }
                Task { @MainActor in
                    NotificationCenter.default.post(HKHealthStore.HKUserPreferencesDidChangeMessage(), subject: store)
                }
            }
        }
    }
}
