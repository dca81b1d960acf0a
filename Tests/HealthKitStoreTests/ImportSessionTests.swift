import Foundation
import HealthKitStore
import RandomTesting
import Testing

@Suite struct ImportSessionTests {
    @Test(arguments: StoreKind.allCases) func anImportThatWasCutShortGoesOn(_ kind: StoreKind) throws {
        let fixture = try StoreFixture(kind)
        let words = try fixture.write { try Vocabulary($0) }
        let rows = (0..<60)
            .map { index -> NewSample in
                let (minute, value) = (Double(index / 3), Double(index % 2))
                return words.step(minute * 60, value: value)
            }
        _ = try fixture.store.beginImport().add(Array(rows.prefix(25)))
        let session = try fixture.store.beginImport()
        var counts = ImportCounts()
        for chunk in stride(from: 0, to: 60, by: 7) {
            counts = counts + (try session.add(Array(rows[chunk..<min(chunk + 7, 60)])))
        }
        #expect(counts == ImportCounts(added: 35, duplicate: 25))
        let samples = try fixture.read { try $0.all(words.steps) }
        #expect(samples.count == 60 && Set(samples.map(\.uuid)).count == 60)
    }

    @Test(arguments: StoreKind.allCases) func identitiesAreTheSameInEveryStore(_ kind: StoreKind) throws {
        var random = SeededGenerator(seed: 5)
        var uuids: [Set<UUID>] = []
        for round in 0..<2 {
            let fixture = try StoreFixture(kind)
            if round == 1 { try fixture.write { _ = try $0.intern(.type, [1, 2, 3]) } }
            let words = try fixture.write { try Vocabulary($0) }
            var rows = (0..<80)
                .map { index -> NewSample in
                    let (minute, value) = (Double(index / 4), Double(index % 3))
                    return words.step(minute * 60, value: value)
                }
            if round == 1 { rows.shuffle(using: &random) }
            let session = try fixture.store.beginImport()
            for chunk in stride(from: 0, to: 80, by: 16) { _ = try session.add(Array(rows[chunk..<chunk + 16])) }
            let samples = try fixture.read { try $0.all(words.steps) }
            for sample in samples { #expect(try fixture.read { try $0.sample(uuid: sample.uuid) } == sample) }
            uuids.append(Set(samples.map(\.uuid)))
        }
        #expect(uuids[0].count == 80)
        #expect(uuids[0] == uuids[1])
    }

    @Test(arguments: StoreKind.allCases) func manyRowsAtOneStartAreToldApart(_ kind: StoreKind) throws {
        let fixture = try StoreFixture(kind)
        let words = try fixture.write { try Vocabulary($0) }
        let rows = (0..<400).map { words.step(1000, value: Double($0 % 7)) } + [words.step(940), words.step(1060)]
        let session = try fixture.store.beginImport()
        _ = try session.add(Array(rows.prefix(250)))
        _ = try session.add(Array(rows.dropFirst(250)))
        let samples = try fixture.read { try $0.all(words.steps) }
        #expect(samples.count == 402 && Set(samples.map(\.uuid)).count == 402)
        #expect(samples.map(\.start) == samples.map(\.start).sorted())
        let atOneStart = samples.filter { $0.start == 1000 }.map(\.uuid.uuidString)
        #expect(atOneStart == atOneStart.sorted())
        let again = try fixture.store.beginImport()
        #expect(try again.add(Array(rows.suffix(300))) == ImportCounts(added: 0, duplicate: 300))
        #expect(try again.add(Array(rows.prefix(102))) == ImportCounts(added: 0, duplicate: 102))
    }

    @Test(arguments: StoreKind.allCases) func aDeletedDuplicateComesBackUnderItsOwnIdentity(_ kind: StoreKind) throws {
        let fixture = try StoreFixture(kind)
        let words = try fixture.write { try Vocabulary($0) }
        let duplicates = [words.step(60), words.step(60), words.step(60)]
        _ = try fixture.store.beginImport().add(duplicates)
        let before = try fixture.read { try $0.all(words.steps) }
        try fixture.write { try $0.delete(uuids: [before[1].uuid]) }
        #expect(try fixture.store.beginImport().add(duplicates) == ImportCounts(added: 1, duplicate: 2))
        let after = try fixture.read { try $0.all(words.steps) }
        #expect(Set(after.map(\.uuid)) == Set(before.map(\.uuid)))
    }

    @Test(arguments: StoreKind.allCases) func membersAreTheRowsAtTopLevel(_ kind: StoreKind) throws {
        let fixture = try StoreFixture(kind)
        let words = try fixture.write { try Vocabulary($0) }
        let (plain, duplicate, late) = (words.step(0), words.step(60), words.step(120))
        let session = try fixture.store.beginImport()
        #expect(try session.add([plain, duplicate, duplicate]) == ImportCounts(added: 3, duplicate: 0))
        let first = try session.resolve(members: [plain, duplicate, late])
        let second = try session.resolve(members: [duplicate, plain])
        #expect(session.pendingMembers == 1)
        #expect(try session.add([late, words.step(180)]) == ImportCounts(added: 2, duplicate: 0))
        #expect(session.pendingMembers == 0)
        #expect(try session.add([late]) == ImportCounts(added: 1, duplicate: 0))
        let samples = try fixture.read { try $0.all(words.steps) }
        #expect(samples.count == 6)
        #expect(first[0] == samples[0].uuid && second[1] == samples[0].uuid)
        #expect(Set([first[1], second[0]]) == Set(samples[1...2].map { UUID?.some($0.uuid) }))
        let again = try fixture.store.beginImport()
        #expect(try again.resolve(members: [plain, duplicate, late]) == first)
        #expect(try again.add([plain, duplicate, duplicate, late, late]) == ImportCounts(added: 0, duplicate: 5))
    }

    @Test(arguments: StoreKind.allCases) func recordsAreRecognisedToo(_ kind: StoreKind) throws {
        let fixture = try StoreFixture(kind)
        let words = try fixture.write { try Vocabulary($0) }
        let record = NewRecord(type: words.workout, source: words.watch, start: 0, end: 10, creation: 20, payload: [1])
        var other = record
        other.payload = [2]
        let first = try fixture.store.beginImport().add(records: [record, record, other])
        #expect(first.map(\.isNew) == [true, true, true] && Set(first.map(\.uuid)).count == 3)
        let second = try fixture.store.beginImport().add(records: [other, record, record, record])
        #expect(second.map(\.isNew) == [false, false, false, true])
        #expect(try fixture.read { try $0.records(RecordRequest(type: words.workout)) }.count == 4)
    }

    @Test func aFailedTransactionLeavesTheSessionAsItWas() throws {
        struct Refusal: Error {}
        let fixture = try StoreFixture(.file)
        let words = try fixture.write { try Vocabulary($0) }
        let rows = (0..<10).map { words.step(Double($0) * 60) }
        _ = try fixture.store.beginImport().add(rows)
        let session = try fixture.store.beginImport()
        #expect(throws: Refusal.self) {
            try session.write { transaction in
                _ = try transaction.add(rows + [words.step(9000)])
                _ = try transaction.resolve(members: [words.step(9999)])
                throw Refusal()
            }
        }
        #expect(session.pendingMembers == 0)
        #expect(try session.add(rows + [words.step(9000)]) == ImportCounts(added: 1, duplicate: 10))
    }

