import Foundation

/// The bytes of a journal of saves: its beginning, and the head of each entry.
///
/// Version 0.2 wrote entries that were bound to nothing (`first`, in the file `NAME-saves`). They are still read.
enum JournalForm: Sendable {
    case first
    case bound

    /// The number of bytes before the first entry.
    var firstEntry: Int { self == .first ? 24 : 2 * JournalBeginning.copySize }

    /// The number of bytes before the sealed content.
    var headSize: Int { self == .first ? 16 : 32 }

    fileprivate var mark: UInt32 { self == .first ? 0x4553_4B48 : 0x3253_4B48 }

    /// The first bytes of each head.
    var markBytes: [UInt8] { withUnsafeBytes(of: mark.littleEndian) { Array($0) } }
}

/// The beginning of a journal, which identifies its file.
///
/// | at | bytes | |
/// |---|---|---|
/// | 0 | 8 | `HKSJ0002` |
/// | 8 | 16 | the journal's id, which is random |
/// | 24 | 8 | the sequence number of the last entry that was removed from the journal |
/// | 32 | 8 | the checksum of the others |
///
/// It is there twice, so that one damaged byte does not separate all entries from their journal.
struct JournalBeginning: Sendable, Equatable {
    var id: UUID
    var base: UInt64

    static let copySize = 40
    private static let firstForm = Array("HKSJ0001".utf8)
    private static let boundForm = Array("HKSJ0002".utf8)

    /// Both copies.
    var bytes: [UInt8] {
        var copy = Self.boundForm
        withUnsafeBytes(of: id.uuid) { copy += $0 }
        withUnsafeBytes(of: base.littleEndian) { copy += $0 }
        withUnsafeBytes(of: Self.checksum(copy[...]).littleEndian) { copy += $0 }
        return copy + copy
    }

    init(id: UUID = UUID(), base: UInt64 = 0) {
        self.id = id
        self.base = base
    }

    /// Reads the beginning of a file; nil when no copy of it is sound.
    init?(_ bytes: [UInt8], _ form: JournalForm) {
        func id(_ offset: Int) -> UUID {
            bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(fromByteOffset: offset, as: uuid_t.self)) }
        }
        if form == .first {
            guard bytes.count >= 24, bytes.starts(with: Self.firstForm) else { return nil }
            self.init(id: id(8))
            return
        }
        let starts = [0, Self.copySize].filter { $0 + Self.copySize <= bytes.count }
        let sound = starts.first { start in
            let copy = bytes[start..<start + Self.copySize]
            return copy.starts(with: Self.boundForm)
                && Self.checksum(copy.prefix(32)) == bytes.littleEndian(at: start + 32, as: UInt64.self)
        }
        guard let sound else { return nil }
        self.init(id: id(sound + 8), base: bytes.littleEndian(at: sound + 24, as: UInt64.self))
    }

    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.withUnsafeBytes { Checksum.of($0, seed: 0x4A) }
    }
}

/// The head of each sealed entry, readable by anyone.
///
/// | at | bytes | |
/// |---|---|---|
/// | 0 | 4 | the mark `HKS2` |
/// | 4 | 4 | the length of the sealed data |
/// | 8 | 8 | the sequence number |
/// | 16 | 1 | the app's group: one of 256, so that a limit can be kept for each app without naming it |
/// | 17 | 1 | 1 for an app that is not known to share anything with this store |
/// | 20 | 4 | which public key it was sealed to: the beginning of the key's hash |
/// | 24 | 8 | the checksum of the others |
struct JournalHead: Sendable, Equatable {
    var length: Int
    var sequence: UInt64 = 0
    var group: UInt8 = 0
    var isStranger = false
    var keyHint: UInt32 = 0

    /// The most bytes that one entry seals.
    static let longestEntry = 256 << 20

    func bytes(_ form: JournalForm) -> [UInt8] {
        var bytes: [UInt8] = form.markBytes
        func append(_ number: some FixedWidthInteger) {
            withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
        }
        append(UInt32(length))
        if form == .bound {
            append(sequence)
            bytes += [group, isStranger ? 1 : 0, 0, 0]
            append(keyHint)
        }
        append(Self.checksum(bytes[...], form))
        return bytes
    }

    /// Reads a head; nil for other bytes.
    init?(_ bytes: [UInt8], _ form: JournalForm) {
        let size = form.headSize
        guard bytes.count == size, bytes.starts(with: form.markBytes) else { return nil }
        let length = Int(bytes.littleEndian(at: 4, as: UInt32.self))
        guard length <= Self.longestEntry,
            bytes.littleEndian(at: size - 8, as: UInt64.self) == Self.checksum(bytes[..<(size - 8)], form)
        else { return nil }
        self.init(length: length)
        guard form == .bound else { return }
        sequence = bytes.littleEndian(at: 8, as: UInt64.self)
        group = bytes[16]
        isStranger = bytes[17] & 1 == 1
        keyHint = bytes.littleEndian(at: 20, as: UInt32.self)
    }

    init(length: Int) { self.length = length }

    private static func checksum(_ bytes: ArraySlice<UInt8>, _ form: JournalForm) -> UInt64 {
        let counted = form == .first ? bytes[(bytes.startIndex + 4)...] : bytes
        return counted.withUnsafeBytes { Checksum.of($0, seed: UInt64(form.mark)) }
    }
}

extension [UInt8] {
    fileprivate func littleEndian<Number: FixedWidthInteger>(at offset: Int, as type: Number.Type) -> Number {
        withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Number.self)) }
    }
}

/// The sealed content of an entry: the call, with the journal and the place that it was written for.
///
/// Without the store's key an entry can't be changed to belong to another journal, so copying an old one into a later
/// journal has no effect.
struct JournalEnvelope {
    var journal: UUID
    var sequence: UInt64
    /// The app that called.
    var owner: String
    var call: [UInt8]

    private static let version: UInt8 = 2
    private static let headSize = 27

    /// The result of reading an envelope.
    enum Reading {
        case envelope(JournalEnvelope)
        /// A later version wrote it.
        case later
    }

    var bytes: [UInt8] {
        var bytes: [UInt8] = [Self.version]
        let owner = Array(owner.utf8.prefix(Int(UInt16.max)))
        bytes.reserveCapacity(Self.headSize + owner.count + call.count)
        withUnsafeBytes(of: journal.uuid) { bytes += $0 }
        withUnsafeBytes(of: sequence.littleEndian) { bytes += $0 }
        withUnsafeBytes(of: UInt16(owner.count).littleEndian) { bytes += $0 }
        return bytes + owner + call
    }

    static func read(_ bytes: [UInt8]) -> Reading {
        guard bytes.first == version, bytes.count >= headSize else { return .later }
        let length = Int(bytes.littleEndian(at: 25, as: UInt16.self))
        guard bytes.count >= headSize + length else { return .later }
        let id = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(fromByteOffset: 1, as: uuid_t.self)) }
        return .envelope(
            JournalEnvelope(
                journal: id,
                sequence: bytes.littleEndian(at: 17, as: UInt64.self),
                owner: String(decoding: bytes[headSize..<headSize + length], as: UTF8.self),
                call: Array(bytes[(headSize + length)...])
            )
        )
    }

    /// The number of bytes that the envelope and its seal add.
    static func overhead(_ owner: String) -> Int { headSize + owner.utf8.count + SealedBox.overhead }
}
