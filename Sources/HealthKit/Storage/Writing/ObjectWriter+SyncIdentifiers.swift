import Foundation
import HealthKitStore

/// The effect of saving a sample with a sync identifier on the stored one (R2.16 to R2.18).
enum SyncIdentifierOutcome: Equatable {
    /// There is no stored one.
    case new
    /// The stored one has the same or a higher version and is kept.
    case ignored
    /// The stored one with this UUID has a lower version and is replaced.
    case replaces(UUID)
}

/// The key of a sync identifier in the store: one per source and type.
struct SyncKey {
    static let namespace = "sync"

    var text: String

    init?(_ metadata: Metadata?, type: String, bundleIdentifier: String) {
        guard case .text(let identifier)? = metadata?[HKMetadataKeySyncIdentifier] else { return nil }
        text = [bundleIdentifier, type, identifier].joined(separator: "\u{1F}")
    }
}

/// The object with a sync identifier, and its version.
struct SyncEntry: Codable {
    var uuid: UUID
    var version: Double
}

extension ObjectWriter {
    /// Determines the effect of a sample with a sync identifier on the stored one.
    ///
    /// - Throws: `errorInvalidArgument` for a workout whose version is lower than the stored one's.
    func replacement(for sample: HKSample, bundleIdentifier: String) throws -> SyncIdentifierOutcome {
        guard let entry = try syncEntry(sample, bundleIdentifier),
            let version = sample.metadataValues?[HKMetadataKeySyncVersion]?.number
        else { return .new }
        if version > entry.version { return .replaces(entry.uuid) }
        if sample is HKWorkoutRoute, version == entry.version { return .replaces(entry.uuid) }
        guard sample is HKWorkout else { return .ignored }
        guard version == entry.version else {
            throw HKError.invalid(
                "A workout with this sync identifier is stored at version \(entry.version), above \(version)"
            )
        }
        return .replaces(entry.uuid)
    }

    /// Records the object that has the sync identifier of a saved sample.
    func remember(_ sample: HKSample, as uuid: UUID, bundleIdentifier: String) throws {
        guard let key = syncKey(sample, bundleIdentifier),
            let version = sample.metadataValues?[HKMetadataKeySyncVersion]?.number
        else { return }
        let entry = SyncEntry(uuid: uuid, version: version)
        try writer.setValue(Array(try JSONEncoder().encode(entry)), SyncKey.namespace, key.text)
    }

    /// Replaces an old sample with a new one: the old one leaves a tombstone, and its correlations and workouts get the new
    /// one; samples added to an old workout stay without it (R2.19).
    func replace(_ old: UUID, with new: UUID) throws {
        try refreshingWorkouts(of: [old]) {
            try writer.replaceChild(old, with: new)
            _ = try delete([old])
        }
    }

    /// The key of a sample's sync identifier; `nil` without one.
    func syncKey(_ sample: HKSample, _ bundleIdentifier: String) -> SyncKey? {
        SyncKey(sample.metadataValues, type: sample.sampleType.identifier, bundleIdentifier: bundleIdentifier)
    }

    /// The stored object with a sample's sync identifier; `nil` if there is none.
    ///
    /// - Throws: `errorDatabaseInaccessible` if it can't be read, because the object would be stored twice.
    func syncEntry(_ sample: HKSample, _ bundleIdentifier: String) throws -> SyncEntry? {
        guard let key = syncKey(sample, bundleIdentifier),
            let entry = try requiredValue(SyncEntry.self, SyncKey.namespace, key.text)
        else { return nil }
        // The stored object decides: one of another type or source doesn't have this identifier.
        guard let stored = try store.object(uuid: entry.uuid), try type(stored.type) == sample.sampleType,
            try source(stored.source).bundleIdentifier == bundleIdentifier
        else { return nil }
        return entry
    }
}
