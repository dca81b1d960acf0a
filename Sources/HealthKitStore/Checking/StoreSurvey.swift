import GRDB

/// Everything of a store but its samples, records and deletions, as far as it can be read.
struct StoreSurvey {
    var state: StoreState?
    /// Dictionary entries by key, with the hash under which they are stored.
    var entries: [Int64: DictionaryCache.Entry] = [:]
    /// The hashes that the index of the dictionaries names: they identify an entry when its row is gone.
    var hashes: [Int64: UInt64] = [:]
    /// Keys of entries that say something else than they did.
    var alteredEntries: Set<Int64> = []
    var groups: [Int64: SampleGroup] = [:]
    /// Groups that only the index names.
    var indexedGroups: Set<Int64> = []
    /// The rows of the table of batches, in the order of group, start and anchor.
    var batches: [BatchRow] = []
    /// Batches that only the index of anchors names, by their first anchor.
    var indexedBatches: [Int64: BatchRow] = [:]
    /// The numbers of all batches that have columns, in order.
    var columnNumbers: [Int64] = []
    /// Batches whose row had a wrong group or number; they have been moved where they belong.
    var misplaced: Set<Int64> = []
    var recent: [IdentityIndex.Entry] = []
    var runs: [IdentityRun] = []
    /// The unreadable parts, by table.
    var damage: [(table: String, outcome: TableWalk.Outcome)] = []

    /// Reads as much as possible.
    ///
    /// - Parameters:
    ///   - database: the store.
    ///   - keepsTexts: Whether the bytes of all entries are kept, to write them again. Otherwise only those of types
    ///     and sources are: metadata can be most of a store.
    /// - Throws: the database's error, where nothing can be read.
    init(_ database: Database, keepsTexts: Bool = true) throws {
        let walk = TableWalk(database: database)
        try readState(walk)
        try readDictionary(walk, keepsTexts)
        try readGroups(walk)
        try readBatches(walk)
        try readIndex(walk)
    }

    private mutating func note(_ table: String, _ outcome: TableWalk.Outcome) {
        if !outcome.isWhole { damage.append((table, outcome)) }
    }

    private mutating func readState(_ walk: TableWalk) throws {
        var found: StoreState?
        let outcome = try walk.rows(of: "state", key: "id", "anchor, batch, run, recent, commits") { query in
            found = StoreState(
                anchor: query.int64(1),
                batch: query.int64(2),
                run: query.int64(3),
                recent: query.int64(4),
                commits: query.int64(5)
            )
        }
        state = found
        note("state", outcome)
    }

    private mutating func readDictionary(_ walk: TableWalk, _ keepsTexts: Bool) throws {
        var read: [Int64: DictionaryCache.Entry] = [:]
        // The hashes computed from the bytes, regardless of the stored hashes.
        var computed: [Int64: UInt64] = [:]
        var indexed: [Int64: UInt64] = [:]
        let outcome = try walk.rows(of: "dictionary", key: "entry", "hash, bytes") { query in
            let key = query.int64(0)
            let kind = DictionaryKind(rawValue: DictionaryKey.kind(of: key))
            let bytes = query.bytes(2)
            if let kind, DictionaryKey.number(of: key) > 0 { computed[key] = DictionaryKey.hash(kind, bytes) }
            read[key] = DictionaryCache.Entry(
                bytes: keepsTexts || kind == .type || kind == .source ? bytes : [],
                hash: UInt64(bitPattern: query.int64(1))
            )
        }
        note("dictionary", outcome)
        let index = "SELECT entry, hash FROM dictionary INDEXED BY sqlite_autoindex_dictionary_1 ORDER BY hash"
        _ = try walk.bothEnds(index, index + " DESC") { indexed[$0.int64(0)] = UInt64(bitPattern: $0.int64(1)) }
        (entries, hashes) = (read, indexed)
        let taken = Set(read.values.map(\.hash)).union(indexed.values)
        for (key, entry) in read where !StoreSurvey.isTrue(entry.hash, computed[key], taken) {
            if let hash = indexed[key], hash != entry.hash, StoreSurvey.isTrue(hash, computed[key], taken) {
                // The bytes are intact; only the stored hash is wrong.
                entries[key] = DictionaryCache.Entry(bytes: entry.bytes, hash: hash)
                alteredEntries.insert(key)
                continue
            }
            alteredEntries.insert(key)
            entries[key] = nil
            if hashes[key] == nil { hashes[key] = entry.hash }
        }
    }

