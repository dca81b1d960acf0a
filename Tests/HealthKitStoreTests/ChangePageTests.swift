import Testing

@testable import HealthKitStore

/// Changes are read page by page, of which there may be thousands.
@Suite("Pages of changes")
struct ChangePageTests {
    /// A store with samples, and with records and deletions after and between them.
    private static func store(_ later: Int) throws -> (fixture: StoreFixture, types: [TypeID]) {
        let fixture = try StoreFixture(.memory)
        let words = try fixture.write { try Vocabulary($0) }
        try fixture.write { writer in
            func record(_ number: Int) throws {
                let start = Double(number)
                _ = try writer.insert(
                    NewRecord(
                        type: words.workout,
                        source: words.watch,
                        start: start,
                        end: start + 1,
                        creation: 0,
                        payload: [1, 2]
                    )
                )
            }
            for number in 0..<10 {
                try writer.insert((0..<20).map { words.step(Double(number * 20 + $0), value: 1) })
                try record(number)
            }
            try writer.insert((200..<400).map { words.step(Double($0), value: 1) })
            for number in 10..<later + 10 { try record(number) }
            try writer.insert((1_000..<1_000 + later).map { words.step(Double($0), value: 1) })
            try writer.delete(uuids: try writer.all(words.steps).filter { $0.start >= 1_000 }.map(\.uuid), at: 1) { _ in
                []
            }
        }
        return (fixture, [words.steps, words.workout])
    }

    @Test("A page costs what is in it, however much was recorded and deleted after it", arguments: [false, true])
    func cost(isOfTypes: Bool) throws {
        func steps(_ later: Int) throws -> Int {
            let (fixture, types) = try Self.store(later)
            return try fixture.read { reader in
                _ = try reader.changes(after: 0, types: isOfTypes ? types : nil, limit: 50)
                let before = reader.steps
                _ = try reader.changes(after: 0, types: isOfTypes ? types : nil, limit: 50)
                return reader.steps - before
            }
        }
        let (few, many) = (try steps(1), try steps(3_000))
        #expect(many <= few + 200, "\(few) steps, \(many) with much after the page")
    }

    @Test(
        "Pages of any size, one after the other, are all changes in their order",
        arguments: [1, 7, 20, 21, 100, 1_000]
    )
    func pages(limit: Int) throws {
        let (fixture, types) = try Self.store(300)
        try fixture.read { reader in
            let all = try reader.changes(after: 0).items
            #expect(all.map(\.anchor) == all.map(\.anchor).sorted() && all.count == 400 + 310 + 300)
            for types in [nil, types] {
                var (paged, after, isLimited): ([StoreChanges.Item], Int64, Bool) = ([], 0, true)
                while isLimited {
                    let page = try reader.changes(after: after, types: types, limit: limit)
                    #expect(page.items.count <= limit)
                    paged += page.items
                    (after, isLimited) = (page.lastAnchor, page.isLimited)
                }
                #expect(paged == all)
            }
        }
    }
}
