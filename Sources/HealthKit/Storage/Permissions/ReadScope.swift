/// The samples of a type that a caller can see (R1.2).
package enum ReadScope: Sendable, Hashable {
    case everything
    /// Only the samples saved by the app with this bundle identifier.
    case only(bundleIdentifier: String)
    case nothing
}
