/// Counts rows by version and device.
///
/// Runs of equal rows, which are the rule, cost one comparison each.
struct ProvenanceTally {
    struct Key: Hashable {
        var revision: RevisionID
        var device: DeviceID
    }

    private(set) var counts: [Key: Int] = [:]

    mutating func add(_ rows: BatchRows, _ range: Range<Int>, times factor: Int = 1) {
        var first = range.lowerBound
        while first < range.upperBound {
            let key = Key(revision: rows.revisions[first], device: rows.devices[first])
            var next = first &+ 1
            while next < range.upperBound, rows.revisions[next] == key.revision, rows.devices[next] == key.device {
                next &+= 1
            }
            counts[key, default: 0] += (next - first) * factor
            first = next
        }
    }

    mutating func add(revision: RevisionID, device: DeviceID, _ change: Int) {
        counts[Key(revision: revision, device: device), default: 0] += change
    }
}
