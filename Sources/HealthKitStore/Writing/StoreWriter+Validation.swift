import Foundation

extension StoreWriter {
    /// From this number on, new UUIDs are first checked against a filter in memory.
    private static let filterThreshold = 64

    /// Refuses samples whose UUID is stored already or comes twice.
    func requireNewUUIDs(_ samples: [NewSample]) throws {
        var explicit: [UUID] = []
        for sample in samples {
            if case .uuid(let uuid) = sample.identity { explicit.append(uuid) }
        }
        if explicit.isEmpty { return }
        if try anyStored(explicit) != nil {
            throw StoreError.storedOrGivenTwice
        }
    }

    /// One of some UUIDs that is stored or comes a second time, or nil.
    private func anyStored(_ uuids: [UUID]) throws -> UUID? {
        let identifiers = uuids.map { Identifier($0) }
        let fingerprints = identifiers.map { IdentityIndex.fingerprint(of: $0) }
        if let doubled = StoreWriter.firstDoubled(identifiers, fingerprints) { return uuids[doubled] }
        if uuids.count < StoreWriter.filterThreshold { return try uuids.first { try isStored($0) } }
        let recent = Set(try recentEntries().map(\.fingerprint))
        let runs = try identityRuns()
        let suspects = try identityFilter.withLock { filter in
            try filter.prepare(runs, uncommitted: newIdentityRuns, self)
            return uuids.indices.filter { index in
                let fingerprint = fingerprints[index]
                return DerivedIdentity.mayBeDerived(identifiers[index]) || filter.mayContain(fingerprint)
                    || (!recent.isEmpty && recent.contains(fingerprint))
            }
        }
        let (derived, others) = (
            suspects.filter { DerivedIdentity.mayBeDerived(identifiers[$0]) }.map { uuids[$0] },
            suspects.filter { !DerivedIdentity.mayBeDerived(identifiers[$0]) }.map { uuids[$0] }
        )
        // Together: of samples that say the same each alone would be looked for among all others.
        if let stored = try samples(uuids: derived).keys.first { return stored }
        return try derived.first { try record(uuid: $0) != nil } ?? others.first { try isStored($0) }
    }

    /// The place of an identifier that came before, or nil; equal ones have equal fingerprints, and few others have.
    private static func firstDoubled(_ identifiers: [Identifier], _ fingerprints: [UInt32]) -> Int? {
        if identifiers.count < 2 { return nil }
        let order = FingerprintOrder.sorted(fingerprints)
        var first = 0
        while first < order.count {
            var next = first + 1
            while next < order.count, order[next] >> 32 == order[first] >> 32 { next += 1 }
            if next - first > 1 {
                var seen: Set<Identifier> = []
                for word in order[first..<next] {
                    let place = Int(word & 0xFFFF_FFFF)
                    if !seen.insert(identifiers[place]).inserted { return place }
                }
            }
            first = next
        }
        return nil
    }

    /// Whether a sample or record has this UUID.
    func isStored(_ uuid: UUID) throws -> Bool {
        let identifier = Identifier(uuid)
        if DerivedIdentity.mayBeDerived(identifier) {
            if try locate(identifier, { _, _ in true }) == true { return true }
            return try record(uuid: uuid) != nil
        }
        // Records with explicit UUIDs are in the index too, so most new ones don't need a search of the records.
        var isNamed = false
        let found = try forEachPlace(identifier) { place in
            isNamed = true
            return try hasSample(identifier, at: place) ? true : nil
        }
        if found == true { return true }
        return try isNamed && record(uuid: uuid) != nil
    }

    /// Refuses numbers that a store can't hold and entries that it doesn't have.
    func validate(_ samples: [NewSample]) throws {
        var largest = DictionaryExtent()
        for sample in samples {
            guard sample.start.isFinite, sample.end.isFinite, sample.creation.isFinite, sample.value.isFinite else {
                throw StoreError(.invalidArgument, "A sample's times and value must be finite numbers.")
            }
            guard largest.include(type: sample.type, source: sample.source, unit: sample.unit),
                largest.include(sample.revision, sample.device, sample.metadata)
            else { throw StoreWriter.unknownEntry }
        }
        try require(largest)
    }

    /// Refuses numbers that a store can't hold and entries that it doesn't have.
    func validate(_ record: NewRecord) throws {
        guard record.start.isFinite, record.end.isFinite, record.creation.isFinite else {
            throw StoreError(.invalidArgument, "A record's times must be finite numbers.")
        }
        var largest = DictionaryExtent()
        guard largest.include(type: record.type, source: record.source, unit: 0),
            largest.include(record.revision, record.device, record.metadata)
        else { throw StoreWriter.unknownEntry }
        try require(largest)
    }

    private static let unknownEntry = StoreError(
        .invalidArgument,
        "An object names a dictionary entry that the store doesn't have."
    )

    /// Entries are numbered without gaps, so one look at the last of each dictionary is enough; and none when a
    /// committed transaction has seen as many.
    private func require(_ wanted: DictionaryExtent) throws {
        if dictionaryCache.extent.covers(wanted) || newExtent.covers(wanted) { return }
        newExtent = DictionaryExtent(
            type: try lastEntry(.type),
            unit: try lastEntry(.unit),
            source: try lastEntry(.source),
            revision: try lastEntry(.revision),
            device: try lastEntry(.device),
            metadata: try lastEntry(.metadata)
        )
        guard newExtent.covers(wanted) else { throw StoreWriter.unknownEntry }
    }
}
