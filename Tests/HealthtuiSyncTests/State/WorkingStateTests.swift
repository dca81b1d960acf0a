import HealthKitStore
import RandomTesting
import Testing

@testable import HealthtuiSync

/// Files of entries in memory, which count how often they are opened.
private final class MemorySegments: CachedSegments {
    let device = SyncID.zero
    private(set) var segments: [Segment] = []
    var pending: [Entry] = []
    private(set) var opened = 0
    private var lists: [Digest: EntryKeyList] = [:]

    init(_ files: [[Entry]]) { for file in files { add(file) } }

    func add(_ entries: [Entry]) {
        let header = SegmentHeader(
            group: .zero,
            device: .zero,
            epoch: .zero,
            first: 1,
            last: 1,
            previous: nil,
            replaces: nil
        )
        let hash = Digest(of: SyncID.random().bytes)
        segments.append(Segment(header: header, hash: hash, entries: entries, size: 512))
        lists[hash] = EntryKeyList(entries)
    }

    func entryKeys(of segment: Segment) throws -> EntryKeyList { lists[segment.hash] ?? EntryKeyList([]) }

    func entries(of segment: Segment) throws -> [Entry] {
        opened += 1
        return segment.entries
    }
}

/// Entries that speak of few samples, so that much of it is about the same ones.
private struct RelatedEntries {
    var generator: SeededGenerator
    /// Samples of one pool have nothing to do with those of another.
    var pool = 0
    private let pools: [[SyncID]]
    private let devices: [SyncID]
    private var deletions: [SyncID] = []

    init(_ generator: SeededGenerator) {
        self.generator = generator
        pools = (0..<6)
            .map { pool in
                (0..<40).map { SyncID(Digest(of: [UInt8($0), UInt8(pool)]).bytes.prefix(16)) ?? .zero }
            }
        devices = Array(pools[0].prefix(3))
    }

    private var ids: [SyncID] { pools[pool] }

    private mutating func number(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }

    private mutating func id() -> SyncID { ids[number(30)] }

    private mutating func stamp() -> Stamp {
        Stamp(generation: UInt64(1 + number(3)), clock: Int64(number(1_000)), device: devices[number(3)])
    }

    private mutating func key() -> SyncedIdentifier.Key {
        SyncedIdentifier.Key(source: [1], type: [2], identifier: [UInt8(number(4))])
    }

    private mutating func identifier() -> SyncedIdentifier {
        SyncedIdentifier(key: key(), version: Double(number(3)), incarnation: UInt64(number(3)))
    }

    private mutating func version() -> SyncedVersion {
        let root = id()
        // Samples of one start, end and value may be one another.
        let start = Double(number(12) + 100 * pool)
        var content = SampleContent(texts: [[7]], start: start, end: start, creation: 0, body: .value(1))
        if number(8) == 0 { content.body = .pieces(Digest(of: [UInt8(number(4))]), size: 9) }
        let isImported = number(3) == 0
        let isFirst = number(3) > 0
        let name = VersionName(
            root: root,
            stamp: isImported && isFirst ? .imported : stamp(),
            id: isFirst ? root : ids[30 + number(10)]
        )
        var version = SyncedVersion(name: name, origin: isImported ? .imported(0) : .saved, content: content)
        if number(5) == 0 { version.identifier = identifier() }
        return version
    }

    private mutating func link() -> SyncedLink {
        SyncedLink(name: .init(parent: id(), child: id(), role: 1), isPresent: number(4) > 0, stamp: stamp())
    }

    private mutating func deletion() -> Deletion {
        let id = number(3) > 0 ? SyncID.random() : deletions.randomElement(using: &generator) ?? .random()
        deletions.append(id)
        var deletion = Deletion(id: id, roots: [], versions: [])
        for _ in 0..<number(3) {
            let version = version()
            deletion.roots.insert(version.root)
            if number(2) == 0 { deletion.versions.insert(version.name) }
        }
        if number(3) == 0 { deletion.floors.insert(identifier()) }
        return deletion
    }

