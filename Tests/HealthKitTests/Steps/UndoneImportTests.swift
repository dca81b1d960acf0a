import Foundation
import HealthKitStore
import RandomTesting
import Testing

@testable import HealthKit

/// What an undo took away is no deletion of the person's: an import doesn't heed it, and everybody else hears of it as of one.
@Suite struct UndoneImportTests {
    private let test = TestStore()

    private static let forms = ImportForms(unit: { $0 }, metadata: \.bytes, workout: { _ in [] }, saysTheSame: ==)

    /// Imports steps, as rows or as sums that a program computed for spans of time.
    @discardableResult
    private func load(
        _ rows: [(Int, Double)],
        asSums version: Double? = nil,
        restoresDeleted: Bool = false
    ) throws -> ImportOutcome {
        var chunk = ImportChunk()
        let source = HKSource(name: "Watch", bundleIdentifier: "com.example.watch")
        chunk.definitions.series = [ImportedSeries(type: steps.identifier, unit: "count")]
        chunk.definitions.revisions = [HKSourceRevision(source: source, version: nil)]
        func header(_ minute: Int) -> ImportedHeader {
            let start = 600_000_000 + Double(minute) * 60
            return ImportedHeader(start: start, end: start + 30, creation: start + 31, revision: .init(0))
        }
        chunk.rows = rows.map { ImportedRow(series: .init(0), value: $0.1, header: header($0.0)) }
        if let version {
            chunk.buckets = zip(rows, chunk.rows)
                .map { ImportedBucket(row: $1, identifier: "minute \($0.0)", version: version) }
            chunk.rows = []
        }
        let session = try test.person.beginImport(
            Self.forms,
            restoresDeleted: restoresDeleted,
            named: "export.xml"
        )
        let outcome = try session.write(chunk)
        try session.finish()
        return outcome
    }

    private func values() throws -> [Double] {
        var found: [Double] = []
        try test.store.port.local().personsDatabase()
            .read { reader in
                guard let type = try reader.typeID(steps.identifier) else { return }
                try reader.store.forEachSample(ScanRequest(type: type, columns: .all)) { row in
                    found.append(row.value)
                    return .continue
                }
            }
        return found.sorted()
    }

    private func delete(_ value: Double, _ count: Int = 1) throws -> Int {
        var uuids: [UUID] = []
        try test.store.port.local().personsDatabase()
            .read { reader in
                guard let type = try reader.typeID(steps.identifier) else { return }
                try reader.store.forEachSample(ScanRequest(type: type, columns: .all)) { row in
                    if row.value == value, uuids.count < count { uuids.append(row.uuid) }
                    return .continue
                }
            }
        return try test.person.delete(uuids)
    }

    @Test(
        "An undone import adds everything again when the file is imported again, equal rows and all",
        arguments: 0..<6
    )
    func importedAgain(_ run: Int) throws {
        let seed = newSeed()
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let count = [1, 5, 63, 64, 200, 3_000][run]
        let rows = (0..<count)
            .map { _ in (Int.random(in: 0...count, using: &random), Double(Int.random(in: 1...3, using: &random))) }
        let all = rows.map(\.1).sorted()
        for _ in 0..<3 {
            #expect(try load(rows).tallies[.records].added == count)
            #expect(try load(rows).tallies[.records].added == 0)
            #expect(try test.person.undo()?.deleted == count)
            #expect(try values().isEmpty)
        }
        let outcome = try load(rows)
        #expect(outcome.tallies[.records].added == count && outcome.tallies[.records].deleted == 0)
        #expect(try values() == all)
        // Whoever didn't hear of it yet isn't told that what is there was deleted.
        let database = try test.store.port.local().personsDatabase()
        #expect(try database.read { try $0.store.tombstones(after: 0, limit: .max) }.isEmpty)
        #expect(try test.person.undo()?.deleted == count)
        #expect(try test.person.redo()?.restored == count)
        #expect(try values() == all)
    }

    @Test("What the person deleted stays deleted, whatever is undone after it, and an import says how many")
    func deletedByThePerson() throws {
        let rows = (0..<10).map { ($0, Double($0)) }
        try load(rows)
        #expect(try delete(3) == 1)
        // Brought back by an import that was told to, and taken away again by the undo of that: deleted as before.
        #expect(try load(rows, restoresDeleted: true).tallies[.records].added == 1)
        #expect(try test.person.undo()?.deleted == 1)
        var outcome = try load(rows)
        #expect(outcome.tallies[.records].deleted == 1 && outcome.tallies[.records].added == 0)
        #expect(try test.person.redo()?.restored == 1)
        #expect(try test.person.undo()?.deleted == 1)
        outcome = try load(rows)
        #expect(outcome.tallies[.records].deleted == 1)
        #expect(try load(rows, restoresDeleted: true).tallies[.records].added == 1)
        #expect(try values().count == 10)
    }

