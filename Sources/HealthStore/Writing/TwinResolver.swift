/// Tells new rows from those that are stored, and equal rows from each other.
///
/// Rows that say exactly the same may be stored more than once (an export may hold twins). Those whose identity is
/// computed are told apart by an ordinal, the smallest that no equal row has.
struct TwinResolver {
    /// What an import knows of earlier rows; nil when nothing is to be recognised.
    let matcher: ImportMatcher?

    /// Rows that are stored already, each in the order of start.
    let existing: [BatchRows]

    /// How many pairs are compared one by one before a table is made.
    private static let pairLimit = 256

    /// An equal row.
    private struct Twin {
        var ordinal: Int32
        var anchor: Int64
    }

    /// What a row says apart from its start.
    private struct Content: Hashable {
        var end: UInt64
        var value: UInt64
        var creation: UInt64
        var revision: DictionaryID
        var device: DictionaryID
        var metadata: DictionaryID

        init(_ rows: BatchRows, _ row: Int) {
            end = rows.ends[row].bitPattern
            value = rows.values[row].bitPattern
            creation = rows.creations[row].bitPattern
            revision = rows.revisions[row]
            device = rows.devices[row]
            metadata = rows.metadata[row]
        }

        var withoutMetadata: Content {
            var content = self
            content.metadata = 0
            return content
        }
    }

    /// Appends to `fresh` the rows that are to be stored, with their ordinals.
    ///
    /// Most rows stand alone at their start, or beside one stored row; these two cases are decided on the spot.
    ///
    /// - Parameters:
    ///   - incoming: new rows in the order of start.
    ///   - range: which of them.
    ///   - fresh: gets those that are new.
    func resolve(_ incoming: BatchRows, _ range: Range<Int>, into fresh: BatchRows) {
        guard range.lowerBound < range.upperBound else { return }
        let stored = existing.first ?? BatchRows()
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
            let isAlone = next - first == 1 && existing.count < 2
            if isAlone, end - place == 0 || !isTwin(place..<end, of: stored, first, incoming) {
                pending = pending.lowerBound..<next
            } else {
                append(pending, of: incoming, ordinal: 0, to: fresh)
                pending = next..<next
                if isAlone, end - place == 1, matcher?.claim(stored.anchors[place]) == true {
                    // A row of the import that is stored already.
                } else {
                    resolveTogether(incoming, first..<next, start, into: fresh)
                }
            }
            first = next
        }
        append(pending, of: incoming, ordinal: 0, to: fresh)
    }

    /// Whether the only stored row at a start, or one of several, may be equal to a new one.
    private func isTwin(_ range: Range<Int>, of stored: BatchRows, _ row: Int, _ incoming: BatchRows) -> Bool {
        range.count > 1 || stored.isEqual(range.lowerBound, to: row, of: incoming)
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
    ) {
        let stored = existing.map { ($0, $0.lowerBound(start)..<$0.upperBound(start)) }
        let storedCount = stored.reduce(0) { $0 + $1.1.count }
        let before = fresh.count
        if range.count * (storedCount + range.count) <= TwinResolver.pairLimit {
            resolvePairs(incoming, range, stored, into: fresh)
        } else {
            resolveTable(incoming, range, stored, into: fresh)
        }
        if let matcher { countTwins(fresh, before..<fresh.count, stored, matcher) }
    }

    /// Counts the new rows that say, apart from their metadata, what an earlier row says.
    private func countTwins(
        _ fresh: BatchRows,
        _ range: Range<Int>,
        _ stored: [(BatchRows, Range<Int>)],
        _ matcher: ImportMatcher
    ) {
        var met: Set<Content> = []
        for (rows, range) in stored {
            for row in range { met.insert(Content(rows, row).withoutMetadata) }
        }
        for row in range where !met.insert(Content(fresh, row).withoutMetadata).inserted { matcher.noteTwin() }
    }

    private func resolvePairs(
        _ incoming: BatchRows,
        _ range: Range<Int>,
        _ stored: [(BatchRows, Range<Int>)],
        into fresh: BatchRows
    ) {
        let firstFresh = fresh.count
        for row in range {
            var twins: [Twin] = []
            for (rows, candidates) in stored {
                for candidate in candidates where rows.isEqual(candidate, to: row, of: incoming) {
                    twins.append(Twin(ordinal: rows.ordinals[candidate], anchor: rows.anchors[candidate]))
                }
            }
            for candidate in firstFresh..<fresh.count where fresh.isEqual(candidate, to: row, of: incoming) {
                twins.append(Twin(ordinal: fresh.ordinals[candidate], anchor: Int64.max))
            }
            if let ordinal = settle(twins) { append(row..<row + 1, of: incoming, ordinal: ordinal, to: fresh) }
        }
    }

    private func resolveTable(
        _ incoming: BatchRows,
        _ range: Range<Int>,
        _ stored: [(BatchRows, Range<Int>)],
        into fresh: BatchRows
    ) {
        var table: [Content: [Twin]] = [:]
        for (rows, candidates) in stored {
            for candidate in candidates {
                let twin = Twin(ordinal: rows.ordinals[candidate], anchor: rows.anchors[candidate])
                table[Content(rows, candidate), default: []].append(twin)
            }
        }
        for row in range {
            let content = Content(incoming, row)
            guard let ordinal = settle(table[content] ?? []) else { continue }
            append(row..<row + 1, of: incoming, ordinal: ordinal, to: fresh)
            let stored = fresh.ordinals[fresh.count - 1]
            table[content, default: []].append(Twin(ordinal: stored, anchor: Int64.max))
        }
    }

    /// The ordinal for a row with these twins, or nil when it is one of them.
    private func settle(_ twins: [Twin]) -> Int32? {
        if let matcher, twins.contains(where: { matcher.claim($0.anchor) }) { return nil }
        var ordinal: Int32 = 0
        while twins.contains(where: { $0.ordinal == ordinal }) { ordinal += 1 }
        return ordinal
    }
}
