import Foundation

extension StoreWriter {
    /// Stores samples.
    ///
    /// - Parameter samples: in any order; they get anchors in the order of start within type, source and unit.
    /// - Throws: ``StoreError/Code/invalidArgument`` for a number that isn't finite or an entry that isn't there,
    ///   ``StoreError/Code/duplicateUUID`` for a UUID that is stored or comes twice; then nothing was changed.
    package func insert(_ samples: [NewSample]) throws {
        if samples.isEmpty { return }
        try validate(samples)
        try requireNewUUIDs(samples)
        try change { _ = try store(samples, matcher: nil) }
    }

    /// Stores samples that were checked.
    /// - Returns: how many were new.
    func store(_ samples: [NewSample], matcher: ImportMatcher?) throws -> Int {
        var added = 0
        for (key, indexes) in StoreWriter.grouped(samples) {
            throttle()
            let incoming = StoreWriter.sorted(samples, indexes)
            let rest = try matcher.map { try unrecognised(incoming, key, $0) } ?? incoming
            if rest.count == 0 { continue }
            var group = try makeGroup(type: key.type, source: key.source, unit: key.unit)
            added += try store(rest, in: &group, matcher: matcher)
        }
        try flushIdentities()
        return added
    }

    /// Rows of an import that are not stored under another spelling of their unit.
    private func unrecognised(_ rows: BatchRows, _ key: GroupKey, _ matcher: ImportMatcher) throws -> BatchRows {
        let siblings = try matcher.siblings(ofUnit: key.unit, self)
            .compactMap { try group(type: key.type, source: key.source, unit: $0) }
            .filter { $0.count > 0 }
        if siblings.isEmpty { return rows }
        var rest = rows
        // Rows of the very spelling come first, so that each stored row stands for the row it came from.
        if let own = try group(type: key.type, source: key.source, unit: key.unit), own.count > 0 {
            rest = try unrecognised(rest, in: own, matcher)
        }
        for sibling in siblings { rest = try unrecognised(rest, in: sibling, matcher) }
        return rest
    }

    /// The rows that a group does not hold, as they were.
    private func unrecognised(_ rows: BatchRows, in group: SampleGroup, _ matcher: ImportMatcher) throws -> BatchRows {
        let rest = BatchRows(capacity: rows.count)
        var first = 0
        while first < rows.count {
            let start = rows.starts[first]
            let target = try batch(atOrBefore: start, in: group.id) ?? firstBatch(in: group.id)
            let next = try target.flatMap { try batch(after: $0) }
            let reach = next.map { rows.lowerBound($0.startMin) } ?? rows.count
            let end = max(first + 1, min(reach, first + StoreWriter.sliceSize(options)))
            let before = rest.count
            if let target, start <= target.startMax {
                try withBatchReader { batch in
                    try batch.load(target, of: group)
                    try batch.require(.all)
                    let existing = try [batch.rows] + rowsTied(with: target, start, of: group, matcher, isSibling: true)
                    var resolver = DuplicateResolver(
                        matcher: matcher,
                        existing: existing,
                        group: group.id,
                        reader: self
                    )
                    resolver.isSibling = true
                    try resolver.resolve(rows, first..<end, into: rest)
                }
                for row in before..<rest.count where rest.ordinals[row] != BatchRows.explicit {
                    rest.ordinals[row] = BatchRows.unassigned
                }
            } else {
                rest.append(rows: first..<end, of: rows)
            }
            first = end
        }
        return rest
    }

    private struct GroupKey: Hashable {
        var type: TypeID
        var source: SourceID
        var unit: UnitID
    }

    /// The indexes of samples by group, groups in the order of their first sample.
    private static func grouped(_ samples: [NewSample]) -> [(key: GroupKey, indexes: [Int])] {
        var groups: [(key: GroupKey, indexes: [Int])] = []
        var places: [GroupKey: Int] = [:]
        var last = (key: GroupKey(type: 0, source: 0, unit: 0), place: -1)
        for (index, sample) in samples.enumerated() {
            let key = GroupKey(type: sample.type, source: sample.source, unit: sample.unit)
            if last.place < 0 || key != last.key {
                let place = places[key] ?? groups.count
                if place == groups.count {
                    places[key] = place
                    groups.append((key, []))
                }
                last = (key, place)
            }
            groups[last.place].indexes.append(index)
        }
        return groups
    }

