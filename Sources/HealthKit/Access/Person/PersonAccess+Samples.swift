import Foundation

extension PersonAccess {
    /// A page of samples by start, from a position on; pages at any depth cost the same.
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

    /// Saves what the person typed, as the Health app would.
    package func save(_ samples: [HKSample]) throws { try store.saveNow(samples) }

    /// How many samples a deletion would take.
    package func count(_ query: SampleListQuery) throws -> Int {
        try ask(OwnerCountCall(selection: query.selection))
    }

    /// Deletes samples by UUID, from whatever source.
    ///
    /// - Returns: How many there were.
    @discardableResult
    package func delete(_ uuids: [UUID]) throws -> Int { try perform(.delete(uuids)).count }

    /// Deletes all samples of a list, from whatever source.
    ///
    /// - Returns: How many there were.
    @discardableResult
    package func delete(_ query: SampleListQuery) throws -> Int { try delete([query]) }

    /// Deletes all samples of some lists, from whatever source, in one transaction: all of them or none, told once, with
    /// no more at hand at a time than ``ObjectWriter/deletionPart``.
    ///
    /// - Parameters:
    ///   - queries: The lists.
    ///   - expected: How many there have to be; with another number nothing is deleted.
    ///   - visit: Told the UUID of each.
    /// - Returns: How many there were.
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

/// What was to be deleted has changed since the person was asked; nothing was deleted.
package struct DeletionError: Error, Hashable, CustomStringConvertible {
    package let expected: Int
    package let found: Int

    package var description: String {
        "there are \(found) samples now, not the \(expected) you were asked about; nothing was deleted"
    }
}
