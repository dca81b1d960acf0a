extension StoreInspector {
    /// The most objects that are held against the index at once: a bound on memory.
    private static let partSize = 1 << 19

    /// An object with an explicit UUID, and the entry that the index must have for it.
    private struct Place {
        var identifier: Identifier
        var fingerprint: UInt32
        var group: Int64
        var bucket: Int64
    }

    /// Differences between the index and the objects.
    private struct Difference {
        /// Objects that the index doesn't name.
        var missing = 0
        /// Entries that lead to no object.
        var surplus = 0
    }

    /// Holds the index of UUIDs against the objects, in both directions, a range of fingerprints at a time.
    func checkIdentities() throws {
        let isIndexWhole = checkIndexBlocks()
        var difference = Difference()
        let parts = explicitCount / StoreInspector.partSize + 1
        for part in 0..<parts {
            let range = StoreInspector.fingerprints(part, of: parts)
            let places = try places(range)
            compare(places, isIndexWhole ? try entries(range) : nil, &difference)
        }
        if difference.missing > 0 {
            note(
                .index,
                "the index of UUIDs lacks \(difference.missing.of("object", "objects"))",
                count: difference.missing
            )
        }
        if difference.surplus > 0, lossyGroups.isEmpty {
            let text =
                "the index of UUIDs has \(difference.surplus.of("entry that leads", "entries that lead")) nowhere"
            note(.index, text, count: difference.surplus)
        }
        if !doubled.isEmpty {
            note(
                .identity,
                "\(doubled.count.of("UUID belongs", "UUIDs belong")) to more than one object",
                count: doubled.count
            )
        }
    }

    private static func fingerprints(_ part: Int, of parts: Int) -> ClosedRange<UInt32> {
        let width = (UInt64(1) << 32) / UInt64(parts)
        let first = UInt64(part) * width
        let last = part == parts - 1 ? UInt64(UInt32.max) : first + width - 1
        return UInt32(first)...UInt32(last)
    }

    /// The objects with explicit UUIDs whose fingerprints are in a range, in order.
    private func places(_ range: ClosedRange<UInt32>) throws -> [Place] {
        var places: [Place] = []
        func add(_ identifier: Identifier, _ group: Int64, _ start: Double) {
            let fingerprint = IdentityIndex.fingerprint(of: identifier)
            guard range.contains(fingerprint) else { return }
            let bucket = IdentityIndex.bucket(of: start)
            places.append(Place(identifier: identifier, fingerprint: fingerprint, group: group, bucket: bucket))
        }
        var seen: Set<Int64> = []
        for row in survey.batches where explicitCount > 0 && seen.insert(row.id).inserted {
            let group = survey.groups[row.group] ?? SampleGroup(id: row.group, type: 0, source: 0, unit: 0)
            switch reader.read(row, of: group, into: batch) {
            case .lost, .withoutIdentity: continue
            case .whole, .withoutHeader: break
            }
            let rows = batch.rows
            for index in 0..<rows.count where rows.ordinals[index] == BatchRows.explicit {
                add(rows.identifiers[index], row.group, rows.starts[index])
            }
        }
        let groups = Dictionary(
            survey.groups.values.filter { $0.unit == 0 }
                .map { (CountedTruth.Origin(type: $0.type, source: $0.source), $0.id) },
            uniquingKeysWith: { first, _ in first }
        )
        _ = try reader.forEachRecord { record, _ in
            guard let record, !DerivedIdentity.mayBeDerived(Identifier(record.uuid)),
                let group = groups[CountedTruth.Origin(type: record.type, source: record.source)]
            else { return }
            add(Identifier(record.uuid), group, record.start)
        }
        return places.sorted { left, right in
            left.fingerprint == right.fingerprint
                ? left.identifier < right.identifier : left.fingerprint < right.fingerprint
        }
    }

    /// The entries of the index whose fingerprints are in a range, in order, merged.
    private func entries(_ range: ClosedRange<UInt32>) throws -> [IdentityIndex.Entry] {
        var entries = survey.recent.filter { range.contains($0.fingerprint) }
        for run in survey.runs {
            for number in run.block(of: range.lowerBound)...run.block(of: range.upperBound) {
                let block = try reader.identityBlock(run, number)
                for index in 0..<block.count {
                    let entry = block.entry(index)
                    if range.contains(entry.fingerprint) { entries.append(entry) }
                }
            }
        }
        return IdentityIndex.summed(entries.sorted())
    }

    /// Reads every block of the index.
    /// - Returns: whether all can be read.
    private func checkIndexBlocks() -> Bool {
        var (unreadable, wrong) = (0, 0)
        for run in survey.runs {
            guard run.blockCount > 0, run.blockCount <= IdentityRun.blockLimit else {
                unreadable += 1
                continue
            }
            var count = 0
            for number in 0..<run.blockCount {
                // The number of unreadable blocks is reported below.
                guard let block = try? reader.identityBlock(run, number) else {
                    unreadable += 1
                    continue
                }
                count += block.count
                var last: IdentityIndex.Entry?
                for index in 0..<block.count {
                    let entry = block.entry(index)
                    if run.block(of: entry.fingerprint) != number || last.map({ !($0 < entry) }) ?? false { wrong += 1 }
                    last = entry
                }
            }
            if unreadable == 0, count != run.entryCount { wrong += 1 }
        }
        let isRecentWhole = !survey.damage.contains { $0.table.hasPrefix("identity_") }
        if unreadable > 0 {
            note(.index, "\(unreadable.of("block", "blocks")) of the index of UUIDs can't be read", count: unreadable)
        }
        if wrong > 0 {
            note(
                .index,
                "\(wrong.of("entry of the index of UUIDs is", "entries of the index of UUIDs are")) out of place",
                count: wrong
            )
        }
        return unreadable == 0 && isRecentWhole
    }

    /// Goes through both sides, one fingerprint after the other.
    private func compare(_ places: [Place], _ entries: [IdentityIndex.Entry]?, _ difference: inout Difference) {
        var (place, entry) = (0, 0)
        let isCompared = entries != nil
        let entries = entries ?? []
        while place < places.count || entry < entries.count {
            let wanted = min(
                place < places.count ? places[place].fingerprint : UInt32.max,
                entry < entries.count ? entries[entry].fingerprint : UInt32.max
            )
            var counts: [BucketKey: Int64] = [:]
            var last: Identifier?
            while place < places.count, places[place].fingerprint == wanted {
                let next = places[place]
                if last == next.identifier { doubled.insert(next.identifier) }
                last = next.identifier
                counts[BucketKey(group: next.group, bucket: next.bucket), default: 0] -= 1
                place += 1
            }
            while entry < entries.count, entries[entry].fingerprint == wanted {
                let next = entries[entry]
                counts[BucketKey(group: next.group, bucket: next.bucket), default: 0] += next.count
                entry += 1
            }
            guard isCompared else { continue }
            for count in counts.values {
                if count < 0 { difference.missing += Int(-count) } else { difference.surplus += Int(count) }
            }
        }
    }

    private struct BucketKey: Hashable {
        var group: Int64
        var bucket: Int64
    }
}
