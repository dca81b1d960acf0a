import Foundation

/// The objects of one type and source in an import, and how they were handled; reported by dry runs.
package struct ImportPart: Codable, Sendable, Hashable {
    /// The identity of a part.
    package struct Key: Codable, Sendable, Hashable {
        /// The kind that its objects are counted as.
        package var kind: ImportKind
        /// The type's identifier.
        package var type: String
        /// The name of the source.
        package var source: String
        package var bundleIdentifier: String
        /// The activity of workouts; `nil` for anything else.
        package var activity: UInt?

        package init(
            kind: ImportKind,
            type: String,
            source: String,
            bundleIdentifier: String,
            activity: UInt? = nil
        ) {
            (self.kind, self.type, self.source) = (kind, type, source)
            (self.bundleIdentifier, self.activity) = (bundleIdentifier, activity)
        }
    }

    package var key: Key
    /// The number that the store did not have.
    package var added = 0
    /// The number that the store already had.
    package var duplicate = 0
    /// The number skipped because the person deleted them after an earlier import.
    package var deleted = 0
    /// The earliest start and the latest end, in seconds since the reference date.
    package var start = Double.infinity
    package var end = -Double.infinity
    /// The number of values below; of a workout its distance.
    package var values = 0
    /// The sum of the values in the type's canonical unit, in meters for workouts.
    package var sum = 0.0
    /// The least and the greatest value; `nil` without any.
    package var range: ClosedRange<Double>?

    package init(_ key: Key) { self.key = key }

    /// The total number of objects.
    package var count: Int { added + duplicate + deleted }

    /// Adds the numbers of another part with the same key.
    package mutating func add(_ other: ImportPart) {
        added += other.added
        duplicate += other.duplicate
        deleted += other.deleted
        values += other.values
        sum += other.sum
        (start, end) = (min(start, other.start), max(end, other.end))
        if let new = other.range { include(new) }
    }

    /// Adds the outcome for some objects.
    mutating func add(_ outcome: ImportTally) {
        added += outcome.added
        duplicate += outcome.duplicate
        deleted += outcome.deleted
    }

    /// Extends the span by an object's.
    mutating func include(_ start: Double, _ end: Double) {
        (self.start, self.end) = (min(self.start, start), max(self.end, end))
    }

    /// Adds a value in the type's canonical unit.
    mutating func add(_ value: Double) {
        values += 1
        sum += value
        include(value...value)
    }

    private mutating func include(_ new: ClosedRange<Double>) {
        range = range.map { min($0.lowerBound, new.lowerBound)...max($0.upperBound, new.upperBound) } ?? new
    }

    /// Parts of several outcomes, each key once, in the order of the first.
    static func joined(_ left: [ImportPart], _ right: [ImportPart]) -> [ImportPart] {
        var parts = left
        var places = Dictionary(uniqueKeysWithValues: left.enumerated().map { ($1.key, $0) })
        for part in right {
            if let place = places[part.key] {
                parts[place].add(part)
            } else {
                places[part.key] = parts.count
                parts.append(part)
            }
        }
        return parts
    }
}
