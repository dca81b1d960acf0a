import Foundation

extension PersonAccess {
    /// A page of samples by start, from a position on; a page costs the same at any depth.
    package func samples(
        _ query: SampleListQuery,
        after position: SampleListPosition? = nil,
        ascending: Bool = false,
        limit: Int
    ) throws -> [HKSample] {
        try ask(
            OwnerPageCall(selection: query.selection, position: position, ascending: ascending, limit: limit)
        )
    }

    /// The sample with a UUID; `nil` when there is none.
    package func sample(_ uuid: UUID) throws -> HKSample? { try ask(OwnerSampleCall(uuid: uuid)) }

    /// The correlations and workouts that a sample belongs to.
    package func related(to uuid: UUID) throws -> [HKSample] {
        try ask(OwnerOwnersCall(uuid: uuid))
    }

    /// The latest sample of a type by start; `nil` when there is none.
    package func latest(_ type: HKSampleType) throws -> HKSample? {
        try samples(SampleListQuery(type: type), limit: 1).first
    }

    /// Saves samples that the person typed, as the Health app would.
    package func save(_ samples: [HKSample]) throws { try store.saveNow(samples) }

    /// The number of samples that a deletion would remove.
    package func count(_ query: SampleListQuery) throws -> Int {
        try ask(OwnerCountCall(selection: query.selection))
    }

    /// Deletes samples by UUID, from any source.
    ///
    /// - Returns: The number of deleted samples.
    @discardableResult
    package func delete(_ uuids: [UUID]) throws -> Int { try perform(.delete(uuids)).count }

    /// Deletes all samples of a list, from any source.
    ///
    /// - Returns: The number of deleted samples.
    @discardableResult
    package func delete(_ query: SampleListQuery) throws -> Int { try delete([query]) }

    /// Deletes all samples of some lists, from any source, in one transaction.
    ///
    /// Either all or none are deleted, with a single change notification, and never with more than ``ObjectWriter/deletionPart``
    /// in memory.
    ///
    /// - Parameters:
    ///   - queries: The lists.
    ///   - expected: The expected number of samples; if it differs, nothing is deleted.
    ///   - visit: Called with the UUID of each.
    /// - Returns: The number of deleted samples.
    /// - Throws: ``DeletionError`` when there are more or fewer than expected.
    @discardableResult
    package func delete(
        _ queries: [SampleListQuery],
        expecting expected: Int? = nil,
        visit: (UUID) -> Void = { _ in }
    ) throws -> Int {
        try perform(.deleteMatching(queries.map(\.selection), expecting: expected), visit: visit).count
    }
}

/// The samples to delete have changed since the person was asked; nothing was deleted.
package struct DeletionError: Error, Hashable, CustomStringConvertible {
    package let expected: Int
    package let found: Int

    package var description: String {
        "there are \(found) samples now, not the \(expected) you were asked about; nothing was deleted"
    }
}