    @Test func whatWasWrittenGoesIntoTheFileWhileThereIsNothingToWrite() throws {
        try ScratchFolder.with { folder in
            var options = StoreOptions()
            options.batchCapacity = 16
            options.checkpointPages = 40
            let store = try SampleStore(at: .file(folder.path("a.store")), options: options)
            defer { store.close() }
            func size(_ name: String) throws -> Int {
                try #require(try folder.url(name).resourceValues(forKeys: [.fileSizeKey]).fileSize)
            }
            let words = try store.write { try Vocabulary($0) }
            let session = try store.beginImport(ImportOptions(syncsAtEnd: true))
            var copies = 0
            var longestLog = 0
            for part in 0..<40 {
                let before = try size("a.store")
                _ = try session.add((0..<400).map { words.step(Double(part * 400 + $0) * 30) })
                // The log alone has them, as long as nobody has time.
                #expect(try size("a.store") == before)
                try session.tidy()
                if try size("a.store") > before { copies += 1 }
                longestLog = max(longestLog, try size("a.store-log"))
            }
            // A few pages wait, and each log begins anew.
            #expect(copies > 10 && copies < 40)
            #expect(try size("a.store") > 2 * longestLog)
            try session.finish()
            #expect(try store.read { try $0.all(words.steps).count } == 16_000)
        }
    }
}

extension ImportedRecord {
    fileprivate var isNew: Bool {
        if case .added = self { return true }
        return false
    }

    fileprivate var uuid: UUID? {
        switch self {
        case .added(let uuid), .duplicate(let uuid): uuid
        case .deleted: nil
        }
    }
}
