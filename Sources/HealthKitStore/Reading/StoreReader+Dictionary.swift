extension StoreReader {
    /// The number of a dictionary entry, or nil when the store doesn't have it.
    /// - Throws: ``StoreError``.
    package func entryID<Entry>(_ dictionary: StoreDictionary<Entry>, _ bytes: [UInt8]) throws -> EntryID<Entry>? {
        try find(dictionary.kind, bytes).number.map { EntryID(number: $0) }
    }

    /// The bytes of a dictionary entry.
    /// - Throws: ``StoreError/Code/damaged`` when the store names an entry that it doesn't have.
    package func dictionaryBytes<Entry>(
        _ dictionary: StoreDictionary<Entry>,
        _ id: EntryID<Entry>
    ) throws -> [UInt8] {
        try entry(dictionary.kind, id.number).bytes
    }

    /// All entries of a dictionary in the order they were made.
    /// - Throws: ``StoreError``.
    package func dictionaryEntries<Entry>(
        _ dictionary: StoreDictionary<Entry>
    ) throws -> [(id: EntryID<Entry>, bytes: [UInt8])] {
        try dictionaryEntries(of: dictionary.kind).map { (EntryID(number: $0.number), $0.bytes) }
    }

    /// All entries of a dictionary of any kind in the order they were made.
    /// - Throws: ``StoreError``.
    package func dictionaryEntries(of kind: DictionaryKind) throws -> [(number: Int32, bytes: [UInt8])] {
        var entries: [(number: Int32, bytes: [UInt8])] = []
        try forEachDictionaryEntry(of: kind) { entries.append(($0, $1)) }
        return entries
    }

    /// Visits the entries of a dictionary in the order they were made, however large it is.
    ///
    /// - Parameters:
    ///   - kind: which dictionary.
    ///   - body: gets the number and the bytes of each entry. It may call other methods of this reader.
    /// - Throws: The errors of `body`, and ``StoreError``.
    package func forEachDictionaryEntry(of kind: DictionaryKind, _ body: (Int32, [UInt8]) throws -> Void) throws {
        var last = DictionaryKey.none(of: kind)
        while true {
            var part: [(key: Int64, bytes: [UInt8])] = []
            do {
                let query = try connection.query(.dictionaryOfKind)
                defer { query.reset() }
                query.bind(last, at: 1)
                query.bind(DictionaryKey.last(of: kind), at: 2)
                var size = 0
                while part.count < 1_024, size < 1 << 20, try query.step() {
                    part.append((query.int64(0), query.bytes(1)))
                    size += part.last?.bytes.count ?? 0
                }
            }
            guard let end = part.last?.key else { return }
            last = end
            for entry in part { try body(Int32(truncatingIfNeeded: entry.key), entry.bytes) }
        }
    }

    /// The hash of an entry's bytes, the same in every store.
    func contentHash(_ kind: DictionaryKind, _ number: Int32) throws -> UInt64 { try entry(kind, number).hash }

    /// Finds an entry, or the hash under which it is to be stored.
    ///
    /// Should two entries have the same hash, the later one takes the next: within a store hashes are distinct.
    func find(_ kind: DictionaryKind, _ bytes: [UInt8]) throws -> (number: Int32?, hash: UInt64) {
        var hash = DictionaryKey.hash(kind, bytes)
        if let key = dictionaryCache.key(hash: hash), let known = dictionaryCache.entry(key),
            known.bytes == bytes, DictionaryKey.kind(of: key) == kind.rawValue
        {
            return (DictionaryKey.number(of: key), hash)
        }
        let query = try connection.query(.dictionaryByHash)
        defer { query.reset() }
        while true {
            query.bind(Int64(bitPattern: hash), at: 1)
            guard try query.step() else { return (nil, hash) }
            let key = query.int64(0)
            if DictionaryKey.kind(of: key) == kind.rawValue, query.bytes(1) == bytes {
                remember(DictionaryCache.Entry(bytes: bytes, hash: hash), key: key)
                return (DictionaryKey.number(of: key), hash)
            }
            query.reset()
            hash &+= 1
        }
    }

    private func entry(_ kind: DictionaryKind, _ number: Int32) throws -> DictionaryCache.Entry {
        let key = DictionaryKey.key(kind, number)
        if let known = uncommittedEntry(key) ?? dictionaryCache.entry(key) { return known }
        let query = try connection.query(.dictionaryEntry)
        defer { query.reset() }
        query.bind(key, at: 1)
        guard try query.step() else {
            throw StoreError.damaged("entry \(number) of the \(kind) dictionary is missing")
        }
        let entry = DictionaryCache.Entry(bytes: query.bytes(1), hash: UInt64(bitPattern: query.int64(0)))
        remember(entry, key: key)
        return entry
    }
}

/// Combines an entry's kind and number into one key, and hashes its bytes.
enum DictionaryKey {
    static func key(_ kind: DictionaryKind, _ number: Int32) -> Int64 {
        Int64(kind.rawValue) << 32 | Int64(UInt32(bitPattern: number))
    }

    static func none(of kind: DictionaryKind) -> Int64 { Int64(kind.rawValue) << 32 }

    static func last(of kind: DictionaryKind) -> Int64 { Int64(kind.rawValue) << 32 | Int64(Int32.max) }

    static func kind(of key: Int64) -> Int { Int(key >> 32) }

    static func number(of key: Int64) -> Int32 { Int32(truncatingIfNeeded: key) }

    static func hash(_ kind: DictionaryKind, _ bytes: [UInt8]) -> UInt64 {
        var hasher = SipHash()
        hasher.add(UInt64(kind.rawValue))
        hasher.add(bytes)
        return hasher.finish().high
    }
}
