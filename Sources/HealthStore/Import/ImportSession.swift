import Foundation

/// What became of the rows of an import.
package struct ImportCounts: Sendable, Hashable {
    /// Rows that this import brought.
    package var added: Int
    /// Rows that the store held before the import began.
    package var duplicate: Int

    /// Creates counts.
    package init(added: Int = 0, duplicate: Int = 0) {
        self.added = added
        self.duplicate = duplicate
    }

    package static func + (left: ImportCounts, right: ImportCounts) -> ImportCounts {
        ImportCounts(added: left.added + right.added, duplicate: left.duplicate + right.duplicate)
    }
}

/// A bulk import that recognises by content what the store holds already.
///
/// The k-th row of some content is a duplicate exactly when the store held k such rows before the import began; so
/// importing a file again adds nothing, twins inside one file are both kept, and an import that was cut short goes on
/// where it stopped. Use a session from one thread at a time.
package final class ImportSession {
    private let store: SampleStore
    private let matcher: ImportMatcher
    private var resolved: [Identifier: Int] = [:]
    private var recordsMet: [Identifier: Int32] = [:]

    init(_ store: SampleStore) throws {
        self.store = store
        matcher = ImportMatcher(beginning: try store.read { try $0.currentAnchor })
    }

    /// Members that were stored by ``resolve(members:)`` and haven't come at top level.
    package var pendingMembers: Int { matcher.pendingMembers }

    /// Runs a transaction of the import: what it adds is stored when it returns, or not at all.
    ///
    /// - Parameter body: gets the transaction.
    /// - Returns: what `body` returns.
    /// - Throws: what `body` throws, and ``StoreError``; the session then stands where it stood before.
    package func write<T>(_ body: (ImportTransaction) throws -> T) throws -> T {
        matcher.begin()
        let (oldResolved, oldRecords) = (resolved, recordsMet)
        do {
            return try store.write { writer in
                let transaction = ImportTransaction(writer, matcher, resolved, recordsMet)
                let result = try body(transaction)
                resolved = transaction.resolved
                recordsMet = transaction.recordsMet
                return result
            }
        } catch {
            matcher.undo()
            (resolved, recordsMet) = (oldResolved, oldRecords)
            throw error
        }
    }

    /// Adds samples in one transaction.
    /// - Throws: ``StoreError``.
    package func add(_ rows: [NewSample]) throws -> ImportCounts {
        try write { try $0.add(rows) }
    }

    /// Adds records in one transaction.
    /// - Throws: ``StoreError``.
    package func add(records: [NewRecord]) throws -> [(uuid: UUID, added: Bool)] {
        try write { transaction in try records.map { try transaction.add($0) } }
    }

    /// Finds the rows that members of a correlation are, in one transaction; stores those that aren't there.
    /// - Throws: ``StoreError``.
    package func resolve(members: [NewSample]) throws -> [UUID] {
        try write { try $0.resolve(members: members) }
    }
}
