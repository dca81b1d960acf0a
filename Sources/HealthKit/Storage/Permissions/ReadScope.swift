/// Which samples of a type a caller may see (R1.2).
package enum ReadScope: Sendable, Hashable {
    case everything
    /// Only the samples that the app with this bundle identifier saved.
    case only(bundleIdentifier: String)
    case nothing
}
