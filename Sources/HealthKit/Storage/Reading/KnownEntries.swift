import Foundation
import HealthStore
import Synchronization

/// The sources, devices and units that readings came across, kept from one reading to the next: an entry of a dictionary
/// never changes and is never removed.
///
/// Only what was committed comes in, as what a transaction adds may be taken back. A query of one day needs as long to make
/// these objects as to add up the day.
final class KnownEntries: Sendable {
    /// A source as it is stored.
    struct Source {
        var source: HKSource
        /// The app and the device that it names, for one of another device.
        var device: DeviceSource?

        init(_ source: HKSource) {
            self.source = source
            device = DeviceSource(bundleIdentifier: source.bundleIdentifier)
        }
    }

    /// A revision of a source as it is stored.
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

    /// The most that is kept; beyond it all is forgotten.
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

    /// What is known by a number, or is made and known from then on.
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
