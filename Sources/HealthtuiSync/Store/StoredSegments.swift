import HealthKit
import HealthKitStore

/// The files of entries that a store keeps.
final class StoredSegments: CachedSegments {
    private let store: StoreReader
    private let open: @Sendable ([UInt8], _ checks: Bool) throws -> Segment?
    /// The files of which entries are left out.
    private var flawed: Set<Digest>
    let device: SyncID
    private(set) var segments: [Segment]
    /// Changes made here that are sealed later in this transaction.
    var pending: [Entry] = []
    private var lists: StoredEntryKeys
    /// The entries of the files that were opened last, the latest at the end.
    private var opened: [(hash: Digest, entries: [Entry])] = []

    /// The number of samples kept in memory.
    private static let mostEntries = 8_192

    /// The key of what a store keeps of a file.
    static func key(_ segment: Segment) -> String { "\(segment.header.device)/\(FileName(segment))" }

    /// The error for unreadable stored data.
    static let damaged = SyncError(
        .damaged,
        "What the store keeps of its group can't be read. Leave the group with healthtui sync leave --forget, and join again."
    )

    /// Begins with the files that a member knows.
    ///
    /// - Parameters:
    ///   - store: The store, for the duration of its transaction.
    ///   - member: The member, whose keys open the files.
    ///   - part: How many samples are worked on at a time.
    init(_ store: StoreReader, of member: GroupMember, part: Int = SyncPart.usual) {
        self.store = store
        lists = StoredEntryKeys(store, part: part)
        device = member.device
        open = { try member.open($0, asRows: true, checks: $1) }
        flawed = Set(member.flaws.keys)
        segments = member.replica.read.values.flatMap(\.values).sorted { $0.hash < $1.hash }
    }

    /// Notes a file that the store has now.
    func add(_ segment: Segment, isFlawed: Bool = false) {
        segments.append(segment.withoutEntries)
        if isFlawed { flawed.insert(segment.hash) }
    }

    /// Notes whether entries of a file are left out.
    func note(_ hash: Digest, isFlawed: Bool) {
        if isFlawed { flawed.insert(hash) } else { flawed.remove(hash) }
        opened.removeAll { $0.hash == hash }
    }

    /// Notes that the store has a file no longer.
    func remove(_ hash: Digest) { segments.removeAll { $0.hash == hash } }

    /// Whether the group shows the same with a folded file in the place of those that it folds.
    ///
    /// Both are among the files when this is called. An honest device leaves out only what counts no longer.
    ///
    /// - Parameters:
    ///   - file: The folded file.
    ///   - old: The files in whose place it stands.
    ///   - part: How many samples are worked on at a time.
    /// - Returns: Whether nothing is shown otherwise.
    /// - Throws: ``SyncError`` for a file that can't be read, ``StoreError``.
    func isMergedAlike(_ file: GroupMember.KeptFile, insteadOf old: [Segment], part: Int) throws -> Bool {
        let list = file.entryKeys ?? EntryKeyList(file.segment.entries)
        let hashes = Set(old.map(\.hash))
        let all = segments
        defer { segments = all }
        for segment in old {
            let missing = try entryKeys(of: segment).numbers(missingIn: list)
            // Nearly always nothing is left out.
            if missing.isEmpty { continue }
            var roots: Set<SyncID> = []
            for entry in try entries(of: segment) {
                guard let left = entry.leftOut(missing) else { return false }
                roots.formUnion(left)
            }
            let sorted = roots.sorted()
            for first in stride(from: 0, to: sorted.count, by: part) {
                let some = sorted[first..<min(first + part, sorted.count)]
                segments = all.filter { $0.hash != file.segment.hash }
                let before = try merged(some)
                segments = all.filter { !hashes.contains($0.hash) }
                let after = try merged(some)
                for root in some
                where before.samples[root] != after.samples[root] || before.hidden[root] != after.hidden[root] {
                    return false
                }
            }
        }
        return true
    }

