/// The kinds of things that an import counts.
package enum ImportKind: String, Codable, Sendable, CaseIterable {
    case records, correlations, workouts, activitySummaries, workoutRoutes, heartbeatSeries, electrocardiograms
    case audiograms, visionPrescriptions, attachments, clinicalRecords, clinicalDocuments, verifiableRecords

    /// The kind in words, for many of them.
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

/// What became of the elements of one kind.
package struct ImportTally: Codable, Sendable, Hashable {
    /// How many the export holds.
    package var read = 0
    /// How many the store did not have.
    package var added = 0
    /// How many the store had before.
    package var duplicate = 0
    /// How many could not be taken; the warnings say why.
    package var refused = 0
    /// How many were left out because the person deleted them after an earlier import.
    package var deleted = 0
    /// How many the export names and does not hold: their files are not there.
    package var missing = 0

    package init() {}

    /// How many are accounted for in one way or another.
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

/// What became of the elements of all kinds.
package struct ImportTallies: Codable, Sendable, Hashable {
    /// In the order of the kinds: one is changed for every element of an export.
    private var tallies = [ImportTally](repeating: ImportTally(), count: ImportKind.allCases.count)

    package init() {}

    package subscript(kind: ImportKind) -> ImportTally {
        get { tallies[kind.place] }
        _modify { yield &tallies[kind.place] }
    }

    /// One count over all kinds.
    ///
    /// - Parameter count: Which.
    /// - Returns: The sum.
    package func total(_ count: KeyPath<ImportTally, Int>) -> Int { tallies.reduce(0) { $0 + $1[keyPath: count] } }

    /// The tallies that say only what was taken and what was refused.
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
    /// Its place among all kinds.
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

/// What a chunk of an import brought.
package struct ImportOutcome: Codable, Sendable {
    package var tallies = ImportTallies()
    /// Members of correlations that were linked to their records.
    package var linkedMembers = 0
    /// Records that say, apart from their metadata, what another record says.
    package var duplicates = 0
    /// Whether what was added stands for all that was taken, and nothing is said of what the store had.
    package var isUnseen: Bool?

    package init() {}

    package static func + (left: ImportOutcome, right: ImportOutcome) -> ImportOutcome {
        var sum = left
        sum.tallies = left.tallies + right.tallies
        sum.linkedMembers += right.linkedMembers
        sum.duplicates += right.duplicates
        if right.isUnseen == true { sum.isUnseen = true }
        return sum
    }
}
