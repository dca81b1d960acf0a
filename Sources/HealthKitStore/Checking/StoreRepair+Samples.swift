import Foundation

extension StoreRepair {
    /// Writes the samples, group by group and batch by batch.
    func saveSamples() throws {
        let all = Dictionary(grouping: survey.batches + adoptStrays(), by: \.group)
        var seen: Set<Int64> = []
        for id in all.keys.sorted() {
            let rows = (all[id] ?? []).sorted { $0.key < $1.key }.filter { seen.insert($0.id).inserted }
            try saveGroup(id, rows)
            lost.close()
            changed.close()
        }
    }

    /// Batches without a row, whose group is known from the index of anchors.
    private func adoptStrays() -> [BatchRow] {
        var adopted: [BatchRow] = []
        var left = survey.indexedBatches
        for id in survey.strayNumbers {
            let header = reader.readStray(id, into: batch)
            if let header, var row = left[header.anchorFirst], row.startMin == header.startMin,
                row.anchorMin == header.anchorMin, row.anchorMax == header.anchorMax
            {
                left[header.anchorFirst] = nil
                row.id = id
                adopted.append(row)
            } else {
                let text = "what their block belongs to is gone"
                lost.add(.samples(.stray, header?.count, nil, header.flatMap { StoreInspector.period($0) }, text))
            }
        }
        lost.close()
        for row in left.values.sorted(by: { $0.key < $1.key }) {
            let origin = groups[row.group].map { StoreFinding.Origin(type: $0.type, source: $0.source) }
            let period = row.startMin.isFinite ? row.startMin...row.startMin : nil
            lost.add(.samples(.samples, nil, origin, period, "their block is gone"))
        }
        lost.close()
        return adopted
    }

    private func saveGroup(_ id: Int64, _ batches: [BatchRow]) throws {
        let known = survey.groups[id] ?? SampleGroup(id: id, type: 0, source: 0, unit: 0)
        var output = GroupOutput(isNewIdentity: !survey.has(.source, known.source))
        for row in batches {
            let outcome = reader.read(row, of: known, into: batch)
            guard var group = groups[id] else {
                loseUnnamed(outcome, known)
                continue
            }
            let (losses, changes) = (lost.additions, changed.additions)
            defer {
                if lost.additions == losses { lost.close() }
                if changed.additions == changes { changed.close() }
            }
            switch outcome {
            case .lost(let header, let reason):
                let start = row.startMin.isFinite ? row.startMin...row.startMin : nil
                let period = header.map { StoreInspector.period($0) } ?? start
                lost.add(.samples(.samples, header?.count, origin(group), period, reason))
            case .whole(let header), .withoutHeader(let header, _):
                try save(header, &group, &output, hasIdentity: true)
            case .withoutIdentity(let header, _):
                try save(header, &group, &output, hasIdentity: false)
            }
            groups[id] = group
            progress(samples)
        }
        guard let group = groups[id] else { return }
        if let gathered = output.gathered { try writeSorted(gathered, group) }
        try writer.count(output.tally, type: group.type, source: group.source)
    }

    private func origin(_ group: SampleGroup) -> StoreFinding.Origin {
        StoreFinding.Origin(type: group.type, source: group.source)
    }

    private func loseUnnamed(_ outcome: SalvageReader.Outcome, _ group: SampleGroup) {
        let header: BatchHeader? =
            switch outcome {
            case .whole(let header), .withoutHeader(let header, _), .withoutIdentity(let header, _): header
            case .lost(let header, _): header
            }
        let isTypeKnown = group.type > 0 && survey.has(.type, group.type)
        let text = isTypeKnown ? "their unit is gone" : "what they measured is gone"
        let origin = isTypeKnown ? origin(group) : nil
        lost.add(.samples(.reference, header?.count, origin, header.flatMap { StoreInspector.period($0) }, text))
    }

    /// The output written for a group so far.
    private struct GroupOutput {
        /// Whether UUIDs that are computed would not come out as they were.
        var isNewIdentity: Bool
        var tally = ProvenanceTally()
        var lastStart = -Double.infinity
        var lastAnchor = Int64.min
        /// All rows of a group whose batches overlap; nil while they follow each other.
        var gathered: BatchRows?
    }

    private func save(
        _ header: BatchHeader,
        _ group: inout SampleGroup,
        _ output: inout GroupOutput,
        hasIdentity: Bool
    ) throws {
        let kept = BatchRows(capacity: header.count)
        var notes = RowNotes()
        for row in 0..<batch.rows.count {
            try keep(row, in: kept, output.isNewIdentity, hasIdentity: hasIdentity, &notes, group)
        }
        report(notes, header, group)
        if kept.count == 0 { return }
        StoreRepair.sort(kept)
        for row in 0..<kept.count { group.include(start: kept.starts[row], end: kept.ends[row]) }
        output.tally.add(kept, 0..<kept.count)
        samples += kept.count
        writer.addIdentities(of: kept, group: group.id)
        if writer.identityChanges.count > 4096 { try writer.flushIdentities() }
        try write(kept, group, &output)
    }

