import Foundation

/// The objects of a type that an app may read, if the person permits them individually (R1.14).
///
/// The app may read its own objects unless the person refuses them.
package struct ObjectChoice: Codable, Sendable, Hashable {
    /// The objects that the person allowed.
    package var allowed: Set<UUID>
    /// The objects that the person refused.
    package var refused: Set<UUID>
    /// The bundle identifier of the requesting app.
    package var bundleIdentifier: String

    /// Whether the app may read an object from a source.
    package func admits(_ object: UUID, from source: String) -> Bool {
        allowed.contains(object) || (source == bundleIdentifier && !refused.contains(object))
    }
}
