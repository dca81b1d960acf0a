/// What an app did with data of a type.
package enum AuditOperation: String, Codable, Sendable, CaseIterable {
    /// Asked the person for access.
    case ask
    /// Read samples, or what they hold besides their content.
    case read
    /// Asked what came and went since it last asked.
    case follow
    /// Was told that something had changed.
    case observe
    /// Had statistics computed.
    case statistics
    /// Asked where data comes from.
    case sources
    case save
    case change
    case delete
    /// Shared a workout session with another program.
    case mirror
    /// Started another program for a workout.
    case launch
    /// Got rows for a study that the person takes part in.
    case contribute

    /// Whether the app learns of data by it.
    package var isReading: Bool {
        switch self {
        case .read, .follow, .observe, .statistics, .sources, .contribute: true
        case .ask, .save, .change, .delete, .mirror, .launch: false
        }
    }

    /// Whether the app changes data by it.
    package var isWriting: Bool { self == .save || self == .change || self == .delete }

    /// Whether the objects that are counted are samples.
    package var countsSamples: Bool { self == .read || self == .follow }
}

/// What became of what an app did.
package enum AuditOutcome: String, Codable, Sendable, CaseIterable {
    case allowed
    /// It was asked for and is not granted: the app found nothing, as if there were none.
    case hidden
    /// It was not saved, changed or deleted.
    case refused
}

/// What calls of an app are counted together.
package struct AuditKey: Codable, Hashable, Sendable, Comparable {
    /// The app's bundle identifier; empty for several that were too many to tell apart.
    package var app: String
    /// The type's identifier; empty for several that were too many to tell apart.
    package var type: String
    package var operation: AuditOperation
    package var outcome: AuditOutcome

    /// What the identifier of a study stands behind, in the place of an app's.
    package static let studyPrefix = "study:"

    package init(app: String, type: String, operation: AuditOperation, outcome: AuditOutcome) {
        self.app = app
        self.type = type
        self.operation = operation
        self.outcome = outcome
    }

    package static func < (left: AuditKey, right: AuditKey) -> Bool {
        (left.app, left.type, left.operation.rawValue, left.outcome.rawValue)
            < (right.app, right.type, right.operation.rawValue, right.outcome.rawValue)
    }
}

/// How often something was done.
package struct AuditCount: Codable, Hashable, Sendable {
    package var calls: Int
    /// Samples that were read or written, statistics that were computed, sources that were named.
    package var objects: Int
    /// When it was done first, in seconds since the reference date.
    package var first: Double
    /// When it was done last, in seconds since the reference date.
    package var last: Double

    package init(calls: Int, objects: Int, first: Double, last: Double) {
        self.calls = calls
        self.objects = objects
        self.first = first
        self.last = last
    }

    /// Takes in others.
    package mutating func add(_ other: AuditCount) {
        calls = Self.sum(calls, other.calls)
        objects = Self.sum(objects, other.objects)
        first = min(first, other.first)
        last = max(last, other.last)
    }

    private static func sum(_ left: Int, _ right: Int) -> Int {
        let (sum, isOver) = left.addingReportingOverflow(right)
        return isOver ? .max : sum
    }
}

/// A row of the audit: what an app did with a type, and how often within a span of time.
package struct AuditRow: Codable, Hashable, Sendable {
    /// How exactly the time is known: calls within it are counted together.
    package enum Span: String, Codable, Sendable, CaseIterable {
        case minute
        case hour
        case day
    }

    package var key: AuditKey
    package var count: AuditCount
    package var span: Span

    package init(key: AuditKey, count: AuditCount, span: Span) {
        self.key = key
        self.count = count
        self.span = span
    }
}

/// Counts by what was done, in bounded memory: what is too much to tell apart is counted together, and none is lost.
package struct AuditTally: Sendable, Equatable {
    package private(set) var counts: [AuditKey: AuditCount] = [:]
    private let limit: Int

    /// The most rows that stand for several types of one app.
    private static let spare = 64

    /// - Parameter limit: The most rows that name an app and a type.
    package init(limit: Int) { self.limit = limit }

    package var isEmpty: Bool { counts.isEmpty }

    /// The latest time; `nil` when there is none.
    package var last: Double? { counts.values.map(\.last).max() }

    package mutating func add(_ key: AuditKey, _ count: AuditCount) {
        if counts[key] != nil {
            counts[key]?.add(count)
            return
        }
        if counts.count < limit {
            counts[key] = count
            return
        }
        var wide = key
        wide.type = ""
        if counts[wide] == nil, counts.count >= limit + Self.spare { wide.app = "" }
        var sum = counts[wide] ?? count
        if counts[wide] != nil { sum.add(count) }
        counts[wide] = sum
    }

    package mutating func add(_ other: AuditTally) {
        // In order, so that what is too much does not depend on how a dictionary is laid out.
        for (key, count) in other.counts.sorted(by: { $0.value.first < $1.value.first }) { add(key, count) }
    }
}