    private func write(_ rows: BatchRows, _ group: SampleGroup, _ output: inout GroupOutput) throws {
        if let gathered = output.gathered { return gathered.append(rows: 0..<rows.count, of: rows) }
        let (start, anchor) = (rows.starts[0], rows.anchors[0])
        if start > output.lastStart || (start == output.lastStart && anchor > output.lastAnchor) {
            try writer.writeBatches(rows, 0..<rows.count, of: group, evenly: false)
            (output.lastStart, output.lastAnchor) = (rows.starts[rows.count - 1], rows.anchors[rows.count - 1])
            return
        }
        // This batch reaches back behind one that is written: the group is gathered and written in order at the end.
        let gathered = BatchRows(capacity: group.count)
        for header in try writer.headers(group.id, startLower: -.infinity, startUpper: .infinity) {
            try writer.take(header, of: group, into: gathered)
            try writer.removeBatch(header)
        }
        gathered.append(rows: 0..<rows.count, of: rows)
        output.gathered = gathered
    }

    private func writeSorted(_ rows: BatchRows, _ group: SampleGroup) throws {
        StoreRepair.sort(rows)
        try writer.writeBatches(rows, 0..<rows.count, of: group, evenly: false)
    }

    /// Puts rows in the order of start and anchor.
    private static func sort(_ rows: BatchRows) {
        func precedes(_ left: Int, _ right: Int) -> Bool {
            (rows.starts[left], rows.anchors[left]) < (rows.starts[right], rows.anchors[right])
        }
        if (1..<max(rows.count, 1)).allSatisfy({ precedes($0 - 1, $0) }) { return }
        let copy = BatchRows(capacity: rows.count)
        copy.append(rows: 0..<rows.count, of: rows)
        let order = (0..<rows.count).sorted(by: precedes)
        rows.removeAll()
        for row in order { rows.append(row, of: copy) }
    }
}

extension StoreRepair {
    /// Notes about the rows of a batch.
    private struct RowNotes {
        var senseless = 0
        var doubled = 0
        var stripped = 0
        var renamed = 0
    }

    /// Takes over a row, as far as it makes sense.
    private func keep(
        _ row: Int,
        in kept: BatchRows,
        _ isNewIdentity: Bool,
        hasIdentity: Bool,
        _ notes: inout RowNotes,
        _ group: SampleGroup
    ) throws {
        let rows = batch.rows
        guard StoreInspector.isSensible(rows.starts[row], rows.ends[row], rows.creations[row], rows.values[row]) else {
            notes.senseless += 1
            return
        }
        let isExplicit = rows.ordinals[row] == BatchRows.explicit
        let isStripped =
            !survey.has(.revision, rows.revisions[row]) || !survey.has(.device, rows.devices[row])
            || !survey.has(.metadata, rows.metadata[row])
        var identifier: Identifier?
        var isOwn = isExplicit
        if isExplicit, !hasIdentity {
            identifier = confirmedIdentifier(row, group)
        } else if isStripped || isNewIdentity {
            // If it can't be computed, the sample gets another, since it lost data that the UUID depends on.
            identifier = try? batch.identifier(row)
            isOwn = true
        } else if isExplicit || !marks.isEmpty || !doubled.isEmpty {
            identifier = try batch.identifier(row)
        }
        if let known = identifier, doubled.contains(known), !settled.insert(known).inserted {
            // The same block twice isn't a second set of samples.
            if anchors.contains(rows.anchors[row]) {
                notes.doubled += 1
                return
            }
            (identifier, isOwn) = (nil, true)
        }
        if isOwn, identifier == nil {
            identifier = Identifier(UUID())
            notes.renamed += 1
        }
        append(row, to: kept, isOwn ? identifier : nil)
        if isStripped { notes.stripped += 1 }
        if let identifier { found(identifier, kept.anchors[kept.count - 1]) }
    }

    private func append(_ row: Int, to kept: BatchRows, _ identifier: Identifier?) {
        kept.append(row, of: batch.rows)
        let last = kept.count - 1
        kept.anchors[last] = place(kept.anchors[last])
        if !survey.has(.revision, kept.revisions[last]) { kept.revisions[last] = 0 }
        if !survey.has(.device, kept.devices[last]) { kept.devices[last] = 0 }
        if !survey.has(.metadata, kept.metadata[last]) { kept.metadata[last] = 0 }
        guard let identifier else { return }
        kept.ordinals[last] = BatchRows.explicit
        kept.identifiers[last] = identifier
    }

    /// The UUID of a row whose batch's UUIDs fail their checksum, when the index vouches for it.
    private func confirmedIdentifier(_ row: Int, _ group: SampleGroup) -> Identifier? {
        guard let identifier = batch.unconfirmedIdentifier(row) else { return nil }
        let bucket = IdentityIndex.bucket(of: batch.rows.starts[row])
        // An index that can't be read vouches for nothing.
        let isNamed = try? reader.forEachPlace(identifier) { $0.group == group.id && $0.bucket == bucket ? true : nil }
        return isNamed == true ? identifier : nil
    }

    private func report(_ notes: RowNotes, _ header: BatchHeader, _ group: SampleGroup) {
        func finding(_ kind: StoreFinding.Kind, _ count: Int, _ text: String) -> StoreFinding {
            .samples(kind, count, origin(group), StoreInspector.period(header), text)
        }
        if notes.senseless > 0 {
            lost.add(finding(.values, notes.senseless, "their times or values make no sense"))
        }
        if notes.stripped > 0 {
            let text = "are without the version of their source, the device or the metadata that was lost"
            changed.add(finding(.reference, notes.stripped, text))
        }
        if notes.renamed > 0 { changed.add(finding(.identity, notes.renamed, "have new UUIDs")) }
    }
}
