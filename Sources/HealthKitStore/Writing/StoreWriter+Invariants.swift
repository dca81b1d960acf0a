import GRDB

extension StoreWriter {
    /// Notes a batch that was written.
    func noteWritten(_ header: BatchHeader) {
        #if DEBUG
        ledger.rows[header.group, default: 0] += header.count
        ledger.batches[header.id] = header
        #endif
    }

    /// Notes a batch whose header is gone.
    func noteRemoved(_ header: BatchHeader) {
        #if DEBUG
        ledger.rows[header.group, default: 0] -= header.count
        ledger.batches[header.id] = nil
        #endif
    }

    /// Records that a record was added to (or with -1 removed from) a group.
    func noteRecord(_ change: Int, group: Int64) {
        #if DEBUG
        ledger.records[group, default: 0] += change
        #endif
    }

    /// Notes how many rows of a type and source were counted by version and device.
    func noteProvenance(_ change: Int, type: TypeID, source: SourceID) {
        #if DEBUG
        ledger.provenance[CountedTruth.Origin(type: type, source: source), default: 0] += change
        #endif
    }

    /// Notes the entries of the UUID index that are about to be written.
    func noteIdentities(_ changes: [IdentityIndex.Entry]) {
        #if DEBUG
        ledger.identities = Array(changes.suffix(WriteLedger.limit))
        #endif
    }

    /// Records the change of a group's count.
    func noteCount(of group: SampleGroup) throws {
        #if DEBUG
        let old = try self.group(id: group.id)
        ledger.counted[group.id, default: 0] += group.count - old.count
        ledger.origins[group.id] = CountedTruth.Origin(type: group.type, source: group.source)
        #endif
    }

    /// Stops the program when this transaction is about to commit something that contradicts itself.
    ///
    /// Does nothing in release builds. Unreadable data isn't an error here, since the disk may have failed. The check
    /// also ends there, because SQLite may have rolled the transaction back.
    ///
    /// - Throws: the error that ended the transaction.
    /// - Complexity: O(*n*) in the groups touched, and a few batches.
    func _checkInvariants() throws {
        #if DEBUG
        checkCounters()
        checkCounts()
        do {
            for header in ledger.batches.values.prefix(WriteLedger.limit) { try checkBatch(header) }
            for entry in ledger.identities { try checkIndexed(entry) }
        } catch {
            if !connection.database.isInsideTransaction { throw error }
        }
        #endif
    }

    #if DEBUG
    private func checkCounters() {
        guard let before = ledger.before else { return }
        precondition(state.anchor >= before.anchor, "the order of changes goes backwards")
        precondition(state.batch >= before.batch && state.run >= before.run, "a counter goes backwards")
        precondition(state.commits == before.commits + 1, "a transaction is one commit")
        precondition(identityChanges.isEmpty, "entries of the UUID index were not written")
        precondition(waitingTombstones.isEmpty, "deletions were not written")
    }

    /// Groups and provenance were changed by as many rows as came and went.
    private func checkCounts() {
        var moved: [CountedTruth.Origin: Int] = [:]
        for group in Set(ledger.rows.keys).union(ledger.records.keys).union(ledger.counted.keys) {
            let rows = ledger.rows[group, default: 0] + ledger.records[group, default: 0]
            let counted = ledger.counted[group, default: 0]
            precondition(rows == counted, "group \(group) got \(rows) rows and counted \(counted)")
            if let origin = ledger.origins[group] { moved[origin, default: 0] += rows }
        }
        for origin in Set(moved.keys).union(ledger.provenance.keys) {
            let (rows, counted) = (moved[origin, default: 0], ledger.provenance[origin, default: 0])
            precondition(rows == counted, "\(rows) rows came, \(counted) were counted by version and device")
        }
    }

    /// A batch that was written reads back as what its header says, in order, between its neighbours.
    private func checkBatch(_ header: BatchHeader) throws {
        let group = try group(id: header.group)
        guard let stored = try batch(group.id, startMin: header.startMin, anchorFirst: header.anchorFirst) else {
            preconditionFailure("batch \(header.id) is not where it was written")
        }
        precondition(stored.isSameContent(as: header), "batch \(header.id) is another than was written")
        precondition(header.id <= state.batch && header.anchorMax <= state.anchor, "a batch lies beyond the counters")
        try withBatchReader { batch in
            try batch.load(stored, of: group)
            try batch.require([.times, .values, .anchor])
            try batch.requireIdentifiers()
            let rows = batch.rows
            let truth = BatchHeader(group: group.id, id: header.id, rows: rows, range: 0..<rows.count)
            precondition(
                truth.startMax == stored.startMax && truth.endMin == stored.endMin && truth.endMax == stored.endMax
                    && truth.valueMin == stored.valueMin && truth.valueMax == stored.valueMax
                    && truth.anchorMin == stored.anchorMin && truth.anchorMax == stored.anchorMax,
                "the header of batch \(header.id) does not say what its rows say"
            )
            let hours = try isOfThisFormat() ? HourSums(rows, 0..<rows.count) : nil
            precondition(header.hours == hours, "the hours of batch \(header.id) are wrong")
            for row in 1..<max(rows.count, 1) {
                let isOrdered =
                    rows.starts[row - 1] < rows.starts[row]
                    || (rows.starts[row - 1] == rows.starts[row] && rows.anchors[row - 1] < rows.anchors[row])
                precondition(isOrdered, "the rows of batch \(header.id) are out of order")
            }
        }
        if let next = try batch(after: stored) {
            precondition(stored.startMax <= next.startMin, "batch \(header.id) reaches into the next")
        }
        if let previous = try batch(before: stored) {
            precondition(previous.startMax <= stored.startMin, "batch \(header.id) reaches into the one before")
        }
    }

    /// An entry added to the UUID index is found there.
    private func checkIndexed(_ entry: IdentityIndex.Entry) throws {
        guard entry.count > 0 else { return }
        var recent = try recentEntries(entry.fingerprint).filter { $0.isSamePlace(as: entry) }
        if recent.isEmpty {
            for run in try identityRuns() {
                let block = try identityBlock(run, run.block(of: entry.fingerprint), lookingFor: entry.fingerprint)
                recent += block.range(of: entry.fingerprint).map { block.entry($0) }
                    .filter { $0.isSamePlace(as: entry) }
            }
        }
        precondition(!recent.isEmpty, "the UUID index lacks what was added to it")
    }
    #endif
}
