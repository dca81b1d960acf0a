import Foundation
import HealthKitStore
import Synchronization

/// Caches the sources, devices and units that reads encountered: a dictionary entry never changes and is never removed.
///
/// Only committed entries are cached, because a transaction may be rolled back. For a query of one day, creating these objects
/// takes as long as computing the day's totals.
final class KnownEntries: Sendable {
    /// A source in its stored form.
    struct Source {
        var source: HKSource
        /// The app and device that it represents, if it comes from another device.
        var device: DeviceSource?

        init(_ source: HKSource) {
            self.source = source
            device = DeviceSource(bundleIdentifier: source.bundleIdentifier)
        }
    }

    /// A source revision in its stored form.
    struct Revision {
        var revision: HKSourceRevision
        var device: DeviceSource?

        init(_ revision: HKSourceRevision) {
            self.revision = revision
            device = DeviceSource(bundleIdentifier: revision.source.bundleIdentifier)
        }
    }

    private struct State {
        var types: [TypeID: HKObjectType] = [:]
        var units: [UnitID: HKUnit] = [:]
        var sources: [SourceID: Source] = [:]
        var revisions: [RevisionID: Revision] = [:]
        var devices: [DeviceID: HKDevice] = [:]

        var count: Int { types.count + units.count + sources.count + revisions.count + devices.count }
    }

    /// The maximum number of cached entries; beyond it, the cache is cleared.
    private static let limit = 4_096

    private let state = Mutex(State())

    func type(_ id: TypeID, _ make: () throws -> HKObjectType?) rethrows -> HKObjectType? {
        try find(\.types, id, make)
    }

    func unit(_ id: UnitID, _ make: () throws -> HKUnit) rethrows -> HKUnit? { try find(\.units, id, make) }

    func source(_ id: SourceID, _ make: () throws -> Source) rethrows -> Source? { try find(\.sources, id, make) }

    func revision(_ id: RevisionID, _ make: () throws -> Revision) rethrows -> Revision? {
        try find(\.revisions, id, make)
    }

    func device(_ id: DeviceID, _ make: () throws -> HKDevice?) rethrows -> HKDevice? {
        try find(\.devices, id, make)
    }

    /// Returns the cached value of a number, or makes and caches it.
    private func find<ID: Hashable & Sendable, Value: Sendable>(
        _ place: any WritableKeyPath<State, [ID: Value]> & Sendable,
        _ id: ID,
        _ make: () throws -> Value?
    ) rethrows -> Value? {
        if let known = state.withLock({ $0[keyPath: place][id] }) { return known }
        guard let made = try make() else { return nil }
        state.withLock { state in
            if state.count >= Self.limit { state = State() }
            state[keyPath: place][id] = made
        }
        return made
    }
}
