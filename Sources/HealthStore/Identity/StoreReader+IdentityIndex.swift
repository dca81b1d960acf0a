extension StoreReader {
    /// The entries of the index for an identifier, those of the same place added up.
    func identityEntries(_ identifier: Identifier) throws -> [IdentityIndex.Entry] {
        let fingerprint = IdentityIndex.fingerprint(of: identifier)
        var entries = try recentEntries(fingerprint)
        for run in try identityRuns() {
            let block = try identityBlock(run, run.block(of: fingerprint))
            for index in block.range(of: fingerprint) { entries.append(block.entry(index)) }
        }
        if entries.count < 2 { return entries.filter { $0.count > 0 } }
        return IdentityIndex.settled(entries.sorted()).filter { $0.count > 0 }
    }

    private func recentEntries(_ fingerprint: UInt32) throws -> [IdentityIndex.Entry] {
        let query = try connection.query(.identityRecent)
        defer { query.reset() }
        query.bind(Int64(fingerprint), at: 1)
        return try entries(query)
    }

    /// All entries that wait to become a run, in order.
    func recentEntries() throws -> [IdentityIndex.Entry] {
        let query = try connection.query(.identityRecentAll)
        defer { query.reset() }
        return try entries(query)
    }

    private func entries(_ query: Query) throws -> [IdentityIndex.Entry] {
        var entries: [IdentityIndex.Entry] = []
        while try query.step() {
            entries.append(
                IdentityIndex.Entry(
                    fingerprint: UInt32(truncatingIfNeeded: query.int64(0)),
                    group: query.int64(1),
                    bucket: query.int64(2),
                    count: query.int64(3)
                )
            )
        }
        return entries
    }

    /// The runs of the index, oldest first.
    func identityRuns() throws -> [IdentityRun] {
        let query = try connection.query(.identityRuns)
        defer { query.reset() }
        var runs: [IdentityRun] = []
        while try query.step() {
            let blocks = query.int(1)
            guard blocks > 0, blocks <= IdentityRun.blockLimit else {
                throw StoreError.damaged("a run of the UUID index has a wrong size")
            }
            runs.append(IdentityRun(id: query.int64(0), blockCount: blocks, entryCount: query.int(2)))
        }
        return runs
    }

    /// A block of a run, good until the next is asked for.
    func identityBlock(_ run: IdentityRun, _ block: Int) throws -> IdentityBlock {
        try loadIdentityBlock(run, block, into: identityBlock)
        return identityBlock
    }

    func loadIdentityBlock(_ run: IdentityRun, _ block: Int, into target: IdentityBlock) throws {
        let key = run.key(ofBlock: block)
        let query = try connection.query(.identityBlock)
        defer { query.reset() }
        query.bind(key, at: 1)
        guard try query.step() else { throw StoreError.damaged("a block of the UUID index is missing") }
        try target.decode(query.unownedBytes(0), key: key)
    }
}
