import Foundation

/// Begins a bulk import, which recognises what the store has already.
package struct ImportCall: OwnerReadCall {
    /// The objects follow, chunk by chunk.
    package typealias Answer = Void
    package static let name = "import"

    /// What the log of steps calls it: a file's name.
    package var file: String
    /// Whether what was imported before and deleted since comes back.
    package var restoresDeleted: Bool
}

/// Reads one consistent state of the store, of which what is selected leaves it.
package struct ExportCall: OwnerReadCall {
    /// What is selected comes piece by piece.
    package typealias Answer = Void
    package static let name = "export"

    package var selection: ExportSelection
    /// Whether it goes to a file; what is only shown doesn't.
    package var leaves = true

    package func check() throws {
        try CallBounds.check(selection.types?.count ?? 0, CallBounds.types, "types")
        try CallBounds.check(selection.sources?.count ?? 0, CallBounds.comparisons, "sources")
    }
}

/// Writes a copy of the store as it is at one moment, while apps go on reading and writing.
package struct BackUpCall: OwnerReadCall {
    /// The size of the copy in bytes.
    package typealias Answer = Int
    package static let name = "backUp"

    /// Where the copy is to be.
    package var path: String
    /// Whether it may take the place of a file that is there.
    package var replaces: Bool
    /// Whether what the person did, and what is kept to take it back, stays out of the copy.
    package var leavesSteps = false
}

/// Takes over what a copy of a store holds and this store does not.
package struct MergeCall: OwnerReadCall {
    package typealias Answer = StoreMergeSummary
    package static let name = "merge"

    /// The copy's file.
    package var path: String
    /// What the log of steps calls it.
    package var file: String
    /// Whether what was imported before and deleted since comes back.
    package var restoresDeleted: Bool
}

/// Which samples leave the store.
package struct ExportSelection: Codable, Sendable, Hashable {
    /// Only samples that end after this time.
    package var from: Date?
    /// Only samples that start before this time.
    package var to: Date?
    /// Identifiers of types; `nil` for all.
    package var types: Set<String>?
    /// Bundle identifiers of sources; `nil` for all.
    package var sources: Set<String>?

    package init(from: Date? = nil, to: Date? = nil, types: Set<String>? = nil, sources: Set<String>? = nil) {
        self.from = from
        self.to = to
        self.types = types
        self.sources = sources
    }

    /// Whether nothing is left out.
    package var isEverything: Bool { self == ExportSelection() }
}

/// What a store took over of a copy of another, or of itself.
package struct StoreMergeSummary: Codable, Sendable, Hashable {
    /// What became of the objects of each kind; samples of the kinds that exports do not have count as records.
    package var counts = ImportTallies()
    /// How many types the objects have.
    package var types = 0
    /// Members of correlations, samples of workouts and the like that were put in their place.
    package var links = 0
    /// Days with a summary that were not there, attachments, and what is known of the person.
    package var values = 0
    /// Deletions that were taken over, so that what was deleted stays deleted.
    package var deletions = 0
    /// Whether apps' rights, the order of sources and other settings came along.
    package var hasSettings = false
    /// Whether what was added stands for all that was taken, and nothing is said of what the store had.
    package var isUnseen: Bool?

    /// What is said without the person's secret.
    var unseen: StoreMergeSummary {
        var said = StoreMergeSummary()
        (said.counts, said.types, said.isUnseen) = (counts.taken, types, true)
        return said
    }
}
