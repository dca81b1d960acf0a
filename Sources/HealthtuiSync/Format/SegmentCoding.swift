import HealthKitStore
import HealthtuiDeflation

/// Segments as files: sealed with the epoch's key, signed with the device's.
package enum SegmentCoding {
    /// The first bytes of a file of the format.
    static let magic = Array("HKSYNC01".utf8)
    static let version: UInt8 = 1
    private static let headerSize = 164
    private static let plainHeaderSize = 6
    private static let deflated: UInt8 = 1

    /// Makes the file of a segment.
    ///
    /// - Parameters:
    ///   - header: What it says of itself in the clear.
    ///   - entries: The entries.
    ///   - epoch: The epoch's key.
    ///   - signer: The device's key.
    ///   - nonce: Random bytes; others only for test vectors.
    /// - Returns: The file, and the segment with its hash.
    /// - Throws: ``SyncError`` with code `invalidArgument` when the entries are too large for one file.
    package static func seal(
        _ header: SegmentHeader,
        _ entries: [Entry],
        epoch: SecretBytes,
        signer: SigningKey,
        nonce: [UInt8] = AuthenticatedBox.randomNonce()
    ) throws -> (file: [UInt8], segment: Segment) {
        try seal(header, PackedEntries(entries, of: header.device), epoch: epoch, signer: signer, nonce: nonce)
    }

    /// Makes the file of a segment whose entries are packed already.
    static func seal(
        _ header: SegmentHeader,
        _ packed: PackedEntries,
        epoch: SecretBytes,
        signer: SigningKey,
        nonce: [UInt8] = AuthenticatedBox.randomNonce()
    ) throws -> (file: [UInt8], segment: Segment) {
        let (entries, stored) = (packed.entries, packed.stored)
        let overhead = headerSize + plainHeaderSize + AuthenticatedBox.overhead + SigningKey.signatureSize
        guard packed.plainCount <= SegmentLimit.inflated, stored.count + overhead <= SegmentLimit.file else {
            throw SyncError(.invalidArgument, "\(entries.count) entries are too large for one file.")
        }
        let size = Padding.padded(stored.count + overhead)
        var inner = SyncByteWriter()
        inner.byte(version)
        inner.byte(packed.isPacked ? deflated : 0)
        inner.word(UInt32(stored.count))
        inner.append(stored)
        inner.append([UInt8](repeating: 0, count: size - overhead - stored.count))
        var file = SyncByteWriter()
        file.header(header)
        file.append(nonce)
        file.word(UInt32(inner.bytes.count + AuthenticatedBox.overhead))
        file.append(
            try AuthenticatedBox.seal(
                inner.bytes,
                key: try key(header, epoch),
                nonce: nonce,
                about: file.bytes
            )
        )
        file.append(signer.signature(of: signed(file.bytes)))
        let segment = Segment(
            header: header,
            hash: Digest(of: file.bytes),
            size: file.bytes.count,
            outline: packed.outline,
            entries
        )
        return (file.bytes, segment)
    }

    /// A file's header, which is in the clear and unverified.
    /// - Throws: ``SyncError`` with code `damaged` for a truncated or invalid file, `newerFormat`.
    package static func header(_ file: [UInt8]) throws(SyncError) -> SegmentHeader {
        var reader = SyncByteReader(file)
        return try reader.header()
    }

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - file: Its bytes.
    ///   - signer: The public key of the device whose log contains it.
    ///   - asRows: Whether unedited samples stay the rows that they are.
    ///   - epoch: The key of an epoch; `nil` when this device doesn't have it.
    /// - Returns: The segment.
    /// - Throws: ``SyncError``: `damaged`, `wrongSignature`, `unreadable` or `newerFormat`.
    package static func open(
        _ file: [UInt8],
        signer: [UInt8],
        asRows: Bool = false,
        epoch: (SyncID) -> SecretBytes?
    ) throws -> Segment {
        guard file.count <= SegmentLimit.file else { throw SyncError(.damaged, "The file is too large.") }
        var reader = SyncByteReader(file)
        let header = try reader.header()
        let nonce = Array(try reader.take(AuthenticatedBox.nonceSize))
        let count = Int(try reader.word())
        guard count == reader.remaining - SigningKey.signatureSize else {
            throw SyncError(.damaged, "The file is cut short, or has more than it says.")
        }
        let sealed = Array(try reader.take(count))
        let about = Array(file.prefix(headerSize))
        let whole = Array(file.dropLast(SigningKey.signatureSize))
        guard SigningKey.isSigned(signed(whole), by: signer, Array(reader.rest)) else {
            throw SyncError(.wrongSignature, "The signature isn't that of the device.")
        }
        guard let key = epoch(header.epoch) else {
            throw SyncError(.unreadable, "The key of the file's epoch isn't known.")
        }
        guard
            let plain = AuthenticatedBox.open(sealed, key: try self.key(header, key), nonce: nonce, about: about)
        else {
            throw SyncError(.unreadable, "The epoch's key doesn't open the file.")
        }
        return Segment(header: header, hash: Digest(of: file), entries: try entries(plain, asRows), size: file.count)
    }

    /// Whether a file is signed with a device's key.
    package static func isSigned(_ file: [UInt8], by key: SigningKey) -> Bool {
        let whole = Array(file.dropLast(SigningKey.signatureSize))
        let signature = Array(file.suffix(SigningKey.signatureSize))
        return SigningKey.isSigned(signed(whole), by: key.publicKey, signature)
    }

    private static func entries(_ plain: [UInt8], _ asRows: Bool) throws(SyncError) -> [Entry] {
        var reader = SyncByteReader(plain)
        let (version, flags) = (try reader.byte(), try reader.byte())
        guard version == self.version, flags & ~deflated == 0 else {
            throw SyncError(.newerFormat, "The file was written by a later version.")
        }
        let stored = try reader.take(Int(try reader.word()))
        guard reader.rest.allSatisfy({ $0 == 0 }) else { throw SyncByteReader.damaged }
        guard flags & deflated != 0 else {
            var inner = SyncByteReader(stored)
            var entries = EntryReader(asRows: asRows)
            return try entries.read(&inner)
        }
        guard let plain = RawDeflate.inflated(Array(stored), atMost: SegmentLimit.inflated) else {
            throw SyncByteReader.damaged
        }
        var inner = SyncByteReader(plain)
        var entries = EntryReader(asRows: asRows)
        return try entries.read(&inner)
    }

    /// The key of a device's files in an epoch.
    private static func key(_ header: SegmentHeader, _ epoch: SecretBytes) throws -> SecretBytes {
        try Blake2b.derive(
            from: epoch,
            about: Array("hk-sync-seg".utf8) + header.group.bytes + header.device.bytes
        )
    }

    /// The bytes of a file that are signed.
    private static func signed(_ bytes: [UInt8]) -> [UInt8] { Array("HKSYNC01 file".utf8) + Digest(of: bytes).bytes }
}

