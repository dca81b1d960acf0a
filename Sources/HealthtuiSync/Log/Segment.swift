/// A file's header, which is in the clear.
package struct SegmentHeader: Hashable, Sendable {
    package var group: SyncID
    package var device: SyncID
    package var epoch: SyncID
    /// The number of the first segment that the file stands for.
    package var first: UInt64
    /// The number of the last one: the same, unless several were folded into one file.
    package var last: UInt64
    /// The hash of the segment before the first; `nil` for a log's beginning.
    package var previous: Digest?
    /// The hash of the last segment that the file replaces; `nil` for a file that replaces none.
    package var replaces: Digest?

    /// Creates a header.
    package init(
        group: SyncID,
        device: SyncID,
        epoch: SyncID,
        first: UInt64,
        last: UInt64,
        previous: Digest?,
        replaces: Digest?
    ) {
        self.group = group
        self.device = device
        self.epoch = epoch
        self.first = first
        self.last = last
        self.previous = previous
        self.replaces = replaces
    }
}

/// A file of entries: one segment of a device's log, or several folded into one.
package struct Segment: Hashable, Sendable {
    package var header: SegmentHeader
    /// The hash of the file.
    package var hash: Digest
    /// The entries; none where they are read of the file when they are needed.
    package var entries: [Entry] { didSet { outline = Outline(entries, of: header.device) } }
    /// The size of the file, in bytes.
    package var size: Int
    /// The outline of the entries.
    private(set) var outline: Outline

    /// A summary of a file's entries, kept without them.
    struct Outline: Hashable, Sendable {
        /// About as many bytes as the entries have before they are compressed, never less.
        var weight: Int
        /// The latest that its device's clock showed at one of the changes; `nil` for changes without a time.
        var newestClock: Int64?
        /// The positions up to which its device had read the other logs.
        var heads: [LogPosition]
        /// Whether it has deletions.
        var hasDeletions: Bool
        /// The segments that the file replaces, all but the last: the first eight bytes of each one's hash.
        var replaced: [UInt64]
    }

    /// Creates a segment.
    package init(header: SegmentHeader, hash: Digest, entries: [Entry], size: Int) {
        self.init(header: header, hash: hash, size: size, outline: Outline(entries, of: header.device), entries)
    }

    /// Creates a segment whose entries are known already, or are read when they are needed.
    init(header: SegmentHeader, hash: Digest, size: Int, outline: Outline, _ entries: [Entry] = []) {
        self.header = header
        self.hash = hash
        self.entries = entries
        self.size = size
        self.outline = outline
    }

    /// The same without its entries.
    var withoutEntries: Segment { Segment(header: header, hash: hash, size: size, outline: outline) }

    /// Whether it has more than how far its device has read the other logs: an entry has a weight of its own.
    var hasMoreThanHeads: Bool { outline.heads.isEmpty || outline.newestClock != nil || size > 512 }

    /// Leaves out the entries that say what no import would take.
    ///
    /// - Returns: What was left out; `nil` for nothing.
    mutating func leaveOutFlawed() -> EntryCheck.Flaws? {
        var check = EntryCheck()
        let sound = check.sound(entries)
        if check.flaws != nil { entries = sound }
        return check.flaws
    }

    /// The hash by which the next segment names the one before it; folding doesn't change it.
    package var tip: Digest { header.replaces ?? hash }
}

extension Segment.Outline {
    init(_ entries: [Entry], of device: SyncID) {
        (weight, newestClock, heads, hasDeletions, replaced) = (0, nil, [], false, [])
        var together = EntriesWeight(most: .max)
        for entry in entries {
            _ = together.add(entry)
            let stamp: Stamp?
            switch entry {
            case .sample(let version): stamp = version.stamp
            case .rows(let rows):
                stamp = rows.stamps.filter { $0.device == device }.max { $0.clock < $1.clock }
            case .link(let link): stamp = link.stamp
            case .register(let register): stamp = register.stamp
            case .heads(let positions):
                heads += positions
                stamp = nil
            case .replaced(let segments):
                replaced += segments
                stamp = nil
            case .deletion:
                hasDeletions = true
                stamp = nil
            default: stamp = nil
            }
            if let stamp, stamp.device == device { newestClock = max(newestClock ?? stamp.clock, stamp.clock) }
        }
        weight = together.weight
    }
}
