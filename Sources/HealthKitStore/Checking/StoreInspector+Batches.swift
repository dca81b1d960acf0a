extension StoreInspector {
    /// Reads every batch: its checksums, its header against its samples, its order, its dictionary entries.
    func checkBatches() throws {
        if !survey.misplaced.isEmpty {
            let count = survey.misplaced.count
            note(
                .header,
                "\(count.of("block of samples is", "blocks of samples are")) filed in a wrong place",
                count: count
            )
        }
        var last = Tail(group: 0, start: -.infinity, anchor: Int64.min)
        var seen: Set<Int64> = []
        for row in survey.batches {
            let group = survey.groups[row.group] ?? SampleGroup(id: row.group, type: 0, source: 0, unit: 0)
            if group.id != last.group {
                last = Tail(group: group.id, start: -.infinity, anchor: Int64.min)
                list.close()
                if survey.groups[row.group] == nil { checkUnknownGroup(row) }
            }
            if !seen.insert(row.id).inserted {
                note(.header, "two blocks of samples have the same number, \(row.id)")
                continue
            }
            let additions = list.additions
            defer { if list.additions == additions { list.close() } }
            switch reader.read(row, of: group, into: batch) {
            case .whole(let header):
                checkHeader(header, row, group)
                try checkRows(header, group, &last, hasIdentity: true)
            case .withoutHeader(let header, let reason):
                note(about(header, group, .header, "can be read, but \(reason)"))
                try checkRows(header, group, &last, hasIdentity: true)
            case .withoutIdentity(let header, let reason):
                note(about(header, group, .identity, "have lost their UUIDs: \(reason)"))
                lossyGroups.insert(group.id)
                try checkRows(header, group, &last, hasIdentity: false)
            case .lost(let header, let reason):
                noteLoss(header, row, group, reason)
            }
        }
        list.close()
    }

    /// The end of the batches read so far.
    struct Tail {
        var group: Int64
        var start: Double
        var anchor: Int64
    }

    private func checkUnknownGroup(_ row: BatchRow) {
        note(.group, "group \(row.group), which has the type, source and unit of its samples, is missing")
    }

    private func about(
        _ header: BatchHeader,
        _ group: SampleGroup,
        _ kind: StoreFinding.Kind,
        _ text: String
    ) -> StoreFinding {
        let origin = group.type == 0 ? nil : origin(group)
        return .samples(kind, header.count, origin, StoreInspector.period(header), text)
    }

    static func period(_ header: BatchHeader) -> ClosedRange<Double>? {
        header.startMin <= header.startMax ? header.startMin...header.startMax : nil
    }

    private func noteLoss(_ header: BatchHeader?, _ row: BatchRow, _ group: SampleGroup, _ reason: String) {
        lossyGroups.insert(group.id)
        let text = "cannot be read: \(reason)"
        guard let header else {
            let start = row.startMin.isFinite ? row.startMin...row.startMin : nil
            return note(.samples(.samples, nil, group.type == 0 ? nil : origin(group), start, text))
        }
        truth.groups[group.id, default: CountedTruth.Extent()].include(header)
        note(about(header, group, .samples, text))
    }

    /// Checks a header against the samples, and against the row that has it.
    private func checkHeader(_ header: BatchHeader, _ row: BatchRow, _ group: SampleGroup) {
        let rows = batch.rows
        let truth = BatchHeader(group: group.id, id: header.id, rows: rows, range: 0..<rows.count)
        var wrong: [String] = []
        if header.count != truth.count { wrong.append("count") }
        if header.startMin != truth.startMin || header.startMax != truth.startMax { wrong.append("starts") }
        if header.endMin != truth.endMin || header.endMax != truth.endMax { wrong.append("ends") }
        if header.valueMin != truth.valueMin || header.valueMax != truth.valueMax { wrong.append("extreme values") }
        if !StoreInspector.isSum(header.valueSum, of: rows) { wrong.append("sum") }
        // A batch of an earlier version has no sums by the hour.
        if let hours = header.hours, hours != HourSums(rows, 0..<rows.count) { wrong.append("sums by the hour") }
        if header.anchorMin != truth.anchorMin || header.anchorMax != truth.anchorMax
            || header.anchorFirst != truth.anchorFirst
        {
            wrong.append("places in the order of changes")
        }
        if row.startMin != header.startMin || row.anchorMin != header.anchorMin || row.anchorMax != header.anchorMax {
            wrong.append("place in the table")
        }
        if wrong.isEmpty { return }
        let text = "are summed up wrongly: their block's header has a wrong \(wrong.joined(separator: ", "))"
        note(about(truth, group, .summary, text))
    }

    /// Whether a number is the sum of the values, but for what the order of adding makes of it.
    private static func isSum(_ sum: Double, of rows: BatchRows) -> Bool {
        var (total, size) = (0.0, 0.0)
        for row in 0..<rows.count {
            total += rows.values[row]
            size += rows.values[row].magnitude
        }
        if total == sum || !total.isFinite || !size.isFinite { return total == sum || !sum.isFinite || !size.isFinite }
        return abs(total - sum) <= size * 1e-9
    }

    /// Checks each row of the current batch.
    private func checkRows(
        _ header: BatchHeader,
        _ group: SampleGroup,
        _ last: inout Tail,
        hasIdentity: Bool
    ) throws {
        let rows = batch.rows
        var tally = RowTally()
        let first = (rows.starts[0], rows.anchors[0])
        if first.0 < last.start || (first.0 == last.start && first.1 <= last.anchor) { tally.isDisordered = true }
        for row in 0..<rows.count {
            if row > 0 {
                let (before, start) = (rows.starts[row - 1], rows.starts[row])
                if before > start || (before == start && rows.anchors[row - 1] >= rows.anchors[row]) {
                    tally.isDisordered = true
                }
            }
            check(row, rows, &tally)
        }
        take(rows.anchors, count: rows.count)
        last = Tail(group: group.id, start: rows.starts[rows.count - 1], anchor: rows.anchors[rows.count - 1])
        note(tally, header, group)
        let canIdentify =
            tally.unknown == 0 && survey.has(.type, group.type) && survey.has(.source, group.source)
            && survey.has(.unit, group.unit)
        if hasIdentity, canIdentify { try checkIdentity(rows, typeHash: reader.contentHash(.type, group.type)) }
        explicitCount += (0..<rows.count).count(where: { rows.ordinals[$0] == BatchRows.explicit })
        truth.include(rows, group)
        advance(rows.count)
    }

    /// Problems with the rows of one batch.
    private struct RowTally {
        var isDisordered = false
        var senseless = 0
        var unknown = 0
        /// Whether the current row's references exist.
        var isKnownOrigin = true
    }

    private func check(_ row: Int, _ rows: BatchRows, _ tally: inout RowTally) {
        let (start, end) = (rows.starts[row], rows.ends[row])
        if !StoreInspector.isSensible(start, end, rows.creations[row], rows.values[row]) { tally.senseless += 1 }
        let isSameOrigin =
            row > 0 && rows.revisions[row] == rows.revisions[row - 1] && rows.devices[row] == rows.devices[row - 1]
            && rows.metadata[row] == rows.metadata[row - 1]
        if !isSameOrigin {
            tally.isKnownOrigin =
                survey.has(.revision, rows.revisions[row]) && survey.has(.device, rows.devices[row])
                && survey.has(.metadata, rows.metadata[row])
        }
        if !tally.isKnownOrigin { tally.unknown += 1 }
    }

    /// Whether a sample may have these times and this value.
    static func isSensible(_ start: Double, _ end: Double, _ creation: Double, _ value: Double) -> Bool {
        start.isFinite && end.isFinite && creation.isFinite && value.isFinite && start <= end
    }

    private func note(_ tally: RowTally, _ header: BatchHeader, _ group: SampleGroup) {
        if tally.isDisordered { note(about(header, group, .order, "are not in the order of their start")) }
        if tally.senseless > 0 {
            var finding = about(header, group, .values, "have times or values that no sample can have")
            finding.count = tally.senseless
            note(finding)
        }
        if tally.unknown > 0 {
            let text = "name a version of their source, a device or metadata that is missing"
            var finding = about(header, group, .reference, text)
            finding.count = tally.unknown
            note(finding)
        }
    }

    /// Computes UUIDs where they matter: for rows that may be duplicates, and when deletions or links name some.
    private func checkIdentity(_ rows: BatchRows, typeHash: UInt64) throws {
        var tied: Set<Identifier> = []
        let filter = marks.isEmpty ? nil : markFilter
        for row in 0..<rows.count {
            let isTied = row > 0 && rows.starts[row] == rows.starts[row - 1]
            let ties = isTied || (row + 1 < rows.count && rows.starts[row] == rows.starts[row + 1])
            if !isTied { tied.removeAll(keepingCapacity: true) }
            let isExplicit = rows.ordinals[row] == BatchRows.explicit
            let isMarked =
                filter?
                .mayContain(
                    isExplicit
                        ? DerivedIdentity.beginning(of: rows.identifiers[row])
                        : DerivedIdentity.beginning(typeHash: typeHash, start: rows.starts[row])
                ) ?? false
            guard ties || isMarked else { continue }
            let identifier = try batch.identifier(row)
            if ties, !tied.insert(identifier).inserted { doubled.insert(identifier) }
            if isMarked { found(identifier, rows.anchors[row]) }
        }
    }

    /// Columns that no header names.
    func checkStrays() {
        for id in survey.strayNumbers {
            let group = SampleGroup(id: 0, type: 0, source: 0, unit: 0)
            guard let header = reader.readStray(id, into: batch) else {
                note(.samples(.stray, nil, nil, nil, "can't be read: neither their block nor its contents are known"))
                continue
            }
            let known = survey.indexedBatches[header.anchorFirst].flatMap { survey.groups[$0.group] }
            let text =
                known == nil
                ? "have an unknown type: the header of their block is missing"
                : "are left out: the header of their block is missing"
            note(about(header, known ?? group, .stray, text))
            if let known { lossyGroups.insert(known.id) }
        }
        list.close()
    }
}
