import Foundation

/// The outcome of an import, in rows.
package struct ImportCounts: Sendable, Hashable {
    /// Rows that this import added.
    package var added: Int
    /// Rows that the store had, or that others added meanwhile.
    package var duplicate: Int
    /// Rows that were left out because they were deleted.
    package var deleted: Int

    /// Creates counts.
    package init(added: Int = 0, duplicate: Int = 0, deleted: Int = 0) {
        self.added = added
        self.duplicate = duplicate
        self.deleted = deleted
    }

    package static func + (left: ImportCounts, right: ImportCounts) -> ImportCounts {
        ImportCounts(
            added: left.added + right.added,
            duplicate: left.duplicate + right.duplicate,
            deleted: left.deleted + right.deleted
        )
    }
}

/// The outcome for a record of an import.
package enum ImportedRecord: Sendable, Hashable {
    /// It is new, under this UUID.
    case added(UUID)
    /// The store held it under this UUID.
    case duplicate(UUID)
    /// It was left out because it was deleted.
    case deleted
}