    /// The samples as rows in the order of start, and of the array where starts are equal.
    private static func sorted(_ samples: [NewSample], _ indexes: [Int]) -> BatchRows {
        let rows = BatchRows(capacity: indexes.count)
        var order = indexes
        let isSorted = zip(indexes, indexes.dropFirst()).allSatisfy { samples[$0].start <= samples[$1].start }
        if !isSorted {
            order.sort { left, right in
                let (leftStart, rightStart) = (samples[left].start, samples[right].start)
                return leftStart == rightStart ? left < right : leftStart < rightStart
            }
        }
        for index in order { rows.append(samples[index]) }
        return rows
    }

    /// Stores the rows of one group, each where its start belongs.
    func store(_ incoming: BatchRows, in group: inout SampleGroup, matcher: ImportMatcher?) throws -> Int {
        var tally = ProvenanceTally()
        var added = 0
        var first = 0
        let fresh = spareRows.popLast() ?? BatchRows()
        defer { spareRows.append(fresh) }
        while first < incoming.count {
            throttle()
            let start = incoming.starts[first]
            let target = try batch(atOrBefore: start, in: group.id) ?? firstBatch(in: group.id)
            let next = try target.flatMap { try batch(after: $0) }
            let reach = next.map { incoming.lowerBound($0.startMin) } ?? incoming.count
            let end = min(reach, first + StoreWriter.sliceSize(options))
            fresh.removeAll()
            if let target, start <= target.startMax {
                try merge(incoming, first..<end, into: target, of: group, isLast: next == nil, matcher, fresh)
            } else {
                let resolver = DuplicateResolver(matcher: matcher, existing: [], group: group.id, reader: self)
                try resolver.resolve(incoming, first..<end, into: fresh)
                try leaveOutDeleted(fresh, of: group, matcher)
                if fresh.count > 0 { try append(fresh, after: target, of: group) }
            }
            added += fresh.count
            tally.add(fresh, 0..<fresh.count)
            for row in 0..<fresh.count { group.include(start: fresh.starts[row], end: fresh.ends[row]) }
            addIdentities(of: fresh, group: group.id)
            first = end
        }
        recorder?.added(added, type: group.type)
        if added > 0 {
            try count(tally, type: group.type, source: group.source)
            try save(&group)
        }
        return added
    }

    /// The number of rows placed at once: a bound on memory, and many batches so that few are written twice.
    private static func sliceSize(_ options: StoreOptions) -> Int { 16 * options.effectiveBatchCapacity }

    private func assignAnchors(_ fresh: BatchRows) {
        for row in 0..<fresh.count { fresh.anchors[row] = nextAnchor() }
    }

    /// Puts rows among those of a batch that reaches their time.
    private func merge(
        _ incoming: BatchRows,
        _ range: Range<Int>,
        into target: BatchHeader,
        of group: SampleGroup,
        isLast: Bool,
        _ matcher: ImportMatcher?,
        _ fresh: BatchRows
    ) throws {
        try withBatchReader { batch in
            try batch.load(target, of: group)
            try batch.require(.all)
            let start = incoming.starts[range.lowerBound]
            let existing = try [batch.rows] + rowsTied(with: target, start, of: group, matcher, isSibling: false)
            let resolver = DuplicateResolver(matcher: matcher, existing: existing, group: group.id, reader: self)
            try resolver.resolve(incoming, range, into: fresh)
            try leaveOutDeleted(fresh, of: group, matcher)
            if fresh.count == 0 { return }
            assignAnchors(fresh)
            let merged = spareRows.popLast() ?? BatchRows()
            defer { spareRows.append(merged) }
            merged.removeAll()
            merged.reserve(batch.count + fresh.count)
            StoreWriter.merge(batch.rows, fresh, into: merged)
            try removeHeader(target)
            let isAppending = isLast && incoming.starts[range.upperBound - 1] > target.startMax
            try writeBatches(merged, 0..<merged.count, of: group, reusing: target.id, evenly: !isAppending)
        }
    }

