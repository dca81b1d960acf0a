import HealthKit
import HealthStore

/// The files of entries that a store keeps.
final class StoredSegments: KeptSegments {
    private let store: StoreReader
    private let open: @Sendable ([UInt8]) throws -> Segment?
    let device: SyncID
    private(set) var segments: [Segment]
    /// What was done here and is sealed later in this transaction.
    var pending: [Entry] = []
    private var lists: StoredTopics
    /// The entries of the files that were opened last, the latest at the end.
    private var opened: [(hash: Digest, entries: [Entry])] = []

    /// How many samples stay in memory.
    private static let mostEntries = 8_192

    /// The key of what a store keeps of a file.
    static func key(_ segment: Segment) -> String { "\(segment.header.device)/\(FileName(segment))" }

    /// The error for what a store keeps and nobody can read.
    static let damaged = SyncError(
        .damaged,
        "What the store keeps of its group can't be read. Leave the group with healthtui sync leave --forget, and join again."
    )

    /// Begins with the files that a member knows.
    ///
    /// - Parameters:
    ///   - store: The store, as long as its transaction goes on.
    ///   - member: The member, whose keys open the files.
    ///   - part: How many samples are worked on at a time.
    init(_ store: StoreReader, of member: GroupMember, part: Int = SyncPart.usual) {
        self.store = store
        lists = StoredTopics(store, part: part)
        device = member.device
        open = { try member.open($0, asRows: true) }
        segments = member.replica.read.values.flatMap(\.values).sorted { $0.hash < $1.hash }
    }

    /// Notes a file that the store has now.
    func add(_ segment: Segment) {
        segments.append(segment.withoutEntries)
    }

    /// Notes that the store has a file no longer.
    func remove(_ hash: Digest) { segments.removeAll { $0.hash == hash } }

    func topics(of segment: Segment) throws -> TopicList {
        try lists.list(Self.key(segment)) ?? TopicList(try entries(of: segment))
    }

    func topics(of segment: Segment, near search: TopicList.Search) throws -> TopicList {
        try lists.list(Self.key(segment), near: search) ?? TopicList(try entries(of: segment))
    }

    func topicParts(of segment: Segment) throws -> [TopicList] {
        try lists.parts(Self.key(segment)) ?? [TopicList(try entries(of: segment))]
    }

    func entries(of segment: Segment) throws -> [Entry] {
        // Samples that lie near each other are asked for one after the other.
        if let known = opened.last(where: { $0.hash == segment.hash }) { return known.entries }
        // Files of who is no member any more, and whose statements are gone, say nothing.
        let entries = try open(try bytes(of: segment))?.entries ?? []
        remember(entries, of: segment.hash)
        return entries
    }

    func read(_ files: [Segment], _ body: (Segment, [Entry]) throws -> Void) throws {
        // A file is opened while the one before it is read.
        var next: Ahead<[Entry]>?
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

    /// The entries of a file, for somebody who needs them soon; they don't stay in memory.
    func rows(of segment: Segment) throws -> Ahead<[Entry]> {
        let bytes = try bytes(of: segment)
        return Ahead { [open] in try open(bytes)?.entries ?? [] }
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
