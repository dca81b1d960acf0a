import Foundation
import HealthKit
import HealthtuiSync

/// The state of the machines that keep a store in sync, and the apps whose samples came from them.
package struct SyncFacts: Sendable {
    /// `nil` for a store in no group.
    var overview: GroupOverview?
    var apps: [DeviceSync.ArrivedApp] = []

    /// Facts that are known.
    package init(_ overview: GroupOverview?, apps: [DeviceSync.ArrivedApp] = []) {
        self.overview = overview
        self.apps = apps
    }

    /// Reads them.
    ///
    /// - Throws: ``SyncError``, `HKError` for a store that can't be read.
    init(_ person: PersonAccess, now: Date) throws {
        let sync = try DeviceSync.opened(person, clock: { now.timeIntervalSinceReferenceDate })
        overview = try sync.overview()
        apps = try sync.arrivedApps()
    }
}

/// The result of a sync.
package enum SyncOutcome: Sendable, Hashable {
    case synced(arrived: Int, sent: Int)
    /// The machine that invited this one hasn't synced since.
    case waiting
    case removed
    /// It would delete samples on either side, which the person decides on first.
    case joins

    /// Syncs a store.
    ///
    /// - Throws: ``SyncError``, `HKError`.
    init(_ person: PersonAccess, now: Date) throws {
        do {
            let sync = try DeviceSync.opened(person, clock: { now.timeIntervalSinceReferenceDate })
            let report = try sync.sync(joins: false)
            switch report.state {
            case .waiting: self = .waiting
            case .removed: self = .removed
            case .synced:
                self = .synced(
                    arrived: report.added + report.changed + report.deleted + report.settings,
                    sent: report.sent
                )
            }
        } catch is JoiningDeletions {
            self = .joins
        }
    }
}

extension DeviceSync.ArrivedApp {
    /// The machine's name, or the beginning of its identifier if it belongs to a group that this store left.
    var machine: String { deviceName ?? String(device.prefix(8)) }
}
