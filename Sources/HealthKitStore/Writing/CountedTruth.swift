/// The counts of samples and records, counted one by one.
struct CountedTruth {
    /// The extent of a group.
    struct Extent {
        var count = 0
        var firstStart = Double.infinity
        var lastStart = -Double.infinity
        var lastEnd = -Double.infinity
        var longest = 0.0

        mutating func include(start: Double, end: Double) {
            count += 1
            firstStart = min(firstStart, start)
            lastStart = max(lastStart, start)
            lastEnd = max(lastEnd, end)
            longest = max(longest, end - start)
        }

        /// Includes unreadable samples by their header.
        mutating func include(_ header: BatchHeader) {
            count += header.count
            firstStart = min(firstStart, header.startMin)
            lastStart = max(lastStart, header.startMax)
            lastEnd = max(lastEnd, header.endMax)
        }

        /// Whether a group says the same.
        ///
        /// The last end may be off by what rounding takes, and the longest duration is an upper bound.
        func agrees(with group: SampleGroup) -> Bool {
            guard count == group.count else { return false }
            guard count > 0 else { return true }
            let slack = max(lastEnd.magnitude, 1) * 0x1p-48
            return firstStart == group.firstStart && lastStart == group.lastStart
                && abs(lastEnd - group.lastEnd) <= slack && longest <= group.longest
        }
    }

    /// A type and a source.
    struct Origin: Hashable {
        var type: TypeID
        var source: SourceID
    }

    var groups: [Int64: Extent] = [:]
    var provenance: [Origin: ProvenanceTally] = [:]
    private var seenTypes: Set<TypeID> = []

    var types: Int { seenTypes.count }

    mutating func include(_ rows: BatchRows, _ group: SampleGroup) {
        if rows.count > 0 { seenTypes.insert(group.type) }
        var extent = groups[group.id] ?? Extent()
        for row in 0..<rows.count { extent.include(start: rows.starts[row], end: rows.ends[row]) }
        if rows.count > 0 { groups[group.id] = extent }
        provenance[Origin(type: group.type, source: group.source), default: ProvenanceTally()]
            .add(rows, 0..<rows.count)
    }

    mutating func include(_ record: StoredRecord, group: Int64) {
        seenTypes.insert(record.type)
        groups[group, default: Extent()].include(start: record.start, end: record.end)
        provenance[Origin(type: record.type, source: record.source), default: ProvenanceTally()]
            .add(revision: record.revision, device: record.device, 1)
    }
}
