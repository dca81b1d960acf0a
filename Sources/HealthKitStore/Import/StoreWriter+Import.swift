extension StoreWriter {
    /// Takes the rows out that were imported once and deleted since, and the notes of deletions of those that come again.
    ///
    /// - Parameters:
    ///   - fresh: rows that are to be stored, with their ordinals.
    ///   - group: where they belong.
    ///   - matcher: the import; nil when there is none.
    /// - Throws: ``StoreError``.
    func leaveOutDeleted(_ fresh: BatchRows, of group: SampleGroup, _ matcher: ImportMatcher?) throws {
        guard let matcher else { return }
        try leaveOutDeleted(fresh, of: group, matcher)
        guard matcher.tombstones.hasLifted(type: group.type, source: group.source) else { return }
        for row in 0..<fresh.count where fresh.ordinals[row] != BatchRows.explicit {
            try matcher.tombstones.takeOut(identifier(of: fresh, row, in: group), self)
        }
    }

    private func leaveOutDeleted(_ fresh: BatchRows, of group: SampleGroup, _ matcher: ImportMatcher) throws {
        guard matcher.tombstones.concerns(type: group.type, source: group.source) else { return }
        let typeHash = try contentHash(.type, group.type)
        let units = try [group.unit] + matcher.siblings(ofUnit: group.unit, self)
        let deleted = try (0..<fresh.count)
            .filter { row in
                guard fresh.ordinals[row] != BatchRows.explicit,
                    matcher.tombstones.mayHold(typeHash: typeHash, start: fresh.starts[row])
                else { return false }
                return try units.contains { try isDeleted(fresh, row, of: group, unit: $0, matcher.tombstones) }
            }
        if !deleted.isEmpty {
            let kept = BatchRows(capacity: fresh.count)
            var first = 0
            for row in deleted {
                kept.append(rows: first..<row, of: fresh)
                first = row + 1
            }
            kept.append(rows: first..<fresh.count, of: fresh)
            fresh.removeAll()
            fresh.append(rows: 0..<kept.count, of: kept)
            matcher.noteDeleted(deleted.count)
        }
        var next: [Identifier: Int32] = [:]
        for row in 0..<fresh.count where fresh.ordinals[row] != BatchRows.explicit {
            guard matcher.tombstones.mayHold(typeHash: typeHash, start: fresh.starts[row]) else { continue }
            try keepApart(row, of: fresh, in: group, matcher.tombstones, &next)
        }
    }

    /// Gives a row that is equal to a deleted one another ordinal, so that a deletion never refers to a stored row.
    ///
    /// - Parameters:
    ///   - row: the row.
    ///   - fresh: the rows that are to be stored.
    ///   - group: where they belong.
    ///   - tombstones: the deletions that the import heeds.
    ///   - next: for content that was met, the ordinal to try next.
    /// - Throws: ``StoreError``.
    private func keepApart(
        _ row: Int,
        of fresh: BatchRows,
        in group: SampleGroup,
        _ tombstones: ImportTombstones,
        _ next: inout [Identifier: Int32]
    ) throws {
        let prefix = try prefix(of: fresh, row, group, unit: group.unit)
        guard tombstones.holds(identifier(of: fresh, row, prefix, fresh.ordinals[row])) else { return }
        let content = identifier(of: fresh, row, prefix, 0)
        var ordinal: Int32
        if let known = next[content] {
            ordinal = known
        } else {
            let start = fresh.starts[row]
            let equal = (fresh.lowerBound(start)..<fresh.upperBound(start))
                .filter { fresh.isEqual($0, to: row, of: fresh) }
            ordinal = (equal.map { fresh.ordinals[$0] }.max() ?? 0) + 1
        }
        while true {
            let candidate = identifier(of: fresh, row, prefix, ordinal)
            if try !tombstones.holds(candidate) && !isStored(candidate.uuid) { break }
            ordinal += 1
        }
        fresh.ordinals[row] = ordinal
        next[content] = ordinal + 1
    }

    private func isDeleted(
        _ rows: BatchRows,
        _ row: Int,
        of group: SampleGroup,
        unit: UnitID,
        _ tombstones: ImportTombstones
    ) throws -> Bool {
        let prefix = try prefix(of: rows, row, group, unit: unit)
        return tombstones.match(from: rows.ordinals[row]) { identifier(of: rows, row, prefix, $0) }
    }

}

extension StoreReader {
    /// The part of a row's identity that is computed from everything but its numbers.
    fileprivate func prefix(
        of rows: BatchRows,
        _ row: Int,
        _ group: SampleGroup,
        unit: UnitID
    ) throws -> DerivedIdentity.Prefix {
        DerivedIdentity.Prefix(
            type: try contentHash(.type, group.type),
            source: try contentHash(.source, group.source),
            unit: try contentHash(.unit, unit),
            revision: try contentHash(.revision, rows.revisions[row]),
            device: try contentHash(.device, rows.devices[row]),
            metadata: try contentHash(.metadata, rows.metadata[row])
        )
    }

    fileprivate func identifier(
        of rows: BatchRows,
        _ row: Int,
        _ prefix: DerivedIdentity.Prefix,
        _ ordinal: Int32
    ) -> Identifier {
        DerivedIdentity.identifier(
            prefix,
            start: rows.starts[row],
            end: rows.ends[row],
            value: rows.values[row],
            creation: rows.creations[row],
            ordinal: ordinal
        )
    }

    /// The identity of a row, whether it is computed or the row's own.
    func identifier(of rows: BatchRows, _ row: Int, in group: SampleGroup) throws -> Identifier {
        if rows.ordinals[row] == BatchRows.explicit { return rows.identifiers[row] }
        return identifier(of: rows, row, try prefix(of: rows, row, group, unit: group.unit), rows.ordinals[row])
    }
}
