import Foundation

/// What an app may do otherwise than before, as the log of steps tells it.
package struct AccessChange: Codable, Hashable, Sendable {
    /// What it may do.
    package enum Way: String, Codable, Sendable, CaseIterable {
        /// Reads a type.
        case read
        /// Saves a type.
        case save
        /// Reads single objects of a type.
        case objects
        /// Counts as approved, as the program that it is.
        case program
        /// Has what its namesake on another device saved as its own.
        case otherDevice
        /// Is started when data changes.
        case wake
    }

    /// How much of it.
    package struct Extent: Codable, Hashable, Sendable {
        package var isAllowed: Bool
        /// Only samples that ended at this time or later, in seconds since the reference date; `nil` for all.
        package var since: Double?
        /// How many single objects.
        package var objects: Int?

        /// Creates an extent.
        package init(isAllowed: Bool, since: Double? = nil, objects: Int? = nil) {
            self.isAllowed = isAllowed
            self.since = since
            self.objects = objects
        }

        static let nothing = Extent(isAllowed: false)
    }

    /// Under which name the app's rights are kept.
    package var app: String
    /// What the app calls itself; `nil` where that isn't known.
    package var name: String?
    package var way: Way
    /// The identifier of the type; `nil` for what is of no type.
    package var type: String?
    package var before: Extent
    package var after: Extent

    /// Creates a change.
    package init(app: String, name: String?, way: Way, type: String?, before: Extent, after: Extent) {
        self.app = app
        self.name = name
        self.way = way
        self.type = type
        self.before = before
        self.after = after
    }

    /// Whether the app may do more than before.
    package var isGiven: Bool {
        guard after.isAllowed else { return false }
        if !before.isAllowed { return true }
        if (after.objects ?? 0) > (before.objects ?? 0) { return true }
        return (after.since ?? -.infinity) < (before.since ?? -.infinity)
    }

    /// What the app is called.
    package var appText: String { name ?? app }
}

/// What turning a step would do.
package struct OperationPreview: Codable, Hashable, Sendable {
    /// Objects of a type.
    package struct Objects: Codable, Hashable, Sendable {
        /// The identifier of the type.
        package var type: String
        package var count: Int
        /// How many there are of each source, by its name; empty where that isn't known.
        package var sources: [String: Int]

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
    /// What would go and come, the most first.
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