    mutating func entry() -> Entry {
        switch number(14) {
        case 0: .deletion(deletion())
        case 1:
            .restore(
                Restore(
                    deletion: deletions.randomElement(using: &generator) ?? .random(),
                    versions: (0..<number(3)).map { _ in version() },
                    links: number(3) == 0 ? [link()] : []
                )
            )
        case 2: .link(link())
        case 3: .duplicate(Duplicate(hidden: id(), shown: id()))
        case 4: .register(Register(key: [UInt8(number(5))], value: [UInt8(number(9))], stamp: stamp()))
        case 5: .piece(Piece(whole: Digest(of: [UInt8(number(4))]), index: UInt32(number(2)), count: 2, bytes: [1]))
        default: .sample(version())
        }
    }
}

/// Samples say the same that begin together and have a value, or none.
private struct StartForms: SampleForms {
    func form(of content: SampleContent) -> Digest {
        let hasValue = if case .value = content.body { true } else { false }
        return Digest(of: Array("\(content.start) \(hasValue)".utf8))
    }
}

extension Entry {
    /// The samples that the entry names.
    fileprivate var samples: [SyncID] {
        switch self {
        case .sample(let version): [version.root]
        case .rows(let rows): rows.versions.map(\.root)
        case .deletion(let deletion): Array(deletion.roots)
        case .restore(let restore):
            restore.versions.map(\.root) + restore.links.flatMap { [$0.name.parent, $0.name.child] }
        case .link(let link): [link.name.parent, link.name.child]
        case .duplicate(let duplicate): [duplicate.hidden, duplicate.shown]
        case .register, .piece, .heads, .replaced: []
        }
    }
}

@Suite("A part of what a group agrees on says what the whole says") struct WorkingStateTests {
    private static let seeds = 300

    @Test("Of what is asked for, shown samples, links, pairs, settings and payloads are those of the whole")
    func sameAsWhole() throws {
        var seeds = SeededGenerator("parts of a state")
        for _ in 0..<Self.seeds {
            var related = RelatedEntries(SeededGenerator(seed: seeds.next()))
            let entries = (0..<Int.random(in: 1...60, using: &related.generator)).map { _ in related.entry() }
            let files = MemorySegments(
                stride(from: 0, to: entries.count, by: 7).map { Array(entries[$0..<min($0 + 7, entries.count)]) }
            )
            // The last ones stand in no file yet.
            files.pending = (0..<5).map { _ in related.entry() }
            var whole = SyncState()
            for entry in entries + files.pending { whole.merge(entry) }
            let asked = try #require((entries + files.pending).randomElement(using: &related.generator))
            var part = WorkingState()
            try part.load(asked.entryKeys, files)
            try Self.compare(part.state, whole, asked)
        }
    }

    @Test("What is known of where keys stand leaves out no file that speaks of them")
    func knownFiles() throws {
        var seeds = SeededGenerator("known files")
        for seed in 0..<Self.seeds {
            var related = RelatedEntries(SeededGenerator(seed: seeds.next()))
            var whole = SyncState()
            func file() -> [Entry] {
                if Bool.random(using: &related.generator) {
                    related.pool = Int.random(in: 0..<6, using: &related.generator)
                }
                let entries = (0..<Int.random(in: 1...6, using: &related.generator)).map { _ in related.entry() }
                for entry in entries { whole.merge(entry) }
                return entries
            }
            let files = MemorySegments((0..<Int.random(in: 1...12, using: &related.generator)).map { _ in file() })
            let place = Int.random(in: 0..<files.segments.count, using: &related.generator)
            let asked = try #require(files.segments[place].entries.randomElement(using: &related.generator))
            if seed % 2 == 0 { files.pending = file() }
            var known = KnownFiles()
            if seed % 3 > 0 {
                let some = files.segments.indices.filter { $0 == place || seed % 4 == 0 || $0 % 2 == 0 }
                let shared = try #require(try files.common(of: some.map { files.segments[$0] }))
                known = KnownFiles(shared: shared, of: Set(some), among: files.segments.count)
                known.add(near: [place])
            }
            if seed % 3 < 2 {
                var sought = EntryKeyNumbers()
                for entry in seed % 4 < 2 ? [asked] : files.segments[place].entries {
                    for entryKey in entry.entryKeys { sought.add(entryKey) }
                }
                let left = seed % 5 < 2 ? [place] : []
                let found = try files.common(&sought, without: Set(left.map { files.segments[$0].hash }))
                known.add(sought, found, among: files.segments.count, without: left)
            }
            // More comes after it was found out.
            if seed % 5 == 0 { files.add(file()) }
            var part = WorkingState()
            try part.load(asked.entryKeys, files, known)
            try Self.compare(part.state, whole, asked)
        }
    }

