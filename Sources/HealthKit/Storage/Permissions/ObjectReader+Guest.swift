import Foundation
import HealthKitStore

extension StoreNamespace {
    /// The person's statements about the machine: whether a guest uses it.
    package static let machine = "machine"

    fileprivate static let guest = "guest"
}

extension ObjectReader {
    /// Whether someone other than the owner uses the machine (R1.16).
    package var isGuest: Bool {
        get throws { try store.value(StoreNamespace.machine, StoreNamespace.guest) != nil }
    }
}

extension ObjectWriter {
    /// Sets whether someone other than the owner uses the machine, for all programs at once.
    func setGuest(_ isGuest: Bool) throws {
        guard try self.isGuest != isGuest else { return }
        try setValue(isGuest ? true : nil, StoreNamespace.machine, StoreNamespace.guest)
    }

    /// Checks within a write transaction that an app may change data now.
    ///
    /// - Throws: `errorNotPermissibleForGuestUserMode` for an app while a guest uses the machine.
    func checkNotGuest(_ principal: Principal) throws {
        guard case .app = principal, makes(.guest), try isGuest else { return }
        throw HKError.error(.errorNotPermissibleForGuestUserMode, "Health data cannot be changed in Guest User mode")
    }
}
