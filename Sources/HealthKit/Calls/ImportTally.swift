/// The kinds of elements that an import counts.
package enum ImportKind: String, Codable, Sendable, CaseIterable {
    case records, correlations, workouts, activitySummaries, workoutRoutes, heartbeatSeries, electrocardiograms
    case audiograms, visionPrescriptions, attachments, clinicalRecords, clinicalDocuments, verifiableRecords

    /// The plural name of the kind.
    package var name: String {
        switch self {
        case .records: "records"
        case .correlations: "correlations"
        case .workouts: "workouts"
        case .activitySummaries: "activity summaries"
        case .workoutRoutes: "workout routes"
        case .heartbeatSeries: "heartbeat series"
        case .electrocardiograms: "electrocardiograms"
        case .audiograms: "audiograms"
        case .visionPrescriptions: "vision prescriptions"
        case .attachments: "attachments"
        case .clinicalRecords: "clinical records"
        case .clinicalDocuments: "clinical documents"
        case .verifiableRecords: "verifiable records"
        }
    }
}

/// The outcome for the elements of one kind.
package struct ImportTally: Codable, Sendable, Hashable {
    /// The number in the export.
    package var read = 0
    /// The number that the store did not have.
    package var added = 0
    /// The number that the store already had.
    package var duplicate = 0
    /// The number that could not be imported, for the reasons given in the warnings.
    package var refused = 0
    /// The number skipped because the person deleted them after an earlier import.
    package var deleted = 0
    /// The number of files that the export refers to but doesn't contain.
    package var missing = 0

    package init() {}

    /// The number with a known outcome.
    package var settled: Int { added + duplicate + refused + deleted }

    package static func + (left: ImportTally, right: ImportTally) -> ImportTally {
        var sum = left
        sum.read += right.read
        sum.added += right.added
        sum.duplicate += right.duplicate
        sum.refused += right.refused
        sum.deleted += right.deleted
        sum.missing += right.missing
        return sum
    }
}

/// The outcomes for the elements of all kinds.
package struct ImportTallies: Codable, Sendable, Hashable {
    /// In the order of the kinds, for speed: one is changed for every element of an export.
    private var tallies = [ImportTally](repeating: ImportTally(), count: ImportKind.allCases.count)

    package init() {}

    package subscript(kind: ImportKind) -> ImportTally {
        get { tallies[kind.place] }
        _modify { yield &tallies[kind.place] }
    }

    /// One count over all kinds.
    ///
    /// - Parameter count: The count to sum.
    /// - Returns: The sum.
    package func total(_ count: KeyPath<ImportTally, Int>) -> Int { tallies.reduce(0) { $0 + $1[keyPath: count] } }

    /// The tallies reduced to the numbers taken and refused.
    var taken: ImportTallies {
        var taken = self
        for place in taken.tallies.indices {
            taken.tallies[place].added = tallies[place].added + tallies[place].duplicate + tallies[place].deleted
            (taken.tallies[place].duplicate, taken.tallies[place].deleted) = (0, 0)
        }
        return taken
    }

    package static func + (left: ImportTallies, right: ImportTallies) -> ImportTallies {
        var sum = left
        for place in sum.tallies.indices { sum.tallies[place] = sum.tallies[place] + right.tallies[place] }
        return sum
    }
}

extension ImportKind {
    /// Its index among all kinds.
    fileprivate var place: Int {
        switch self {
        case .records: 0
        case .correlations: 1
        case .workouts: 2
        case .activitySummaries: 3
        case .workoutRoutes: 4
        case .heartbeatSeries: 5
        case .electrocardiograms: 6
        case .audiograms: 7
        case .visionPrescriptions: 8
        case .attachments: 9
        case .clinicalRecords: 10
        case .clinicalDocuments: 11
        case .verifiableRecords: 12
        }
    }
}
