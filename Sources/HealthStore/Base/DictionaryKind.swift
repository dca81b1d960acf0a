/// The dictionaries of a store: what repeats from sample to sample is stored once and named by number.
package enum DictionaryKind: Int, CaseIterable, Sendable {
    /// The type of data.
    case type = 1
    /// The unit that values are given in.
    case unit
    /// The source that wrote the sample.
    case source
    /// Which version of the source, on which system.
    case revision
    /// The device that measured it.
    case device
    /// A whole set of metadata.
    case metadata
}