    /// Whether a stored hash is that of an entry's bytes; of two entries with one hash the later took the next that was
    /// free.
    private static func isTrue(_ stored: UInt64, _ computed: UInt64?, _ taken: Set<UInt64>) -> Bool {
        guard var hash = computed else { return false }
        for _ in 0..<16 {
            if hash == stored { return true }
            guard taken.contains(hash) else { return false }
            hash &+= 1
        }
        return false
    }

    private mutating func readGroups(_ walk: TableWalk) throws {
        var read: [Int64: SampleGroup] = [:]
        var indexed: [SampleGroup] = []
        let columns = "type, source, unit, count, first_start, last_start, last_end, longest, commits"
        let outcome = try walk.rows(of: "sample_group", key: "id", columns) { query in
            read[query.int64(0)] = SampleGroup(query)
        }
        note("sample_group", outcome)
        let index = """
            SELECT id, type, source, unit FROM sample_group INDEXED BY sqlite_autoindex_sample_group_1 ORDER BY type
            """
        _ = try walk.bothEnds(index, index + " DESC") { query in
            indexed.append(
                SampleGroup(
                    id: query.int64(0),
                    type: query.entryID(1),
                    source: query.entryID(2),
                    unit: query.entryID(3)
                )
            )
        }
        groups = read
        for group in indexed where read[group.id] == nil {
            groups[group.id] = group
            indexedGroups.insert(group.id)
        }
    }

    private mutating func readBatches(_ walk: TableWalk) throws {
        var read: [BatchRow.Key: BatchRow] = [:]
        let columns = "sample_group, start_min, anchor_first, id, anchor_min, anchor_max, header"
        func sql(_ order: String) -> String {
            let keys = ["sample_group", "start_min", "anchor_first"].map { $0 + order }.joined(separator: ", ")
            return "SELECT \(columns) FROM batch NOT INDEXED ORDER BY \(keys)"
        }
        let outcome = try walk.bothEnds(sql(""), sql(" DESC")) { query in
            let row = BatchRow(query)
            read[row.key] = row
        }
        note("batch", outcome)
        var indexed: [BatchRow] = []
        let index = """
            SELECT sample_group, start_min, anchor_first, 0, anchor_min, anchor_max, NULL FROM batch
            INDEXED BY batch_anchor ORDER BY anchor_max
            """
        _ = try walk.bothEnds(index, index + " DESC") { indexed.append(BatchRow($0)) }
        for row in indexed where read[row.key] == nil {
            guard let known = try StoreSurvey.row(row.key, walk.database) else {
                indexedBatches[row.anchorFirst] = row
                continue
            }
            read[known.key] = known
        }
        let columnOutcome = try walk.rows(of: "batch_data", key: "id", "0") { columnNumbers.append($0.int64(0)) }
        note("batch_data", columnOutcome)
        batches = read.values.sorted { $0.key < $1.key }
        let strays = strayNumbers
        // A header that can't be decoded where it is may be another batch's; one without a matching batch stays, and is
        // reported.
        for index in batches.indices where (try? batches[index].decodedHeader()) == nil {
            guard let place = place(of: batches[index], strays) else { continue }
            batches[index] = place
            misplaced.insert(place.id)
        }
        if !misplaced.isEmpty { batches.sort { $0.key < $1.key } }
    }

    /// The numbers of batches that have columns and that no row names.
    var strayNumbers: [Int64] {
        let named = Set(batches.map(\.id))
        return columnNumbers.filter { !named.contains($0) }
    }

    /// The group and number under which a row's header is right, when its own are not.
    private func place(of row: BatchRow, _ strays: [Int64]) -> BatchRow? {
        var candidate = row
        for group in groups.keys {
            candidate.group = group
            if (try? candidate.decodedHeader()) != nil { return candidate }
        }
        candidate = row
        for id in strays {
            candidate.id = id
            if (try? candidate.decodedHeader()) != nil { return candidate }
        }
        return nil
    }

