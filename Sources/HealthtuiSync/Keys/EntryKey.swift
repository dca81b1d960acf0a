/// A key of an entry, as a number that is the same in every process: entries without a common key don't affect each other.
///
/// Two keys may have the same number. Then some entries are read needlessly.
package struct EntryKey: Hashable, Sendable {
    let number: UInt64

    private init(_ number: UInt64) { self.number = number }

    /// A sample, by the identity of any of its versions.
    package static func sample(_ id: SyncID) -> EntryKey { EntryKey(mix(1, id)) }

    /// The content of an unchanged sample, as far as ``SampleContent/outline`` distinguishes it.
    static func outline(_ outline: UInt64) -> EntryKey { EntryKey(mix(outline &+ 2)) }

    static func identifier(_ key: SyncedIdentifier.Key) -> EntryKey {
        EntryKey(mix(mix(mix(3, key.source), key.type), key.identifier))
    }

    /// The key of an object and its duplicates: the app's identifier, or the content if it has none.
    static func shared(_ outline: UInt64, _ identifier: SyncedIdentifier?) -> EntryKey {
        identifier.map { .identifier($0.key) } ?? .outline(outline)
    }

    /// A deletion, whether or not its samples are known.
    package static func deletion(_ id: SyncID) -> EntryKey { EntryKey(mix(4, id)) }

    /// Whether a deletion was undone.
    static func restore(_ id: SyncID) -> EntryKey { EntryKey(mix(5, id)) }

    package static func register(_ key: [UInt8]) -> EntryKey { EntryKey(mix(6, key)) }

    /// A payload that is stored in pieces.
    package static func payload(_ whole: Digest) -> EntryKey { EntryKey(mix(7, whole.bytes)) }

    /// The finalizer of splitmix64.
    static func mix(_ value: UInt64) -> UInt64 {
        var value = value &+ 0x9E37_79B9_7F4A_7C15
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }

    private static func mix(_ seed: UInt64, _ id: SyncID) -> UInt64 { mix(mix(seed ^ id.high) ^ id.low) }

    private static func mix(_ seed: UInt64, _ bytes: [UInt8]) -> UInt64 {
        var hash = seed
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        return mix(hash ^ UInt64(bytes.count) << 32)
    }
}

extension SampleContent {
    /// A number that samples with the same content share, whoever made them.
    var outline: UInt64 {
        if case .value(let value) = body {
            Self.outline(start, end, value: value)
        } else {
            Self.outline(start, end, value: nil)
        }
    }

    /// The number of a sample with these times and this value; `nil` for a record.
    static func outline(_ start: Double, _ end: Double, value: Double?) -> UInt64 {
        var hash = EntryKey.mix(start.bitPattern) ^ end.bitPattern
        if let value { hash = EntryKey.mix(hash) ^ value.bitPattern }
        return EntryKey.mix(hash)
    }
}

extension SyncedVersion {
    /// Whether the version may be a duplicate of another sample.
    private var mayBePaired: Bool { isFirst && identifier == nil }

    /// The keys under which the version is found.
    var entryKeys: [EntryKey] {
        var entryKeys: [EntryKey] = []
        forEachEntryKey { entryKeys.append($0) }
        return entryKeys
    }

    func forEachEntryKey(_ body: (EntryKey) -> Void) {
        body(.sample(root))
        if id != root { body(.sample(id)) }
        if mayBePaired { body(.outline(content.outline)) }
        if let identifier { body(.identifier(identifier.key)) }
        if case .pieces(let whole, _) = content.body { body(.payload(whole)) }
    }
}

extension SampleRows {
    /// The keys of all rows.
    var entryKeys: [EntryKey] {
        var entryKeys: [EntryKey] = []
        for row in 0..<count { forEachEntryKey(row) { entryKeys.append($0) } }
        return entryKeys
    }

    /// The keys under which a row is found.
    func forEachEntryKey(_ row: Int, _ body: (EntryKey) -> Void) {
        body(.sample(roots[row] ?? ids[row]))
        if roots[row] != nil { body(.sample(ids[row])) }
        if let identifier = identifiers[row] {
            body(.identifier(identifier.key))
        } else if roots[row] == nil {
            body(.outline(SampleContent.outline(starts[row], ends[row], value: values[row])))
        }
    }
}

extension Entry {
    /// The keys under which the entry is found.
    package var entryKeys: [EntryKey] {
        switch self {
        case .sample(let version): version.entryKeys
        case .rows(let rows): rows.entryKeys
        case .deletion(let deletion):
            [.deletion(deletion.id)] + deletion.roots.map(EntryKey.sample) + deletion.versions.map { .sample($0.root) }
                + deletion.floors.map { .identifier($0.key) }
        case .restore(let restore):
            [.restore(restore.deletion)] + restore.versions.flatMap(\.entryKeys)
                + restore.links.flatMap { [.sample($0.name.parent), .sample($0.name.child)] }
        case .link(let link): [.sample(link.name.parent), .sample(link.name.child)]
        case .register(let register): [.register(register.key)]
        case .duplicate(let duplicate): [.sample(duplicate.hidden), .sample(duplicate.shown)]
        case .piece(let piece): [.payload(piece.whole)]
        case .heads, .replaced: []
        }
    }

    /// The number of keys.
    var entryKeyCount: Int {
        guard case .rows(let rows) = self else { return entryKeys.count }
        // Each row has its sample, and what it says or is known by; of a later version its first one, and no outline.
        return 2 * rows.count + rows.roots.keys.count { rows.identifiers[$0] != nil }
    }

    /// The same as ``entryKeys``, one after the other.
    func forEachEntryKey(_ body: (EntryKey) -> Void) {
        switch self {
        case .sample(let version): version.forEachEntryKey(body)
        case .rows(let rows): for row in 0..<rows.count { rows.forEachEntryKey(row, body) }
        default: entryKeys.forEach(body)
        }
    }

    /// The keys needed to act on the entry: for a deletion, not everything else that it names.
    var needs: [EntryKey] {
        guard case .deletion(let deletion) = self else { return entryKeys }
        let whole = EntryKey.deletion(deletion.id)
        return entryKeys.filter { $0 != whole }
    }
}
