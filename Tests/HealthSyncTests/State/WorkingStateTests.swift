import HealthStore
import HealthSync
import RandomTesting
import Testing

/// Files of entries in memory, which count how often they are opened.
private final class MemorySegments: KeptSegments {
    let device = SyncID.zero
    let segments: [Segment]
    var pending: [Entry] = []
    private(set) var opened = 0
    private let lists: [Digest: TopicList]

    init(_ files: [[Entry]]) {
        let header = SegmentHeader(
            group: .zero,
            device: .zero,
            epoch: .zero,
            first: 1,
            last: 1,
            previous: nil,
            replaces: nil
        )
        segments = files.map {
            Segment(header: header, hash: Digest(of: SyncID.random().bytes), entries: $0, size: 512)
        }
        lists = Dictionary(uniqueKeysWithValues: segments.map { ($0.hash, TopicList($0.entries)) })
    }

    func topics(of segment: Segment) throws -> TopicList { lists[segment.hash] ?? TopicList([]) }

    func entries(of segment: Segment) throws -> [Entry] {
        opened += 1
        return segment.entries
    }
}

/// Entries that speak of few samples, so that much of it is about the same ones.
private struct RelatedEntries {
    var generator: SeededGenerator
    private let ids: [SyncID]
    private let devices: [SyncID]
    private var deletions: [SyncID] = []

    init(_ generator: SeededGenerator) {
        self.generator = generator
        ids = (0..<40).map { SyncID(Digest(of: [UInt8($0)]).bytes.prefix(16)) ?? .zero }
        devices = Array(ids.prefix(3))
    }

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

    private mutating func version() -> SampleVersion {
        let root = id()
        // Samples of one start, end and value may be one another.
        let start = Double(number(12))
        var content = SampleContent(texts: [[7]], start: start, end: start, creation: 0, body: .value(1))
        if number(8) == 0 { content.body = .pieces(Digest(of: [UInt8(number(4))]), size: 9) }
        let isImported = number(3) == 0
        let isFirst = number(3) > 0
        let name = VersionName(
            root: root,
            stamp: isImported && isFirst ? .imported : stamp(),
            id: isFirst ? root : ids[30 + number(10)]
        )
        var version = SampleVersion(name: name, origin: isImported ? .imported(0) : .saved, content: content)
        if number(5) == 0 { version.identifier = identifier() }
        return version
    }

    private mutating func link() -> Link {
        Link(name: .init(parent: id(), child: id(), role: 1), isPresent: number(4) > 0, stamp: stamp())
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
        case 3: .same(Same(hidden: id(), shown: id()))
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
        case .same(let same): [same.hidden, same.shown]
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
            try part.load(asked.topics, files)
            try Self.compare(part.state, whole, asked)
        }
    }

    private static func compare(_ part: SyncState, _ whole: SyncState, _ asked: Entry) throws {
        let (shown, all) = (ShownState(part), ShownState(whole))
        for id in asked.samples {
            #expect(shown.samples[id] == all.samples[id])
            #expect(shown.hidden[id] == all.hidden[id])
            #expect(Set(part.versions[id]?.values ?? []) == Set(whole.versions[id]?.values ?? []))
            let links = { (names: Set<Link.Name>) in names.filter { $0.parent == id || $0.child == id } }
            #expect(links(shown.links) == links(all.links))
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

    @Test("A list has every topic of its entries, as it was kept too, and hardly any other")
    func lists() {
        var generator = RandomEntries(SeededGenerator("lists of topics"))
        let entries = (0..<500).map { _ in generator.entry() }
        let list = TopicList(bytes: TopicList(entries).bytes)
        for topic in entries.flatMap(\.topics) { #expect(list.mayHave(TopicList.Search([topic]))) }
        let others = (0..<500).map { _ in Topic.sample(generator.id()) }
        #expect(others.count { list.mayHave(TopicList.Search([$0])) } < 3)
        #expect(!TopicList([]).mayHave(TopicList.Search(others)))
        #expect(!list.mayHave(TopicList.Search([])))
    }

    @Test("A list that was damaged says something or nothing, and stops")
    func damagedLists() {
        var generator = SeededGenerator("damaged lists of topics")
        for length in 0..<200 {
            let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
            _ = TopicList(bytes: bytes).mayHave(TopicList.Search([.sample(.random()), .sample(.zero)]))
        }
    }
}
