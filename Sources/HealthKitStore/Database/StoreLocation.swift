/// The location of a store's data.
package enum StoreLocation: Sendable, Hashable {
    /// A file that several processes may have open at once. Missing parent folders are made.
    case file(String)

    /// Memory that belongs to one ``SampleStore`` and goes with it.
    case memory
}
