/// Where a program connects, which decides what may pass.
package enum ServiceDoor: Sendable, Hashable, CaseIterable {
    /// The calls of apps, and nothing else.
    case apps
    /// The person's own.
    case owner
}
