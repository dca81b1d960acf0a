/// The largest number of each dictionary.
struct DictionaryExtent: Sendable {
    var type: DictionaryID = 0
    var unit: DictionaryID = 0
    var source: DictionaryID = 0
    var revision: DictionaryID = 0
    var device: DictionaryID = 0
    var metadata: DictionaryID = 0

    /// Takes in the numbers that every object has.
    /// - Returns: false when one can't be a number of an entry.
    @inline(__always)
    mutating func include(type: DictionaryID, source: DictionaryID, unit: DictionaryID) -> Bool {
        self.type = max(self.type, type)
        self.source = max(self.source, source)
        self.unit = max(self.unit, unit)
        return type > 0 && source > 0 && unit >= 0
    }

    /// Takes in the numbers that an object may have.
    /// - Returns: false when one can't be a number of an entry.
    @inline(__always)
    mutating func include(_ revision: DictionaryID, _ device: DictionaryID, _ metadata: DictionaryID) -> Bool {
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
