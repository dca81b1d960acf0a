/// A deletion: sixteen bytes for each sample, and almost nothing for unchanged imported ones.
enum DeletionCoding {
    /// The first byte of a named version.
    private enum Flag {
        static let first: UInt8 = 1
        static let imported: UInt8 = 2
        static let all: UInt8 = 3
    }

    static func write(_ deletion: Deletion, _ writer: inout SyncByteWriter, _ texts: inout TextTable) {
        let named = Dictionary(grouping: deletion.versions, by: \.root)
        let roots = deletion.roots.sorted()
        let others = named.keys.filter { !deletion.roots.contains($0) }.sorted()
        writer.id(deletion.id)
        writer.varint(roots.count)
        writer.varint(others.count)
        for root in roots + others { writer.id(root) }
        var explicit: [VersionName] = []
        for root in roots + others {
            let versions = (named[root] ?? []).sorted()
            if versions == [VersionName(root: root, stamp: .imported, id: root)] {
                writer.varint(1)
            } else {
                writer.varint(versions.isEmpty ? 0 : versions.count + 1)
                explicit += versions
            }
        }
        var clock: Int64 = 0
        for version in explicit {
            let isImported = version.stamp == .imported
            writer.byte((version.id == version.root ? Flag.first : 0) | (isImported ? Flag.imported : 0))
            if version.id != version.root { writer.id(version.id) }
            if isImported { continue }
            writer.varint(version.stamp.generation)
            writer.zigzag(version.stamp.clock &- clock)
            writer.varint(texts.number(version.stamp.device))
            clock = version.stamp.clock
        }
        writer.varint(deletion.floors.count)
        for floor in deletion.floors.sorted() { writer.identifier(floor, &texts) }
    }

    static func read(_ reader: inout SyncByteReader, _ texts: ReadTexts) throws(SyncError) -> Deletion {
        let id = try reader.id()
        let count = try reader.count(of: SyncID.size)
        let others = try reader.count(of: SyncID.size)
        var roots: [SyncID] = []
        for _ in 0..<count + others { roots.append(try reader.id()) }
        var counts: [Int] = []
        for _ in roots { counts.append(try reader.count(of: 0)) }
        var deletion = Deletion(id: id, roots: Set(roots.prefix(count)), versions: [])
        var clock: Int64 = 0
        for (root, count) in zip(roots, counts) {
            if count == 1 { deletion.versions.insert(VersionName(root: root, stamp: .imported, id: root)) }
            guard count > 1 else { continue }
            for _ in 0..<count - 1 {
                let flags = try reader.byte()
                guard flags & ~Flag.all == 0 else { throw SyncByteReader.damaged }
                var version = VersionName(root: root, stamp: .imported, id: root)
                if flags & Flag.first == 0 { version.id = try reader.id() }
                if flags & Flag.imported == 0 {
                    let generation = try reader.varint()
                    clock &+= try reader.zigzag()
                    version.stamp = Stamp(generation: generation, clock: clock, device: try texts.device(&reader))
                }
                deletion.versions.insert(version)
            }
        }
        for _ in 0..<(try reader.count(of: 12)) { deletion.floors.insert(try texts.identifier(&reader)) }
        return deletion
    }
}
