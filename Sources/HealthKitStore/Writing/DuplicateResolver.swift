/// Tells new rows from those that are stored, and equal rows from each other.
///
/// Equal rows may be stored more than once (an export may contain duplicates). Those with computed identities are
/// distinguished by an ordinal, the smallest that no equal row has.
struct DuplicateResolver {
    /// An import's knowledge of earlier rows; nil if nothing is to be recognised.
    let matcher: ImportMatcher?

    /// Rows that are stored already, each in the order of start.
    let existing: [BatchRows]

    /// The group of the rows.
    let group: Int64

    /// Reads the texts of metadata that are spelled differently.
    let reader: StoreReader

    /// Whether rows are only recognised here, and stored in another group.
    var isSibling = false

    /// The number of pairs that are compared one by one before a table is made.
    private static let pairLimit = 256

    /// The number of rows from which a table is kept for the next rows.
    private static let keptTable = 1_024

    private typealias Content = DuplicateTable.Content

    /// An equal row.
    private struct Duplicate {
        var ordinal: Int32
        var anchor: Int64
        /// Whether it is equal to the bit, not only in its form.
        var isExact: Bool
    }

    /// Appends to `fresh` the rows that are to be stored, with their ordinals.
    ///
    /// Most rows are the only one at their start, or meet one stored row; these two cases are decided directly.
    ///
    /// - Parameters:
    ///   - incoming: new rows in the order of start.
    ///   - range: which of them.
    ///   - fresh: gets those that are new.
    /// - Throws: ``StoreError``.
    func resolve(_ incoming: BatchRows, _ range: Range<Int>, into fresh: BatchRows) throws {
        guard range.lowerBound < range.upperBound else { return }
        let stored = existing.first ?? BatchRows()
        let hasTables = matcher?.hasTables == true
        var place = stored.lowerBound(incoming.starts[range.lowerBound])
        var pending = range.lowerBound..<range.lowerBound
        var first = range.lowerBound
        while first < range.upperBound {
            let start = incoming.starts[first]
            var next = first &+ 1
            while next < range.upperBound, incoming.starts[next] == start { next &+= 1 }
            while place < stored.count, stored.starts[place] < start { place &+= 1 }
            var end = place
            while end < stored.count, stored.starts[end] == start { end &+= 1 }
            let isAlone = next - first == 1 && existing.count < 2 && !(hasTables && table(at: start) != nil)
            if isAlone, try end - place == 0 || !isDuplicate(place..<end, of: stored, first, incoming) {
                pending = pending.lowerBound..<next
            } else {
                append(pending, of: incoming, ordinal: 0, to: fresh)
                pending = next..<next
                if isAlone, end - place == 1, matcher?.match(stored.anchors[place]) == true {
                    // A row of the import that is stored already.
                } else {
                    try resolveTogether(incoming, first..<next, start, into: fresh)
                }
            }
            first = next
        }
        append(pending, of: incoming, ordinal: 0, to: fresh)
    }

    /// The table of the rows at a start, which earlier rows of the import have made.
    private func table(at start: Double) -> DuplicateTable? {
        matcher?.table(DuplicateTable.Place(group: group, start: start.bitPattern, isSibling: isSibling))
    }

    /// Whether the only stored row at a start, or one of several, may be equal to a new one.
    private func isDuplicate(_ range: Range<Int>, of stored: BatchRows, _ row: Int, _ incoming: BatchRows) throws
        -> Bool
    {
        try range.count > 1 || isAlike(range.lowerBound, of: stored, row, incoming)
    }

    /// Whether two rows say the same, however it is spelled.
    private func isAlike(_ row: Int, of rows: BatchRows, _ otherRow: Int, _ other: BatchRows) throws -> Bool {
        guard rows.isEqualButMetadata(row, to: otherRow, of: other) else { return false }
        let (left, right) = (rows.metadata[row], other.metadata[otherRow])
        if left == right { return true }
        guard let matcher else { return false }
        return try matcher.metadataClass(left, reader) == matcher.metadataClass(right, reader)
    }

    private func append(_ rows: Range<Int>, of incoming: BatchRows, ordinal: Int32, to fresh: BatchRows) {
        let before = fresh.count
        fresh.append(rows: rows, of: incoming)
        for row in before..<fresh.count where fresh.ordinals[row] == BatchRows.unassigned {
            fresh.ordinals[row] = ordinal
        }
    }

