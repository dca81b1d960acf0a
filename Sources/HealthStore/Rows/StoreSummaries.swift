/// What a store holds of one type, source and unit.
package struct GroupSummary: Sendable, Hashable {
    package var type: DictionaryID
    package var source: DictionaryID
    package var unit: DictionaryID
    package var count: Int
    package var firstStart: Double
    package var lastStart: Double
    package var lastEnd: Double
}

/// How many objects of a type came from one source, version and device.
package struct ProvenanceCount: Sendable, Hashable {
    package var type: DictionaryID
    package var source: DictionaryID
    package var revision: DictionaryID
    package var device: DictionaryID
    package var count: Int
}
