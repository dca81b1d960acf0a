import Foundation

extension StoreWriter {
    /// Notes where rows with UUIDs of their own are.
    func addIdentities(of rows: BatchRows, group: Int64) throws {
        for row in 0..<rows.count where rows.ordinals[row] == BatchRows.explicit {
            try noteIdentity(rows.identifiers[row], group: group, start: rows.starts[row], change: 1)
        }
    }

    /// Adds an entry to the index, or (with -1) takes one away.
    func noteIdentity(_ identifier: Identifier, group: Int64, start: Double, change: Int) throws {
        let place = IdentityIndex.place(identifier, group: group, start: start)
        let query = try connection.query(.addIdentityRecent)
        query.bind(Int64(place.fingerprint), at: 1)
        query.bind(place.group, at: 2)
        query.bind(place.bucket, at: 3)
        query.bind(change, at: 4)
        try query.run()
        if change < 0 {
            let clean = try connection.query(.deleteIdentityRecentZero)
            clean.bind(Int64(place.fingerprint), at: 1)
            clean.bind(place.group, at: 2)
            clean.bind(place.bucket, at: 3)
            try clean.run()
        }
    }

    /// Refuses samples whose UUID is stored already or comes twice.
    func requireNewUUIDs(_ samples: [NewSample]) throws {
        var seen: Set<UUID> = []
        for sample in samples {
            guard case .uuid(let uuid) = sample.identity else { continue }
            guard seen.insert(uuid).inserted, try !isStored(uuid) else {
                throw StoreError(.duplicateUUID, "The object \(uuid.uuidString) is stored already.")
            }
        }
    }

    /// Whether a sample or record has this UUID.
    func isStored(_ uuid: UUID) throws -> Bool {
        if try locate(Identifier(uuid), { _, _ in true }) == true { return true }
        return try record(uuid: uuid) != nil
    }

    /// Refuses numbers that a store can't hold and entries that it doesn't have.
    func validate(_ samples: [NewSample]) throws {
        let last = try lastEntries()
        for sample in samples {
            guard sample.start.isFinite, sample.end.isFinite, sample.creation.isFinite, sample.value.isFinite else {
                throw StoreError(.invalidArgument, "A sample's times and value must be finite numbers.")
            }
            guard last.allow(type: sample.type, source: sample.source, unit: sample.unit),
                last.allow(sample.revision, sample.device, sample.metadata)
            else { throw StoreWriter.unknownEntry }
        }
    }

    func validate(_ record: NewRecord) throws {
        let last = try lastEntries()
        guard record.start.isFinite, record.end.isFinite, record.creation.isFinite else {
            throw StoreError(.invalidArgument, "A record's times must be finite numbers.")
        }
        guard last.allow(type: record.type, source: record.source, unit: 0),
            last.allow(record.revision, record.device, record.metadata)
        else { throw StoreWriter.unknownEntry }
    }

    private static let unknownEntry = StoreError(
        .invalidArgument,
        "An object names a dictionary entry that the store doesn't have."
    )

    private func lastEntries() throws -> LastEntries {
        LastEntries(
            type: try lastEntry(.type),
            unit: try lastEntry(.unit),
            source: try lastEntry(.source),
            revision: try lastEntry(.revision),
            device: try lastEntry(.device),
            metadata: try lastEntry(.metadata)
        )
    }

    /// The newest entry of each dictionary: numbers are given out without gaps.
    private struct LastEntries {
        var type: DictionaryID
        var unit: DictionaryID
        var source: DictionaryID
        var revision: DictionaryID
        var device: DictionaryID
        var metadata: DictionaryID

        @inline(__always)
        func allow(type: DictionaryID, source: DictionaryID, unit: DictionaryID) -> Bool {
            type > 0 && type <= self.type && source > 0 && source <= self.source && unit >= 0 && unit <= self.unit
        }

        @inline(__always)
        func allow(_ revision: DictionaryID, _ device: DictionaryID, _ metadata: DictionaryID) -> Bool {
            revision >= 0 && revision <= self.revision && device >= 0 && device <= self.device
                && metadata >= 0 && metadata <= self.metadata
        }
    }
}
