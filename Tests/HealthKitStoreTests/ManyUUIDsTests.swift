import Foundation
import HealthKitStore
import RandomTesting
import Testing

@Suite struct ManyUUIDsTests {
    @Test(
        "Samples that are looked for together are those that are found one by one",
        arguments: [StoreKind.memory, .tinyBatches]
    )
    func together(_ kind: StoreKind) throws {
        let fixture = try StoreFixture(kind)
        let words = try fixture.write { try Vocabulary($0) }
        var generator = SeededGenerator(seed: 11)
        for source in [words.phone, words.watch] {
            try fixture.write { writer in
                try writer.insert(
                    (0..<300)
                        .map { index in
                            let start = Double(generator.int(0...40)) * 500 + Double(generator.int(0...3)) / 4
                            let identity: SampleIdentity = index % 2 == 0 ? .uuid(UUID()) : .derived
                            return words.step(start, value: Double(index % 7), source: source, identity: identity)
                        }
                )
            }
        }
        let all = try fixture.read { try $0.all(words.steps) }
        let gone = Array(all.prefix(20).map(\.uuid))
        try fixture.write { _ = try $0.delete(uuids: gone) }
        try fixture.read { reader in
            let sought = all.map(\.uuid) + [UUID(), UUID()]
            let found = try reader.samples(uuids: sought + sought)
            var expected: [UUID: StoredSample] = [:]
            for uuid in sought { expected[uuid] = try reader.sample(uuid: uuid) }
            #expect(found == expected && found.count == all.count - 20)
            #expect(try reader.samples(uuids: []).isEmpty)
        }
    }

    @Test("Samples of one moment are looked for in one pass, whether their UUIDs are given or computed")
    func onePass() throws {
        func searched(_ count: Int, isDerived: Bool) throws -> Int {
            let fixture = try StoreFixture(.memory)
            let words = try fixture.write { try Vocabulary($0) }
            try fixture.write { writer in
                try writer.insert(
                    (0..<count).map { words.step(7, value: Double($0), identity: isDerived ? .derived : .uuid(UUID())) }
                )
            }
            let uuids = try fixture.read { try $0.all(words.steps).map(\.uuid) }
            let reading = try fixture.read { reader in
                let found = try reader.samples(uuids: uuids).count
                #expect(found == count)
                return reader.searchedRows
            }
            let deleting = try fixture.write { writer in
                let deleted = try writer.delete(uuids: uuids)
                #expect(deleted == count)
                return writer.searchedRows
            }
            return reading + deleting
        }
        for isDerived in [true, false] {
            let (few, many) = (try searched(500, isDerived: isDerived), try searched(2_000, isDerived: isDerived))
            #expect(few >= 500 && many <= 5 * few, "\(few) rows for 500, \(many) for 2,000, derived: \(isDerived)")
        }
    }

    @Test("A UUID that comes twice is refused among many, and so is one that is stored")
    func doubled() throws {
        let fixture = try StoreFixture(.memory)
        let words = try fixture.write { try Vocabulary($0) }
        let known = UUID()
        try fixture.write { try $0.insert([words.step(1, identity: .uuid(known))]) }
        var rows = (0..<1_000).map { words.step(Double($0) * 60, identity: .uuid(UUID())) }
        for (place, duplicate) in [(999, rows[3].identity), (0, .uuid(known))] as [(Int, SampleIdentity)] {
            let before = rows[place]
            rows[place].identity = duplicate
            do {
                try fixture.write { try $0.insert(rows) }
                Issue.record("a UUID was stored twice")
            } catch let error as StoreError {
                #expect(error.code == .duplicateUUID)
            }
            rows[place] = before
        }
        try fixture.write { try $0.insert(rows) }
        let uuids = try fixture.read { try $0.all(words.steps).map(\.uuid) }
        #expect(uuids.count == 1_001 && Set(uuids).count == 1_001)
    }

    @Test("Samples that are passed over are those that come first", arguments: [StoreOrder.ascending, .descending])
    func skipped(_ order: StoreOrder) throws {
        let fixture = try StoreFixture(.tinyBatches)
        let words = try fixture.write { try Vocabulary($0) }
        for source in [words.phone, words.watch] {
            try fixture.write { writer in
                try writer.insert(
                    (0..<200).map { words.step(Double(max($0, 40) / 3), value: Double($0), source: source) }
                )
            }
        }
        for sources in [nil, [words.phone]] as [Set<SourceID>?] {
            let request = ScanRequest(type: words.steps, sources: sources, startLower: 2, startUpper: 60)
            func uuids(skipping count: Int) throws -> [UUID] {
                try fixture.read { reader in
                    var uuids: [UUID] = []
                    try reader.forEachSample(request, order: order, skipping: count) { sample in
                        uuids.append(sample.uuid)
                        return .continue
                    }
                    return uuids
                }
            }
            let all = try uuids(skipping: 0)
            for count in [1, 7, 60, 119, all.count, all.count + 5] {
                #expect(try uuids(skipping: count) == Array(all.dropFirst(count)), "\(count) of \(all.count)")
            }
        }
    }
}
