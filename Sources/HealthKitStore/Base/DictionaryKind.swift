/// The dictionaries of a store: content that repeats from sample to sample is stored once and named by number.
package enum DictionaryKind: Int, CaseIterable, Sendable {
    /// The type of data.
    case type = 1
    /// The unit that values are given in.
    case unit
    /// The source that wrote the sample.
    case source
    /// The version of the source, and the system it ran on.
    case revision
    /// The device that measured it.
    case device
    /// A whole set of metadata.
    case metadata
}
