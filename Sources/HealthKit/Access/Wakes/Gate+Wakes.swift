import Foundation
import HealthKitStore

extension Gate {
    /// The mark of the one service that wakes apps for a store.
    private static let wakeMark = UUID(uuid: (0x77, 0x61, 0x6B, 0x65, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 1))

    /// Marks this process as the one that wakes the store's apps; returns `nil` when another does.
    func markWaking() throws -> ByteMarks.Mark? { try handle.database().sessionMarks.set(Self.wakeMark) }

    /// Whether some process wakes the apps of the store.
    func isWakingMarked() throws -> Bool { try handle.database().sessionMarks.isSet(Self.wakeMark) }

    /// The app's visibility of changes of a type after a change number.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - number: The change number.
    /// - Returns: The first change, and the change number up to which changes were examined.
    /// - Throws: Any error of reading.
    func wakeSight(of type: HKSampleType, after number: Int64) throws -> (sight: WakeSight, reached: Int64) {
        try read(.unlocked) { reader in
            let reached = try reader.base.store.currentAnchor
            guard let visibility = try reader.base.visibility(of: type), visibility.scope != .nothing else {
                return (.noAccess, reached)
            }
            let request = try reader.request(SampleSelection(type))
            let found = try reader.base.changes([request], after: number, limit: 1)
            let isNone = found.added.isEmpty && found.deleted.isEmpty
            return (isNone ? .noChange : .change(found.changeNumber), reached)
        }
    }
}

extension StartCompanionCall: PassedCall {
    func pass(_ gate: Gate, while isWanted: (() -> Bool)?) throws {
        throw HKError.invalid("No service is there that starts programs")
    }
}

extension Gate {
    /// Another program of the caller's app that the person allowed it to start.
    ///
    /// - Throws: `errorAuthorizationDenied` for one that the person didn't approve.
    func approvedCompanion(_ bundleIdentifier: String) throws -> CompanionProgram {
        let found = try read(.unlocked) { reader in
            try app.map { try reader.base.companions(of: $0) } ?? reader.base.companionsOfPerson()
        }
        guard let companion = found.first(where: { $0.bundleIdentifier == bundleIdentifier }) else {
            throw HKError.error(
                .errorAuthorizationDenied,
                "Starting \(bundleIdentifier) isn't allowed; healthtui companions lists the pairs"
            )
        }
        return companion
    }
}

extension OwnerWakesCall: PassedCall {
    func pass(_ gate: Gate, while isWanted: (() -> Bool)?) throws -> WakeReport {
        let ledger = try gate.personsDatabase().read { try $0.wakeLedger() }
        return WakeReport(ledger: ledger, isServed: try gate.isWakingMarked())
    }
}
