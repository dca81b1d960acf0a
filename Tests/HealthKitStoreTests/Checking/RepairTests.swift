import Foundation
import GRDB
import HealthKitStore
import RandomTesting
import Testing

@Suite struct RepairTests {
    @Test(arguments: [StoreKind.file, .tinyBatches])
    func aSoundStoreIsSavedWhole(_ kind: StoreKind) throws {
        let rich = try RichStore(kind)
        let before = try rich.contents()
        rich.fixture.close()
        let bytes = try Data(contentsOf: URL(fileURLWithPath: rich.path))
        let report = try SampleStore.repair(rich.path, to: rich.repaired)
        #expect(report.findings == [] && report.lost == [] && report.changed == [] && report.remaining == [])
        #expect(report.samples == before.samples.count && report.records == before.records.count)
        #expect(report.tombstones == before.tombstones.count && report.links == before.links.count)
        #expect(try WholeContents(path: rich.repaired).differences(from: before) == [])
        #expect(try Data(contentsOf: URL(fileURLWithPath: rich.path)) == bytes)
        let attributes = try FileManager.default.attributesOfItem(atPath: rich.repaired)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    }

    @Test(arguments: Damage.all)
    func repairKeepsEverythingElse(_ damage: Damage) throws {
        let rich = try RichStore()
        let before = try rich.contents()
        try rich.damage(damage.sql)
        let report = try SampleStore.repair(rich.path, to: rich.repaired)
        #expect(report.remaining == [])
        #expect(!report.findings.isEmpty)
        #expect(try SampleStore.inspect(path: rich.repaired).findings == [])
        var after = try WholeContents(path: rich.repaired)
        if damage.isReparable {
            #expect(report.changed == [])
            #expect(after.anchor >= before.anchor)
            after.anchor = before.anchor
            after.records = after.records.filter { before.records.contains($0) }
            after.summaries = before.summaries
            after.provenance = before.provenance
            #expect(after.differences(from: before) == [])
            return
        }
        #expect(!report.lost.isEmpty || !report.changed.isEmpty)
        let isRenamed = report.changed.contains { $0.kind == .identity || $0.kind == .reference }
        if isRenamed || damage.kind == .dictionary || damage.kind == .reference { return }
        let lost = report.lost.filter { $0.kind == .samples || $0.kind == .reference || $0.kind == .stray }
        #expect(after.samples.subtracting(before.samples).count == 0)
        let lostSamples = lost.reduce(0) { $0 + ($1.count ?? 0) }
        #expect(before.samples.count - after.samples.count == lostSamples, "\(report.lost)")
        let isRestThere = after.values == before.values && after.entries == before.entries
        #expect(isRestThere)
        #expect(after.links.subtracting(before.links).count == 0)
        #expect(after.tombstones.subtracting(before.tombstones).count == 0)
    }

    @Test func lostUUIDsAreReplacedAndTheSamplesStay() throws {
        let rich = try RichStore()
        let before = try rich.contents()
        try rich.damage("DELETE FROM batch_identity")
        let report = try SampleStore.repair(rich.path, to: rich.repaired)
        let after = try WholeContents(path: rich.repaired)
        #expect(after.samples.count == before.samples.count)
        let isInPlace = Set(after.samples.map(\.anchor)) == Set(before.samples.map(\.anchor))
        #expect(isInPlace)
        let renamed = after.samples.subtracting(before.samples).count
        #expect(renamed > 0 && report.changed.contains { $0.kind == .identity })
        #expect(report.changed.filter { $0.kind == .identity }.reduce(0) { $0 + ($1.count ?? 0) } == renamed)
    }

    @Test func theIndexVouchesForUUIDsWhoseChecksumFails() throws {
        let rich = try RichStore()
        let before = try rich.contents()
        // One byte of one UUID of each batch.
        try rich.damage(
            "UPDATE batch_identity SET bytes = x'FF' || substr(bytes, 2) WHERE substr(bytes, 1, 1) <> x'FF'"
        )
        let report = try SampleStore.repair(rich.path, to: rich.repaired)
        let after = try WholeContents(path: rich.repaired)
        let batches = report.findings.count { $0.kind == .identity }
        #expect(after.samples.count == before.samples.count)
        #expect(after.samples.subtracting(before.samples).count <= batches && batches > 0)
    }

    @Test func aLostEntryIsFoundAgainByItsHashOrStoodInFor() throws {
        let rich = try RichStore()
        let before = try rich.contents()
        try rich.damage("UPDATE dictionary SET bytes = x'FF' WHERE entry IN ((1 << 32) + 1, (3 << 32) + 2)")
        var aids = RepairAids()
        aids.candidates = { _ in [(.type, Array("nonsense".utf8)), (.type, Array("steps".utf8))] }
        aids.substitute = { kind, id in kind == .source ? Array("source \(id)".utf8) : nil }
        let report = try SampleStore.repair(rich.path, to: rich.repaired, aids: aids)
        #expect(report.remaining == [])
        let after = try WholeContents(path: rich.repaired)
        #expect(after.samples.symmetricDifference(before.samples).count == 0, "UUIDs stay, the source has another name")
        #expect(after.entries.filter { $0.hasPrefix("type") } == before.entries.filter { $0.hasPrefix("type") })
        #expect(report.lost.map(\.kind) == [.dictionary])
    }

