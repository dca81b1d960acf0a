/// One device's copy of a group: the state, its own log, and how far it has read the others'.
///
/// Each method is one transaction of what holds the copy.
package struct Replica: Sendable {
    /// The identity that the device writes under.
    package private(set) var device: SyncID
    /// The state of the entries: of all of them, or of those being worked on.
    package internal(set) var state = SyncState()
    /// Whether the state is only the part being processed, while the files have the entries.
    let isPartial: Bool
    /// Files whose entries are to be told again in the device's own log.
    private(set) var repeats: [Segment] = []
    /// Changes made here that are in no segment yet, grouped by the operation that made them.
    package private(set) var outbox: [[Entry]] = []
    /// Sealed segments whose files may not be written.
    package private(set) var sealed: [Segment] = []
    /// The files of the device's own log, in order.
    package private(set) var log: [Segment] = []
    /// The hashes of the segments that were read, or are stood for by files that were.
    package private(set) var applied: Set<Digest> = []
    /// The segments that folded files replaced, as far as those were read, by device: the first eight bytes of each one's hash.
    private var replaced: [SyncID: Set<UInt64>] = [:]
    /// The files that were read, by device.
    package private(set) var read: [SyncID: [Digest: Segment]] = [:]
    /// The last segment read of each device.
    package private(set) var heads: [SyncID: LogPosition] = [:]
    /// The positions that others have read, where those are further than this device's.
    package private(set) var reported: [SyncID: LogPosition] = [:]
    package private(set) var removals: [SyncID: Removal] = [:]
    /// Each device's clock at its last change that has a time, in milliseconds since 1970.
    package private(set) var clocks: [SyncID: Int64] = [:]

    /// Creates a copy without entries.
    package init(device: SyncID) { self.init(device: device, isPartial: false) }

    init(device: SyncID, isPartial: Bool) {
        self.device = device
        self.isPartial = isPartial
    }

    /// Records a change made here: merges entries, and lets the others know.
    package mutating func record(_ entries: [Entry]) {
        let parts = entries.flatMap { entry in piecesOfRestored(entry) + entry.parts }
        if parts.isEmpty { return }
        for entry in parts { state.merge(entry) }
        outbox.append(parts)
    }

    /// Lets the others know of samples that nothing else is known of.
    mutating func send(_ entries: [Entry]) {
        if !entries.isEmpty { outbox.append(entries.allSatisfy(\.isWhole) ? entries : entries.flatMap(\.parts)) }
    }

    /// The pieces of the content that an entry restores, written again because folding leaves out those of deleted samples.
    private func piecesOfRestored(_ entry: Entry) -> [Entry] {
        guard case .restore(let restore) = entry else { return [] }
        return restore.versions.flatMap { version -> [Entry] in
            guard case .pieces(let whole, _) = version.content.body else { return [] }
            return (state.pieces[whole] ?? [:]).values.sorted { $0.index < $1.index }.map(Entry.piece)
        }
    }

    // MARK: Writing

    /// The header of the next segment.
    package func nextHeader(group: SyncID, epoch: SyncID) -> SegmentHeader {
        let number = (log.last?.header.last ?? 0) + 1
        return SegmentHeader(
            group: group,
            device: device,
            epoch: epoch,
            first: number,
            last: number,
            previous: log.last?.tip,
            replaces: nil
        )
    }

    /// Puts the pending entries into segments, which are in the store before their files are written.
    ///
    /// Changes made in one operation stay together if they fit.
    ///
    /// - Parameters:
    ///   - group: The group.
    ///   - epoch: The epoch whose key seals them.
    ///   - seal: Makes the segment of a header and entries.
    /// - Throws: The errors of `seal`; what was sealed before stays.
    package mutating func seal(
        group: SyncID,
        epoch: SyncID,
        _ seal: (SegmentHeader, [Entry]) throws -> Segment
    ) rethrows {
        var most = Entry.largestTogether
        while let first = outbox.first {
            var (weight, groups) = (EntriesWeight(most: most), 1)
            let fitting = first.firstIndex { !weight.add($0) } ?? first.count
            var entries = fitting == first.count ? first : Array(first.prefix(fitting))
            let rest = Array(first.dropFirst(fitting))
            while rest.isEmpty, groups < outbox.count, outbox[groups].allSatisfy({ weight.add($0) }) {
                entries += outbox[groups]
                groups += 1
            }
            let segment: Segment
            do {
                segment = try seal(nextHeader(group: group, epoch: epoch), entries)
            } catch let error as SyncError where error.code == .invalidArgument && most > Entry.largest {
                // These can't be compressed.
                most = Entry.largest
                continue
            }
            if rest.isEmpty { outbox.removeFirst(groups) } else { outbox[0] = rest }
            log.append(kept(segment))
            if !isPartial { sealed.append(segment) }
            note(segment)
        }
    }

    private func kept(_ segment: Segment) -> Segment { isPartial ? segment.withoutEntries : segment }

    /// Puts one file in the place of several of the log.
    mutating func replace(_ range: Range<Int>, with segment: Segment) {
        let old = Set(log[range].map(\.hash))
        for segment in log[range] where isPartial { read[device]?[segment.hash] = nil }
        log.replaceSubrange(range, with: [kept(segment)])
        sealed.removeAll { old.contains($0.hash) }
        if !isPartial { sealed.append(segment) }
        note(segment)
    }

    /// Forgets that files may not be written: they are.
    package mutating func wrote(_ hash: Digest) { sealed.removeAll { $0.hash == hash } }

    // MARK: Reading

    /// Whether a file can be read now: it has something new, and the file before it has been read.
    package func wants(_ header: SegmentHeader, hash: Digest) -> Bool {
        if hasRead(header, hash: hash) { return false }
        // For a removed device the named files count, whatever became of those between them.
        if let removal = removals[header.device] { return removal.names(hash) }
        return header.previous.map { hasRead($0, of: header.device) } ?? true
    }

    /// Whether a file, or a folded one that replaces it, was read or written.
    package func hasRead(_ header: SegmentHeader, hash: Digest) -> Bool {
        // For a removed device each named file counts: one may be the last that another, a folded one, replaces, and those before
        // it may be gone.
        if let removal = removals[header.device], removal.names(hash) { return read[header.device]?[hash] != nil }
        return hasRead(header.replaces ?? hash, of: header.device)
    }

    /// Whether a segment of a device was read or written, by itself or in a folded file.
    private func hasRead(_ segment: Digest, of device: SyncID) -> Bool {
        applied.contains(segment) || replaced[device]?.contains(segment.word) ?? false
    }

    /// Whether a file may say again what files said that were read one by one.
    func mayFold(_ header: SegmentHeader, hash: Digest) -> Bool {
        guard header.replaces != nil, removals[header.device] == nil, let known = read[header.device],
            known[hash] == nil
        else {
            return false
        }
        return known.values.contains { $0.header.first >= header.first && $0.header.last <= header.last }
    }

    /// The files in whose place a folded one stands, of those that were read one by one.
    ///
    /// Files written by a copy of the device's disk have the same numbers, and aren't among them.
    func folded(in segment: Segment) -> [Segment] {
        let words = Set(segment.outline.replaced + [segment.tip.word])
        return (read[segment.header.device] ?? [:]).values
            .filter { old in
                old.hash != segment.hash && words.contains(old.tip.word)
                    && old.outline.replaced.allSatisfy(words.contains)
            }
            .sorted { $0.hash < $1.hash }
    }

    /// Whether a file of the device's own log is one in whose place a folded one stands.
    ///
    /// - Parameters:
    ///   - first: The first number that the file stands for.
    ///   - last: The last one.
    ///   - word: The first eight bytes of its hash.
    /// - Returns: Whether it is.
    func isFolded(_ first: UInt64, _ last: UInt64, _ word: UInt64) -> Bool {
        if log.contains(where: { $0.hash.word == word }) { return false }
        return log.contains { segment in
            segment.header.first <= first && last <= segment.header.last
                && (segment.tip.word == word || segment.outline.replaced.contains(word))
        }
    }

    /// Puts a folded file in the place of those that were read one by one.
    mutating func absorb(_ segment: Segment, in old: [Segment]) {
        let hashes = Set(old.map(\.hash))
        for hash in hashes { read[segment.header.device]?[hash] = nil }
        if segment.header.device == device {
            // A copy of this disk folded what both had.
            log.removeAll { hashes.contains($0.hash) }
            log.append(kept(segment))
            log.sort { $0.header.first < $1.header.first }
            sealed.removeAll { hashes.contains($0.hash) }
        }
        note(segment)
    }

    /// Takes a file in, whole.
    ///
    /// - Parameters:
    ///   - segment: What ``wants(_:hash:)`` wants.
    ///   - forms: Recognizes samples with the same content.
    package mutating func take(_ segment: Segment, _ forms: some SampleForms) {
        take(segment)
        findPairs(forms)
    }

    /// Takes a file in, whole; pairs are looked for when all that there is was taken.
    package mutating func take(_ segment: Segment) {
        for entry in segment.entries { state.merge(entry) }
        note(segment)
    }

    /// Takes files in that were read or written before, as the store kept them.
    package mutating func reload(_ segments: [Segment]) {
        for segment in segments {
            take(segment)
            if segment.header.device == device { log.append(segment) }
        }
        log.sort { $0.header.first < $1.header.first }
    }

    /// Pairs shown samples that say the same, for all devices.
    ///
    /// - Parameters:
    ///   - forms: Recognizes samples with the same content.
    ///   - senders: In whose logs imported samples stand, as far as that is known.
    package mutating func findPairs(_ forms: some SampleForms, _ senders: [SyncID: Set<SyncID>] = [:]) {
        record(state.newPairs(forms, senders).map(Entry.duplicate))
    }

    /// Adds what the device knows of the end of each log, for those who look for what is missing.
    package mutating func recordHeads() {
        let positions = heads.values.filter { $0.device != device }.sorted { $0.device < $1.device }
        if !positions.isEmpty { outbox.append([.heads(positions)]) }
    }

    /// Notes that a file was read or written.
    mutating func note(_ segment: Segment) {
        applied.insert(segment.hash)
        applied.insert(segment.tip)
        let inFile = segment.outline.replaced
        if !inFile.isEmpty { replaced[segment.header.device, default: []].formUnion(inFile) }
        read[segment.header.device, default: [:]][segment.hash] = kept(segment)
        let position = LogPosition(
            device: segment.header.device,
            number: segment.header.last,
            hash: segment.tip
        )
        if heads[position.device]?.number ?? 0 <= position.number {
            heads[position.device] = position
            if let clock = segment.outline.newestClock { clocks[position.device] = clock }
        }
        for position in segment.outline.heads where reported[position.device]?.number ?? 0 <= position.number {
            reported[position.device] = position
        }
    }

    /// The ends of logs that others have read and this device hasn't.
    package var missing: [LogPosition] {
        reported.values.filter { !hasRead($0.hash, of: $0.device) && removals[$0.device] == nil }
            .sorted { $0.device < $1.device }
    }

    // MARK: Identity

    /// Whether a file of this device's own is one that its store doesn't know: the disk was copied, or the store is an old one.
    package func isStrange(_ header: SegmentHeader, hash: Digest) -> Bool {
        header.device == device && !hasRead(header, hash: hash)
    }

    /// Continues under another identity, with a separate log.
    ///
    /// Its old log is read like any other.
    package mutating func become(_ device: SyncID) {
        self.device = device
        log = []
    }

    // MARK: Members

    /// Learns that a device was removed, and which of its files count; repeats what only this device may have read beyond.
    package mutating func learn(_ removal: Removal, of device: SyncID) {
        guard device != self.device, removals[device] != removal else { return }
        removals[device] = removal
        for segment in removal.uncovered((read[device] ?? [:]).values).sorted(by: { $0.hash < $1.hash }) {
            if isPartial { repeats.append(segment) } else { outbox.append(segment.entries) }
        }
    }

    /// Sends the entries of files again that only this device may have read.
    ///
    /// - Parameter entries: The entries of a file.
    /// - Throws: The errors of `entries`.
    mutating func repeatEntries(_ entries: (Segment) throws -> [Entry]) rethrows {
        while let segment = repeats.first {
            outbox.append(try entries(segment))
            repeats.removeFirst()
        }
    }

    /// Learns that a removal doesn't count: who said it had been removed before.
    package mutating func reinstate(_ device: SyncID) { removals[device] = nil }
}