    /// Looks for one row of the table of batches by its key.
    private static func row(_ key: BatchRow.Key, _ database: Database) throws -> BatchRow? {
        let sql = """
            SELECT sample_group, start_min, anchor_first, id, anchor_min, anchor_max, header FROM batch NOT INDEXED
            WHERE sample_group = ? AND start_min = ? AND anchor_first = ?
            """
        // A row that can't be found by its key isn't read; the batch then counts as lost.
        guard let statement = try? database.cachedStatement(sql: sql) else { return nil }
        let query = Query(handle: statement.sqliteStatement)
        query.reset()
        defer { query.reset() }
        query.bind(key.group, at: 1)
        query.bind(key.startMin, at: 2)
        query.bind(key.anchorFirst, at: 3)
        guard (try? query.step()) == true else { return nil }
        return BatchRow(query)
    }

    private mutating func readIndex(_ walk: TableWalk) throws {
        var waiting: Set<IdentityIndex.Entry> = []
        func sql(_ order: String) -> String {
            let keys = ["fingerprint", "sample_group", "bucket"].map { $0 + order }.joined(separator: ", ")
            return "SELECT fingerprint, sample_group, bucket, count FROM identity_recent ORDER BY \(keys)"
        }
        let recentOutcome = try walk.bothEnds(sql(""), sql(" DESC")) { query in
            waiting.insert(
                IdentityIndex.Entry(
                    fingerprint: UInt32(truncatingIfNeeded: query.int64(0)),
                    group: query.int64(1),
                    bucket: query.int64(2),
                    count: query.int64(3)
                )
            )
        }
        recent = waiting.sorted()
        note("identity_recent", recentOutcome)
        var read: [IdentityRun] = []
        let runOutcome = try walk.rows(of: "identity_run", key: "id", "block_count, entry_count") { query in
            read.append(IdentityRun(id: query.int64(0), blockCount: query.int(1), entryCount: query.int(2)))
        }
        runs = read
        note("identity_run", runOutcome)
    }
}

extension StoreSurvey {
    /// Whether an entry can be read; 0 stands for none, which is always there.
    func has<Entry>(_ dictionary: StoreDictionary<Entry>, _ id: EntryID<Entry>) -> Bool {
        id == 0 || entries[DictionaryKey.key(dictionary.kind, id.number)] != nil
    }

    /// The largest number of a dictionary that is known, from the rows or from the index.
    func lastNumber(of kind: DictionaryKind) -> Int32 {
        let keys = [Int64](entries.keys) + [Int64](hashes.keys)
        return keys.filter { DictionaryKey.kind(of: $0) == kind.rawValue }.map { DictionaryKey.number(of: $0) }.max()
            ?? 0
    }
}

/// A row of the table of batches.
struct BatchRow {
    var group: Int64
    var startMin: Double
    var anchorFirst: Int64
    var id: Int64
    var anchorMin: Int64
    var anchorMax: Int64
    var header: [UInt8]

    /// The columns are sample_group, start_min, anchor_first, id, anchor_min, anchor_max and header.
    init(_ query: Query) {
        group = query.int64(0)
        startMin = query.double(1)
        anchorFirst = query.int64(2)
        id = query.int64(3)
        anchorMin = query.int64(4)
        anchorMax = query.int64(5)
        header = query.bytes(6)
    }

    /// The key that orders batches and identifies them.
    struct Key: Hashable, Comparable {
        var group: Int64
        var startMin: Double
        var anchorFirst: Int64

        static func < (left: Key, right: Key) -> Bool {
            (left.group, left.startMin, left.anchorFirst) < (right.group, right.startMin, right.anchorFirst)
        }
    }

    var key: Key { Key(group: group, startMin: startMin, anchorFirst: anchorFirst) }

    /// The header, verified by its checksum.
    /// - Throws: ``StoreError/Code/damaged``.
    func decodedHeader() throws -> BatchHeader {
        try header.withUnsafeBytes { bytes in
            try BatchHeader(group: group, id: id, anchorFirst: anchorFirst, bytes: bytes, withHours: true)
        }
    }
}
