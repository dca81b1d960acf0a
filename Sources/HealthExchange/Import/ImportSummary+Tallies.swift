import HealthKit

extension ImportSummary {
    package var records: ImportTally { counts[.records] }
    package var correlations: ImportTally { counts[.correlations] }
    package var workouts: ImportTally { counts[.workouts] }
    package var activitySummaries: ImportTally { counts[.activitySummaries] }

    /// The tallies with what each counts, in a person's words.
    package var tallies: [(name: String, tally: ImportTally)] {
        ImportKind.allCases.map { ($0.name.prefix(1).uppercased() + $0.name.dropFirst(), counts[$0]) }
    }

    /// How many objects the store did not have.
    package var added: Int { total(\.added) }

    /// How many objects were left out because the person deleted them.
    package var deleted: Int { total(\.deleted) }

    /// One count over all kinds.
    ///
    /// - Parameter count: Which.
    /// - Returns: The sum.
    package func total(_ count: KeyPath<ImportTally, Int>) -> Int {
        counts.total(count)
    }
}
