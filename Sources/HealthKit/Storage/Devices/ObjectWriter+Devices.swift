import Foundation
import HealthKitStore

/// The identity by which an app knows a stored sample.
package struct StoredSyncIdentifier: Hashable, Sendable {
    /// The app's bundle identifier.
    package var bundleIdentifier: String
    package var identifier: String
    package var version: Double

    /// Reads it from a sample's dictionary entries; `nil` if the sample has none.
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

    /// The source on another device that it belongs to; `nil` for an app of this one.
    package var deviceSource: DeviceSource? { DeviceSource(bundleIdentifier: bundleIdentifier) }
}

/// Applies changes from the group's other devices.
extension ObjectWriter {
    /// Deletes samples that were deleted on another device; the person can undo it.
    ///
    /// - Parameters:
    ///   - uuids: The samples to delete.
    ///   - isUndo: Whether an undo removed them there, so that an import can restore them.
    ///   - now: The current time.
    /// - Returns: The number of samples deleted.
    /// - Throws: The store's errors; the transaction must then end.
    @discardableResult
    package func deleteForOtherDevices(_ uuids: [UUID], isUndo: Bool = false, now: Date) throws -> Int {
        if uuids.isEmpty { return 0 }
        var draft = OperationDraft(.sync)
        draft.isUndo = isUndo
        // A single operation that the person can undo, with memory for one batch at a time.
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

    /// The number of samples deleted at a time.
    private static let deletedTogether = 16_384

    /// Sets the person's characteristics to those of the group; this can be undone.
    ///
    /// - Parameters:
    ///   - values: The group's values.
    ///   - now: The current time.
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

    /// Links two objects in the same way as another device did.
    ///
    /// - Parameter link: The link; ignored if one of its objects isn't here.
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
