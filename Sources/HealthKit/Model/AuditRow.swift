/// An app's operation on data of a type.
package enum AuditOperation: String, Codable, Sendable, CaseIterable {
    /// Requested access from the person.
    case ask
    /// Read samples, or data related to them.
    case read
    /// Requested the changes since its last request.
    case follow
    /// Was notified of a change.
    case observe
    /// Had statistics computed.
    case statistics
    /// Requested the sources of data.
    case sources
    case save
    case change
    case delete
    /// Shared a workout session with another program.
    case mirror
    /// Started another program for a workout.
    case launch
    /// Received rows for a study that the person takes part in.
    case contribute
    /// An assistant was answered from whole days or weeks.
    case totals
    /// An assistant drafted an entry for the person.
    case draft

    /// Whether the operation reveals data to the app.
    package var isReading: Bool {
        switch self {
        case .read, .follow, .observe, .statistics, .sources, .contribute, .totals: true
        case .ask, .save, .change, .delete, .mirror, .launch, .draft: false
        }
    }

    /// Whether the operation changes data.
    package var isWriting: Bool { self == .save || self == .change || self == .delete }

    /// Whether the objects that are counted are samples.
    package var countsSamples: Bool { self == .read || self == .follow }
}

/// The outcome of an app's operation.
package enum AuditOutcome: String, Codable, Sendable, CaseIterable {
    case allowed
    /// Access wasn't granted: the app found nothing, as if there were no data.
    case hidden
    /// It was not saved, changed or deleted.
    case refused
}

/// The properties by which calls of an app are counted together.
package struct AuditKey: Codable, Hashable, Sendable, Comparable {
    /// The app's bundle identifier; empty for several apps that exceeded the limit.
    package var app: String
    /// The type's identifier; empty for several types that exceeded the limit.
    package var type: String
    package var operation: AuditOperation
    package var outcome: AuditOutcome

    /// The prefix of a study's identifier in place of an app's.
    package static let studyPrefix = "study:"

    /// The prefix of the name of an assistant's tool in place of a type: its row counts the requested days.
    package static let toolPrefix = "tool:"

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

/// How often an operation was performed.
package struct AuditCount: Codable, Hashable, Sendable {
    package var calls: Int
    /// The number of samples read or written, statistics computed or sources returned.
    package var objects: Int
    /// The time of the first operation, in seconds since the reference date.
    package var first: Double
    /// The time of the last operation, in seconds since the reference date.
    package var last: Double

    package init(calls: Int, objects: Int, first: Double, last: Double) {
        self.calls = calls
        self.objects = objects
        self.first = first
        self.last = last
    }

    /// Adds another count.
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

/// A row of the audit: an app's operation on a type, with its count within a time span.
package struct AuditRow: Codable, Hashable, Sendable {
    /// The precision of the time: calls within it are counted together.
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

/// Counts operations in bounded memory: those that exceed the limit are counted together, and none is lost.
package struct AuditTally: Sendable, Equatable {
    package private(set) var counts: [AuditKey: AuditCount] = [:]
    private let limit: Int

    /// The maximum number of rows that summarize several types of one app.
    private static let spare = 64

    /// - Parameter limit: The maximum number of rows that name an app and a type.
    package init(limit: Int) { self.limit = limit }

    package var isEmpty: Bool { counts.isEmpty }

    /// The latest time; `nil` if there is none.
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
        // Sorted, so that the rows beyond the limit don't depend on the dictionary's order.
        for (key, count) in other.counts.sorted(by: { $0.value.first < $1.value.first }) { add(key, count) }
    }
}
