import Foundation

extension StoreReader {
    /// The sample with a UUID, or nil.
    /// - Throws: ``StoreError``.
    package func sample(uuid: UUID) throws -> StoredSample? {
        try locate(Identifier(uuid)) { batch, row in
            try batch.require(.all)
            return try batch.sample(row)
        }
    }

    /// The record with a UUID, or nil.
    /// - Throws: ``StoreError``.
    package func record(uuid: UUID) throws -> StoredRecord? {
        let query = try connection.query(.recordByUUID)
        defer { query.reset() }
        query.bind(Identifier(uuid), at: 1)
        return try query.step() ? StoredRecord(query) : nil
    }

    /// The sample or record with a UUID, or nil.
    /// - Throws: ``StoreError``.
    package func object(uuid: UUID) throws -> StoredObject? {
        if let sample = try sample(uuid: uuid) { return .sample(sample) }
        return try record(uuid: uuid).map { .record($0) }
    }

    /// Finds the row with an identifier and hands it to `body` in its batch.
    func locate<T>(_ identifier: Identifier, _ body: (BatchReader, Int) throws -> T) throws -> T? {
        if DerivedIdentity.mayBeDerived(identifier), let found = try locateDerived(identifier, body) { return found }
        return try forEachPlace(identifier) { try locate(identifier, at: $0, body) }
    }

    /// Whether a sample with an identifier of its own is where the index says that it may be.
    func hasSample(_ identifier: Identifier, at place: IdentityIndex.Entry) throws -> Bool {
        try locate(identifier, at: place) { _, _ in true } ?? false
    }

    private func locate<T>(
        _ identifier: Identifier,
        at place: IdentityIndex.Entry,
        _ body: (BatchReader, Int) throws -> T
    ) throws -> T? {
        let (lower, upper) = IdentityIndex.starts(ofBucket: place.bucket)
        return try locate(in: group(id: place.group), lower, upper) { batch, rows in
            try batch.requireIdentifiers()
            let row = rows.first { row in
                batch.rows.ordinals[row] == BatchRows.explicit && batch.rows.identifiers[row] == identifier
            }
            return try row.map { try body(batch, $0) }
        }
    }

    private func locateDerived<T>(
        _ identifier: Identifier,
        _ body: (BatchReader, Int) throws -> T
    ) throws -> T? {
        let (lower, upper) = DerivedIdentity.starts(of: identifier)
        let tag = DerivedIdentity.tag(of: identifier)
        for type in try dictionaryEntries(.type) {
            guard DerivedIdentity.tag(try contentHash(.type, type.id)) == tag else { continue }
            for group in try groups(ofType: type.id) {
                let found: T? = try locate(in: group, lower, upper) { batch, rows in
                    try batch.require(.identity)
                    let row = try rows.first { try batch.identifier($0) == identifier }
                    return try row.map { try body(batch, $0) }
                }
                if let found { return found }
            }
        }
        return nil
    }

    /// Hands the rows that start within the bounds to `search`, batch by batch, until it finds what it looks for.
    private func locate<T>(
        in group: SampleGroup,
        _ lower: Double,
        _ upper: Double,
        _ search: (BatchReader, Range<Int>) throws -> T?
    ) throws -> T? {
        for header in try headers(group.id, startLower: lower, startUpper: upper) {
            let found: T? = try withBatchReader { batch in
                try batch.load(header, of: group)
                try batch.require(.times)
                let first = batch.rows.lowerBound(lower)
                let last = batch.rows.upperBound(upper)
                return first < last ? try search(batch, first..<last) : nil
            }
            if let found { return found }
        }
        return nil
    }
}

extension StoredRecord {
    init(_ query: Query) throws {
        self.init(
            uuid: try query.identifier(1).uuid,
            type: query.dictionaryID(2),
            source: query.dictionaryID(3),
            revision: query.dictionaryID(4),
            device: query.dictionaryID(5),
            metadata: query.dictionaryID(6),
            start: query.double(7),
            end: query.double(8),
            creation: query.double(9),
            anchor: query.int64(0),
            payload: query.bytes(10)
        )
    }
}
