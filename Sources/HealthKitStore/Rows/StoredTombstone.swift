import Foundation

/// The record of a deleted object.
package struct StoredTombstone: Sendable, Hashable {
    package var uuid: UUID
    package var type: TypeID
    package var source: SourceID
    /// The deletion's place in the order of changes.
    package var anchor: Int64
    /// When it was deleted, in seconds since 2001-01-01T00:00:00Z.
    package var deleted: Double
    /// The data that the deleter kept of the object.
    package var payload: [UInt8]

    /// Creates a tombstone.
    package init(
        uuid: UUID,
        type: TypeID,
        source: SourceID,
        anchor: Int64,
        deleted: Double,
        payload: [UInt8]
    ) {
        self.uuid = uuid
        self.type = type
        self.source = source
        self.anchor = anchor
        self.deleted = deleted
        self.payload = payload
    }
}

/// The type and the source of a deleted object: deletions with both in common are stored together.
struct TombstoneOrigin: Hashable {
    var type: TypeID
    var source: SourceID
}

/// An object that the store holds under a UUID.
package enum StoredObject: Sendable, Hashable {
    case sample(StoredSample)
    case record(StoredRecord)

    /// The object's UUID.
    package var uuid: UUID {
        switch self {
        case .sample(let sample): sample.uuid
        case .record(let record): record.uuid
        }
    }

    /// The object's type.
    package var type: TypeID {
        switch self {
        case .sample(let sample): sample.type
        case .record(let record): record.type
        }
    }

    /// When the object ends, in seconds since the reference date.
    package var end: Double {
        switch self {
        case .sample(let sample): sample.end
        case .record(let record): record.end
        }
    }

    /// The object's source.
    package var source: SourceID {
        switch self {
        case .sample(let sample): sample.source
        case .record(let record): record.source
        }
    }
}

/// A link from one object to another: a member of a correlation, a sample of a workout.
package struct StoreLink: Sendable, Hashable {
    package var parent: UUID
    package var child: UUID
    /// The meaning of the link; the caller's number.
    package var role: Int

    /// Creates a link.
    package init(parent: UUID, child: UUID, role: Int) {
        self.parent = parent
        self.child = child
        self.role = role
    }
}
