import Foundation
import HealthStore

/// What an app knows a stored sample by.
package struct StoredSyncIdentifier: Hashable, Sendable {
    /// The app's.
    package var bundleIdentifier: String
    package var identifier: String
    package var version: Double

    /// Reads it from the dictionaries' entries of a sample; `nil` for a sample without one.
    ///
    /// - Parameters:
    ///   - source: The entry of the sample's source.
    ///   - metadata: The entry of its metadata; empty for none.
    package init?(source: [UInt8], metadata: [UInt8]) {
        guard !metadata.isEmpty, let known = Metadata(bytes: metadata),
            case .text(let identifier)? = known[HKMetadataKeySyncIdentifier],
            let version = known[HKMetadataKeySyncVersion]?.number, !version.isNaN,
            let source = DictionaryCoding.source(source)
        else {
            return nil
        }
        self.bundleIdentifier = source.bundleIdentifier
        self.identifier = identifier
        self.version = version
    }

    /// The app on another device whose it is; `nil` for an app of this one.
    package var deviceSource: DeviceSource? { DeviceSource(bundleIdentifier: bundleIdentifier) }
}

/// What other devices of the group did, carried out here.
extension ObjectWriter {
    /// Deletes what was deleted on another device; the person can undo it.
    ///
    /// - Parameters:
    ///   - uuids: What to delete.
    ///   - isUndo: Whether an undo took it away there, so that an import brings it again.
    ///   - now: The time.
    /// - Returns: How many there were.
    /// - Throws: The store's errors; the transaction must then end.
    @discardableResult
    package func deleteForOtherDevices(_ uuids: [UUID], isUndo: Bool = false, now: Date) throws -> Int {
        if uuids.isEmpty { return 0 }
        var draft = OperationDraft(.sync)
        draft.isUndo = isUndo
        // One step that the person can undo, and memory for a part of it.
        return try recording(draft, now: now) {
            var count = 0
            for first in stride(from: 0, to: uuids.count, by: Self.deletedTogether) {
                let some = Array(uuids[first..<min(first + Self.deletedTogether, uuids.count)])
                count += try delete(some, isUndo: isUndo)
            }
            return count
        }
        .result
    }

    /// How many samples are deleted at a time.
    private static let deletedTogether = 16_384

    /// Sets what is known of the person as the group has it; the person can undo it.
    ///
    /// - Parameters:
    ///   - values: What the group has.
    ///   - now: The time.
    /// - Throws: The store's errors; the transaction must then end.
    package func setForOtherDevices(_ values: CharacteristicValues, now: Date) throws {
        _ = try recording(OperationDraft(.characteristics), now: now) {
            try setValue(values, StoreNamespace.characteristics, CharacteristicValues.key)
        }
    }

    /// Remembers which object has a sync identifier, so that its app's next save finds it.
    ///
    /// - Parameters:
    ///   - identifier: The identifier.
    ///   - type: The object's type.
    ///   - uuid: The object.
    /// - Throws: The store's errors.
    package func remember(_ identifier: StoredSyncIdentifier, type: String, as uuid: UUID) throws {
        let key = [identifier.bundleIdentifier, type, identifier.identifier].joined(separator: "\u{1F}")
        try setValue(SyncEntry(uuid: uuid, version: identifier.version), SyncKey.namespace, key)
    }

    /// Links two objects as another device did.
    ///
    /// - Parameter link: The link; one of an object that isn't here is passed over.
    /// - Throws: The store's errors.
    package func linkForOtherDevices(_ link: StoreLink) throws {
        guard let child = try store.object(uuid: link.child), try store.object(uuid: link.parent) != nil else { return }
        try writer.link(parent: link.parent, child: link.child, role: link.role)
        if link.role == LinkRole.workoutEffort.rawValue { try noteEffort(ofWorkout: link.parent, through: child) }
    }
}

extension LinkRole {
    /// The numbers of all roles.
    package static let numbers = [
        LinkRole.correlationMember, .workoutSample, .workoutEffort, .electrocardiogramSymptom,
    ]
    .map(\.rawValue)
}
