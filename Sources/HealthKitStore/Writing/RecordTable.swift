/// The stored records of one type, source and start, by content.
final class RecordTable {
    /// The place whose records a table holds.
    struct Place: Hashable {
        var type: TypeID
        var source: SourceID
        var start: UInt64
    }

    /// The key by which a record is recognised.
    struct Key: Hashable {
        var end: UInt64
        var creation: UInt64 = 0
        var revision: RevisionID = 0
        var device: DeviceID = 0
        var metadata: MetadataID = 0
        var bytes: [UInt8]
    }

    /// Anchors and identities in order, and how many of them were met.
    private struct Candidates {
        var records: [(anchor: Int64, identifier: Identifier)] = []
        var first = 0
    }

    private var candidates: [Key: Candidates] = [:]

    /// Adds a stored record; records come in the order of anchors.
    func add(_ key: Key, anchor: Int64, identifier: Identifier) {
        candidates[key, default: Candidates()].records.append((anchor, identifier))
    }

    /// Takes a stored record for one of the import.
    func match(_ key: Key, takes: (Int64) -> Bool) -> Identifier? {
        guard var found = candidates[key] else { return nil }
        defer { candidates[key]?.first = found.first }
        while found.first < found.records.count {
            let record = found.records[found.first]
            found.first += 1
            if takes(record.anchor) { return record.identifier }
        }
        return nil
    }
}
