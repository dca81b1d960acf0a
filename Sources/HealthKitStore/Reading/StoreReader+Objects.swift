import Foundation

extension StoreReader {
    /// Whether samples of a type and a source may be looked at.
    package typealias Visibility = (TypeID, SourceID) throws -> Bool

    /// The sample with a UUID, or nil.
    ///
    /// - Parameters:
    ///   - uuid: which.
    ///   - isVisible: where it may be; other samples aren't even looked at, so that the time it takes says nothing of them.
    /// - Returns: the sample, or nil.
    /// - Throws: ``StoreError``.
    package func sample(uuid: UUID, where isVisible: Visibility? = nil) throws -> StoredSample? {
        try locate(Identifier(uuid), where: isVisible) { batch, row in
            try batch.require(.all)
            return try batch.sample(row)
        }
    }

    /// The samples with some UUIDs; each batch that may hold some of them is gone through once.
    ///
    /// - Parameters:
    ///   - uuids: which; those that aren't stored are skipped.
    ///   - isVisible: where they may be; other samples aren't even looked at.
    /// - Returns: the samples that there are.
    /// - Throws: ``StoreError``.
    package func samples(uuids: [UUID], where isVisible: Visibility? = nil) throws -> [UUID: StoredSample] {
        var search = ObjectSearch(Set(uuids.map { Identifier($0) }))
        let derived = search.left.filter { DerivedIdentity.mayBeDerived($0) }
        for (tag, wanted) in Dictionary(grouping: derived, by: { DerivedIdentity.tag(of: $0) }) {
            try findDerived(wanted, tag, isVisible, &search)
        }
        var places: [IdentityIndex.Place: [Identifier]] = [:]
        for identifier in search.left {
            let _: Bool? = try forEachPlace(identifier) { entry in
                places[entry.place, default: []].append(identifier)
                return nil
            }
        }
        for (place, wanted) in places {
            let (lower, upper) = IdentityIndex.starts(ofBucket: place.bucket)
            let group = try group(id: place.group)
            guard try isVisible?(group.type, group.source) ?? true else { continue }
            try find(wanted, in: group, lower, upper, .explicit, &search)
        }
        return search.found
    }

    /// The largest distance between starts that are looked up together, in seconds.
    private static var nearby: Double { 3_600 }

    /// Looks for identifiers with the same type bits.
    private func findDerived(
        _ wanted: [Identifier],
        _ tag: UInt64,
        _ isVisible: Visibility?,
        _ search: inout ObjectSearch
    ) throws {
        // Samples that start near each other are in the same batches.
        var ranges: [(lower: Double, upper: Double, wanted: [Identifier])] = []
        for identifier in wanted.sorted(by: { DerivedIdentity.beginning(of: $0) < DerivedIdentity.beginning(of: $1) }) {
            let (lower, upper) = DerivedIdentity.starts(of: identifier)
            if let last = ranges.last, lower <= last.upper + Self.nearby {
                ranges[ranges.count - 1].upper = max(last.upper, upper)
                ranges[ranges.count - 1].wanted.append(identifier)
            } else {
                ranges.append((lower, upper, [identifier]))
            }
        }
        for type in try dictionaryEntries(.type) {
            guard DerivedIdentity.tag(try contentHash(.type, type.id)) == tag else { continue }
            for group in try groups(ofType: type.id) where try isVisible?(group.type, group.source) ?? true {
                for range in ranges {
                    try find(range.wanted, in: group, range.lower, range.upper, .derived, &search)
                }
            }
        }
    }

    /// Looks for some identifiers among the rows of a group that start within the bounds.
    private func find(
        _ wanted: [Identifier],
        in group: SampleGroup,
        _ lower: Double,
        _ upper: Double,
        _ kind: ObjectSearch.Kind,
        _ search: inout ObjectSearch
    ) throws {
        var wanted = Set(wanted).intersection(search.left)
        if wanted.isEmpty { return }
        let isWhole: Bool? = try locate(in: group, lower, upper) { batch, rows in
            try kind == .derived ? batch.require(.identity) : batch.requireIdentifiers()
            for row in rows {
                let identifier: Identifier
                if kind == .derived {
                    identifier = try batch.identifier(row)
                } else {
                    guard batch.rows.ordinals[row] == BatchRows.explicit else { continue }
                    identifier = batch.rows.identifiers[row]
                }
                guard wanted.remove(identifier) != nil else { continue }
                try batch.require(.all)
                search.take(try batch.sample(row), identifier)
                if wanted.isEmpty { return true }
            }
            return nil
        }
        _ = isWhole
    }

