import Foundation

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

    package init() {}
}

/// What an import brought.
package struct ImportSummary: Codable, Sendable, Hashable {
    /// Something in the export that is not imported yet.
    package struct Skipped: Codable, Sendable, Hashable {
        package var kind: String
        package var count: Int
        /// The line of the first; `nil` for a file beside the export's main one.
        package var firstLine: Int?
    }

    package var records = ImportTally()
    package var correlations = ImportTally()
    package var workouts = ImportTally()
    package var activitySummaries = ImportTally()
    /// How many types the records have.
    package var types = 0
    /// Records that say, apart from their metadata, what another record says; all are kept.
    package var twins = 0
    /// How many members of correlations were linked to their records.
    package var linkedMembers = 0
    package var notImported: [Skipped] = []
    /// Bytes of the export's main file.
    package var bytes: UInt64 = 0
    package var seconds = 0.0
    /// The first warnings, each with file and line.
    package var warnings: [String] = []
    /// How many warnings there were.
    package var warningCount = 0
    /// Whether the export ended too early; what came before is imported.
    package var isTruncated = false

    /// How many warnings are kept one by one.
    package static let warningLimit = 500

    package init() {}

    mutating func warn(_ text: String) {
        warningCount += 1
        if warnings.count < Self.warningLimit { warnings.append(text) }
    }
}

/// How far an import is.
package struct ImportProgress: Sendable, Hashable {
    package var bytesRead: UInt64
    /// The size of the file; `nil` when it is not known before its end.
    package var bytesTotal: UInt64?
    package var records: Int
}

/// Why an import could not go on; what was stored before is whole transactions.
package struct ImportError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
    package var description: String

    package init(_ description: String) { self.description = description }

    package var errorDescription: String? { description }
}