    @Test("Where it is known which file speaks of a key, no other is opened")
    func knownOpensNoOther() throws {
        let ids = (0..<20).map { _ in SyncID.random() }
        let files = MemorySegments(ids.map { [.duplicate(Duplicate(hidden: $0, shown: ids[0]))] })
        let shared = try #require(try files.common(of: files.segments))
        var known = KnownFiles(shared: shared, of: Set(files.segments.indices), among: files.segments.count)
        #expect(try known.files(speakingOf: [.sample(ids[0])], files).count == 20)
        known = KnownFiles(shared: shared, of: Set(files.segments.indices), among: files.segments.count)
        known.add(near: [5])
        #expect(try known.files(speakingOf: [.sample(ids[5])], files).map(\.hash) == [files.segments[5].hash])
        #expect(try known.files(speakingOf: [.sample(ids[6])], files).map(\.hash) == [files.segments[6].hash])
        var sought = EntryKeyNumbers()
        for id in ids.suffix(3) + [.random()] { sought.add(.sample(id)) }
        var other = KnownFiles()
        other.add(sought, try files.common(&sought), among: files.segments.count)
        #expect(try other.files(speakingOf: [.sample(ids[19])], files).map(\.hash) == [files.segments[19].hash])
    }

    private static func compare(_ part: SyncState, _ whole: SyncState, _ asked: Entry) throws {
        let (merged, all) = (MergedView(part), MergedView(whole))
        for id in asked.samples {
            #expect(merged.samples[id] == all.samples[id])
            #expect(merged.hidden[id] == all.hidden[id])
            #expect(Set(part.versions[id]?.values ?? []) == Set(whole.versions[id]?.values ?? []))
            let links = { (names: Set<SyncedLink.Name>) in names.filter { $0.parent == id || $0.child == id } }
            #expect(links(merged.links) == links(all.links))
            let pairs = { (state: SyncState) in
                state.newPairs(StartForms()).filter { $0.hidden == id || $0.shown == id }
            }
            #expect(pairs(part) == pairs(whole))
        }
        switch asked {
        case .register(let register): #expect(part.registers[register.key] == whole.registers[register.key])
        case .piece(let piece): #expect(part.pieces[piece.whole] == whole.pieces[piece.whole])
        case .restore(let restore):
            #expect(part.canceled.contains(restore.deletion) == whole.canceled.contains(restore.deletion))
        case .deletion(let deletion):
            #expect(part.deletions[deletion.id] == whole.deletions[deletion.id])
            #expect(part.canceled.contains(deletion.id) == whole.canceled.contains(deletion.id))
        default: break
        }
    }

    @Test("A file that says nothing of what is asked for isn't opened")
    func opensNoOther() throws {
        var generator = RandomEntries(SeededGenerator(seed: 7))
        let files = MemorySegments((0..<50).map { _ in (0..<20).map { _ in generator.entry() } })
        var part = WorkingState()
        try part.load([.sample(.random()), .register([1, 2, 3])], files)
        #expect(files.opened == 0)
        #expect(part.state.versions.isEmpty && part.state.registers.isEmpty)
    }

    @Test("A list has every key of its entries, as it was kept too, and hardly any other")
    func lists() {
        var generator = RandomEntries(SeededGenerator("lists of topics"))
        let entries = (0..<500).map { _ in generator.entry() }
        let list = EntryKeyList(bytes: EntryKeyList(entries).bytes)
        for entryKey in entries.flatMap(\.entryKeys) { #expect(list.mayHave(EntryKeyList.Search([entryKey]))) }
        let others = (0..<500).map { _ in EntryKey.sample(generator.id()) }
        #expect(others.count { list.mayHave(EntryKeyList.Search([$0])) } < 3)
        #expect(!EntryKeyList([]).mayHave(EntryKeyList.Search(others)))
        #expect(!list.mayHave(EntryKeyList.Search([])))
    }

    @Test("A list that was damaged says something or nothing, and stops")
    func damagedLists() {
        var generator = SeededGenerator("damaged lists of topics")
        for length in 0..<200 {
            let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
            _ = EntryKeyList(bytes: bytes).mayHave(EntryKeyList.Search([.sample(.random()), .sample(.zero)]))
        }
    }
}
