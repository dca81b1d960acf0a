/// What a file of entries says of itself in the clear.
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
    package var entries: [Entry]
    /// How large the file is.
    package var size: Int

    /// Creates a segment.
    package init(header: SegmentHeader, hash: Digest, entries: [Entry], size: Int) {
        self.header = header
        self.hash = hash
        self.entries = entries
        self.size = size
    }

    /// The hash by which the next segment names the one before it; folding doesn't change it.
    package var tip: Digest { header.replaces ?? hash }

    /// The latest that its device's clock showed at one of the changes; `nil` for changes without a time.
    var newestClock: Int64? {
        var newest: Int64?
        for entry in entries {
            let stamp: Stamp?
            switch entry {
            case .sample(let version): stamp = version.stamp
            case .link(let link): stamp = link.stamp
            case .register(let register): stamp = register.stamp
            default: stamp = nil
            }
            if let stamp, stamp.device == header.device { newest = max(newest ?? stamp.clock, stamp.clock) }
        }
        return newest
    }
}
