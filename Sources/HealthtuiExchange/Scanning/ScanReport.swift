/// The results of a scan: counts of delivered objects, and of all others.
package struct ScanReport: Equatable, Sendable {
    /// A kind of element or attribute that is not understood yet.
    package struct NotUnderstood: Equatable, Sendable {
        /// The element's name, `Parent/Child` inside an element that is understood, `Element@attribute` for an attribute.
        package let name: String

        /// The number of occurrences.
        package var count: Int

        /// The line of the first one.
        package let firstLine: Int
    }

    /// Whether the export's root element was found.
    package var foundRoot = false

    /// The root's locale, as `en_US`.
    package var locale: String?

    /// The version in the comment `HealthKit Export Version: 14`.
    package var version: Int?

    /// Records at top level.
    package var records = 0

    /// Correlations.
    package var correlations = 0

    /// Records inside correlations.
    package var correlationMembers = 0

    /// Workouts.
    package var workouts = 0

    /// Records inside workouts.
    package var workoutRecords = 0

    /// Activity summaries.
    package var activitySummaries = 0

    /// Line feeds read, plus one.
    package var lines = 1

    /// Bytes read.
    package var bytes: UInt64 = 0

    /// Elements and attributes that aren't understood yet, in the order first met.
    package private(set) var notUnderstood: [NotUnderstood] = []

    /// The first warnings, in the order met.
    package private(set) var warnings: [ScanWarning] = []

    /// The number of warnings of each kind, including those that aren't kept.
    package private(set) var warningCounts: [ScanWarning.Kind: Int] = [:]

    /// The largest number of warnings kept individually.
    package static let warningsKept = 1_000

    /// The largest number of different names kept that aren't understood; the rest are counted under `…`.
    package static let namesKept = 1_000

    private var notUnderstoodIndex: [String: Int] = [:]

    /// An empty report.
    package init() {}

    /// Whether the file ended too early.
    package var isTruncated: Bool { warningCounts[.truncated] != nil }

    /// Notes a warning.
    mutating func note(_ warning: ScanWarning) {
        warningCounts[warning.kind, default: 0] += 1
        if warnings.count < ScanReport.warningsKept { warnings.append(warning) }
    }

    /// Counts an element or attribute that isn't understood yet.
    mutating func noteNotUnderstood(_ name: String, line: Int) {
        let kept = notUnderstood.count < ScanReport.namesKept || notUnderstoodIndex[name] != nil ? name : "…"
        if let index = notUnderstoodIndex[kept] {
            notUnderstood[index].count += 1
        } else {
            notUnderstoodIndex[kept] = notUnderstood.count
            notUnderstood.append(NotUnderstood(name: kept, count: 1, firstLine: line))
        }
    }
}
