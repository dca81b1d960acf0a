import Foundation

/// Which objects of a type an app may read, where the person permits them one by one (R1.14).
///
/// What the app saved itself it may read as long as the person does not refuse it.
package struct ObjectChoice: Codable, Sendable, Hashable {
    /// What the person allowed.
    package var allowed: Set<UUID>
    /// What the person refused.
    package var refused: Set<UUID>
    /// Who asks.
    package var bundleIdentifier: String

    /// Whether the app may read an object from a source.
    package func admits(_ object: UUID, from source: String) -> Bool {
        allowed.contains(object) || (source == bundleIdentifier && !refused.contains(object))
    }
}
