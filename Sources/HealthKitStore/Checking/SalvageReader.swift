import GRDB

/// A reader of a store that may be damaged: dictionaries come from the survey, batches are read with or without their
/// headers.
final class SalvageReader: StoreReader {
    var survey: StoreSurvey
    private let walk: TableWalk

    init(_ database: Database, _ survey: StoreSurvey) {
        self.survey = survey
        walk = TableWalk(database: database)
        super.init(database, dictionaryCache: DictionaryCache(), decodingPool: DecodingPool.nobody)
    }

    override func uncommittedEntry(_ key: Int64) -> DictionaryCache.Entry? {
        if let known = survey.entries[key] { return known }
        // The hash is all that an identity needs.
        return survey.hashes[key].map { DictionaryCache.Entry(bytes: [], hash: $0) }
    }

    /// The result of an attempt to read a batch.
    enum Outcome {
        /// All of it can be read.
        case whole(BatchHeader)
        /// Its samples can be read, but not its header, which was reconstructed.
        case withoutHeader(BatchHeader, reason: String)
        /// Its samples can be read, but not the UUIDs that they were given.
        case withoutIdentity(BatchHeader, reason: String)
        /// Its samples can't be read; the header describes them, if it can be read.
        case lost(BatchHeader?, reason: String)
    }

    /// Reads a batch into `batch`, decoded as far as the outcome says.
    func read(_ row: BatchRow, of group: SampleGroup, into batch: BatchReader) -> Outcome {
        var header: BatchHeader?
        var headerReason = ""
        do {
            header = try row.decodedHeader()
        } catch {
            headerReason = SalvageReader.reason(error, row.id)
        }
        do {
            let used = try header ?? provisionalHeader(row.group, row.id)
            try decode(used, of: group, into: batch)
            do {
                try batch.requireIdentifiers()
            } catch {
                return .withoutIdentity(header ?? used, reason: SalvageReader.reason(error, row.id))
            }
            if let header { return .whole(header) }
            return .withoutHeader(SalvageReader.rebuilt(used, batch.rows), reason: headerReason)
        } catch {
            return .lost(header, reason: SalvageReader.reason(error, row.id))
        }
    }

    /// Reads the columns of a batch that nothing names.
    /// - Returns: Its reconstructed header, with group 0; nil if it can't be read.
    func readStray(_ id: Int64, into batch: BatchReader) -> BatchHeader? {
        do {
            let header = try provisionalHeader(0, id)
            try decode(header, of: SampleGroup(id: 0, type: 0, source: 0, unit: 0), into: batch)
            return SalvageReader.rebuilt(header, batch.rows)
        } catch {
            return nil
        }
    }

    private func decode(_ header: BatchHeader, of group: SampleGroup, into batch: BatchReader) throws {
        try batch.load(header, of: group)
        try batch.require([.times, .values, .provenance, .creation, .anchor])
        try batch.decodeOrdinals()
    }

    /// A header made from the columns themselves: enough to read them by.
    private func provisionalHeader(_ group: Int64, _ id: Int64) throws -> BatchHeader {
        let identity = try blob(.batchIdentity, id)
        let checksum = identity.map { bytes in bytes.withUnsafeBytes { max(Checksum.of($0), 1) } }
        guard let columns = try blob(.batchData, id) else {
            throw StoreError.damaged("the columns of batch \(id) are missing")
        }
        return try columns.withUnsafeBytes { bytes in
            try BatchHeader(group: group, id: id, columns: bytes, identityChecksum: checksum ?? 0)
        }
    }

    private func blob(_ statement: StoreStatement, _ id: Int64) throws -> [UInt8]? {
        let query = try connection.query(statement)
        query.reset()
        defer { query.reset() }
        query.bind(id, at: 1)
        return try query.step() ? query.bytes(0) : nil
    }

    private static func rebuilt(_ header: BatchHeader, _ rows: BatchRows) -> BatchHeader {
        var new = BatchHeader(group: header.group, id: header.id, rows: rows, range: 0..<rows.count)
        new.dataChecksum = header.dataChecksum
        new.identityChecksum = header.identityChecksum
        return new
    }

    private static func reason(_ error: any Error, _ batch: Int64) -> String {
        (error as? StoreError)?.reason(batch: batch) ?? "\(error)"
    }

    /// Visits records in the order of anchors; `nil` for an invalid row, which the caller reports.
    func forEachRecord(_ body: (StoredRecord?, Int64) throws -> Void) throws -> TableWalk.Outcome {
        let columns = "uuid, type, source, revision, device, metadata, start, \"end\", creation, payload"
        return try walk.rows(of: "record", key: "anchor", columns) { try body(try? StoredRecord($0), $0.int64(0)) }
    }

    /// Deletions in an unreadable row.
    struct LostTombstones {
        /// The place of the first.
        var anchor: Int64
        /// The number of deletions; nil if it isn't known.
        var count: Int?
        var reason: String
    }

    /// Visits deletions, row by row in the order of anchors.
    ///
    /// - Parameters:
    ///   - lost: Receives the unreadable ones.
    ///   - body: gets the others.
    /// - Returns: the outcome of the walk.
    /// - Throws: what the closures throw.
    func forEachTombstone(
        lost: (LostTombstones) -> Void,
        _ body: (StoredTombstone) throws -> Void
    ) throws -> TableWalk.Outcome {
        let decoder = TombstoneDecoder()
        return try walk.rows(of: "tombstone", key: "anchor", "uuid, type, source, deleted, payload") { query in
            let origin: TombstoneOrigin
            do {
                origin = try decoder.read(query)
            } catch {
                let reason = (error as? StoreError)?.reason() ?? "\(error)"
                // The number of deletions may be lost as well, and is then reported as unknown.
                let isPacked = TombstoneDecoder.isPacked(query)
                let count = isPacked ? (try? TombstoneDecoder.packed(query))?.count : 1
                return lost(LostTombstones(anchor: query.int64(0), count: count, reason: reason))
            }
            for row in 0..<decoder.rows.count { try body(decoder.rows.tombstone(row, of: origin)) }
        }
    }