    @Test func aLostFirstPageIsMadeAnew() throws {
        let rich = try RichStore()
        let before = try rich.contents()
        rich.fixture.close()
        // One copy of the header, both, the beginning of the first page, and everything up to its end.
        for (offset, size) in [(0, 100), (0, 4096), (8192, 100), (0, 8192), (0, 12_288)] as [(UInt64, Int)] {
            let file = try FileHandle(forUpdating: URL(fileURLWithPath: rich.path))
            try file.seek(toOffset: offset)
            try file.write(contentsOf: Data(repeating: 0xA5, count: size))
            try file.close()
            if size == 100 {
                let findings = try SampleStore.inspect(path: rich.path).findings
                #expect(findings.map(\.kind) == [.file])
            }
            let report = try SampleStore.repair(rich.path, to: rich.repaired, replacing: true)
            #expect(report.findings.first?.kind == .file && report.lost == [] && report.remaining == [])
            #expect(try WholeContents(path: rich.repaired).differences(from: before) == [])
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: rich.fixture.folder.path)
        #expect(files.sorted() == ["health.store", "repaired.store"])
    }

    /// Whole pages of rubbish, flipped bits and a cut end: nothing traps, nothing wrong is saved, and what is saved is a
    /// sound store.
    @Test(arguments: 1...UInt64(Soak.count(3, soak: 60)))
    func whateverTheFileHoldsWhatIsSavedIsRight(_ seed: UInt64) throws {
        let rich = try RichStore(.tinyBatches, samples: 800)
        let before = try rich.contents()
        rich.fixture.close()
        let original = try Data(contentsOf: URL(fileURLWithPath: rich.path))
        let truth = Set(before.samples.map { Bare($0) })
        var generator = SeededGenerator(seed: seed)
        for round in 0..<12 {
            var bytes = original
            let label: Comment = "seed \(seed), round \(round)"
            for _ in 0..<generator.int(1...4) { damage(&bytes, &generator) }
            try bytes.write(to: URL(fileURLWithPath: rich.path))
            do {
                _ = try SampleStore.inspect(path: rich.path)
                let report = try SampleStore.repair(rich.path, to: rich.repaired, replacing: true)
                #expect(report.remaining == [], label)
                let after = try WholeContents(path: rich.repaired)
                #expect(Set(after.samples.map { Bare($0) }).subtracting(truth).count == 0, label)
                let strangers = Set(after.records.map(\.uuid)).subtracting(before.records.map(\.uuid))
                #expect(strangers.count == 0, label)
            } catch let error as StoreError {
                #expect([.notAStore, .newerFormat, .damaged].contains(error.code), label)
            }
        }
    }

    private func damage(_ bytes: inout Data, _ generator: inout SeededGenerator) {
        let pages = bytes.count / 4096
        switch generator.int(0...5) {
        case 0...2:
            let page = generator.int(0...pages - 1)
            for offset in page * 4096..<(page + 1) * 4096 { bytes[offset] = generator.chance(50) ? 0 : 0xFF }
        case 3, 4:
            for _ in 0..<20 { bytes[generator.int(0...bytes.count - 1)] ^= UInt8(1 << generator.int(0...7)) }
        default:
            if pages > 20 { bytes = bytes.prefix(generator.int(18...pages) * 4096) }
        }
    }

    /// A sample's content, without the parts that a repair may have to change.
    private struct Bare: Hashable {
        let times: [Double]
        let value: Double
        let type: TypeID

        init(_ sample: StoredSample) {
            times = [sample.start, sample.end, sample.creation]
            value = sample.value
            type = sample.type
        }
    }

    @Test func aRepairNeverReplacesWhatIsThereUnasked() throws {
        let rich = try RichStore()
        rich.fixture.close()
        func code(_ path: String, replacing: Bool = false) -> StoreError.Code? {
            do {
                _ = try SampleStore.repair(rich.path, to: path, replacing: replacing)
                return nil
            } catch {
                return (error as? StoreError)?.code
            }
        }
        #expect(code(rich.path) == .cannotOpen)
        #expect(code(rich.path, replacing: true) == .cannotOpen)
        try Data("mine".utf8).write(to: URL(fileURLWithPath: rich.repaired))
        #expect(code(rich.repaired) == .cannotOpen)
        #expect(try Data(contentsOf: URL(fileURLWithPath: rich.repaired)) == Data("mine".utf8))
        #expect(code(rich.repaired, replacing: true) == nil)
        #expect(code("/nowhere/at/all") == .cannotOpen)
        #expect(code(rich.fixture.folder.path) == .cannotOpen)
    }
}
