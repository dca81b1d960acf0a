extension IdentityFilter {
    /// Takes in the runs that it doesn't know.
    ///
    /// - Parameters:
    ///   - runs: all runs of the store.
    ///   - uncommitted: those that may yet be undone; their numbers are not remembered.
    ///   - reader: reads their blocks.
    /// - Throws: ``StoreError/Code/damaged``.
    mutating func prepare(_ runs: [IdentityRun], uncommitted: Set<Int64>, _ reader: StoreReader) throws {
        let total = runs.reduce(0) { $0 + $1.entryCount }
        let unknown = runs.filter { !knownRuns.contains($0.id) }
        let needed = entryCount + unknown.reduce(0) { $0 + $1.entryCount }
        if words.isEmpty || needed * IdentityFilter.bitsPerEntry > words.count * 64 {
            reset(for: total * 2)
            for run in runs { try add(run, reader) }
        } else {
            for run in unknown { try add(run, reader) }
        }
        knownRuns = Set(runs.map(\.id)).subtracting(uncommitted)
    }

    private mutating func add(_ run: IdentityRun, _ reader: StoreReader) throws {
        for number in 0..<run.blockCount {
            let block = try reader.identityBlock(run, number)
            for index in 0..<block.count { insert(UInt32(truncatingIfNeeded: block.fingerprints[index])) }
        }
    }
}