    /// The parents of links by their numbers, from the table and, where that can't be read, from its index.
    func linkParents() throws -> (parents: [Int64: Identifier], outcome: TableWalk.Outcome) {
        var parents: [Int64: Identifier] = [:]
        // One without a UUID has none here, and its links are reported as lost.
        let outcome = try walk.rows(of: "link_parent", key: "id", "uuid") { query in
            parents[query.int64(0)] = try? query.identifier(1)
        }
        let index = "SELECT id, uuid FROM link_parent INDEXED BY sqlite_autoindex_link_parent_1 ORDER BY uuid"
        if !outcome.isWhole {
            _ = try walk.bothEnds(index, index + " DESC") { query in
                guard parents[query.int64(0)] == nil else { return }
                parents[query.int64(0)] = try? query.identifier(1)
            }
        }
        return (parents, outcome)
    }

    /// A link as it is stored.
    struct Link: Hashable {
        var parent: Int64
        var role: Int
        /// Nil for one whose child has no sixteen bytes.
        var child: Identifier?
    }

    /// The links of some roles whose child has children of the same role; each cycle has one at least.
    static func nested(_ links: Set<Link>, _ parents: [Int64: Identifier], _ roles: Set<Int>) -> [Link] {
        struct Place: Hashable {
            var role: Int
            var object: Identifier
        }
        let chosen = links.filter { roles.contains($0.role) }
        let heads = Set(chosen.compactMap { link in parents[link.parent].map { Place(role: link.role, object: $0) } })
        return chosen.filter { link in link.child.map { heads.contains(Place(role: link.role, object: $0)) } ?? false }
    }

    /// All links, from the table and, where that can't be read, from its index.
    func links() throws -> (links: Set<Link>, outcome: TableWalk.Outcome) {
        var links: Set<Link> = []
        func add(_ query: Query) {
            // A link without a child is reported as lost.
            links.insert(Link(parent: query.int64(0), role: query.int(1), child: try? query.identifier(2)))
        }
        let table = "SELECT parent, role, child FROM link NOT INDEXED ORDER BY parent"
        let outcome = try walk.bothEnds(table + ", role, child", table + " DESC, role DESC, child DESC", add)
        let index = "SELECT parent, role, child FROM link INDEXED BY link_child ORDER BY role"
        if !outcome.isWhole { _ = try walk.bothEnds(index, index + " DESC", add) }
        return (links, outcome)
    }

    /// Visits the values of the store; some come twice when a part can't be read.
    func forEachValue(_ body: (_ namespace: [UInt8], _ key: [UInt8], _ bytes: [UInt8]) throws -> Void) throws
        -> TableWalk.Outcome
    {
        let sql = "SELECT namespace, key, bytes FROM value ORDER BY namespace"
        return try walk.bothEnds(sql + ", key", sql + " DESC, key DESC") { query in
            try body(query.bytes(0), query.bytes(1), query.bytes(2))
        }
    }

    /// Visits the namespaces with the commits that last changed them.
    func forEachNamespace(_ body: (_ name: [UInt8], _ commits: Int64) throws -> Void) throws -> TableWalk.Outcome {
        let sql = "SELECT name, commits FROM namespace ORDER BY name"
        return try walk.bothEnds(sql, sql + " DESC") { try body($0.bytes(0), $0.int64(1)) }
    }

    /// Visits the counts by type, source, version and device.
    func forEachProvenance(_ body: (ProvenanceCount) throws -> Void) throws -> TableWalk.Outcome {
        let sql = "SELECT type, source, revision, device, count FROM provenance ORDER BY type"
        return try walk.bothEnds(sql, sql + " DESC") { query in
            try body(
                ProvenanceCount(
                    type: query.entryID(0),
                    source: query.entryID(1),
                    revision: query.entryID(2),
                    device: query.entryID(3),
                    count: query.int(4)
                )
            )
        }
    }
}

extension BatchHeader {
    /// Makes a header from a batch's columns, whose own checksum holds them together.
    /// - Throws: ``StoreError/Code/damaged`` for bytes that can't be columns.
    fileprivate init(group: Int64, id: Int64, columns: UnsafeRawBufferPointer, identityChecksum: UInt64) throws {
        let size = columns.count - BatchCodec.checksumSize
        guard let base = columns.baseAddress, size >= BatchCodec.directorySize else {
            throw StoreError.damaged("batch \(id) is too short")
        }
        let count = Int(UInt32(littleEndian: base.loadUnaligned(fromByteOffset: 4, as: UInt32.self)))
        guard count > 0, count <= BatchCodec.maximumCount else {
            throw StoreError.damaged("batch \(id) fails its checksum")
        }
        let rows = BatchRows(capacity: 1)
        rows.setCount(1)
        (rows.starts[0], rows.ends[0], rows.values[0], rows.anchors[0]) = (0, 0, 0, 0)
        self.init(group: group, id: id, rows: rows, range: 0..<1)
        self.count = count
        dataChecksum = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: size, as: UInt64.self))
        self.identityChecksum = identityChecksum
    }
}
