extension Replica {
    /// The most bytes of a file that folding makes.
    package static let largestFold = 1 << 20
    /// The number of files of one size that become one.
    package static let foldCount = 16

    /// The files of the device's own log that are to become one: sixteen of one size class, one after the other.
    package var foldable: Range<Int>? {
        var run = 0..<0
        for (place, segment) in log.enumerated() {
            let isNext = !run.isEmpty && Self.sizeClass(segment.size) == Self.sizeClass(log[run.lowerBound].size)
            run = (isNext ? run.lowerBound : place)..<place + 1
            let size = log[run].reduce(0) { $0 + $1.size }
            if run.count == Self.foldCount && size <= Self.largestFold {
                let weight = log[run].reduce(Entry.replaced(segments(in: run)).weight) { $0 + $1.outline.weight }
                if weight <= SegmentLimit.inflated { return run }
            }
            // A run that is too large to be folded doesn't hold back the files after it.
            if run.count == Self.foldCount { run = run.lowerBound + 1..<run.upperBound }
        }
        return nil
    }

    /// The class of a file's size: each is sixteen times the one below.
    static func sizeClass(_ size: Int) -> Int {
        var (size, number) = (max(size, 1) >> 10, 0)
        while size > 0 { (size, number) = (size >> 4, number + 1) }
        return number
    }

    /// Combines files of the device's own log, leaving out entries without effect.
    ///
    /// Versions named by a deletion that holds are left out, and entries that a later entry of these files replaces. Deletions
    /// stay forever: a device that was away for years, or an old export, would bring samples back.
    package func folded(_ range: Range<Int>) -> [Entry] { folded(log[range].flatMap(\.entries)) }

    /// Combines entries of the device's own log.
    private func folded(_ entries: [Entry]) -> [Entry] {
        let named = state.liveDeletions.reduce(into: Set<VersionName>()) { $0.formUnion($1.versions) }
        var links: [SyncedLink.Name: Stamp] = [:]
        var registers: [[UInt8]: Stamp] = [:]
        let lastHeads = entries.lastIndex { if case .heads = $0 { true } else { false } }
        for entry in entries {
            switch entry {
            case .link(let link): links[link.name] = max(links[link.name] ?? link.stamp, link.stamp)
            case .register(let register):
                registers[register.key] = max(registers[register.key] ?? register.stamp, register.stamp)
            default: break
            }
        }
        let dead = deadPieces(named)
        var (kept, seen): ([Entry], Set<Entry>) = ([], [])
        // Versions are keyed by name, as whole samples are slow to hash.
        var versions: [VersionName: SyncedVersion] = [:]
        for (place, entry) in entries.enumerated() {
            var entry = entry
            switch entry {
            case .sample(let version):
                if named.contains(version.name) || versions.updateValue(version, forKey: version.name) == version {
                    continue
                }
                kept.append(entry)
                continue
            case .restore(var restore):
                restore.versions.removeAll { named.contains($0.name) }
                entry = .restore(restore)
            case .link(let link): if links[link.name] != link.stamp { continue }
            case .register(let register): if registers[register.key] != register.stamp { continue }
            case .heads: if place != lastHeads { continue }
            // The file has its own.
            case .replaced: continue
            case .piece(let piece): if dead.contains(piece.whole) { continue }
            case .deletion, .duplicate, .rows: break
            }
            if seen.insert(entry).inserted { kept.append(entry) }
        }
        return kept
    }

    /// The payloads that only deleted versions have.
    private func deadPieces(_ named: Set<VersionName>) -> Set<Digest> {
        if state.pieces.isEmpty { return [] }
        var (dead, living): (Set<Digest>, Set<Digest>) = ([], [])
        for version in state.versions.values.flatMap(\.values) {
            guard case .pieces(let whole, _) = version.content.body else { continue }
            if named.contains(version.name) { dead.insert(whole) } else { living.insert(whole) }
        }
        return dead.subtracting(living)
    }

    /// Writes one file for several of the device's own log, or one anew without what it says in vain.
    ///
    /// - Parameters:
    ///   - range: The files.
    ///   - entries: Their entries, where the files alone have them.
    ///   - epoch: The epoch whose key seals the new one.
    ///   - seal: Makes the file of a header and entries.
    /// - Returns: The files that it replaces, to be removed once it is written.
    /// - Throws: The errors of `seal`; nothing changed then.
    package mutating func fold(
        _ range: Range<Int>,
        saying entries: [Entry]? = nil,
        epoch: SyncID,
        _ seal: (SegmentHeader, [Entry]) throws -> Segment
    ) rethrows -> [Segment] {
        guard let first = log[range].first, let last = log[range].last else { return [] }
        var header = first.header
        header.epoch = epoch
        header.last = last.header.last
        header.replaces = last.tip
        let old = Array(log[range])
        let segments = segments(in: range)
        let kept = entries.map(folded) ?? folded(range)
        replace(range, with: try seal(header, segments.isEmpty ? kept : kept + [.replaced(segments)]))
        return old
    }

    /// The segments that a folded file of some of the log replaces, all but the last.
    ///
    /// A copy of this disk may have written files that follow any of them.
    private func segments(in range: Range<Int>) -> [UInt64] {
        log[range].flatMap { $0.outline.replaced + [$0.tip.word] }.dropLast()
    }
}

/// Size limits of files.
package enum SegmentLimit {
    /// The most bytes of a file.
    package static let file = 1 << 20
    /// The most bytes that are compressed in one.
    package static let inflated = 16 << 20
}
