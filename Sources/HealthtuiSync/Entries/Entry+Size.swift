extension Entry {
    /// About as many bytes as the entry has in a file before it is compressed, never less.
    var weight: Int {
        switch self {
        case .sample(let version): Self.weight(version)
        case .rows(let rows): rows.weight
        case .deletion(let deletion):
            64 + deletion.roots.count * 24 + deletion.versions.count * 64
                + deletion.floors.reduce(0) { $0 + $1.weight }
        case .restore(let restore):
            64 + restore.links.count * 96 + restore.versions.reduce(0) { $0 + Self.weight($1) }
        case .link: 96
        case .register(let register): 64 + register.key.count + (register.value?.count ?? 0)
        case .duplicate: 48
        case .piece(let piece): 64 + piece.bytes.count
        case .heads(let positions): 16 + positions.count * 64
        case .replaced(let segments): 16 + segments.count * 8
        }
    }

    /// The weight of a sample that follows one with the same texts: it is a row of the same columns.
    fileprivate static func rowWeight(_ version: SyncedVersion) -> Int {
        SampleRows.rowWeight + (version.identifier?.weight ?? 0)
    }

    private static func weight(_ version: SyncedVersion) -> Int {
        var weight = 160 + version.content.texts.reduce(0) { $0 + $1.count }
        if case .record(let payload) = version.content.body { weight += payload.count }
        return weight + (version.identifier?.weight ?? 0)
    }

    /// The entry in parts that fit into files: a union of parts is the whole.
    var parts: [Entry] {
        let limit = 4_096
        switch self {
        case .sample(let version): return Pieces.entries(version)
        case .deletion(let deletion):
            guard deletion.roots.count + deletion.versions.count + deletion.floors.count > limit else { return [self] }
            let named = Dictionary(grouping: deletion.versions, by: \.root)
            let floors = deletion.floors.sorted()
            var parts: [Entry] = []
            for slice in Self.slices(deletion.roots.union(named.keys).sorted(), limit) {
                let versions = slice.flatMap { named[$0] ?? [] }
                parts.append(
                    .deletion(
                        Deletion(
                            id: deletion.id,
                            roots: Set(slice).intersection(deletion.roots),
                            versions: Set(versions)
                        )
                    )
                )
            }
            for slice in Self.slices(floors, limit) {
                parts.append(.deletion(Deletion(id: deletion.id, roots: [], versions: [], floors: Set(slice))))
            }
            return parts
        case .restore(let restore):
            let weight = restore.versions.reduce(0) { $0 + Self.weight($1) }
            guard restore.versions.count + restore.links.count > 1,
                weight > Self.largest / 2 || restore.links.count > limit
            else {
                return [self]
            }
            return restore.versions.map { .restore(Restore(deletion: restore.deletion, versions: [$0])) }
                + Self.slices(restore.links, limit)
                .map {
                    .restore(Restore(deletion: restore.deletion, versions: [], links: $0))
                }
        default: return [self]
        }
    }

    private static func slices<Element>(_ elements: [Element], _ size: Int) -> [[Element]] {
        stride(from: 0, to: elements.count, by: size).map { Array(elements[$0..<min($0 + size, elements.count)]) }
    }

    /// The same with each sample of rows as a separate entry.
    var expanded: [Entry] {
        guard case .rows(let rows) = self else { return [self] }
        return rows.versions.map(Entry.sample)
    }

    /// The number of samples that the entry is about.
    var breadth: Int {
        switch self {
        case .rows(let rows): rows.count
        case .deletion(let deletion): max(1, deletion.roots.count, deletion.versions.count)
        case .restore(let restore): max(1, restore.versions.count + restore.links.count)
        default: 1
        }
    }

    /// The most that entries of one file weigh where nothing is known of how small they become.
    static let largest = 900_000
    /// The most that samples of one file weigh, which become a tenth of that when they are compressed.
    static let largestTogether = 3 << 20

    /// Whether the entry, or each part of it, fits into a file.
    package var fits: Bool { isWhole ? weight <= Self.largest : parts.allSatisfy { $0.weight <= Self.largest } }

    /// Whether the entry is the only one of its ``parts``, as is seen at once.
    var isWhole: Bool {
        switch self {
        case .sample(let version): !version.content.isRecord
        case .rows: true
        default: false
        }
    }
}

extension SyncedIdentifier {
    /// About as many bytes as the identifier has in a file before it is compressed, never less.
    var weight: Int { 32 + key.source.count + key.type.count + key.identifier.count }
}

/// The combined weight of one file's entries, as they are added to it one after the other.
struct EntriesWeight {
    private let most: Int
    private(set) var weight = 0
    /// The weight of everything outside the columns of samples, which may not compress.
    private var others = 0
    private var texts: SharedTexts?

    /// Begins with none.
    ///
    /// - Parameter most: The most that they may weigh; one alone may weigh more.
    init(most: Int) { self.most = most }

    /// Counts an entry; `false` when that makes too much.
    mutating func add(_ entry: Entry) -> Bool {
        let isFirst = weight == 0
        switch entry {
        case .sample(let version) where !version.content.isRecord:
            let own = SharedTexts(version.content.texts)
            weight += own == texts ? Entry.rowWeight(version) : entry.weight
            texts = own
        case .rows(let rows):
            weight += rows.weight
            texts = nil
        default:
            others += entry.weight
            weight += entry.weight
            texts = nil
        }
        return isFirst || weight <= most && others <= Entry.largest
    }
}