    private func merged(_ roots: some Sequence<SyncID>) throws -> MergedView {
        var working = WorkingState()
        try working.load(roots.map(EntryKey.sample), self)
        return MergedView(working.state)
    }

    func entryKeys(of segment: Segment) throws -> EntryKeyList {
        try lists.list(Self.key(segment)) ?? EntryKeyList(try entries(of: segment))
    }

    func entryKeys(of segment: Segment, near search: EntryKeyList.Search) throws -> EntryKeyList {
        try lists.list(Self.key(segment), near: search) ?? EntryKeyList(try entries(of: segment))
    }

    func entryKeyParts(of segment: Segment) throws -> [EntryKeyList] {
        try lists.parts(Self.key(segment)) ?? [EntryKeyList(try entries(of: segment))]
    }

    func entries(of segment: Segment) throws -> [Entry] {
        // Samples that lie near each other are asked for one after the other.
        if let known = opened.last(where: { $0.hash == segment.hash }) { return known.entries }
        // Files of who is no member any more, and whose statements are gone, say nothing.
        let entries = try open(try bytes(of: segment), flawed.contains(segment.hash))?.entries ?? []
        remember(entries, of: segment.hash)
        return entries
    }

    func read(_ files: [Segment], _ body: (Segment, [Entry]) throws -> Void) throws {
        // A file is opened while the one before it is read.
        var next: Prefetch<[Entry]>?
        for (place, segment) in files.enumerated() {
            let begun = next
            next = nil
            if let following = files.dropFirst(place + 1).first, !opened.contains(where: { $0.hash == following.hash })
            {
                next = try rows(of: following)
            }
            if let begun {
                let entries = try begun.value()
                remember(entries, of: segment.hash)
                try body(segment, entries)
            } else {
                try body(segment, try entries(of: segment))
            }
        }
    }

    /// The entries of a file, for use soon; they don't stay in memory.
    func rows(of segment: Segment) throws -> Prefetch<[Entry]> {
        let (bytes, isFlawed) = (try bytes(of: segment), flawed.contains(segment.hash))
        return Prefetch { [open] in try open(bytes, isFlawed)?.entries ?? [] }
    }

    private func bytes(of segment: Segment) throws -> [UInt8] {
        guard let bytes = try store.value(StoreNamespace.deviceFiles, Self.key(segment)) else {
            throw Self.damaged
        }
        return bytes
    }

    /// Keeps the entries of a file in memory, as they are asked for soon.
    func remember(_ entries: [Entry], of hash: Digest) {
        opened.append((hash, entries))
        while opened.count > 1, opened.reduce(0, { $1.entries.reduce($0) { $0 + $1.breadth } }) > Self.mostEntries {
            opened.removeFirst()
        }
    }
}

extension Entry {
    /// The samples of which the entry has a version under keys that a folded file lacks; `nil` for what no device leaves out.
    fileprivate func leftOut(_ missing: Set<UInt64>) -> Set<SyncID>? {
        func isMissing(_ entryKey: EntryKey) -> Bool { missing.contains(entryKey.number >> EntryKeyList.shift) }
        switch self {
        case .sample(let version): return version.entryKeys.contains(where: isMissing) ? [version.root] : []
        case .rows(let rows):
            var roots: Set<SyncID> = []
            for row in 0..<rows.count {
                rows.forEachEntryKey(row) { if isMissing($0) { roots.insert(rows.roots[row] ?? rows.ids[row]) } }
            }
            return roots
        case .restore(let restore):
            if isMissing(.restore(restore.deletion)) { return nil }
            return Set(restore.versions.filter { $0.entryKeys.contains(where: isMissing) }.map(\.root))
        // Pieces go with the versions that have them.
        case .piece, .heads, .replaced: return []
        case .deletion, .link, .register, .duplicate: return entryKeys.contains(where: isMissing) ? nil : []
        }
    }
}
