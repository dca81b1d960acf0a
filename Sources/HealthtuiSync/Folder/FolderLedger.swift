/// A device's memory of the files in a group's folder, from one sync to the next.
package struct FolderLedger: Hashable, Sendable {
    /// When each file was written that was read whole and was right, by the first eight bytes of its hash.
    package internal(set) var times: [UInt64: Int64] = [:]
    /// The times since which files of other devices are gone or damaged, in seconds since the reference date, by the same.
    package internal(set) var lost: [UInt64: Double] = [:]

    /// For how long a file of another device is left to that device, in seconds.
    package static let patience = 86_400.0

    /// Begins with nothing.
    package init() {}
}

extension FolderLedger {
    private static let version: UInt8 = 1

    /// The ledger as a store keeps it.
    var bytes: [UInt8] {
        var writer = SyncByteWriter()
        writer.byte(Self.version)
        writer.varint(times.count)
        for (word, time) in times.sorted(by: { $0.key < $1.key }) {
            writer.long(word)
            writer.long(UInt64(bitPattern: time))
        }
        writer.varint(lost.count)
        for (word, since) in lost.sorted(by: { $0.key < $1.key }) {
            writer.long(word)
            writer.number(since)
        }
        return writer.bytes
    }

    /// Reads a ledger; one that can't be read counts as none: then all files are read once more.
    init(bytes: [UInt8]) {
        var reader = SyncByteReader(bytes)
        do throws(SyncError) {
            guard try reader.byte() == Self.version else { return }
            for _ in 0..<(try reader.count(of: 16)) {
                times[try reader.long()] = Int64(bitPattern: try reader.long())
            }
            for _ in 0..<(try reader.count(of: 16)) { lost[try reader.long()] = try reader.number() }
            try reader.end()
        } catch {
            self = FolderLedger()
        }
    }
}
