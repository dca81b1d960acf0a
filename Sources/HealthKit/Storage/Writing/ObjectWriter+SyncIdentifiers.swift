import Foundation
import HealthStore

/// What saving a sample with a sync identifier does to the stored one (R2.16 to R2.18).
enum SyncOutcome: Equatable {
    /// There is no other.
    case new
    /// The stored one has the same or a higher version and stays.
    case ignored
    /// The stored one with this UUID has a lower version and goes.
    case replaces(UUID)
}

/// The place of a sync identifier in the store: one a source and type.
struct SyncKey {
    static let namespace = "sync"

    var text: String

    init?(_ metadata: Metadata?, type: String, bundleIdentifier: String) {
        guard case .text(let identifier)? = metadata?[HKMetadataKeySyncIdentifier] else { return nil }
        text = [bundleIdentifier, type, identifier].joined(separator: "\u{1F}")
    }
}

/// Which object holds a sync identifier, and at which version.
struct SyncEntry: Codable {
    var uuid: UUID
    var version: Double
}

extension ObjectWriter {
    /// Decides what a sample with a sync identifier does to the stored one.
    ///
    /// - Throws: `errorInvalidArgument` for a workout whose version is lower than the stored one's.
    func replacement(for sample: HKSample, bundleIdentifier: String) throws -> SyncOutcome {
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

    /// Remembers which object holds the sync identifier of a sample that was saved.
    func remember(_ sample: HKSample, bundleIdentifier: String) throws {
        guard let key = syncKey(sample, bundleIdentifier),
            let version = sample.metadataValues?[HKMetadataKeySyncVersion]?.number
        else { return }
        let entry = SyncEntry(uuid: sample.uuid, version: version)
        try writer.setValue(Array(try JSONEncoder().encode(entry)), SyncKey.namespace, key.text)
    }

    /// Puts a new sample in the place of an old one: the old one leaves a tombstone, its correlations and workouts
    /// get the new one; what was added to an old workout stays without it (R2.19).
    func replace(_ old: UUID, with sample: HKSample) throws {
        try refreshingWorkouts(of: [old]) {
            try writer.replaceChild(old, with: sample.uuid)
            _ = try delete([old])
        }
    }

    private func syncKey(_ sample: HKSample, _ bundleIdentifier: String) -> SyncKey? {
        SyncKey(sample.metadataValues, type: sample.sampleType.identifier, bundleIdentifier: bundleIdentifier)
    }

    /// Which stored object has the sync identifier of a sample; `nil` when there is none.
    ///
    /// - Throws: `errorDatabaseInaccessible` where that can't be read: the object would be stored twice.
    func syncEntry(_ sample: HKSample, _ bundleIdentifier: String) throws -> SyncEntry? {
        guard let key = syncKey(sample, bundleIdentifier),
            let entry = try requiredValue(SyncEntry.self, SyncKey.namespace, key.text)
        else { return nil }
        // What is stored decides: an object of another type or source has not this identifier.
        guard let stored = try store.object(uuid: entry.uuid), try type(stored.type) == sample.sampleType,
            try source(stored.source).bundleIdentifier == bundleIdentifier
        else { return nil }
        return entry
    }
}
