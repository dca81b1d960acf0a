import Foundation
import Synchronization

/// Whether the data of a store can be reached now: shared by all who ask the same database in this process.
///
/// An encrypted store is locked and unlocked by its passphrase. A Linux machine has no limit of dates, so nothing sets that
/// by itself: tests do.
package final class HKStoreState: Sendable {
    /// Whether there is health data at all (R1.19).
    package enum Availability: Sendable, Hashable {
        case available
        /// The machine can have no health data.
        case unavailable
        /// An administrator forbids access to it.
        case restricted
    }

    private struct Values {
        var availability = Availability.available
        var isLocked = false
        #if DEBUG
        var skippedCheck: GateCheck?
        #endif
        var earliestSampleDate = Date.distantPast
    }

    private let values = Mutex(Values())

    package init() {}

    package var availability: Availability {
        get { values.withLock { $0.availability } }
        set { values.withLock { $0.availability = newValue } }
    }

    /// The end date before which apps neither save nor find samples (R2.7, R4.23).
    package var earliestSampleDate: Date {
        get { values.withLock { $0.earliestSampleDate } }
        set { values.withLock { $0.earliestSampleDate = newValue } }
    }

    #if DEBUG
    /// A check of the gate that a test leaves out.
    package var skippedCheck: GateCheck? {
        get { values.withLock { $0.skippedCheck } }
        set { values.withLock { $0.skippedCheck = newValue } }
    }
    #endif

    package var isLocked: Bool { values.withLock { $0.isLocked } }

    func setLocked(_ isLocked: Bool) { values.withLock { $0.isLocked = isLocked } }

    func checkAvailable() throws {
        switch availability {
        case .available: return
        case .unavailable:
            throw HKError.error(.errorHealthDataUnavailable, "Health data is unavailable on this device")
        case .restricted:
            throw HKError.error(.errorHealthDataRestricted, "Health data is restricted on this device")
        }
    }

    /// Whether a check is made: always, but for a test that leaves it out.
    func makes(_ check: GateCheck) -> Bool {
        #if DEBUG
        return skippedCheck != check
        #else
        return true
        #endif
    }

    func checkUnlocked() throws {
        guard isLocked, makes(.locked) else { return }
        throw HKError.protectedData
    }
}