    /// The record with a UUID, or nil.
    /// - Throws: ``StoreError``.
    package func record(uuid: UUID) throws -> StoredRecord? {
        let query = try connection.query(.recordByUUID)
        defer { query.reset() }
        query.bind(Identifier(uuid), at: 1)
        return try query.step() ? StoredRecord(query) : nil
    }

    /// The record with a UUID, or nil where it is of a type and a source that may not be looked at.
    /// - Throws: ``StoreError``.
    package func record(uuid: UUID, where isVisible: Visibility) throws -> StoredRecord? {
        let query = try connection.query(.recordByUUID)
        defer { query.reset() }
        query.bind(Identifier(uuid), at: 1)
        guard try query.step(), try isVisible(query.entryID(2), query.entryID(3)) else { return nil }
        return try StoredRecord(query)
    }

    /// The sample or record with a UUID, or nil.
    /// - Throws: ``StoreError``.
    package func object(uuid: UUID, where isVisible: Visibility? = nil) throws -> StoredObject? {
        if let sample = try sample(uuid: uuid, where: isVisible) { return .sample(sample) }
        let found = try isVisible.map { try record(uuid: uuid, where: $0) } ?? record(uuid: uuid)
        return found.map { .record($0) }
    }

    /// Finds the row with an identifier and hands it to `body` in its batch.
    func locate<T>(
        _ identifier: Identifier,
        where isVisible: Visibility? = nil,
        _ body: (BatchReader, Int) throws -> T
    ) throws -> T? {
        if DerivedIdentity.mayBeDerived(identifier), let found = try locateDerived(identifier, isVisible, body) {
            return found
        }
        return try forEachPlace(identifier) { try locate(identifier, at: $0, isVisible, body) }
    }

    /// Whether a sample with an explicit identifier is at a location of the index.
    func hasSample(_ identifier: Identifier, at place: IdentityIndex.Entry) throws -> Bool {
        try locate(identifier, at: place, nil) { _, _ in true } ?? false
    }

    private func locate<T>(
        _ identifier: Identifier,
        at place: IdentityIndex.Entry,
        _ isVisible: Visibility?,
        _ body: (BatchReader, Int) throws -> T
    ) throws -> T? {
        let (lower, upper) = IdentityIndex.starts(ofBucket: place.bucket)
        let group = try group(id: place.group)
        guard try isVisible?(group.type, group.source) ?? true else { return nil }
        return try locate(in: group, lower, upper) { batch, rows in
            try batch.requireIdentifiers()
            let row = rows.first { row in
                batch.rows.ordinals[row] == BatchRows.explicit && batch.rows.identifiers[row] == identifier
            }
            return try row.map { try body(batch, $0) }
        }
    }

    private func locateDerived<T>(
        _ identifier: Identifier,
        _ isVisible: Visibility?,
        _ body: (BatchReader, Int) throws -> T
    ) throws -> T? {
        let (lower, upper) = DerivedIdentity.starts(of: identifier)
        let tag = DerivedIdentity.tag(of: identifier)
        for type in try dictionaryEntries(.type) {
            guard DerivedIdentity.tag(try contentHash(.type, type.id)) == tag else { continue }
            for group in try groups(ofType: type.id) where try isVisible?(group.type, group.source) ?? true {
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

    /// Hands the rows that start within the bounds to `search`, batch by batch, until it returns a result.
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
                searchedRows += last - first
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
            type: query.entryID(2),
            source: query.entryID(3),
            revision: query.entryID(4),
            device: query.entryID(5),
            metadata: query.entryID(6),
            start: query.double(7),
            end: query.double(8),
            creation: query.double(9),
            anchor: query.int64(0),
            payload: query.bytes(10)
        )
    }
}

/// Samples that are looked for by their identifiers.
private struct ObjectSearch {
    /// The origins of the UUIDs of rows.
    enum Kind {
        case derived
        case explicit
    }

    private(set) var left: Set<Identifier>
    private(set) var found: [UUID: StoredSample] = [:]

    init(_ wanted: Set<Identifier>) { left = wanted }

    mutating func take(_ sample: StoredSample, _ identifier: Identifier) {
        left.remove(identifier)
        found[identifier.uuid] = sample
    }
}
