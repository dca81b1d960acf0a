/// The locations of objects with explicit UUIDs: UUID → group and approximate time.
///
/// An entry is a fingerprint of the UUID, the group, and the bucket of 1,024 seconds in which the object starts. It is
/// a hint that the object itself confirms, so it stays right when batches split and merge, and it packs into some five
/// bytes. New entries wait in a small table; when that is full they become a sorted, packed run, and runs of one size
/// are merged into a larger one.
enum IdentityIndex {
    /// A possible place of an object.
    struct Place: Hashable {
        var group: Int64
        var bucket: Int64
    }

    /// An entry of the index, and how often it was added less how often it was taken away.
    struct Entry: Hashable, Comparable {
        var fingerprint: UInt32
        var group: Int64
        var bucket: Int64
        var count: Int64

        init(fingerprint: UInt32, group: Int64, bucket: Int64, count: Int64) {
            self.fingerprint = fingerprint
            self.group = group
            self.bucket = bucket
            self.count = count
        }

        init(_ identifier: Identifier, group: Int64, start: Double, count: Int64) {
            fingerprint = IdentityIndex.fingerprint(of: identifier)
            self.group = group
            bucket = IdentityIndex.bucket(of: start)
            self.count = count
        }

        var place: Place { Place(group: group, bucket: bucket) }

        /// Whether two entries have the same place, whatever their counts are.
        func isSamePlace(as other: Entry) -> Bool {
            fingerprint == other.fingerprint && group == other.group && bucket == other.bucket
        }

        static func < (left: Entry, right: Entry) -> Bool {
            if left.fingerprint != right.fingerprint { return left.fingerprint < right.fingerprint }
            return left.group == right.group ? left.bucket < right.bucket : left.group < right.group
        }
    }

    private static let bucketLength = 1024.0
    private static let bucketLimit: Int64 = 1 << 31

    /// Thirty-two well-mixed bits, since UUIDs may not be random.
    static func fingerprint(of identifier: Identifier) -> UInt32 {
        var mixed = identifier.high ^ (identifier.low &* 0x9E37_79B9_7F4A_7C15)
        mixed = (mixed ^ (mixed &>> 32)) &* 0xD6E8_FEB8_6659_FD93
        mixed = (mixed ^ (mixed &>> 32)) &* 0xD6E8_FEB8_6659_FD93
        return UInt32(truncatingIfNeeded: mixed &>> 32)
    }

    static func bucket(of start: Double) -> Int64 {
        let floor = (start / bucketLength).rounded(.down)
        if floor >= Double(bucketLimit) { return bucketLimit }
        return floor > Double(-bucketLimit) ? Int64(floor) : -bucketLimit
    }

    /// The starts that a bucket covers, both included.
    static func starts(ofBucket bucket: Int64) -> (lower: Double, upper: Double) {
        let lower = bucket <= -bucketLimit ? -Double.infinity : Double(bucket) * bucketLength
        let upper = bucket >= bucketLimit ? Double.infinity : (Double(bucket + 1) * bucketLength).nextDown
        return (lower, upper)
    }

    /// Adds up entries of the same place and drops those that come to nothing.
    ///
    /// - Parameter entries: entries in order.
    /// - Returns: one entry for each place, in order.
    static func summed(_ entries: [Entry]) -> [Entry] {
        var summed: [Entry] = []
        summed.reserveCapacity(entries.count)
        for entry in entries {
            if let last = summed.last, last.isSamePlace(as: entry) {
                summed[summed.count - 1].count += entry.count
                if summed[summed.count - 1].count == 0 { summed.removeLast() }
            } else if entry.count != 0 {
                summed.append(entry)
            }
        }
        return summed
    }
}
