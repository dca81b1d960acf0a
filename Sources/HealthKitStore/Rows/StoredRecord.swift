import Foundation

/// An object other than a plain sample, with a payload: a correlation, a workout, a series.
package struct StoredRecord: Sendable, Hashable {
    package var uuid: UUID
    package var type: TypeID
    package var source: SourceID
    package var revision: RevisionID
    package var device: DeviceID
    package var metadata: MetadataID
    package var start: Double
    package var end: Double
    package var creation: Double
    /// The record's place in the order of changes.
    package var anchor: Int64
    package var payload: [UInt8]

    /// Creates a stored record.
    package init(
        uuid: UUID,
        type: TypeID,
        source: SourceID,
        revision: RevisionID,
        device: DeviceID,
        metadata: MetadataID,
        start: Double,
        end: Double,
        creation: Double,
        anchor: Int64,
        payload: [UInt8]
    ) {
        self.uuid = uuid
        self.type = type
        self.source = source
        self.revision = revision
        self.device = device
        self.metadata = metadata
        self.start = start
        self.end = end
        self.creation = creation
        self.anchor = anchor
        self.payload = payload
    }
}

/// A record that is to be stored.
package struct NewRecord: Sendable, Hashable {
    package var identity: SampleIdentity
    package var type: TypeID
    package var source: SourceID
    package var revision: RevisionID
    package var device: DeviceID
    package var metadata: MetadataID
    package var start: Double
    package var end: Double
    package var creation: Double
    package var payload: [UInt8]

    /// Creates a new record.
    package init(
        type: TypeID,
        source: SourceID,
        revision: RevisionID = 0,
        device: DeviceID = 0,
        metadata: MetadataID = 0,
        start: Double,
        end: Double,
        creation: Double,
        payload: [UInt8] = [],
        identity: SampleIdentity = .derived
    ) {
        self.identity = identity
        self.type = type
        self.source = source
        self.revision = revision
        self.device = device
        self.metadata = metadata
        self.start = start
        self.end = end
        self.creation = creation
        self.payload = payload
    }
}

extension StoredRecord {
    /// The stored form of a new record.
    init(_ record: NewRecord, _ uuid: UUID, anchor: Int64) {
        self.init(
            uuid: uuid,
            type: record.type,
            source: record.source,
            revision: record.revision,
            device: record.device,
            metadata: record.metadata,
            start: record.start,
            end: record.end,
            creation: record.creation,
            anchor: anchor,
            payload: record.payload
        )
    }
}
