import Foundation

/// One quantity or category sample as the store holds it.
///
/// Times are seconds since 2001-01-01T00:00:00Z. All numbers come back with the bits they were saved with.
package struct StoredSample: Sendable, Hashable {
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
    /// The sample's place in the order of changes.
    package var anchor: Int64
    package var uuid: UUID

    /// Creates a stored sample.
    package init(
        start: Double,
        end: Double,
        value: Double,
        creation: Double,
        type: TypeID,
        source: SourceID,
        unit: UnitID,
        revision: RevisionID,
        device: DeviceID,
        metadata: MetadataID,
        anchor: Int64,
        uuid: UUID
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
        self.anchor = anchor
        self.uuid = uuid
    }
}
