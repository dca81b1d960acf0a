import HealthKitStore

/// The entries on which a store and its group agree: two machines that imported the same export agree on nearly all of them.
extension SyncRound {
    /// Leaves out the objects that a single file has exactly as the store has them, and that nothing else speaks of: there is
    /// nothing to tell of these, and nothing to show.
    ///
    /// - Parameters:
    ///   - objects: Objects with entries of other devices.
    ///   - common: The keys in entries of other devices, with the positions of their files.
    /// - Returns: The other objects.
    /// - Throws: ``SyncError`` for a file that can't be read, ``StoreError``.
    mutating func withoutMatched(
        _ objects: [StoreContents.Object],
        _ common: CommonEntryKeys
    ) throws -> [StoreContents.Object] {
        var wanted: [Int: [SyncID: Int]] = [:]
        for (place, object) in objects.enumerated() {
            guard case .imported = object.origin, object.identifier == nil, changes.first(of: object.id) == nil,
                let file = common.onlyList(.sample(object.id)),
                common.onlyList(.outline(object.content.outline)) == file
            else {
                continue
            }
            wanted[file, default: [:]][object.id] = place
        }
        if wanted.isEmpty { return objects }
        var isMatched = [Bool](repeating: false, count: objects.count)
        let files = wanted.keys.sorted().map { segments.segments[$0] }
        var wantedByFile = wanted.keys.sorted().map { wanted[$0] ?? [:] }.makeIterator()
        var matched: [Digest: EntryPlaces] = [:]
        try segments.read(files) { segment, entries in
            guard let own = wantedByFile.next() else { return }
            var places = EntryPlaces()
            var first = 0
            let repeated = Self.repeatedEntryKeys(entries, listed: try segments.entryKeys(of: segment).count)
            for entry in entries {
                switch entry {
                case .rows(let rows):
                    for row in 0..<rows.count {
                        guard let object = own[rows.ids[row]], rows.says(objects[object], row) else { continue }
                        var isAlone = true
                        if !repeated.isEmpty { rows.forEachEntryKey(row) { if repeated.has($0) { isAlone = false } } }
                        guard isAlone else { continue }
                        isMatched[object] = true
                        places.insert(first + row)
                    }
                    first += rows.count
                case .sample(let version):
                    if let object = own[version.id], version.says(objects[object]),
                        !version.entryKeys.contains(where: repeated.has)
                    {
                        isMatched[object] = true
                        places.insert(first)
                    }
                    first += 1
                default: first += 1
                }
            }
            matched[segment.hash] = places
        }
        self.matched.merge(matched) { $0.union($1) }
        return zip(objects, isMatched).compactMap { object, isMatched in isMatched ? nil : object }
    }
}

extension SampleRows {
    /// Whether a row is an imported sample that was never edited, and the same as an object of its identity.
    fileprivate func says(_ object: StoreContents.Object, _ row: Int) -> Bool {
        // The identity is computed from all that the row says.
        flags[row].isPlainImport && roots[row] == nil && identifiers[row] == nil && starts[row] == object.content.start
            && creations[row] == object.content.creation
    }
}

extension SyncedVersion {
    /// Whether it is an imported sample that was never edited, and the same as an object of its identity.
    fileprivate func says(_ object: StoreContents.Object) -> Bool {
        isFirst && isImported && stamp == .imported && identifier == nil && content.isEqual(to: object.content)
    }
}
