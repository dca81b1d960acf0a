import HealthKitStore
import RandomTesting
import Testing

@testable import HealthtuiSync

@Suite struct CommonEntryKeysTests {
    @Test("The keys that somebody else speaks of are found, in lists and among the keys themselves, and no other")
    func common() throws {
        var random = SeededGenerator("common topics")
        for _ in 0..<200 {
            let ids = (0..<Int.random(in: 1...60, using: &random)).map { _ in SyncID.random() }
            func some(_ most: Int) -> [SyncID] {
                (0..<Int.random(in: 0...most, using: &random)).compactMap { _ in ids.randomElement(using: &random) }
            }
            let (own, others) = (some(40), (0..<3).map { _ in some(10) })
            var numbers = EntryKeyNumbers()
            for id in own { numbers.add(.sample(id)) }
            #expect(numbers.count == own.count)
            let repeated = CommonEntryKeys(repeatedIn: numbers)
            let found = numbers.common { look in
                for (place, other) in others.enumerated() { look(EntryKeyList(other.map(Self.entry)), place) }
            }
            let known = Set(others.flatMap { $0 })
            for id in ids {
                let count = own.count { $0 == id }
                #expect(repeated.has(.sample(id)) == (count > 1))
                #expect(found.has(.sample(id)) == (count > 1 || count == 1 && known.contains(id)))
                let lists = others.indices.filter { others[$0].contains(id) }
                #expect(found.onlyList(.sample(id)) == (count == 1 && lists.count == 1 ? lists[0] : nil))
                #expect(found.lists(.sample(id)) == (found.has(.sample(id)) ? lists : nil))
            }
        }
    }

    private static func entry(_ id: SyncID) -> Entry { .duplicate(Duplicate(hidden: id, shown: id)) }

    @Test(
        "Keys that are also in another list are found part by part, and no others, also where lists come in parts",
        arguments: [0, 23, 25],
        [1, 6]
    )
    func amongLists(countBits: Int, parts: Int) throws {
        var random = SeededGenerator("topics among lists \(countBits)")
        for _ in 0..<(countBits < 24 ? 20 : 4) {
            let ids = (0..<Int.random(in: 1...80, using: &random)).map { _ in SyncID.random() }
            func lists(_ most: Int) -> [Set<SyncID>] {
                (0..<Int.random(in: 0...4, using: &random))
                    .map { _ in
                        Set(
                            (0..<Int.random(in: 0...most, using: &random))
                                .compactMap { _ in ids.randomElement(using: &random) }
                        )
                    }
            }
            let (own, others) = (lists(12), lists(20))
            let found = try #require(
                CommonEntryKeys(among: 1 << countBits) { isOwn, look in
                    for (place, list) in (isOwn ? own : others).enumerated() {
                        for part in EntryKeyList(list.map(Self.entry)).parts(parts) {
                            look(part, isOwn ? place : own.count + place)
                        }
                    }
                }
            )
            for id in own.reduce(into: Set(), { $0.formUnion($1) }) {
                let count = (own + others).count { $0.contains(id) }
                #expect(found.has(.sample(id)) == (count > 1))
                let lists = (own + others).indices.filter { (own + others)[$0].contains(id) }
                #expect(found.lists(.sample(id)) == (count > 1 ? lists : nil))
            }
        }
    }

    @Test("Lists that aren't as they were written give some answer")
    func nonsense() throws {
        var random = SeededGenerator("nonsense in lists of topics")
        for _ in 0..<20 {
            let bytes = (0..<1_000).map { _ in UInt8.random(in: 0...255, using: &random) }
            let list = EntryKeyList(bytes: bytes)
            let found = try CommonEntryKeys(among: 1 << 22) { _, look in look(list, 0) }
            #expect(found != nil)
        }
    }

    @Test("A list is cut into parts that together have what it has")
    func slices() {
        var random = SeededGenerator("slices of lists")
        for _ in 0..<100 {
            let ids = (0..<Int.random(in: 0...40, using: &random)).map { _ in SyncID.random() }
            let list = EntryKeyList(ids.map(Self.entry))
            func numbers(_ list: EntryKeyList) -> [UInt64] {
                var numbers: [UInt64] = []
                list.forEachNumber {
                    numbers.append($0)
                    return true
                }
                return numbers
            }
            var position = EntryKeyList.Position()
            var (parts, first): ([UInt64], UInt64) = ([], 0)
            for limit in (0..<5).map({ _ in UInt64.random(in: 0..<1 << 40, using: &random) }).sorted() + [1 << 40] {
                let part = numbers(list.slice(from: &position, below: limit))
                #expect(part.allSatisfy { $0 >= first && $0 < limit })
                parts += part
                first = limit
            }
            #expect(parts == numbers(list))
        }
    }

    @Test("Some parts of a list have what they may have of it, and all of them together are the list")
    func parts() {
        var random = SeededGenerator("parts of lists")
        for _ in 0..<200 {
            let ids = (0..<Int.random(in: 0...60, using: &random)).map { _ in SyncID.random() }
            let list = EntryKeyList(ids.map(Self.entry))
            let count = Int.random(in: 1...40, using: &random)
            let parts = list.parts(count)
            #expect(parts.count == count)
            #expect(EntryKeyList(joining: parts).bytes == list.bytes)
            let sought = ids.filter { _ in Int.random(in: 0..<10, using: &random) == 0 } + [.random()]
            let search = EntryKeyList.Search(sought.map(EntryKey.sample))
            guard let numbers = search.parts(among: count) else {
                #expect(sought.count > count / 2)
                continue
            }
            #expect(numbers.count <= sought.count && numbers == Set(numbers).sorted())
            let some = EntryKeyList(joining: numbers.map { parts[$0] })
            for id in sought { #expect(some.mayHave(EntryKeyList.Search([.sample(id)])) == ids.contains(id)) }
        }
        #expect(EntryKeyList.Search([EntryKey]()).parts(among: 7) == [])
    }

    @Test("Where nearly all keys are in two lists, none are kept")
    func tooMany() throws {
        let list = EntryKeyList((0..<140_000).map { _ in .duplicate(Duplicate(hidden: .random(), shown: .random())) })
        let found = try CommonEntryKeys(among: 600_000) { _, look in look(list, 0) }
        #expect(found == nil)
    }

    @Test("Keys of lists count like those of entries")
    func lists() {
        let ids = (0..<100).map { _ in SyncID.random() }
        var numbers = EntryKeyNumbers()
        numbers.add(EntryKeyList(ids.prefix(60).map(Self.entry)))
        numbers.add(EntryKeyList(ids.suffix(60).map(Self.entry)))
        let repeated = CommonEntryKeys(repeatedIn: numbers)
        for (place, id) in ids.enumerated() { #expect(repeated.has(.sample(id)) == (40..<60).contains(place)) }
        #expect(!CommonEntryKeys(repeatedIn: EntryKeyNumbers()).has(.sample(ids[0])))
    }
}

@Suite struct EntryKeySetTests {
    @Test("A set of keys has those that were put in and no other, and tells which others are missing")
    func members() {
        var set = EntryKeySet()
        let entryKeys = (0..<5_000).map { _ in EntryKey.sample(.random()) }
        set.formUnion(Set(entryKeys[..<1_000]))
        set.formUnion(Set(entryKeys[1_000..<3_000]))
        for (place, entryKey) in entryKeys.enumerated() { #expect(set.contains(entryKey) == (place < 3_000)) }
        #expect(set.missing(of: Set(entryKeys[2_000...])) == Set(entryKeys[3_000...]))
    }
}