    private func resolveTogether(
        _ incoming: BatchRows,
        _ range: Range<Int>,
        _ start: Double,
        into fresh: BatchRows
    ) throws {
        if let table = table(at: start) { return try resolve(incoming, range, table, into: fresh) }
        let stored = existing.map { ($0, $0.lowerBound(start)..<$0.upperBound(start)) }
        let storedCount = stored.reduce(0) { $0 + $1.1.count }
        if range.count * (storedCount + range.count) <= DuplicateResolver.pairLimit {
            let before = fresh.count
            try resolvePairs(incoming, range, stored, into: fresh)
            if let matcher, !isSibling { countDuplicates(fresh, before..<fresh.count, stored, matcher) }
            return
        }
        let table = DuplicateTable()
        for (rows, candidates) in stored {
            for candidate in candidates {
                let metadataClass = try metadataClass(rows.metadata[candidate])
                table.add(rows, candidate, class: metadataClass, keepsAnchors: matcher != nil)
            }
        }
        try resolve(incoming, range, table, into: fresh)
        if storedCount + range.count >= DuplicateResolver.keptTable {
            matcher?.keep(table, DuplicateTable.Place(group: group, start: start.bitPattern, isSibling: isSibling))
        }
    }

    private func metadataClass(_ id: MetadataID) throws -> MetadataID {
        try matcher?.metadataClass(id, reader) ?? id
    }

    /// Counts the new rows that are equal to an earlier one, apart from their metadata.
    private func countDuplicates(
        _ fresh: BatchRows,
        _ range: Range<Int>,
        _ stored: [(BatchRows, Range<Int>)],
        _ matcher: ImportMatcher
    ) {
        var met: Set<Content> = []
        for (rows, range) in stored {
            for row in range { met.insert(Content(rows, row).with(metadata: 0)) }
        }
        for row in range where !met.insert(Content(fresh, row).with(metadata: 0)).inserted { matcher.noteDuplicate() }
    }

    private func resolvePairs(
        _ incoming: BatchRows,
        _ range: Range<Int>,
        _ stored: [(BatchRows, Range<Int>)],
        into fresh: BatchRows
    ) throws {
        let firstFresh = fresh.count
        for row in range {
            var duplicates: [Duplicate] = []
            for (rows, candidates) in stored {
                for candidate in candidates where try isAlike(candidate, of: rows, row, incoming) {
                    let isExact = rows.metadata[candidate] == incoming.metadata[row]
                    duplicates.append(
                        Duplicate(ordinal: rows.ordinals[candidate], anchor: rows.anchors[candidate], isExact: isExact)
                    )
                }
            }
            for candidate in firstFresh..<fresh.count where fresh.isEqual(candidate, to: row, of: incoming) {
                duplicates.append(Duplicate(ordinal: fresh.ordinals[candidate], anchor: Int64.max, isExact: true))
            }
            if let ordinal = resolve(duplicates) { append(row..<row + 1, of: incoming, ordinal: ordinal, to: fresh) }
        }
    }

    /// The ordinal for a row with these duplicates, or nil when it is one of them.
    private func resolve(_ duplicates: [Duplicate]) -> Int32? {
        if let matcher, duplicates.contains(where: { matcher.match($0.anchor) }) { return nil }
        var ordinal: Int32 = 0
        while duplicates.contains(where: { $0.isExact && $0.ordinal == ordinal }) { ordinal += 1 }
        return ordinal
    }

    private func resolve(
        _ incoming: BatchRows,
        _ range: Range<Int>,
        _ table: DuplicateTable,
        into fresh: BatchRows
    ) throws {
        for row in range {
            let content = Content(incoming, row)
            if let matcher, try table.match(content, class: metadataClass(content.metadata), takes: matcher.match) {
                continue
            }
            let isDerived = incoming.ordinals[row] == BatchRows.unassigned
            append(row..<row + 1, of: incoming, ordinal: isDerived ? table.ordinal(of: content) : 0, to: fresh)
            if table.isDuplicate(content), !isSibling { matcher?.noteDuplicate() }
        }
    }
}
