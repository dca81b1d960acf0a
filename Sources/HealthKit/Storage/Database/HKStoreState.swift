import Foundation
import Synchronization

/// Whether the data of a store is accessible, shared by all users of the same database in this process.
///
/// An encrypted store is locked and unlocked with its passphrase. A Linux machine has no earliest permitted date, so only tests
/// set one.
package final class HKStoreState: Sendable {
    /// The availability of health data (R1.19).
    package enum Availability: Sendable, Hashable {
        case available
        /// The machine doesn't support health data.
        case unavailable
        /// An administrator restricts access to health data.
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

    /// The earliest end date of samples that apps can save and find (R2.7, R4.23).
    package var earliestSampleDate: Date {
        get { values.withLock { $0.earliestSampleDate } }
        set { values.withLock { $0.earliestSampleDate = newValue } }
    }

    #if DEBUG
    /// The access check that a test skips.
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

    /// Whether a check is made: always, unless a test skips it.
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
