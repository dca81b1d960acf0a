import Foundation

/// The effects of undoing or redoing an operation.
package struct OperationPreview: Codable, Hashable, Sendable {
    /// Objects of a type.
    package struct Objects: Codable, Hashable, Sendable {
        /// The identifier of the type, or ``attachments``.
        package var type: String
        package var count: Int
        /// The number for each source by name; empty if unknown.
        package var sources: [String: Int]

        /// The pseudo-type of attachments.
        package static let attachments = "attachments"

        /// Creates a count.
        package init(type: String, count: Int, sources: [String: Int] = [:]) {
            self.type = type
            self.count = count
            self.sources = sources
        }
    }

    /// The person's own entries: their number and the last one.
    package struct Entries: Codable, Hashable, Sendable {
        package var count: Int
        package var lastType: String?
        package var last: SampleVersion?
    }

    /// The operation.
    package var step: OwnerOperation
    /// Whether it would be redone rather than undone.
    package var isRedo: Bool
    /// The objects that would be removed and added, most first; for an import, the counted ones.
    package var going: [Objects] = []
    package var coming: [Objects] = []
    /// The time range of the removed objects, in seconds since the reference date, or `nil` if none would be removed.
    package var start: Double?
    package var end: Double?
    /// The rights that apps would gain and lose.
    package var access: [AccessChange] = []
    /// The app's other requested rights, which stay unchanged, by type.
    package var unchanged: [String: Grant] = [:]
    /// The number of samples that the apps could newly read.
    package var readable = 0
    /// The person's entries that stay.
    package var own: Entries?
    /// The reason that it can't be done now, or `nil` if it can.
    package var obstacle: OperationObstacle?

    /// Creates a preview without effects.
    package init(step: OwnerOperation, isRedo: Bool) {
        self.step = step
        self.isRedo = isRedo
    }

    /// The number of objects that would be removed.
    package var goingCount: Int { going.reduce(0) { $0 + $1.count } }
    /// The number of objects that would be restored.
    package var comingCount: Int { coming.reduce(0) { $0 + $1.count } }
    /// The rights that apps would gain.
    package var given: [AccessChange] { access.filter(\.isGiven) }

    /// Whether the person has to confirm first.
    ///
    /// That is before undoing an import or many samples, before many samples are removed, and before an app gains any right.
    package var asks: Bool {
        if !given.isEmpty { return true }
        if goingCount > OwnerOperation.mostUnasked { return true }
        return !isRedo && (step.kind == .import || comingCount > OwnerOperation.mostUnasked)
    }
}
