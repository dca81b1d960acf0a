import GRDB

extension StoreRepair {
    /// Writes the dictionaries; lost entries are recovered, replaced by placeholders, or left as gaps without
    /// references.
    func saveDictionary() throws {
        recover()
        for kind in DictionaryKind.allCases {
            var (standIns, gaps) = (0, 0)
            let last = plausibleLast(kind)
            for id in 1..<max(last, 0) + 1 {
                let key = DictionaryKey.key(kind, id)
                if let entry = survey.entries[key] {
                    try insert(key, entry.bytes)
                } else if let bytes = aids.substitute(kind, id) {
                    standIns += 1
                    substituted.insert(key)
                    try insert(key, bytes)
                } else {
                    gaps += 1
                    try insert(key, Array("lost entry \(kind.rawValue).\(id)".utf8))
                }
            }
            let lostCount = standIns + gaps
            if lostCount > 0 { lose(.dictionary, "\(lostCount) \(kind.words(lostCount))", count: lostCount) }
        }
    }

    /// Takes entries whose hash is known and that are found to be what the hash was of.
    private func recover() {
        let missing = survey.hashes.filter { survey.entries[$0.key] == nil }
        if missing.isEmpty { return }
        let known = survey.entries.compactMap { key, entry in
            DictionaryKind(rawValue: DictionaryKey.kind(of: key)).map { (kind: $0, bytes: entry.bytes) }
        }
        var byHash: [UInt64: (kind: DictionaryKind, bytes: [UInt8])] = [:]
        for candidate in aids.candidates(known) {
            byHash[DictionaryKey.hash(candidate.kind, candidate.bytes)] = candidate
        }
        for (key, hash) in missing {
            guard let found = byHash[hash], found.kind.rawValue == DictionaryKey.kind(of: key) else { continue }
            reader.survey.entries[key] = DictionaryCache.Entry(bytes: found.bytes, hash: hash)
        }
    }

    /// The largest number of a dictionary; a number that is far beyond all others is damage.
    private func plausibleLast(_ kind: DictionaryKind) -> Int32 {
        let keys = Set(survey.entries.keys).union(survey.hashes.keys)
        let ids = keys.filter { DictionaryKey.kind(of: $0) == kind.rawValue }.map { Int(DictionaryKey.number(of: $0)) }
            .sorted()
        var last = 0
        for (rank, id) in ids.enumerated() where id <= 4 * rank + 65_536 { last = max(last, id) }
        for id in ids where id > last {
            reader.survey.entries[DictionaryKey.key(kind, Int32(truncatingIfNeeded: id))] = nil
        }
        return Int32(last)
    }

    private func insert(_ key: Int64, _ bytes: [UInt8]) throws {
        guard let kind = DictionaryKind(rawValue: DictionaryKey.kind(of: key)) else { return }
        let query = try writer.connection.query(.insertDictionary)
        query.bind(key, at: 1)
        query.bind(Int64(bitPattern: try writer.find(kind, bytes).hash), at: 2)
        query.bind(bytes, at: 3)
        try query.run()
    }

    /// Whether an entry, or a substitute for it, is in the new store.
    func isUsable<Entry>(_ dictionary: StoreDictionary<Entry>, _ id: EntryID<Entry>) -> Bool {
        survey.has(dictionary, id) || substituted.contains(DictionaryKey.key(dictionary.kind, id.number))
    }

    /// Makes the groups whose type, source and unit are known, empty for now.
    func makeGroups() throws {
        var taken: Set<[Int32]> = []
        for group in survey.groups.values.sorted(by: { $0.id < $1.id }) {
            guard group.type > 0, group.source > 0, group.unit >= 0, isUsable(.type, group.type),
                isUsable(.source, group.source), isUsable(.unit, group.unit),
                taken.insert([group.type.number, group.source.number, group.unit.number]).inserted
            else { continue }
            let sql = "INSERT INTO sample_group VALUES (?, ?, ?, ?, 0, NULL, NULL, NULL, 0, 0)"
            try writer.connection.database.execute(
                sql: sql,
                arguments: [group.id, group.type.number, group.source.number, group.unit.number]
            )
            var new = SampleGroup(id: group.id, type: group.type, source: group.source, unit: group.unit)
            new.commits = survey.indexedGroups.contains(group.id) ? writer.state.commits : group.commits
            groups[group.id] = new
        }
    }

    /// Writes what the groups hold.
    func finishGroups() throws {
        for group in groups.values { try group.save(writer.connection) }
    }
}
