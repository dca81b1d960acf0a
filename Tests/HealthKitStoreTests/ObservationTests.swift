import Foundation
import HealthKitStore
import Synchronization
import Testing
import WaitTesting

@Suite struct ObservationTests {
    /// Collects changes and waits for them.
    final class Listener: Sendable {
        private let changes = Mutex<[StoreChange]>([])

        func hear(_ change: StoreChange) { changes.withLock { $0.append(change) } }

        var heard: [StoreChange] { changes.withLock { $0 } }

        /// Whether what was heard comes to fit within two minutes.
        func wait(
            sourceLocation: SourceLocation = #_sourceLocation,
            _ condition: ([StoreChange]) -> Bool
        ) -> Bool {
            eventuallyBlocking("changes other than \(heard)", seconds: 120, sourceLocation: sourceLocation) {
                condition(heard)
            }
        }
    }

    @Test(arguments: [StoreKind.memory, .file]) func ownCommitsAreHeardOnceEach(_ kind: StoreKind) throws {
        let fixture = try StoreFixture(kind)
        let words = try fixture.store.write { try Vocabulary($0) }
        let listener = Listener()
        let observation = fixture.store.observe { listener.hear($0) }
        for round in 0..<5 {
            try fixture.store.write { writer in
                try writer.insert([words.step(Double(round) * 60)])
                try writer.setValue([1], "settings", "k")
            }
        }
        try fixture.store.write { _ in }
        #expect(listener.wait { $0.count >= 5 })
        // One more commit, of something else, comes behind all that is told of these.
        try fixture.store.write { try $0.setValue([1], "last", "k") }
        #expect(listener.wait { $0.last?.namespaces == ["last"] })
        let expected = StoreChange(types: [words.steps], namespaces: ["settings"], isLocal: true)
        #expect(listener.heard.dropLast() == Array(repeating: expected, count: 5)[...])
        observation.cancel()
        let after = Listener()
        let second = fixture.store.observe { after.hear($0) }
        try fixture.store.write { try $0.insert([words.step(9000)]) }
        #expect(after.wait { $0.count >= 1 })
        second.cancel()
        #expect(listener.heard.count == 6)
    }

    @Test func commitsOfAnotherStoreAreHeard() throws {
        let fixture = try StoreFixture(.file)
        let words = try fixture.store.write { try Vocabulary($0) }
        let other = try SampleStore(at: .file(fixture.path))
        let listener = Listener()
        let observation = fixture.store.observe { listener.hear($0) }
        for round in 0..<10 {
            let before = listener.heard.count
            try other.write { try $0.insert([words.step(Double(round) * 60)]) }
            try #require(listener.wait { $0.count > before })
            let change = StoreChange(types: [words.steps], namespaces: [], isLocal: false)
            #expect(listener.heard.last == change)
        }
        let uuid = try #require(try fixture.read { try $0.all(words.steps) }.first?.uuid)
        let before = listener.heard.count
        try other.write { writer in
            try writer.delete(uuids: [uuid])
            try writer.setValue([1], "apps", "x")
        }
        #expect(listener.wait { $0.count > before })
        #expect(listener.heard.last == StoreChange(types: [words.steps], namespaces: ["apps"], isLocal: false))
        observation.cancel()
        other.close()
    }

    @Test func nothingIsLostWhenTwoStoresWriteAtOnce() throws {
        let fixture = try StoreFixture(.file)
        let words = try fixture.store.write { try Vocabulary($0) }
        let other = try SampleStore(at: .file(fixture.path))
        let listeners = [Listener(), Listener()]
        let observations = [
            fixture.store.observe { listeners[0].hear($0) }, other.observe { listeners[1].hear($0) },
        ]
        let stores = [fixture.store, other]
        DispatchQueue.concurrentPerform(iterations: 2) { index in
            for round in 0..<60 {
                let sample = words.step(
                    Double(round * 2 + index) * 60,
                    source: index == 0 ? words.phone : words.watch,
                    identity: .uuid(UUID())
                )
                try? stores[index]
                    .write { writer in
                        try writer.insert([sample])
                        if round == 59 { try writer.setValue([1], "done by \(index)", "k") }
                    }
            }
        }
        for (index, listener) in listeners.enumerated() {
            let own = "done by \(index)"
            let others = "done by \(1 - index)"
            #expect(listener.wait { $0.contains { $0.isLocal && $0.namespaces == [own] } })
            #expect(listener.wait { $0.contains { !$0.isLocal && $0.namespaces == [others] } })
            #expect(listener.heard.filter(\.isLocal).count == 60)
        }
        let counts = try fixture.read { try $0.summaries().map(\.count) }
        #expect(counts == [60, 60])
        for observation in observations { observation.cancel() }
    }
}
