import Foundation
import HealthKitStore

/// Keys that sign what is said about a study (Ed25519).
package struct StudySigner: Sendable {
    private let key: SigningKey

    /// The public half, in hexadecimal.
    package var publicKey: String { HexText.text(key.publicKey) }
    package var publicBytes: [UInt8] { key.publicKey }

    /// The key of a seed of 32 bytes.
    /// - Throws: ``StudyError`` for another length.
    package init(seed: [UInt8]) throws {
        var seed = seed
        do {
            key = try SigningKey(seed: try SecretBytes(taking: &seed))
        } catch {
            throw StudyError("signing key", "it can't be used; restore it from a backup")
        }
    }

    /// The signature of bytes of one kind, which can't be taken for a signature of another kind.
    package func signature(of bytes: [UInt8], as kind: String) -> String {
        HexText.text(key.signature(of: Self.framed(bytes, kind)))
    }

    /// Whether a signature was made by the owner of a public key.
    package static func isSignature(_ signature: String, of bytes: [UInt8], as kind: String, by publicKey: String)
        -> Bool
    {
        guard let signature = HexText.bytes(signature, count: SigningKey.signatureSize),
            let publicKey = HexText.bytes(publicKey, count: SigningKey.publicKeySize)
        else { return false }
        return SigningKey.isSigned(framed(bytes, kind), by: publicKey, signature)
    }

    private static func framed(_ bytes: [UInt8], _ kind: String) -> [UInt8] { Array("\(kind)\n".utf8) + bytes }

    /// A seed of random bytes from the system.
    package static func randomSeed() throws -> [UInt8] { try RandomBytes.make(32) }
}

/// Random bytes from the system.
package enum RandomBytes {
    /// Makes a number of bytes.
    /// - Throws: ``StudyError`` when the system has no memory for them.
    package static func make(_ count: Int) throws -> [UInt8] {
        do {
            return try SecretBytes.random(count: count).withBytes { Array($0) }
        } catch {
            throw StudyError("random bytes", "there isn't enough memory")
        }
    }
}

/// The key that contributions are sealed to (X25519); only its owner opens them.
package struct StudyBox: Sendable {
    package let publicBytes: [UInt8]
    private let secret: SecretBytes

    /// The public half, in hexadecimal.
    package var publicKey: String { HexText.text(publicBytes) }

    /// The key of a seed of 32 bytes.
    /// - Throws: ``StudyError`` for another length.
    package init(seed: [UInt8]) throws {
        var seed = seed
        do {
            (publicBytes, secret) = try SealedBox.keyPair(seed: try SecretBytes(taking: &seed))
        } catch {
            throw StudyError("box key", "it can't be used; restore it from a backup")
        }
    }

    /// The size of a file's sealed key, in bytes.
    static let sealedSize = StreamSealer.keySize + SealedBox.overhead

    /// Makes the key of a file and seals it to the owner of a public key.
    static func sealedFileKey(to publicKey: String) throws -> (key: [UInt8], sealed: [UInt8]) {
        guard let publicKey = HexText.bytes(publicKey, count: 32) else {
            throw StudyError("study", "its box key isn't a key")
        }
        let key = try RandomBytes.make(StreamSealer.keySize)
        do {
            return (key, try SealedBox.seal(key, to: publicKey))
        } catch {
            throw StudyError("study", "its box key isn't a key")
        }
    }

    /// The key of a file; `nil` when it was sealed to another key, or changed.
    func fileKey(_ sealed: [UInt8]) -> [UInt8]? {
        // A failure is reported to the file's sender for what it is: the file isn't for this study.
        try? SealedBox.open(sealed, publicKey: publicBytes, secretKey: secret)
    }
}

/// A stream of sealed chunks to write.
final class SealedChunks {
    static let chunkSize = 64 << 10
    static let overhead = StreamSealer.overhead
    static let headerSize = StreamSealer.headerSize

    private let sealer: StreamSealer
    var header: [UInt8] { sealer.header }

    init(key: [UInt8]) throws {
        var key = key
        do {
            sealer = try StreamSealer(key: try SecretBytes(taking: &key))
        } catch {
            throw StudyError("contribution", "its key can't be used")
        }
    }

    func seal(_ chunk: [UInt8], about: [UInt8], isLast: Bool) -> [UInt8] {
        sealer.seal(chunk, about: about, isLast: isLast)
    }
}

/// A stream of sealed chunks to read.
final class OpenedChunks {
    private let opener: StreamOpener

    /// Fails for an invalid header.
    init?(key: [UInt8], header: [UInt8]) {
        var key = key
        // Any problem with the head means that the file is damaged.
        guard let secret = try? SecretBytes(taking: &key), let opener = try? StreamOpener(key: secret, header: header)
        else {
            return nil
        }
        self.opener = opener
    }

    func open(_ sealed: [UInt8], about: [UInt8]) -> (bytes: [UInt8], isLast: Bool)? {
        opener.open(sealed, about: about)
    }
}