    @Test("Sums that a later post replaced are what they were when that is undone, and come again with the next post")
    func sums() throws {
        let (old, new) = ((0..<5).map { ($0, 10.0 + Double($0)) }, (0..<5).map { ($0, 20.0 + Double($0)) })
        try load(old, asSums: 1)
        try load(new, asSums: 2)
        #expect(try values() == new.map(\.1))
        #expect(try test.person.undo()?.restored == 5)
        #expect(try values() == old.map(\.1))
        #expect(try load(new, asSums: 2).tallies[.records].added == 5)
        #expect(try values() == new.map(\.1))
        _ = try test.person.undo()
        _ = try test.person.undo()
        #expect(try values().isEmpty)
        let outcome = try load(old, asSums: 1)
        #expect(outcome.tallies[.records].added == 5 && outcome.tallies[.records].deleted == 0)
        #expect(try values() == old.map(\.1))
        #expect(try delete(12) == 1)
        #expect(try load(old, asSums: 1).tallies[.records].deleted == 1)
    }

    @Test("A deletion that was brought back by an import, and undone with it, keeps nothing out")
    func allUndone() throws {
        let rows = (0..<5).map { ($0, Double($0)) }
        try load(rows)
        #expect(try delete(3) == 1)
        #expect(try load(rows, restoresDeleted: true).tallies[.records].added == 1)
        for _ in 0..<3 { _ = try test.person.undo() }
        #expect(try values().isEmpty)
        let outcome = try load(rows)
        #expect(outcome.tallies[.records].added == 5 && outcome.tallies[.records].deleted == 0)
    }

    @Test("A sum that goes back to what it was is no sum that the person deleted")
    func sumsBack() throws {
        try load([(0, 10)], asSums: 1)
        try load([(0, 12)], asSums: 2)
        let outcome = try load([(0, 10)], asSums: 3)
        #expect(outcome.tallies[.records].added == 1 && outcome.tallies[.records].deleted == 0)
        #expect(try values() == [10])
        #expect(try test.person.undo()?.restored == 1)
        #expect(try values() == [12])
        #expect(try load([(0, 10)], asSums: 3).tallies[.records].added == 1)
        #expect(try delete(10) == 1)
        #expect(try load([(0, 10)], asSums: 4).tallies[.records].deleted == 1)
        #expect(try values().isEmpty)
    }

    @Test("A deletion that is done again is the person's, and the undo of an import before it isn't")
    func deletedAgain() throws {
        let rows = (0..<10).map { ($0, Double($0)) }
        try load(rows)
        #expect(try delete(3) == 1)
        #expect(try test.person.undo()?.restored == 1)
        #expect(try test.person.redo()?.deleted == 1)
        let outcome = try load(rows)
        #expect(outcome.tallies[.records].deleted == 1 && outcome.tallies[.records].added == 0)
    }

    @Test("An app hears of an undone import as of any deletion, and of the next import as of samples that are there")
    func anchored() async throws {
        try test.grant("app", steps, read: true, share: false)
        let app = test.app("app")
        func changes(_ anchor: HKQueryAnchor?) async throws -> (added: Int, deleted: Int, anchor: HKQueryAnchor) {
            let result = try await HKAnchoredObjectQueryDescriptor(
                predicates: [.sample(type: steps)],
                anchor: anchor
            )
            .result(for: app)
            return (result.addedSamples.count, result.deletedObjects.count, result.newAnchor)
        }
        let rows = (0..<80).map { ($0, Double($0)) }
        try load(rows)
        let first = try await changes(nil)
        #expect(first.added == 80)
        _ = try test.person.undo()
        let second = try await changes(first.anchor)
        #expect(second.added == 0 && second.deleted == 80)
        try load(rows)
        let third = try await changes(second.anchor)
        #expect(third.added == 80 && third.deleted == 0)
        let late = try await changes(first.anchor)
        #expect(late.added == 80 && late.deleted == 0)
    }

    @Test("A note of a deletion says whether an undo made it, and older versions read the rest of it")
    func payload() throws {
        let metadata = Metadata([
            .init(key: HKMetadataKeySyncIdentifier, value: .text("_HKPrivateUndo")),
            .init(key: HKMetadataKeySyncVersion, value: .integer(2)),
        ])
        for kept in [nil, metadata] {
            for isUndo in [true, false] {
                let payload = TombstonePayload(start: 1, end: 2, metadata: kept, concept: "x", isUndo: isUndo)
                let read = try #require(TombstonePayload(bytes: payload.bytes))
                #expect(read.isUndo == isUndo && read.concept == "x" && read.metadata?.bytes == kept?.bytes)
                #expect(payload.bytes.withUnsafeBytes { TombstonePayload.isUndo($0) } == isUndo)
            }
        }
        for bytes in [[], [1, 2], [UInt8](repeating: 0xFF, count: 40)] as [[UInt8]] {
            #expect(!bytes.withUnsafeBytes { TombstonePayload.isUndo($0) })
        }
    }
}
