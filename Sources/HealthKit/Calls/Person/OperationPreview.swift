import Foundation

/// What turning a step would do.
package struct OperationPreview: Codable, Hashable, Sendable {
    /// Objects of a type.
    package struct Objects: Codable, Hashable, Sendable {
        /// The identifier of the type, or ``attachments``.
        package var type: String
        package var count: Int
        /// How many there are of each source, by its name; empty where that isn't known.
        package var sources: [String: Int]

        /// What attachments have for a type.
        package static let attachments = "attachments"

        /// Creates a count.
        package init(type: String, count: Int, sources: [String: Int] = [:]) {
            self.type = type
            self.count = count
            self.sources = sources
        }
    }

    /// What the person entered: how much there is, and the last of it.
    package struct Entries: Codable, Hashable, Sendable {
        package var count: Int
        package var lastType: String?
        package var last: SampleVersion?
    }

    /// The step.
    package var step: OwnerOperation
    /// Whether it would be done again, rather than taken back.
    package var isRedo: Bool
    /// What would go and come, the most first; of an import what it counted.
    package var going: [Objects] = []
    package var coming: [Objects] = []
    /// From when to when that is which goes, in seconds since the reference date; `nil` where nothing goes.
    package var start: Double?
    package var end: Double?
    /// What apps would be given and lose.
    package var access: [AccessChange] = []
    /// What else the app was asked about and stays as it is, by type.
    package var unchanged: [String: Grant] = [:]
    /// How many samples the apps would read that they can't read now.
    package var readable = 0
    /// What the person entered that stays.
    package var own: Entries?
    /// Why it can't be turned now; `nil` where it can.
    package var obstacle: OperationObstacle?

    /// Creates a preview of nothing.
    package init(step: OwnerOperation, isRedo: Bool) {
        self.step = step
        self.isRedo = isRedo
    }

    /// How many objects would go.
    package var goingCount: Int { going.reduce(0) { $0 + $1.count } }
    /// How many would come back.
    package var comingCount: Int { coming.reduce(0) { $0 + $1.count } }
    /// What apps would be given.
    package var given: [AccessChange] { access.filter(\.isGiven) }

    /// Whether the person is asked first: before an import or many samples are taken back, before many samples go, and before an
    /// app is given anything.
    package var asks: Bool {
        if !given.isEmpty { return true }
        if goingCount > OwnerOperation.mostUnasked { return true }
        return !isRedo && (step.kind == .import || comingCount > OwnerOperation.mostUnasked)
    }
}
