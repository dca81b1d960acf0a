/// What a store holds of one type, source and unit.
package struct GroupSummary: Sendable, Hashable {
    package var type: DictionaryID
    package var source: DictionaryID
    package var unit: DictionaryID
    package var count: Int
    package var firstStart: Double
    package var lastStart: Double
    package var lastEnd: Double

    /// Creates a summary.
    package init(
        type: DictionaryID,
        source: DictionaryID,
        unit: DictionaryID,
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

/// How many objects of a type came from one source, version and device.
package struct ProvenanceCount: Sendable, Hashable {
    package var type: DictionaryID
    package var source: DictionaryID
    package var revision: DictionaryID
    package var device: DictionaryID
    package var count: Int

    /// Creates a count.
    package init(
        type: DictionaryID,
        source: DictionaryID,
        revision: DictionaryID,
        device: DictionaryID,
        count: Int
    ) {
        self.type = type
        self.source = source
        self.revision = revision
        self.device = device
        self.count = count
    }
}
