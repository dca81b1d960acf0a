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
