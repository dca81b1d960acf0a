import HealthKitStore
import RandomTesting
import Testing

@testable import HealthtuiSync

@Suite struct EntryCodingTests {
    private static func sealed(
        _ entries: [Entry],
        asRows: Bool = false
    ) throws -> (file: [UInt8], opened: Segment) {
        let epoch = try SecretBytes.random(count: 32)
        let keys = try DeviceKeys(secret: try SecretBytes.random(count: 32))
        let header = SegmentHeader(
            group: .random(),
            device: keys.device,
            epoch: GroupIdentity.epoch(epoch),
            first: 1,
            last: 1,
            previous: nil,
            replaces: nil
        )
        let file = try SegmentCoding.seal(header, entries, epoch: epoch, signer: keys.signing).file
        let opened = try SegmentCoding.open(file, signer: keys.signing.publicKey, asRows: asRows) { _ in epoch }
        return (file, opened)
    }

    @Test("Entries of every kind come back as they were")
    func roundTrip() throws {
        var random = RandomEntries(SeededGenerator("entries"))
        for _ in 0..<60 {
            let entries = (0..<20).map { _ in random.entry() }
            let opened = try Self.sealed(entries).opened
            #expect(opened.entries == entries)
        }
    }

    @Test("As rows, samples say, weigh and are found as what they say one by one")
    func rows() throws {
        var generator = SeededGenerator("rows")
        var random = RandomEntries(SeededGenerator("rows among others"))
        let plain = Self.samples(300, &generator, isImported: true) + Self.samples(300, &generator, isImported: false)
        let entries = plain + (0..<200).map { _ in random.entry() }
        let opened = try Self.sealed(entries, asRows: true).opened.entries
        var (expanded, inRows): ([Entry], Int) = ([], 0)
        for entry in opened {
            guard case .rows(let rows) = entry else {
                expanded.append(entry)
                continue
            }
            inRows += rows.count
            expanded += rows.versions.map(Entry.sample)
            #expect(SampleRows(rows.versions) == rows)
            #expect(entry.entryKeys == rows.versions.flatMap(\.entryKeys))
            #expect(rows.weight >= rows.count * SampleRows.rowWeight)
            var writer = EntryWriter()
            writer.write([entry])
            #expect(writer.writer.bytes.count <= entry.weight)
            // Written as rows they are the same bytes.
            var other = EntryWriter()
            other.write(rows.versions.map(Entry.sample))
            #expect(other.writer.bytes == writer.writer.bytes)
        }
        #expect(expanded == entries)
        #expect(inRows >= plain.count)
        #expect(EntryKeyList(opened).bytes == EntryKeyList(entries).bytes)
        var (state, other) = (SyncState(), SyncState())
        for entry in opened { state.merge(entry) }
        for entry in entries { other.merge(entry) }
        #expect(MergedView(state).samples == MergedView(other).samples)
    }

    @Test("Numbers of one column come back as they were, however different they are")
    func numbers() throws {
        let texts = [[1], [2], [3], [], [], []] as [[UInt8]]
        let numbers = [1e15, 0.5, -0.0, 1e-7, 9e15, 123_456.789, .infinity, 0.1 + 0.2, -4_000_000_000.25]
        for first in numbers {
            for second in numbers {
                let entries = [first, second]
                    .map { number -> Entry in
                        let content = SampleContent(
                            sharing: texts,
                            start: number,
                            end: number,
                            creation: number,
                            body: .value(number)
                        )
                        let id = SyncID.random()
                        let name = VersionName(root: id, stamp: .imported, id: id)
                        return .sample(SyncedVersion(name: name, origin: .saved, content: content))
                    }
                #expect(try Self.sealed(entries).opened.entries == entries, "\(first), \(second)")
            }
        }
    }

    @Test("What entries weigh is never less than what they take")
    func weight() throws {
        var random = RandomEntries(SeededGenerator("weights"))
        for _ in 0..<20 {
            var writer = EntryWriter()
            let entries = (0..<40).map { _ in random.entry() }
            writer.write(entries)
            #expect(writer.writer.bytes.count <= entries.reduce(0) { $0 + $1.weight })
        }
    }

    @Test("What entries weigh together, rows of the same texts as rows, is never less than what they take")
    func weightTogether() throws {
        var random = RandomEntries(SeededGenerator("weights together"))
        for _ in 0..<20 {
            var entries: [Entry] = []
            for _ in 0..<10 {
                let texts = random.version().content.texts
                for _ in 0..<Int.random(in: 1...30, using: &random.generator) {
                    var version = random.version()
                    let old = version.content
                    version.content = SampleContent(
                        sharing: texts,
                        start: old.start,
                        end: old.end,
                        creation: old.creation,
                        body: old.body
                    )
                    entries.append(.sample(version))
                }
                entries.append(random.entry())
            }
            var (writer, together) = (EntryWriter(), EntriesWeight(most: 1 << 30))
            writer.write(entries)
            for entry in entries { _ = together.add(entry) }
            #expect(writer.writer.bytes.count <= together.weight)
            #expect(together.weight <= entries.reduce(0) { $0 + $1.weight })
        }
    }

