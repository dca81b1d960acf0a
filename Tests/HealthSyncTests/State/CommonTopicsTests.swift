import HealthStore
import RandomTesting
import Testing

@testable import HealthSync

@Suite struct CommonTopicsTests {
    @Test("The topics that somebody else speaks of are found, in lists and among the topics themselves, and no other")
    func common() throws {
        var random = SeededGenerator("common topics")
        for _ in 0..<200 {
            let ids = (0..<Int.random(in: 1...60, using: &random)).map { _ in SyncID.random() }
            func some(_ most: Int) -> [SyncID] {
                (0..<Int.random(in: 0...most, using: &random)).compactMap { _ in ids.randomElement(using: &random) }
            }
            let (own, others) = (some(40), (0..<3).map { _ in some(10) })
            var numbers = TopicNumbers()
            for id in own { numbers.add(.sample(id)) }
            #expect(numbers.count == own.count)
            let repeated = CommonTopics(repeatedIn: numbers)
            let found = numbers.common { look in
                for other in others { look(TopicList(other.map(Self.entry))) }
            }
            let known = Set(others.flatMap { $0 })
            for id in ids {
                let count = own.count { $0 == id }
                #expect(repeated.has(.sample(id)) == (count > 1))
                #expect(found.has(.sample(id)) == (count > 1 || count == 1 && known.contains(id)))
            }
        }
    }

    private static func entry(_ id: SyncID) -> Entry { .same(Same(hidden: id, shown: id)) }

    @Test("Topics of lists count like those of entries")
    func lists() {
        let ids = (0..<100).map { _ in SyncID.random() }
        var numbers = TopicNumbers()
        numbers.add(TopicList(ids.prefix(60).map(Self.entry)))
        numbers.add(TopicList(ids.suffix(60).map(Self.entry)))
        let repeated = CommonTopics(repeatedIn: numbers)
        for (place, id) in ids.enumerated() { #expect(repeated.has(.sample(id)) == (40..<60).contains(place)) }
        #expect(!CommonTopics(repeatedIn: TopicNumbers()).has(.sample(ids[0])))
    }
}
