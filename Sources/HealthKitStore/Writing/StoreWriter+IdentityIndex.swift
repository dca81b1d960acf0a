extension StoreWriter {
    /// Runs of one size that are merged into one.
    private static let mergeWidth = 4

    /// Runs don't grow beyond this, so that no single save pays for the whole index.
    private static let largestRun = 4 << 20

    /// Adds the locations of rows with explicit UUIDs.
    func addIdentities(of rows: BatchRows, group: Int64) {
        for row in 0..<rows.count where rows.ordinals[row] == BatchRows.explicit {
            noteIdentity(rows.identifiers[row], group: group, start: rows.starts[row], count: 1)
        }
    }

    /// Notes an entry that comes to the index, or (with -1) goes.
    func noteIdentity(_ identifier: Identifier, group: Int64, start: Double, count: Int64) {
        identityChanges.append(IdentityIndex.Entry(identifier, group: group, start: start, count: count))
    }

    /// Writes the entries that were noted.
    func flushIdentities() throws {
        if identityChanges.isEmpty { return }
        let changes = identityChanges
        noteIdentities(changes)
        identityChanges.removeAll(keepingCapacity: true)
        if state.recent + Int64(changes.count) <= Int64(options.effectiveRecentIdentityLimit) {
            for change in changes { try addRecent(change) }
            state.recent += Int64(changes.count)
            return
        }
        let entries = IdentityIndex.summed(IdentityIndex.sorted(changes + (try recentEntries())))
        try connection.query(.deleteIdentityRecent).run()
        state.recent = 0
        if entries.isEmpty { return }
        identityFilter.withLock { filter in
            for entry in entries { filter.insert(entry.fingerprint) }
        }
        var builder = IdentityRunBuilder(self, newRun(holding: entries.count))
        for entry in entries { try builder.add(entry) }
        try builder.finish()
        try mergeRuns()
    }

    private func addRecent(_ entry: IdentityIndex.Entry) throws {
        let query = try connection.query(.addIdentityRecent)
        query.bind(Int64(entry.fingerprint), at: 1)
        query.bind(entry.group, at: 2)
        query.bind(entry.bucket, at: 3)
        query.bind(entry.count, at: 4)
        try query.run()
        if entry.count > 0 { return }
        let clean = try connection.query(.deleteIdentityRecentZero)
        clean.bind(Int64(entry.fingerprint), at: 1)
        clean.bind(entry.group, at: 2)
        clean.bind(entry.bucket, at: 3)
        try clean.run()
    }

    private func newRun(holding count: Int) -> IdentityRun {
        state.run += 1
        newIdentityRuns.insert(state.run)
        return IdentityRun(id: state.run, holding: count)
    }

    /// Merges runs while there are several of one size: so there are few to look in, and each entry is written again
    /// only as often as the index grows fourfold.
    private func mergeRuns() throws {
        while let runs = StoreWriter.mergeable(try identityRuns(), limit: options.effectiveRecentIdentityLimit) {
            let total = runs.reduce(0) { $0 + $1.entryCount }
            var builder = IdentityRunBuilder(self, newRun(holding: total))
            let streams = try runs.map { try IdentityRunStream(self, $0) }
            var heads = streams.map(\.current)
            var pending: IdentityIndex.Entry?
            while let entry = try StoreWriter.nextEntry(streams, &heads) {
                if let last = pending, last.isSamePlace(as: entry) {
                    pending?.count += entry.count
                    continue
                }
                if let last = pending, last.count != 0 { try builder.add(last) }
                pending = entry
            }
            if let last = pending, last.count != 0 { try builder.add(last) }
            try builder.finish()
            for run in runs { try remove(run) }
        }
    }

    private static func mergeable(_ runs: [IdentityRun], limit: Int) -> [IdentityRun]? {
        let bySize = Dictionary(grouping: runs) { sizeClass($0.entryCount, limit: limit) }
        let candidates = bySize.filter { $0.value.count >= mergeWidth }.min { $0.key < $1.key }
        guard let runs = candidates?.value, runs.reduce(0, { $0 + $1.entryCount }) <= largestRun else { return nil }
        return runs
    }

    private static func sizeClass(_ count: Int, limit: Int) -> Int {
        var (size, bound) = (0, limit * mergeWidth)
        while count > bound {
            size += 1
            bound *= mergeWidth
        }
        return size
    }

    /// The first of the streams' current entries; its stream advances.
    private static func nextEntry(
        _ streams: [IdentityRunStream],
        _ heads: inout [IdentityIndex.Entry?]
    ) throws -> IdentityIndex.Entry? {
        var first: (place: Int, entry: IdentityIndex.Entry)?
        for place in heads.indices {
            guard let entry = heads[place] else { continue }
            if let known = first, known.entry <= entry { continue }
            first = (place, entry)
        }
        guard let first else { return nil }
        let stream = streams[first.place]
        try stream.advance()
        heads[first.place] = stream.current
        return first.entry
    }

    private func remove(_ run: IdentityRun) throws {
        let blocks = try connection.query(.deleteIdentityBlocks)
        blocks.bind(run.key(ofBlock: 0), at: 1)
        blocks.bind(run.key(ofBlock: run.blockCount), at: 2)
        try blocks.run()
        let list = try connection.query(.deleteIdentityRun)
        list.bind(run.id, at: 1)
        try list.run()
    }
}