    @Test("Samples that hardly become smaller take more files, each of which can be read")
    func incompressible() throws {
        var random = RandomEntries(SeededGenerator("incompressible"))
        func number() -> Double { Double.random(in: 1...2, using: &random.generator) }
        let texts = random.version().content.texts
        let entries = (0..<18_000)
            .map { _ -> Entry in
                let content = SampleContent(
                    sharing: texts,
                    start: number(),
                    end: number(),
                    creation: number(),
                    body: .value(number())
                )
                let name = VersionName(root: .random(), stamp: random.stamp(), id: .random())
                return .sample(SyncedVersion(name: name, origin: .saved, content: content))
            }
        let epoch = try SecretBytes.random(count: 32)
        let keys = try DeviceKeys(secret: try SecretBytes.random(count: 32))
        var replica = Replica(device: keys.device)
        replica.send(entries)
        var files: [[UInt8]] = []
        try replica.seal(group: .random(), epoch: GroupIdentity.epoch(epoch)) { header, entries in
            let sealed = try SegmentCoding.seal(header, entries, epoch: epoch, signer: keys.signing)
            files.append(sealed.file)
            return sealed.segment
        }
        #expect(files.count > 1)
        let opened = try files.flatMap { file in
            try SegmentCoding.open(file, signer: keys.signing.publicKey) { _ in epoch }.entries
        }
        #expect(opened == entries)
    }

    /// A day of heart rates and steps as watches make them.
    private static func samples(_ count: Int, _ generator: inout SeededGenerator, isImported: Bool) -> [Entry] {
        let texts = ["HKQuantityTypeIdentifierHeartRate", "count/min", "com.apple.health.A1B2", "10.1", "Watch6,1", ""]
            .map { Array($0.utf8) }
        let (identity, device) = (ComputedIdentity(texts: texts), SyncID.random())
        var (time, value, clock) = (6e8, 70.0, Int64(1_700_000_000_000))
        return (0..<count)
            .map { _ in
                time += Double(Int.random(in: 1...300, using: &generator))
                value += Double(Int.random(in: -3...3, using: &generator))
                clock += Int64.random(in: 1...40, using: &generator)
                let content = SampleContent(
                    texts: texts,
                    start: time,
                    end: time,
                    creation: time + 20,
                    body: .value(value)
                )
                guard isImported else {
                    let id = SyncID.random()
                    let stamp = Stamp(generation: 1, clock: clock, device: device)
                    return .sample(
                        SyncedVersion(name: .init(root: id, stamp: stamp, id: id), origin: .saved, content: content)
                    )
                }
                let id = SyncID(identity.uuid(start: time, end: time, value: value, creation: time + 20, ordinal: 0))
                let name = VersionName(root: id, stamp: .imported, id: id)
                return .sample(SyncedVersion(name: name, origin: .imported(0), content: content))
            }
    }

    @Test("An imported sample takes 10 bytes at most, a saved one 26, one alone 600")
    func samplesAreSmall() throws {
        var generator = SeededGenerator("sizes")
        let imported = try Self.sealed(Self.samples(3000, &generator, isImported: true)).file.count
        let saved = try Self.sealed(Self.samples(3000, &generator, isImported: false)).file.count
        let one = try Self.sealed(Self.samples(1, &generator, isImported: false)).file.count
        print("bytes: imported \(Double(imported) / 3000), saved \(Double(saved) / 3000), one \(one)")
        #expect(Double(imported) / 3000 <= 10)
        #expect(Double(saved) / 3000 <= 26)
        #expect(one <= 600)
    }

    @Test("A deleted sample that was imported takes 18 bytes at most")
    func deletionsAreSmall() throws {
        var generator = SeededGenerator("deletions")
        var state = SyncState()
        for entry in Self.samples(3000, &generator, isImported: true) { state.merge(entry) }
        let deletion = state.deletion(of: state.versions.keys, id: .random())
        let size = try Self.sealed([.deletion(deletion)]).file.count
        print("bytes: deleted \(Double(size) / 3000)")
        #expect(deletion.versions.count == 3000)
        #expect(Double(size) / 3000 <= 18)
    }

    @Test("A payload of several megabytes goes in pieces and comes whole")
    func pieces() throws {
        let payload = (0..<700_001).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let content = SampleContent(texts: [], start: 0, end: 0, creation: 0, body: .record(payload))
        var replica = Replica(device: .random())
        replica.record([.sample(replica.state.saved(.random(), content, clock: 1, device: replica.device))])
        var segments: [Segment] = []
        replica.seal(group: .random(), epoch: .random()) { header, entries in
            #expect(entries.reduce(0) { $0 + $1.weight } <= Entry.largest)
            let hash = Digest(of: header.first.description.utf8.map { $0 })
            segments.append(Segment(header: header, hash: hash, entries: entries, size: 1))
            return segments[segments.count - 1]
        }
        var other = Replica(device: .random())
        for segment in segments { other.take(segment, TypeForms()) }
        let shown = try #require(MergedView(other.state).samples.values.first)
        guard case .pieces(let whole, let size) = shown.content.body else {
            Issue.record("no pieces")
            return
        }
        #expect(other.state.payload(whole: whole, size: size) == payload)
    }

    @Test("A deletion of twenty thousand samples fits into files, and is one to be undone")
    func largeDeletion() throws {
        var generator = SeededGenerator("large deletion")
        var replica = Replica(device: .random())
        replica.record(Self.samples(20_000, &generator, isImported: false))
        let deletion = replica.state.deletion(of: replica.state.versions.keys, id: .random())
        replica.record([.deletion(deletion)])
        #expect(MergedView(replica.state).samples.isEmpty)
        #expect(replica.state.deletions == [deletion.id: deletion])
        replica.seal(group: .random(), epoch: .random()) { header, entries in
            #expect(entries.reduce(0) { $0 + $1.weight } <= Entry.largestTogether)
            return Segment(header: header, hash: Digest(of: SyncID.random().bytes), entries: entries, size: 1)
        }
        replica.record([.restore(try #require(replica.state.restore(deletion.id)))])
        #expect(MergedView(replica.state).samples.count == 20_000)
    }
}
