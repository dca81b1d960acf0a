import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiSync

/// The user's personal data and settings for this store.
package struct ProfileFacts: Sendable {
    var me = CharacteristicValues()
    var goals = ActivityGoals()
    /// The number of types that have a goal.
    var typeGoals = 0
    /// The types with data that people measure in several units, and the unit that the person chose.
    var units: [(type: HKQuantityType, chosen: HKUnit?)] = []
    /// The sources that do not count, by type.
    var leftOut: [(type: HKSampleType, sources: [HKSource])] = []
    var isGuest = false
    var lock = StoreLockState.plain
    /// `nil` while the store is locked, and if unknown.
    var sync: Sync?

    /// The number of studies the user agreed to.
    var studies = 0

    /// The store's sync state.
    enum Sync: Hashable, Sendable {
        case noGroup
        /// With when it synced last.
        case group(Date?)
    }

    /// Reads them.
    ///
    /// - Throws: `HKError` for a store that cannot be read.
    init(_ person: PersonAccess, today: CalendarDay) throws {
        me = try person.characteristics()
        goals = try person.goals(on: today)
        typeGoals = try person.typeGoals().count
        isGuest = try person.isGuest()
        lock = try person.lockState()
        if !lock.isLocked { sync = try Self.sync(person) }
        studies = try person.studies().count
        let types = try person.types().compactMap { TypeCatalogue.resolve($0.identifier)?.type as? HKQuantityType }
            .sorted { $0.entry.name < $1.entry.name }
        for type in types {
            let chosen = try person.chosenUnit(for: type)
            if chosen != nil || UnitPhrase.suggestions(for: type).count > 1 { units.append((type, chosen)) }
            let (order, excluded) = try person.sourceOrder(type.identifier)
            guard !excluded.isEmpty else { continue }
            leftOut.append((type, order.filter { excluded.contains($0.bundleIdentifier) }))
        }
    }

    /// The units that the person chose, by the identifier of the type.
    ///
    /// - Throws: `HKError` for a store that cannot be read.
    package static func units(_ person: PersonAccess) throws -> [String: HKUnit] {
        guard try !person.lockState().isLocked else { return [:] }
        var units: [String: HKUnit] = [:]
        for summary in try person.types() {
            guard let type = HKObjectType.type(identifier: summary.identifier) as? HKQuantityType else { continue }
            units[type.identifier] = try person.chosenUnit(for: type)
        }
        return units
    }

    /// The store's sync state; `nil` with an older service, which doesn't report it.
    private static func sync(_ person: PersonAccess) throws -> Sync? {
        do {
            return try DeviceSync.opened(person).lastSynced().map { .group($0) } ?? .noGroup
        } catch let error as HKError where person.isServed {
            HealthLog.debug("sync", ["error": error.text])
            return nil
        }
    }
}
