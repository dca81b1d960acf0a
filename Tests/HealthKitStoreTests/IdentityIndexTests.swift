import Foundation
import RandomTesting
import Testing

@testable import HealthKitStore

@Suite struct IdentityIndexTests {
    @Test func runsFindWhatWasSavedAndForgetWhatWasDeleted() throws {
        let fixture = try StoreFixture(.tinyBatches)
        let words = try fixture.write { try Vocabulary($0) }
        var generator = SeededGenerator(seed: 3)
        var known: [UUID] = []
        for _ in 0..<120 {
            let samples = (0..<generator.int(1...12))
                .map { _ in
                    words.step(Double(generator.int(0...5000)), identity: .uuid(UUID()))
                }
            try fixture.write { try $0.insert(samples) }
            for case .uuid(let uuid) in samples.map(\.identity) { known.append(uuid) }
            if generator.chance(30) {
                known.shuffle(using: &generator)
                let victims = Array(known.prefix(5))
                known.removeFirst(min(5, known.count))
                #expect(try fixture.write { try $0.delete(uuids: victims) } == victims.count)
                try fixture.read { reader throws in
                    for victim in victims { #expect(try reader.sample(uuid: victim) == nil) }
                }
            }
        }
        try fixture.read { reader throws in
            for uuid in known { #expect(try reader.sample(uuid: uuid)?.uuid == uuid) }
            let runs = try reader.identityRuns()
            #expect(runs.count > 1 && runs.count < 24)
            let listed = runs.reduce(0) { $0 + $1.entryCount } + (try reader.recentEntries().count)
            #expect(listed >= known.count)
        }
    }

    @Test func largeSavesRefuseStoredUUIDsWhateverHappenedBetween() throws {
        let fixture = try StoreFixture(.file)
        let words = try fixture.write { try Vocabulary($0) }
        func samples(_ uuids: [UUID]) -> [NewSample] {
            uuids.enumerated().map { words.step(Double($0.offset) * 7, identity: .uuid($0.element)) }
        }
        let first = (0..<6000).map { _ in UUID() }
        try fixture.write { try $0.insert(samples(first)) }
        let second = (0..<100).map { _ in UUID() }
        try fixture.write { try $0.insert(samples(second)) }
        let other = try SampleStore(at: .file(fixture.path))
        let third = (0..<5000).map { _ in UUID() }
        try other.write { try $0.insert(samples(third)) }
        struct Undone: Error {}
        let undone = (0..<9000).map { _ in UUID() }
        #expect(throws: Undone.self) {
            try fixture.write { writer throws in
                try writer.insert(samples(undone))
                throw Undone()
            }
        }
        for stored in [first, second, third].map({ $0[$0.count / 2] }) {
            let fresh = (0..<200).map { _ in UUID() }
            #expect(throws: StoreError.self) { try fixture.write { try $0.insert(samples(fresh + [stored])) } }
        }
        try fixture.write { try $0.insert(samples(undone)) }
        #expect(throws: StoreError.self) { try other.write { try $0.insert(samples(Array(undone.suffix(80)))) } }
        let count = try fixture.read { try $0.summaries().reduce(0) { $0 + $1.count } }
        #expect(count == 6000 + 100 + 5000 + 9000)
    }

    @Test func recordsAndSamplesShareOneNamespaceOfUUIDs() throws {
        let fixture = try StoreFixture(.memory)
        let words = try fixture.write { try Vocabulary($0) }
        let uuid = UUID()
        let record = NewRecord(
            type: words.workout,
            source: words.watch,
            start: 0,
            end: 1,
            creation: 2,
            identity: .uuid(uuid)
        )
        try fixture.write { _ = try $0.insert(record) }
        #expect(throws: StoreError.self) { try fixture.write { _ = try $0.insert(record) } }
        #expect(throws: StoreError.self) {
            try fixture.write { try $0.insert([words.step(0, identity: .uuid(uuid))]) }
        }
        try fixture.write { try $0.delete(uuids: [uuid]) }
        try fixture.write { try $0.insert([words.step(0, identity: .uuid(uuid))]) }
        #expect(throws: StoreError.self) { try fixture.write { _ = try $0.insert(record) } }
    }

    @Test func aGivenUUIDOfTheDerivedVersionIsKept() throws {
        let fixture = try StoreFixture(.tinyBatches)
        let words = try fixture.write { try Vocabulary($0) }
        let uuids = (0..<30)
            .map { _ in
                Identifier(high: Identifier(UUID()).high & ~0xF000 | 0x8000, low: Identifier(UUID()).low).uuid
            }
        for uuid in uuids { try fixture.write { try $0.insert([words.step(5, identity: .uuid(uuid))]) } }
        try fixture.read { reader throws in
            for uuid in uuids { #expect(try reader.sample(uuid: uuid)?.uuid == uuid) }
        }
        #expect(throws: StoreError.self) {
            try fixture.write { try $0.insert([words.step(5, identity: .uuid(uuids[3]))]) }
        }
    }

    @Test func derivedIdentitiesTellTypeAndSecond() {
        for start in [0.0, -1.5, 7e8 + 0.25, -63_114_076_800, 64_092_211_200, 1e300, -1e300] {
            let prefix = DerivedIdentity.Prefix(type: 77, source: 1, unit: 2, revision: 3, device: 4, metadata: 5)
            let identifier = DerivedIdentity.identifier(
                prefix,
                start: start,
                end: start,
                value: 1,
                creation: 2,
                ordinal: 0
            )
            let bounds = DerivedIdentity.starts(of: identifier)
            #expect(bounds.lower <= start && start <= bounds.upper)
            #expect(DerivedIdentity.mayBeDerived(identifier))
            #expect(DerivedIdentity.tag(of: identifier) == DerivedIdentity.tag(77))
            #expect(Identifier(identifier.uuid) == identifier)
        }
    }

    @Test func derivedIdentitiesAreThoseOfFormatOne() {
        let prefix = DerivedIdentity.Prefix(
            type: DictionaryKey.hash(.type, Array("steps".utf8)),
            source: DictionaryKey.hash(.source, Array("phone".utf8)),
            unit: 0,
            revision: 0,
            device: 0,
            metadata: 0
        )
        let identifier = DerivedIdentity.identifier(
            prefix,
            start: 700_000_000,
            end: 700_000_060,
            value: 12.5,
            creation: 700_000_070,
            ordinal: 1
        )
        #expect(identifier.uuid.uuidString == "707029B9-2700-873B-B975-F1C60A15154C")
    }
}
