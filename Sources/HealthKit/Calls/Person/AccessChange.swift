import Foundation

/// A change of an app's rights, as recorded in the log of operations.
package struct AccessChange: Codable, Hashable, Sendable {
    /// The kind of right.
    package enum Way: String, Codable, Sendable, CaseIterable {
        /// Reads a type.
        case read
        /// Saves a type.
        case save
        /// Reads single objects of a type.
        case objects
        /// Counting as approved, as its current program.
        case program
        /// Owning the data that its namesake on another device saved.
        case otherDevice
        /// Being started when data changes.
        case wake
    }

    /// The extent of a right.
    package struct Extent: Codable, Hashable, Sendable {
        package var isAllowed: Bool
        /// The date on or after which readable samples end, in seconds since the reference date, or `nil` for all.
        package var since: Double?
        /// The number of single objects.
        package var objects: Int?

        /// Creates an extent.
        package init(isAllowed: Bool, since: Double? = nil, objects: Int? = nil) {
            self.isAllowed = isAllowed
            self.since = since
            self.objects = objects
        }

        static let nothing = Extent(isAllowed: false)
    }

    /// The name under which the app's rights are kept.
    package var app: String
    /// The app's own name, or `nil` if unknown.
    package var name: String?
    package var way: Way
    /// The identifier of the type, or `nil` for a right without a type.
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

    /// The app's name.
    package var appText: String { name ?? app }
}