    /// Rows of earlier batches that start with the batch's first: equal starts may straddle batches.
    ///
    /// None where an import has them in a table already.
    private func rowsTied(
        with header: BatchHeader,
        _ start: Double,
        of group: SampleGroup,
        _ matcher: ImportMatcher?,
        isSibling: Bool
    ) throws -> [BatchRows] {
        let place = DuplicateTable.Place(group: group.id, start: start.bitPattern, isSibling: isSibling)
        if matcher?.table(place) != nil { return [] }
        var tied: [BatchRows] = []
        var current = header
        while start == current.startMin, let earlier = try batch(before: current), earlier.startMax == start {
            try withBatchReader { batch in
                try batch.load(earlier, of: group)
                try batch.require(.all)
                let rows = BatchRows()
                rows.append(rows: batch.rows.lowerBound(start)..<batch.count, of: batch.rows)
                tied.append(rows)
            }
            current = earlier
        }
        return tied
    }

    /// Merges two sets of rows; of equal starts the first set's come first.
    private static func merge(_ old: BatchRows, _ new: BatchRows, into merged: BatchRows) {
        var (fromOld, fromNew) = (0, 0)
        while fromNew < new.count {
            let start = new.starts[fromNew]
            var nextOld = fromOld
            while nextOld < old.count, old.starts[nextOld] <= start { nextOld &+= 1 }
            merged.append(rows: fromOld..<nextOld, of: old)
            fromOld = nextOld
            let limit = fromOld < old.count ? old.starts[fromOld] : .infinity
            var nextNew = fromNew &+ 1
            while nextNew < new.count, new.starts[nextNew] < limit { nextNew &+= 1 }
            merged.append(rows: fromNew..<nextNew, of: new)
            fromNew = nextNew
        }
        merged.append(rows: fromOld..<old.count, of: old)
    }

    /// Puts rows behind a batch, all of them after its last.
    ///
    /// A batch at the end grows in small steps: while it is small it is written again with each addition, and when it
    /// has grown it joins the one before. So a single save writes as few pages as may be, because a small batch has no
    /// pages to itself, and batches still get full.
    private func append(_ fresh: BatchRows, after target: BatchHeader?, of group: SampleGroup) throws {
        assignAnchors(fresh)
        guard let target else {
            try writeBatches(fresh, 0..<fresh.count, of: group, evenly: false)
            return
        }
        let hasIdentifiers = (0..<fresh.count).contains { fresh.ordinals[$0] == BatchRows.explicit }
        let capacity = capacity(hasIdentifiers: hasIdentifiers || target.hasIdentifiers)
        let small = max(2, capacity / 32)
        let joins = target.count + fresh.count <= small
        let fills = target.count < capacity && fresh.count >= target.count / 4
        guard joins || fills else {
            if target.count <= small { try joinWithPrevious(target, of: group) }
            try writeBatches(fresh, 0..<fresh.count, of: group, evenly: false)
            return
        }
        let merged = spareRows.popLast() ?? BatchRows()
        defer { spareRows.append(merged) }
        merged.removeAll()
        merged.reserve(target.count + fresh.count)
        try take(target, of: group, into: merged)
        merged.append(rows: 0..<fresh.count, of: fresh)
        try removeHeader(target)
        try writeBatches(merged, 0..<merged.count, of: group, reusing: target.id, evenly: false)
    }

    /// Makes one batch of a small one and the one before it, when that has room.
    private func joinWithPrevious(_ small: BatchHeader, of group: SampleGroup) throws {
        guard let previous = try batch(before: small),
            previous.count + small.count <= capacity(hasIdentifiers: previous.hasIdentifiers || small.hasIdentifiers)
        else { return }
        let merged = BatchRows(capacity: previous.count + small.count)
        try take(previous, of: group, into: merged)
        try take(small, of: group, into: merged)
        try removeBatch(small)
        try removeHeader(previous)
        try writeBatches(merged, 0..<merged.count, of: group, reusing: previous.id, evenly: false)
    }

    /// Appends all rows of a batch.
    func take(_ header: BatchHeader, of group: SampleGroup, into rows: BatchRows) throws {
        try withBatchReader { batch in
            try batch.load(header, of: group)
            try batch.require(.all)
            rows.append(rows: 0..<batch.count, of: batch.rows)
        }
    }
}
