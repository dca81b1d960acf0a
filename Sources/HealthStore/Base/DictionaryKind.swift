/// The dictionaries of a store: what repeats from sample to sample is stored once and named by number.
package enum DictionaryKind: Int, CaseIterable, Sendable {
    /// What was measured.
    case type = 1
    /// The unit that values are given in.
    case unit
    /// Who wrote the sample.
    case source
    /// Which version of the source, on which system.
    case revision
    /// What measured it.
    case device
    /// A whole set of metadata.
    case metadata
}
