import HealthKitStore
import RandomTesting
import Testing

@testable import HealthKit
@testable import HealthtuiSync

@Suite struct StoredEntryKeysTests {
    private static func list(_ ids: [SyncID]) -> EntryKeyList {
        EntryKeyList(ids.map { .duplicate(Duplicate(hidden: $0, shown: $0)) })
    }

    private static func keys(_ writer: ObjectWriter) throws -> [String] {
        try writer.store.valueKeys(StoreNamespace.deviceEntryKeys)
    }

    @Test(
        "A list is read as it was kept, wholly, in parts and what is near some keys, however little stays in memory"
    )
    func lists() throws {
        var random = SeededGenerator("stored topics")
        for part in [1, 2, 40, 16_384] {
            try Machine("laptop").database
                .write { writer in
                    // Some of these are long for the largest parts too.
                    let counts = (0..<8).map { $0 == 0 && part > 40 ? 9_000 : Int.random(in: 0...90, using: &random) }
                    let ids = counts.map { count in (0..<count).map { _ in SyncID.random() } }
                    for (number, ids) in ids.enumerated() {
                        try StoredEntryKeys.set(Self.list([.random()] + ids), "a/\(number)", writer, part: part)
                        try StoredEntryKeys.set(Self.list(ids), "a/\(number)", writer, part: part)
                    }
                    var stored = StoredEntryKeys(writer.store, part: part)
                    for _ in 0..<60 {
                        let number = Int.random(in: 0..<ids.count, using: &random)
                        if Bool.random(using: &random) {
                            let parts = try #require(try stored.parts("a/\(number)"))
                            #expect(EntryKeyList(joining: parts).bytes == Self.list(ids[number]).bytes)
                            #expect(try stored.list("a/\(number)")?.bytes == Self.list(ids[number]).bytes)
                            continue
                        }
                        let sought = [SyncID.random()] + (ids.randomElement(using: &random)?.prefix(3) ?? [])
                        let search = EntryKeyList.Search(sought.map(EntryKey.sample))
                        let some = try #require(try stored.list("a/\(number)", near: search))
                        for id in sought {
                            let isThere = ids[number].contains(id)
                            #expect(some.mayHave(EntryKeyList.Search([.sample(id)])) == isThere)
                        }
                    }
                    #expect(try stored.list("a/9") == nil && stored.parts("a/9") == nil)
                    // Long lists are kept in parts, and nothing of them stays.
                    #expect(try Self.keys(writer).count > ids.count)
                    for number in ids.indices { try StoredEntryKeys.remove("a/\(number)", writer) }
                    #expect(try Self.keys(writer) == [])
                }
        }
    }

    @Test("A list of which a part is missing, or that has too few, is none: what it would have is read in the file")
    func missingPart() throws {
        try Machine("laptop").database
            .write { writer in
                let ids = (0..<100).map { _ in SyncID.random() }
                try StoredEntryKeys.set(Self.list(ids), "a/1", writer, part: 2)
                let parts = try Self.keys(writer).filter { $0 != "a/1" }
                #expect(parts.count > 10)
                for part in parts {
                    let bytes = try writer.store.value(StoreNamespace.deviceEntryKeys, part)
                    try writer.writer.setValue(nil, StoreNamespace.deviceEntryKeys, part)
                    var stored = StoredEntryKeys(writer.store, part: 2)
                    #expect(try stored.list("a/1") == nil && stored.parts("a/1") == nil)
                    for id in ids {
                        let search = EntryKeyList.Search([.sample(id)])
                        if let list = try stored.list("a/1", near: search) { #expect(list.mayHave(search)) }
                    }
                    try writer.writer.setValue(bytes, StoreNamespace.deviceEntryKeys, part)
                }
                for parts: UInt8 in 0..<4 {
                    try writer.writer.setValue([0x80, 0, parts, 0], StoreNamespace.deviceEntryKeys, "a/1")
                    var stored = StoredEntryKeys(writer.store, part: 2)
                    #expect(try stored.list("a/1") == nil && stored.parts("a/1") == nil)
                    #expect(try stored.list("a/1", near: EntryKeyList.Search([.sample(ids[0])])) == nil)
                }
            }
    }
}
