import Foundation
import HealthKitStore
import Testing

@Suite struct SampleStoreTests {
    @Test(arguments: StoreKind.allCases) func samplesComeBackInTheOrderOfStart(_ kind: StoreKind) throws {
        let fixture = try StoreFixture(kind)
        let words = try fixture.write { try Vocabulary($0) }
        let starts = [300.0, 100, 200, 200, 50, 400, 350, 120, 90, 1000]
        try fixture.write { writer throws in
            try writer.insert(starts.map { words.step($0, value: $0 / 10, identity: .uuid(UUID())) })
        }
        let samples = try fixture.read { try $0.all(words.steps) }
        #expect(samples.map(\.start) == starts.sorted())
        #expect(samples.allSatisfy { $0.value == $0.start / 10 && $0.creation == $0.end + 5 })
        let backwards = try fixture.read { try $0.all(words.steps, order: .descending) }
        #expect(backwards == samples.reversed())
    }

    @Test(arguments: StoreKind.allCases) func samplesAreFoundByUUID(_ kind: StoreKind) throws {
        let fixture = try StoreFixture(kind)
        let words = try fixture.write { try Vocabulary($0) }
        let uuids = (0..<50).map { _ in UUID() }
        for (index, uuid) in uuids.enumerated() {
            try fixture.write { try $0.insert([words.step(Double(index * 37 % 50) * 60, identity: .uuid(uuid))]) }
        }
        try fixture.write { try $0.insert((0..<20).map { words.step(Double($0) * 30 + 7, value: 3) }) }
        try fixture.read { reader throws in
            let all = try reader.all(words.steps)
            #expect(all.count == 70)
            for sample in all { #expect(try reader.sample(uuid: sample.uuid) == sample) }
            #expect(Set(all.map(\.uuid)).isSuperset(of: uuids))
            #expect(try reader.sample(uuid: UUID()) == nil)
        }
    }

    @Test(arguments: StoreKind.allCases) func aStoredOrRepeatedUUIDIsRefusedWhole(_ kind: StoreKind) throws {
        let fixture = try StoreFixture(kind)
        let words = try fixture.write { try Vocabulary($0) }
        let uuid = UUID()
        try fixture.write { try $0.insert([words.step(0, identity: .uuid(uuid))]) }
        for second in [uuid, UUID()] {
            let batch = [words.step(100, identity: .uuid(second)), words.step(900, identity: .uuid(second))]
            #expect(throws: StoreError.self) { try fixture.write { try $0.insert(batch) } }
        }
        let count = try fixture.read { try $0.all(words.steps).count }
        #expect(count == 1)
    }

    @Test(arguments: StoreKind.allCases) func deletedSamplesLeaveTombstones(_ kind: StoreKind) throws {
        let fixture = try StoreFixture(kind)
        let words = try fixture.write { try Vocabulary($0) }
        try fixture.write { try $0.insert((0..<30).map { words.step(Double($0) * 60) }) }
        let all = try fixture.read { try $0.all(words.steps) }
        let victims = all.filter { Int($0.start) % 120 == 0 }
        let deleted = try fixture.write { writer throws in
            try writer.delete(uuids: victims.map(\.uuid) + [UUID()], at: 7) { _ in [1, 2] }
        }
        #expect(deleted == victims.count)
        try fixture.read { reader throws in
            #expect(try reader.all(words.steps) == all.filter { Int($0.start) % 120 != 0 })
            let changes = try reader.changes(after: 30)
            #expect(changes.items.count == victims.count)
            for case .tombstone(let tombstone) in changes.items {
                #expect(tombstone.payload == [1, 2] && tombstone.deleted == 7 && tombstone.type == words.steps)
            }
            let summary = try #require(try reader.summaries().first)
            #expect(summary.count == 30 - victims.count)
            #expect(summary.firstStart == 60 && summary.lastStart == 29 * 60 && summary.lastEnd == 30 * 60)
            #expect(try reader.provenance().map(\.count) == [30 - victims.count])
        }
    }

    @Test(arguments: StoreKind.allCases) func importingAgainAddsNothingAndDuplicatesAreKept(_ kind: StoreKind) throws {
        let fixture = try StoreFixture(kind)
        let words = try fixture.write { try Vocabulary($0) }
        let times: [Double] = Array(0..<40).map { Double($0 / 2) } + Array(0..<10).map { Double($0) }
        let rows = times.map { words.step($0 * 60) }
        let first = try fixture.store.beginImport().add(rows)
        #expect(first == ImportCounts(added: 50, duplicate: 0))
        let session = try fixture.store.beginImport()
        #expect(try session.add(Array(rows.prefix(13))) == ImportCounts(added: 0, duplicate: 13))
        #expect(try session.add(Array(rows.dropFirst(13))) == ImportCounts(added: 0, duplicate: 37))
        #expect(try session.add([rows[0]]) == ImportCounts(added: 1, duplicate: 0))
        try fixture.read { reader throws in
            let all = try reader.all(words.steps)
            #expect(all.count == 51 && Set(all.map(\.uuid)).count == 51)
        }
    }

    @Test(arguments: StoreKind.allCases) func changesComeInPagesInTheOrderOfAnchors(_ kind: StoreKind) throws {
        let fixture = try StoreFixture(kind)
        let words = try fixture.write { try Vocabulary($0) }
        for round in 0..<6 {
            try fixture.write { writer throws in
                let minutes = (0..<7).map { ($0 * 13 + round * 5) % 31 }
                try writer.insert(minutes.map { words.step(Double($0) * 60, value: Double(round)) })
            }
        }
        try fixture.read { reader throws in
            let everything = try reader.changes(after: 0)
            #expect(everything.items.count == 42 && everything.lastAnchor == 42)
            #expect(everything.items.map(\.anchor) == Array(1...42))
            var paged: [StoreChanges.Item] = []
            var anchor: Int64 = 0
            while true {
                let page = try reader.changes(after: anchor, types: [words.steps], limit: 5)
                paged += page.items
                anchor = page.lastAnchor
                if !page.isLimited { break }
                #expect(page.items.count == 5)
            }
            #expect(paged == everything.items)
            #expect(try reader.changes(after: 0, types: [words.workout]).items.isEmpty)
        }
    }

    @Test(arguments: StoreKind.allCases) func recordsLinksAndValuesAreKept(_ kind: StoreKind) throws {
        let fixture = try StoreFixture(kind)
        let words = try fixture.write { try Vocabulary($0) }
        let record = NewRecord(
            type: words.workout,
            source: words.watch,
            start: 0,
            end: 3600,
            creation: 3700,
            payload: [9, 8, 7]
        )
        let child = UUID()
        let parent = try fixture.write { writer throws in
            let parent = try writer.insert(record)
            try writer.insert([words.step(10, identity: .uuid(child))])
            try writer.link(parent: parent, child: child, role: 1)
            try writer.setValue([1], "settings", "b")
            try writer.setValue([2], "settings", "a")
            try writer.setValue([3], "settings", "ab")
            return parent
        }
        try fixture.read { reader throws in
            #expect(try reader.record(uuid: parent)?.payload == [9, 8, 7])
            #expect(try reader.children(of: parent) == [StoreLink(parent: parent, child: child, role: 1)])
            #expect(try reader.parents(of: child, role: 1).map(\.parent) == [parent])
            #expect(try reader.linkedChildren(role: 1) == [child])
            #expect(try reader.values("settings").map(\.key) == ["a", "ab", "b"])
            #expect(try reader.values("settings", prefix: "a", descending: true).map(\.key) == ["ab", "a"])
            #expect(try reader.value("settings", "b") == [1])
        }
        try fixture.write { try $0.delete(uuids: [child]) }
        let children = try fixture.read { try $0.children(of: parent) }
        #expect(children.isEmpty)
    }

    @Test func aReadSeesOneSnapshotWhateverIsWrittenMeanwhile() throws {
        let fixture = try StoreFixture(.file)
        let words = try fixture.write { try Vocabulary($0) }
        try fixture.write { try $0.insert((0..<100).map { words.step(Double($0) * 60) }) }
        try fixture.read { reader throws in
            let before = try reader.all(words.steps)
            try fixture.store.write { writer in
                try writer.delete(uuids: before.prefix(50).map(\.uuid))
                try writer.insert([words.step(1e6)])
            }
            #expect(try reader.all(words.steps) == before)
            #expect(try reader.summaries().map(\.count) == [100])
        }
        let after = try fixture.read { try $0.all(words.steps) }
        #expect(after.count == 51)
    }

    @Test(arguments: [StoreKind.memory, .file])
    func whatAFailedTransactionWroteIsGone(_ kind: StoreKind) throws {
        struct Refusal: Error {}
        let fixture = try StoreFixture(kind)
        let words = try fixture.write { try Vocabulary($0) }
        #expect(throws: Refusal.self) {
            try fixture.write { writer in
                try writer.insert([words.step(0)])
                throw Refusal()
            }
        }
        #expect(throws: StoreError.self) {
            try fixture.write { writer in try fixture.store.write { _ in try writer.setValue([1], "n", "k") } }
        }
        let isEmpty = try fixture.read { try $0.summaries().isEmpty && $0.value("n", "k") == nil }
        #expect(isEmpty)
        // A refused argument was noticed before anything was written: the transaction may go on.
        try fixture.write { writer in
            try? writer.insert([words.step(.nan)])
            try writer.insert([words.step(60)])
        }
        #expect(try fixture.read { try $0.all(words.steps).map(\.start) } == [60])
    }

    @Test(
        "A namespace lists its own keys in byte order, whatever its neighbors are called and however large its values are"
    )
    func valueKeys() throws {
        let fixture = try StoreFixture(.memory)
        let store = fixture.store
        let large = [UInt8](repeating: 7, count: 100_000)
        try store.write { writer in
            for namespace in ["m", "ma", "n", "l"] {
                for key in ["b", "a", "é", "ab", ""] { try writer.setValue(large, namespace, namespace + key) }
            }
        }
        for namespace in ["m", "ma", "n", "l"] {
            let keys = try store.read { try $0.valueKeys(namespace) }
            #expect(keys == ["", "a", "ab", "b", "é"].map { namespace + $0 })
        }
        for namespace in ["", "k", "lx", "z"] { #expect(try store.read { try $0.valueKeys(namespace) }.isEmpty) }
    }
}
