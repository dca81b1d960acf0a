import HealthKit

extension ImportSummary {
    package var records: ImportTally { counts[.records] }
    package var correlations: ImportTally { counts[.correlations] }
    package var workouts: ImportTally { counts[.workouts] }
    package var activitySummaries: ImportTally { counts[.activitySummaries] }

    /// The tallies with a readable name for each.
    package var tallies: [(name: String, tally: ImportTally)] {
        ImportKind.allCases.map { ($0.name.prefix(1).uppercased() + $0.name.dropFirst(), counts[$0]) }
    }

    /// The number of objects that the store didn't have.
    package var added: Int { total(\.added) }

    /// The number of objects left out because the person deleted them.
    package var deleted: Int { total(\.deleted) }

    /// The sum of one count over all kinds.
    ///
    /// - Parameter count: The count.
    /// - Returns: The sum.
    package func total(_ count: KeyPath<ImportTally, Int>) -> Int {
        counts.total(count)
    }
}
