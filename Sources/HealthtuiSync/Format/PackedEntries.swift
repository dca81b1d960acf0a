import HealthtuiDeflation

/// Entries as a file has them, before it is sealed: all that takes long and needs nothing but the entries.
struct PackedEntries: Sendable {
    let entries: [Entry]
    let entryKeys: EntryKeyList
    let outline: Segment.Outline
    /// The entries' bytes, compressed or not.
    let stored: [UInt8]
    let isPacked: Bool
    /// The uncompressed size, in bytes.
    let plainCount: Int

    /// Entries of a device's log.
    init(_ entries: [Entry], of device: SyncID) {
        self.entries = entries
        entryKeys = EntryKeyList(entries)
        outline = Segment.Outline(entries, of: device)
        var writer = EntryWriter()
        writer.write(entries)
        let plain = writer.writer.bytes
        // Columns of small differences hardly become smaller by looking longer.
        let packed = RawDeflate.deflated(plain, level: 4)
        isPacked = packed.map { $0.count < plain.count } ?? false
        stored = isPacked ? packed ?? plain : plain
        plainCount = plain.count
    }
}
