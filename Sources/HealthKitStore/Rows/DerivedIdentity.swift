import Foundation

/// Identities computed from content.
///
/// A UUID of version 8: eleven bits for the type, thirty-seven for the second of the start, and seventy-four of a hash
/// over the sample's content and its ordinal among equal samples. So it needs no index to be found and no bytes to be
/// kept, and the same sample has the same UUID in every store.
struct DerivedIdentity {
    /// The hash of a sample's dictionary entries.
    struct Prefix {
        var typeHash: UInt64
        var hash: Identifier

        init(type: UInt64, source: UInt64, unit: UInt64, revision: UInt64, device: UInt64, metadata: UInt64) {
            var hasher = SipHash()
            for word in [type, source, unit, revision, device, metadata] { hasher.add(word) }
            typeHash = type
            hash = hasher.finish()
        }
    }

    private static let secondBits: UInt64 = 37
    private static let secondBias: Int64 = 1 << 36
    private static let typeBits: UInt64 = 11

    /// The identifier of a sample.
    static func identifier(
        _ prefix: Prefix,
        start: Double,
        end: Double,
        value: Double,
        creation: Double,
        ordinal: Int32
    ) -> Identifier {
        var hasher = SipHash()
        hasher.add(prefix.hash.high)
        hasher.add(prefix.hash.low)
        hasher.add(start.bitPattern)
        hasher.add(end.bitPattern)
        hasher.add(value.bitPattern)
        hasher.add(creation.bitPattern)
        hasher.add(UInt64(UInt32(bitPattern: ordinal)))
        return compose(typeHash: prefix.typeHash, start: start, hash: hasher.finish())
    }

    /// The identifier of a record.
    static func identifier(
        _ prefix: Prefix,
        record: NewRecord,
        ordinal: Int32
    ) -> Identifier {
        var hasher = SipHash()
        hasher.add(prefix.hash.high)
        hasher.add(prefix.hash.low)
        hasher.add(record.start.bitPattern)
        hasher.add(record.end.bitPattern)
        hasher.add(record.creation.bitPattern)
        hasher.add(UInt64(UInt32(bitPattern: ordinal)))
        hasher.add(record.payload)
        return compose(typeHash: prefix.typeHash, start: record.start, hash: hasher.finish())
    }

    /// The identifier of a record that is known by its type, source, start, end and a key alone.
    ///
    /// - Parameters:
    ///   - typeHash: the hash of the type's entry.
    ///   - sourceHash: the hash of the source's entry.
    ///   - record: the record, of which only start and end count.
    ///   - key: Its key in addition to them.
    ///   - ordinal: which of several such records it is.
    /// - Returns: the identifier.
    static func identifier(
        typeHash: UInt64,
        sourceHash: UInt64,
        record: NewRecord,
        key: [UInt8],
        ordinal: Int32
    ) -> Identifier {
        var hasher = SipHash()
        hasher.add(typeHash)
        hasher.add(sourceHash)
        hasher.add(record.start.bitPattern)
        hasher.add(record.end.bitPattern)
        hasher.add(UInt64(UInt32(bitPattern: ordinal)))
        hasher.add(key)
        return compose(typeHash: typeHash, start: record.start, hash: hasher.finish())
    }

    /// The lowest identifier that an object of a type with a start in the same second can have.
    static func lowest(typeHash: UInt64, start: Double) -> Identifier {
        compose(typeHash: typeHash, start: start, hash: Identifier(high: 0, low: 0))
    }

    /// An identifier of a type with only a hash.
    static func identifier(typeHash: UInt64, hash: Identifier) -> Identifier {
        compose(typeHash: typeHash, start: 0, hash: hash)
    }

    private static func compose(typeHash: UInt64, start: Double, hash: Identifier) -> Identifier {
        let high = beginning(typeHash: typeHash, start: start) << 16 | 0x8000 | (hash.high & 0xFFF)
        let low = (hash.low & 0x3FFF_FFFF_FFFF_FFFF) | 0x8000_0000_0000_0000
        return Identifier(high: high, low: low)
    }

    /// The first 48 bits of the identifiers of a type's samples that start at a time.
    static func beginning(typeHash: UInt64, start: Double) -> UInt64 {
        tag(typeHash) << secondBits | UInt64(bitPattern: second(of: start) &+ secondBias)
    }

    /// The first 48 bits of an identifier.
    static func beginning(of identifier: Identifier) -> UInt64 { identifier.high >> 16 }

    /// Whether an identifier may have been computed here: version 8.
    static func mayBeDerived(_ identifier: Identifier) -> Bool {
        identifier.high & 0xF000 == 0x8000 && identifier.low >> 62 == 2
    }

    /// The bits of an identifier that depend on the type.
    static func tag(of identifier: Identifier) -> UInt64 { identifier.high >> 53 }

    /// The bits that identifiers of a type have in common.
    static func tag(_ typeHash: UInt64) -> UInt64 { typeHash & ((1 << typeBits) - 1) }

    /// The starts that samples with this identifier may have, both included.
    static func starts(of identifier: Identifier) -> (lower: Double, upper: Double) {
        let mask = (UInt64(1) << secondBits) - 1
        let second = Int64(bitPattern: (identifier.high >> 16) & mask) - secondBias
        let lower = second == -secondBias ? -Double.infinity : Double(second)
        let upper = second == secondBias - 1 ? Double.infinity : Double(second + 1).nextDown
        return (lower, upper)
    }

    /// The second of a start, clamped to the range of identifiers.
    static func second(of start: Double) -> Int64 {
        let floor = start.rounded(.down)
        if floor >= Double(secondBias - 1) { return secondBias - 1 }
        return floor > Double(-secondBias) ? Int64(floor) : -secondBias
    }
}
