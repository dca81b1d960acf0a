import HealthKitStore
import HealthtuiSync
import RandomTesting

/// Random entries of every kind.
struct RandomEntries {
    var generator: SeededGenerator
    let devices: [SyncID]

    init(_ generator: SeededGenerator) {
        self.generator = generator
        var generator = generator
        devices = (0..<3).map { _ in SyncID(Self.bytes(16, &generator)) ?? .zero }
    }

    private static func bytes(_ count: Int, _ generator: inout SeededGenerator) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    mutating func id() -> SyncID { SyncID(Self.bytes(16, &generator)) ?? .zero }

    mutating func digest() -> Digest { Digest(of: Self.bytes(8, &generator)) }

    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }

    private mutating func text(_ choices: Int = 3) -> [UInt8] {
        let texts = ["", "a", "HKQuantityTypeIdentifierStepCount", "count", "Uhr «ä»", "zzz"]
        return Array(texts[Int.random(in: 0...choices, using: &generator)].utf8)
    }

    mutating func stamp() -> Stamp {
        if chance(10) { return Stamp(generation: .max, clock: .min, device: devices[0]) }
        return Stamp(
            generation: UInt64.random(in: 1...3, using: &generator),
            clock: Int64.random(in: 1_700_000_000_000...1_700_000_900_000, using: &generator),
            device: devices[Int.random(in: 0..<3, using: &generator)]
        )
    }

    mutating func identifier() -> SyncedIdentifier {
        SyncedIdentifier(
            key: .init(source: text(), type: text(), identifier: text(5)),
            version: [0, 1, 2.5, -7].randomElement(using: &generator) ?? 0,
            incarnation: UInt64.random(in: 0...2, using: &generator)
        )
    }

    private mutating func time() -> Double {
        if chance(5) { return Double(bitPattern: UInt64.random(in: 0..<0x7FF0_0000_0000_0000, using: &generator)) }
        let second = Double(Int.random(in: 600_000_000...600_100_000, using: &generator))
        return chance(30) ? second + 0.25 : second
    }

    mutating func name() -> VersionName {
        let id = id()
        return VersionName(root: chance(70) ? id : self.id(), stamp: chance(20) ? .imported : stamp(), id: id)
    }

    mutating func version() -> SyncedVersion {
        let start = time()
        var content = SampleContent(
            texts: (0..<6).map { _ in text() },
            start: start,
            end: chance(50) ? start : time(),
            creation: time(),
            body: .value(Double(Int.random(in: -50...50, using: &generator)) / 10)
        )
        if chance(5) { content.body = .value(.infinity) }
        if chance(20) { content.body = .record(Self.bytes(Int.random(in: 0...40, using: &generator), &generator)) }
        if chance(5) { content.body = .pieces(digest(), size: Int.random(in: 0...99_999_999, using: &generator)) }
        var version = SyncedVersion(name: name(), origin: .saved, content: content)
        if chance(50) {
            let ordinal = UInt32.random(in: 0...2, using: &generator)
            version.origin = .imported(ordinal)
            if case .value(let value) = content.body, chance(80) {
                let uuid = ComputedIdentity(texts: content.texts)
                    .uuid(
                        start: content.start,
                        end: content.end,
                        value: value,
                        creation: content.creation,
                        ordinal: ordinal
                    )
                version.name = VersionName(root: SyncID(uuid), stamp: .imported, id: SyncID(uuid))
            }
        }
        if chance(20) { version.identifier = identifier() }
        return version
    }

    mutating func link() -> SyncedLink {
        SyncedLink(
            name: .init(parent: id(), child: id(), role: UInt32.random(in: 0...9, using: &generator)),
            isPresent: chance(50),
            stamp: stamp()
        )
    }

    mutating func deletion() -> Deletion {
        var deletion = Deletion(id: id(), roots: [], versions: [])
        for _ in 0..<Int.random(in: 0...4, using: &generator) {
            let name = name()
            deletion.roots.insert(name.root)
            if chance(80) { deletion.versions.insert(name) }
            if chance(30) { deletion.versions.insert(VersionName(root: name.root, stamp: stamp(), id: id())) }
        }
        if chance(20) { deletion.versions.insert(name()) }
        if chance(30) { deletion.floors.insert(identifier()) }
        return deletion
    }

    mutating func entry() -> Entry {
        switch Int.random(in: 0..<13, using: &generator) {
        case 0: .deletion(deletion())
        case 1:
            .restore(
                Restore(
                    deletion: id(),
                    versions: (0..<Int.random(in: 0...3, using: &generator)).map { _ in version() },
                    links: chance(30) ? [link()] : []
                )
            )
        case 2: .link(link())
        case 3: .register(Register(key: text(5), value: chance(70) ? text(5) : nil, stamp: stamp()))
        case 4: .duplicate(Duplicate(hidden: id(), shown: id()))
        case 5: .piece(Piece(whole: digest(), index: 1, count: 3, bytes: Self.bytes(9, &generator)))
        case 6: .heads([LogPosition(device: id(), number: 70, hash: digest())])
        case 7:
            .replaced(
                (0..<Int.random(in: 0...3, using: &generator))
                    .map { _ in .random(in: 0...UInt64.max, using: &generator) }
            )
        default: .sample(version())
        }
    }
}
