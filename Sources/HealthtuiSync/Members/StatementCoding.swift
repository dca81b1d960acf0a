import HealthKitStore

/// Statements as files.
package enum StatementCoding {
    static let magic = Array("HKMEMB01".utf8)
    /// The most bytes of a file.
    static let largest = 16 << 20

    private enum Kind: UInt16 {
        case found = 1
        case invite
        case add
        case remove
        case leave
        case epoch
    }

    /// Makes the file of a statement.
    ///
    /// - Parameters:
    ///   - body: What is said.
    ///   - group: The group.
    ///   - number: Its number in the signer's chain.
    ///   - previous: The hash of the statement before it.
    ///   - signer: The signer's key.
    /// - Returns: The file, and the statement with its hash.
    package static func sign(
        _ body: StatementBody,
        group: SyncID,
        number: UInt64,
        previous: Digest?,
        signer: SigningKey
    ) -> (file: [UInt8], statement: Statement) {
        let (kind, bytes) = encoded(body)
        let device = MemberKeys.device(signer.publicKey)
        var file = SyncByteWriter()
        file.append(magic)
        file.id(group)
        file.id(device)
        file.long(number)
        file.digest(previous)
        file.byte(UInt8(kind.rawValue))
        file.byte(0)
        file.word(UInt32(bytes.count))
        file.append(bytes)
        file.append(signer.signature(of: signed(file.bytes)))
        let statement = Statement(
            group: group,
            signer: device,
            number: number,
            previous: previous,
            body: body,
            hash: Digest(of: file.bytes)
        )
        return (file.bytes, statement)
    }

    /// Reads a statement without checking who signed it.
    /// - Throws: ``SyncError``: `damaged` or `newerFormat`.
    package static func read(_ file: [UInt8]) throws(SyncError) -> Statement {
        var reader = SyncByteReader(file)
        guard file.count <= largest, Array(try reader.take(magic.count)) == magic else {
            throw SyncError(.damaged, "The file isn't a statement of a group.")
        }
        let (group, signer, number) = (try reader.id(), try reader.id(), try reader.long())
        let previous = try reader.optionalDigest()
        let (low, high) = (try reader.byte(), try reader.byte())
        let count = Int(try reader.word())
        guard count == reader.remaining - SigningKey.signatureSize, number > 0 else {
            throw SyncError(.damaged, "The file is cut short, or has more than it says.")
        }
        guard let kind = Kind(rawValue: UInt16(high) << 8 | UInt16(low)) else {
            throw SyncError(.newerFormat, "A statement of a kind that a later version wrote.")
        }
        var body = SyncByteReader(try reader.take(count))
        let statement = Statement(
            group: group,
            signer: signer,
            number: number,
            previous: previous,
            body: try decoded(kind, &body),
            hash: Digest(of: file)
        )
        try body.end()
        return statement
    }

    /// Whether a file is signed with a key.
    package static func isSigned(_ file: [UInt8], by key: [UInt8]) -> Bool {
        let whole = Array(file.dropLast(SigningKey.signatureSize))
        return SigningKey.isSigned(signed(whole), by: key, Array(file.suffix(SigningKey.signatureSize)))
    }

    private static func signed(_ bytes: [UInt8]) -> [UInt8] {
        Array("HKSYNC01 statement".utf8) + Digest(of: bytes).bytes
    }

    private static func encoded(_ body: StatementBody) -> (Kind, [UInt8]) {
        var writer = SyncByteWriter()
        switch body {
        case .found(let nonce, let keys):
            writer.id(nonce)
            writer.keys(keys)
            return (.found, writer.bytes)
        case .invite(let code, let expires, let proof):
            writer.append(code)
            writer.long(UInt64(bitPattern: expires))
            writer.append(proof)
            return (.invite, writer.bytes)
        case .add(let name, let keys, let rank, let invite):
            writer.keys(keys)
            writer.long(rank)
            writer.append(invite)
            writer.sized(name)
            return (.add, writer.bytes)
        case .remove(let device, let files, let statements):
            writer.id(device)
            writer.files(files)
            writer.varint(statements.count)
            for statement in statements { writer.digest(statement) }
            return (.remove, writer.bytes)
        case .leave(let files):
            writer.files(files)
            return (.leave, writer.bytes)
        case .epoch(let id, let keys):
            writer.id(id)
            writer.varint(keys.count)
            for key in keys {
                writer.id(key.recipient)
                writer.sized(key.sealed)
            }
            return (.epoch, writer.bytes)
        }
    }

    private static func decoded(_ kind: Kind, _ reader: inout SyncByteReader) throws(SyncError) -> StatementBody {
        switch kind {
        case .found: return .found(nonce: try reader.id(), keys: try reader.keys())
        case .invite:
            let code = Array(try reader.take(SigningKey.publicKeySize))
            let expires = Int64(bitPattern: try reader.long())
            return .invite(code: code, expires: expires, proof: Array(try reader.take(Digest.size)))
        case .add:
            let keys = try reader.keys()
            let rank = try reader.long()
            let invite = Array(try reader.take(SigningKey.publicKeySize))
            return .add(name: Array(try reader.sized()), keys: keys, rank: rank, invite: invite)
        case .remove:
            let device = try reader.id()
            let files = try reader.files()
            var statements: [Digest] = []
            for _ in 0..<(try reader.count(of: Digest.size)) { statements.append(try reader.digest()) }
            return .remove(device: device, files: files, statements: statements)
        case .leave: return .leave(files: try reader.files())
        case .epoch:
            let id = try reader.id()
            var keys: [SealedKey] = []
            for _ in 0..<(try reader.count(of: SyncID.size + 1)) {
                keys.append(SealedKey(recipient: try reader.id(), sealed: Array(try reader.sized())))
            }
            return .epoch(id: id, keys: keys)
        }
    }
}

extension SyncByteWriter {
    mutating func keys(_ keys: MemberKeys) {
        append(keys.signing)
        append(keys.receiving)
    }

    mutating func files(_ files: [NamedFile]) {
        varint(files.count)
        for file in files {
            digest(file.hash)
            long(file.first)
            long(file.last)
            digest(file.previous)
            digest(file.tip)
        }
    }
}

extension SyncByteReader {
    mutating func keys() throws(SyncError) -> MemberKeys {
        MemberKeys(signing: Array(try take(32)), receiving: Array(try take(32)))
    }

    mutating func files() throws(SyncError) -> [NamedFile] {
        var files: [NamedFile] = []
        for _ in 0..<(try count(of: 112)) {
            files.append(
                NamedFile(
                    hash: try digest(),
                    first: try long(),
                    last: try long(),
                    previous: try optionalDigest(),
                    tip: try digest()
                )
            )
        }
        return files
    }
}
