import Foundation

/// The origin of the identity of a new sample or record.
package enum SampleIdentity: Sendable, Hashable {
    /// It has a UUID, which is kept.
    case uuid(UUID)
    /// Its UUID is computed from its content, the same in every store.
    case derived
}

/// A quantity or category sample that is to be stored.
package struct NewSample: Sendable, Hashable {
    package var start: Double
    package var end: Double
    package var value: Double
    /// When the source made the sample.
    package var creation: Double
    package var type: TypeID
    package var source: SourceID
    package var unit: UnitID
    package var revision: RevisionID
    package var device: DeviceID
    package var metadata: MetadataID
    package var identity: SampleIdentity

    /// Creates a new sample.
    package init(
        type: TypeID,
        source: SourceID,
        unit: UnitID = 0,
        revision: RevisionID = 0,
        device: DeviceID = 0,
        metadata: MetadataID = 0,
        start: Double,
        end: Double,
        value: Double,
        creation: Double,
        identity: SampleIdentity = .derived
    ) {
        self.start = start
        self.end = end
        self.value = value
        self.creation = creation
        self.type = type
        self.source = source
        self.unit = unit
        self.revision = revision
        self.device = device
        self.metadata = metadata
        self.identity = identity
    }
}
