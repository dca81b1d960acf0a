extension StoreReader {
    /// Calls `body` with the index's locations for an identifier until it returns a result.
    ///
    /// The runs come by size: the largest holds most of what there is. A place may be out of date, and come twice.
    func forEachPlace<T>(
        _ identifier: Identifier,
        _ body: (IdentityIndex.Entry) throws -> T?
    ) throws -> T? {
        let fingerprint = IdentityIndex.fingerprint(of: identifier)
        for entry in try recentEntries(fingerprint) where entry.count > 0 {
            if let found = try body(entry) { return found }
        }
        for run in try identityRuns().sorted(by: { $0.entryCount > $1.entryCount }) {
            let block = try identityBlock(run, run.block(of: fingerprint), lookingFor: fingerprint)
            let entries = block.range(of: fingerprint).map { block.entry($0) }
            for entry in entries where entry.count > 0 {
                if let found = try body(entry) { return found }
            }
        }
        return nil
    }

    /// The entries with a fingerprint that wait to become a run.
    func recentEntries(_ fingerprint: UInt32) throws -> [IdentityIndex.Entry] {
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
    func identityBlock(
        _ run: IdentityRun,
        _ block: Int,
        lookingFor fingerprint: UInt32? = nil
    ) throws -> IdentityBlock {
        try loadIdentityBlock(run, block, into: identityBlock, lookingFor: fingerprint)
        return identityBlock
    }

    func loadIdentityBlock(
        _ run: IdentityRun,
        _ block: Int,
        into target: IdentityBlock,
        lookingFor fingerprint: UInt32? = nil
    ) throws {
        let key = run.key(ofBlock: block)
        let query = try connection.query(.identityBlock)
        defer { query.reset() }
        query.bind(key, at: 1)
        guard try query.step() else { throw StoreError.damaged("a block of the UUID index is missing") }
        try target.decode(query.unownedBytes(0), key: key, lookingFor: fingerprint)
    }
}
