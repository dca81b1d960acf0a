/// The socket that a program connects to, which decides the calls that may pass.
package enum ServiceDoor: Sendable, Hashable, CaseIterable {
    /// The calls of apps, and nothing else.
    case apps
    /// The person's own.
    case owner
}
