import Foundation

/// Begins a bulk import, which recognizes objects that the store already has.
package struct ImportCall: OwnerReadCall {
    /// Nothing, as the objects follow chunk by chunk.
    package typealias Answer = Void
    package static let name = "import"

    /// The import's name in the log of operations: a file's name.
    package var file: String
    /// Whether objects that were imported before and deleted since come back.
    package var restoresDeleted: Bool
}

/// Reads the selected data of one consistent state of the store, for an export.
package struct ExportCall: OwnerReadCall {
    /// Nothing, as the selected data is delivered piece by piece.
    package typealias Answer = Void
    package static let name = "export"

    package var selection: ExportSelection
    /// Whether it goes to a file rather than only being shown.
    package var leaves = true

    package func check() throws {
        try CallBounds.check(selection.types?.count ?? 0, CallBounds.types, "types")
        try CallBounds.check(selection.sources?.count ?? 0, CallBounds.comparisons, "sources")
    }
}

/// Writes a copy of the store as it is at one moment, while apps continue reading and writing.
package struct BackUpCall: OwnerReadCall {
    /// The size of the copy in bytes.
    package typealias Answer = Int
    package static let name = "backUp"

    /// The path of the copy.
    package var path: String
    /// Whether it may replace an existing file.
    package var replaces: Bool
    /// Whether the person's operations and their undo data are left out of the copy.
    package var leavesSteps = false
}

/// Merges contents of a store's copy that this store does not have.
package struct MergeCall: OwnerReadCall {
    package typealias Answer = StoreMergeSummary
    package static let name = "merge"

    /// The copy's file.
    package var path: String
    /// The copy's name in the log of operations.
    package var file: String
    /// Whether objects that were imported before and deleted since come back.
    package var restoresDeleted: Bool
}

/// The selection of samples for an export.
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

    /// Whether everything is selected.
    package var isEverything: Bool { self == ExportSelection() }
}

/// The data that a store took over from a copy of another store, or of itself.
package struct StoreMergeSummary: Codable, Sendable, Hashable {
    /// The outcomes for the objects of each kind; samples of kinds that exports don't have count as records.
    package var counts = ImportTallies()
    /// The number of the objects' types.
    package var types = 0
    /// The number of restored links: such as members of correlations and samples of workouts.
    package var links = 0
    /// The number of missing days with a summary, attachments and characteristics that were added.
    package var values = 0
    /// The number of merged deletions, so that deleted objects stay deleted.
    package var deletions = 0
    /// Whether app permissions, the order of sources and other settings were merged.
    package var hasSettings = false
    /// Whether the number added includes all accepted objects, so as not to reveal which ones the store had.
    package var isUnseen: Bool?

    /// The summary to report without the person's secret.
    var unseen: StoreMergeSummary {
        var said = StoreMergeSummary()
        (said.counts, said.types, said.isUnseen) = (counts.taken, types, true)
        return said
    }
}
