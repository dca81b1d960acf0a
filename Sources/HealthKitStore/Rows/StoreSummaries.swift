/// A summary of a store's data of one type, source and unit.
package struct GroupSummary: Sendable, Hashable {
    package var type: TypeID
    package var source: SourceID
    package var unit: UnitID
    package var count: Int
    package var firstStart: Double
    package var lastStart: Double
    package var lastEnd: Double

    /// Creates a summary.
    package init(
        type: TypeID,
        source: SourceID,
        unit: UnitID,
        count: Int,
        firstStart: Double,
        lastStart: Double,
        lastEnd: Double
    ) {
        self.type = type
        self.source = source
        self.unit = unit
        self.count = count
        self.firstStart = firstStart
        self.lastStart = lastStart
        self.lastEnd = lastEnd
    }
}

/// The number of objects of a type from one source, version and device.
package struct ProvenanceCount: Sendable, Hashable {
    package var type: TypeID
    package var source: SourceID
    package var revision: RevisionID
    package var device: DeviceID
    package var count: Int

    /// Creates a count.
    package init(
        type: TypeID,
        source: SourceID,
        revision: RevisionID,
        device: DeviceID,
        count: Int
    ) {
        self.type = type
        self.source = source
        self.revision = revision
        self.device = device
        self.count = count
    }
}
