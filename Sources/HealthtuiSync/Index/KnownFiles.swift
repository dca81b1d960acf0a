/// The files that are known to have some keys.
///
/// All files are searched for other keys only.
package struct KnownFiles {
    /// The number of files at the time.
    private var count = 0
    /// The keys that several files have, at least one of them a searched file.
    private var shared: CommonEntryKeys?
    private var lookedAt: Set<Int> = []
    /// Other keys that were looked for.
    private var sought: EntryKeyNumbers?
    private var found: CommonEntryKeys?
    /// Files that weren't searched then.
    private var left: [Int] = []
    /// Searched files that keys come from: a key of one of them that isn't shared is in that file alone.
    private var near: Set<Int> = []

    /// Begins with nothing.
    package init() {}

    /// Begins with the keys that some files share with others.
    ///
    /// - Parameters:
    ///   - shared: The keys.
    ///   - files: The places of the files.
    ///   - count: How many files there are.
    init(shared: CommonEntryKeys, of files: Set<Int>, among count: Int) {
        (self.shared, lookedAt, self.count) = (shared, files, count)
    }

    /// Adds keys that all files were searched for, and the results.
    ///
    /// - Parameters:
    ///   - sought: The keys.
    ///   - found: Those that a file has.
    ///   - count: How many files there are.
    ///   - left: Files that weren't searched.
    mutating func add(_ sought: EntryKeyNumbers, _ found: CommonEntryKeys, among count: Int, without left: [Int] = []) {
        self.count = shared == nil ? count : min(self.count, count)
        (self.sought, self.found, self.left) = (sought, found, left)
    }

    /// Adds files that keys come from.
    mutating func add(near places: Set<Int>) { near.formUnion(places.intersection(lookedAt)) }

    /// The files that have some keys.
    ///
    /// - Parameters:
    ///   - entryKeys: The keys.
    ///   - kept: All files.
    /// - Returns: The files, and rarely one that has none of the keys.
    /// - Throws: ``SyncError`` for a file that can't be read, ``StoreError``.
    mutating func files(speakingOf entryKeys: Set<EntryKey>, _ kept: some CachedSegments) throws -> [Segment] {
        let segments = kept.segments
        if count == 0 || count > segments.count {
            let search = EntryKeyList.Search(entryKeys)
            return try segments.filter { try kept.entryKeys(of: $0, near: search).mayHave(search) }
        }
        var places: Set<Int> = []
        var (unknown, isSought): ([EntryKey], Bool) = ([], false)
        for entryKey in entryKeys {
            if let lists = shared?.lists(entryKey) {
                places.formUnion(lists)
            } else if sought?.has(entryKey) ?? false {
                places.formUnion(found?.lists(entryKey) ?? [])
                isSought = true
            } else {
                unknown.append(entryKey)
            }
        }
        if shared != nil {
            unknown.sort { $0.number < $1.number }
            let search = EntryKeyList.Search(unknown)
            for place in near.sorted() where !unknown.isEmpty {
                let list = try kept.entryKeys(of: segments[place], near: search)
                if list.take(from: &unknown) { places.insert(place) }
            }
        }
        let search = EntryKeyList.Search(entryKeys)
        let searched = (isSought ? left : []) + Array(count..<segments.count)
        for place in searched where try kept.entryKeys(of: segments[place], near: search).mayHave(search) {
            places.insert(place)
        }
        if !unknown.isEmpty {
            let search = EntryKeyList.Search(unknown)
            for place in 0..<count
            where try !places.contains(place) && kept.entryKeys(of: segments[place], near: search).mayHave(search) {
                places.insert(place)
            }
        }
        add(near: places)
        return places.sorted().map { segments[$0] }
    }
}

/// The keys that several files have.
struct SharedEntryKeys {
    var entryKeys: CommonEntryKeys
    var known: KnownFiles
    /// The number of files at the time.
    var count: Int
}