extension SyncByteWriter {
    /// A hash, or zeros for none.
    mutating func digest(_ value: Digest?) { append(value?.bytes ?? [UInt8](repeating: 0, count: Digest.size)) }

    mutating func header(_ header: SegmentHeader) {
        append(SegmentCoding.magic)
        for id in [header.group, header.device, header.epoch] { self.id(id) }
        long(header.first)
        long(header.last)
        digest(header.previous)
        digest(header.replaces)
    }
}

extension SyncByteReader {
    /// A hash; `nil` for zeros.
    mutating func optionalDigest() throws(SyncError) -> Digest? {
        let value = try digest()
        return value.bytes.allSatisfy { $0 == 0 } ? nil : value
    }

    mutating func header() throws(SyncError) -> SegmentHeader {
        let magic = Array(try take(SegmentCoding.magic.count))
        guard magic == SegmentCoding.magic else {
            if magic.starts(with: SegmentCoding.magic.prefix(6)) {
                throw SyncError(.newerFormat, "The file was written by a later version.")
            }
            throw SyncError(.damaged, "The file isn't one of a group.")
        }
        let header = SegmentHeader(
            group: try id(),
            device: try id(),
            epoch: try id(),
            first: try long(),
            last: try long(),
            previous: try optionalDigest(),
            replaces: try optionalDigest()
        )
        guard header.first > 0, header.first <= header.last, header.first == header.last || header.replaces != nil
        else {
            throw SyncByteReader.damaged
        }
        return header
    }
}
