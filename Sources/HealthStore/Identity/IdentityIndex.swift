/// Where rows with UUIDs of their own are: UUID → group and roughly when.
///
/// An entry is a fingerprint of the UUID, the group, and the bucket of 64 seconds in which the sample starts. It is a
/// hint that the row itself confirms, so it stays right when batches split and merge, and short.
enum IdentityIndex {
    /// An entry of the index.
    struct Place: Hashable, Comparable {
        var fingerprint: UInt64
        var group: Int64
        var bucket: Int64

        static func < (left: Place, right: Place) -> Bool {
            if left.fingerprint != right.fingerprint { return left.fingerprint < right.fingerprint }
            return left.group == right.group ? left.bucket < right.bucket : left.group < right.group
        }
    }

    static let fingerprintBits: UInt64 = 40
    private static let bucketLimit: Int64 = 1 << 31

    static func place(_ identifier: Identifier, group: Int64, start: Double) -> Place {
        Place(fingerprint: fingerprint(of: identifier), group: group, bucket: bucket(of: start))
    }

    /// Forty well-mixed bits, for UUIDs need not be random.
    static func fingerprint(of identifier: Identifier) -> UInt64 {
        var mixed = identifier.high ^ (identifier.low &* 0x9E37_79B9_7F4A_7C15)
        mixed = (mixed ^ (mixed &>> 32)) &* 0xD6E8_FEB8_6659_FD93
        mixed = (mixed ^ (mixed &>> 32)) &* 0xD6E8_FEB8_6659_FD93
        return (mixed ^ (mixed &>> 32)) &>> (64 - fingerprintBits)
    }

    static func bucket(of start: Double) -> Int64 {
        let floor = (start / 64).rounded(.down)
        if floor >= Double(bucketLimit) { return bucketLimit }
        return floor > Double(-bucketLimit) ? Int64(floor) : -bucketLimit
    }

    /// The starts that a bucket covers, both included.
    static func starts(ofBucket bucket: Int64) -> (lower: Double, upper: Double) {
        let lower = bucket <= -bucketLimit ? -Double.infinity : Double(bucket) * 64
        let upper = bucket >= bucketLimit ? Double.infinity : (Double(bucket &+ 1) * 64).nextDown
        return (lower, upper)
    }
}

extension StoreReader {
    /// The places where the row with an identifier may be.
    func identityPlaces(_ identifier: Identifier) throws -> [IdentityIndex.Place] {
        let fingerprint = IdentityIndex.fingerprint(of: identifier)
        let query = try connection.query(.identityRecent)
        defer { query.reset() }
        query.bind(Int64(fingerprint), at: 1)
        var places: [IdentityIndex.Place] = []
        while try query.step() {
            places.append(
                IdentityIndex.Place(fingerprint: fingerprint, group: query.int64(0), bucket: query.int64(1))
            )
        }
        return places
    }
}
