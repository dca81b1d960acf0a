/// The largest number of each dictionary.
struct DictionaryExtent: Sendable {
    var type: TypeID = 0
    var unit: UnitID = 0
    var source: SourceID = 0
    var revision: RevisionID = 0
    var device: DeviceID = 0
    var metadata: MetadataID = 0

    /// Takes in the numbers that every object has.
    /// - Returns: false when one can't be a number of an entry.
    @inline(__always)
    mutating func include(type: TypeID, source: SourceID, unit: UnitID) -> Bool {
        self.type = max(self.type, type)
        self.source = max(self.source, source)
        self.unit = max(self.unit, unit)
        return type > 0 && source > 0 && unit >= 0
    }

    /// Takes in the numbers that an object may have.
    /// - Returns: false when one can't be a number of an entry.
    @inline(__always)
    mutating func include(_ revision: RevisionID, _ device: DeviceID, _ metadata: MetadataID) -> Bool {
        self.revision = max(self.revision, revision)
        self.device = max(self.device, device)
        self.metadata = max(self.metadata, metadata)
        return revision >= 0 && device >= 0 && metadata >= 0
    }

    /// Whether every number here is at least as large as there.
    func covers(_ other: DictionaryExtent) -> Bool {
        type >= other.type && unit >= other.unit && source >= other.source && revision >= other.revision
            && device >= other.device && metadata >= other.metadata
    }
}
