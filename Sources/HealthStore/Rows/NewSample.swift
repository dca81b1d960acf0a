import Foundation

/// Where the identity of a new sample or record comes from.
package enum SampleIdentity: Sendable, Hashable {
    /// It brings a UUID, which is kept.
    case uuid(UUID)
    /// Its UUID is computed from what it says, the same in every store.
    case derived
}

/// A quantity or category sample that is to be stored.
package struct NewSample: Sendable, Hashable {
    package var start: Double
    package var end: Double
    package var value: Double
    /// When the source made the sample.
    package var creation: Double
    package var type: DictionaryID
    package var source: DictionaryID
    package var unit: DictionaryID
    package var revision: DictionaryID
    package var device: DictionaryID
    package var metadata: DictionaryID
    package var identity: SampleIdentity

    /// Creates a new sample.
    package init(
        type: DictionaryID,
        source: DictionaryID,
        unit: DictionaryID = 0,
        revision: DictionaryID = 0,
        device: DictionaryID = 0,
        metadata: DictionaryID = 0,
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
