/// The state that a group agrees on: a set of entries.
///
/// Merging is union, in any order and any number of times.
package struct SyncState: Sendable {
    /// The versions of each sample, by the identity of the first.
    package private(set) var versions: [SyncID: VersionSet] = [:]
    package private(set) var deletions: [SyncID: Deletion] = [:]
    /// The deletions that were undone.
    package private(set) var canceled: Set<SyncID> = []
    /// Samples that are duplicates of others, each with those.
    package private(set) var pairs: [SyncID: Set<SyncID>] = [:]
    package private(set) var links: [SyncedLink.Name: SyncedLink] = [:]
    /// The pieces of large payloads, by the hash of the whole and their places.
    package private(set) var pieces: [Digest: [UInt32: Piece]] = [:]
    package private(set) var registers: [[UInt8]: Register] = [:]

    /// Creates a state without entries.
    package init() {}

    /// Takes an entry in.
    ///
    /// Entries about logs, not health data, change nothing.
    package mutating func merge(_ entry: Entry) {
        switch entry {
        case .sample(let version): merge(version)
        case .rows(let rows): for row in 0..<rows.count { merge(rows.version(row)) }
        case .deletion(let deletion): merge(deletion)
        case .restore(let restore):
            canceled.insert(restore.deletion)
            for version in restore.versions { merge(version) }
            for link in restore.links { merge(link) }
        case .link(let link): merge(link)
        case .register(let register): merge(register)
        case .duplicate(let duplicate):
            if duplicate.hidden != duplicate.shown { pairs[duplicate.hidden, default: []].insert(duplicate.shown) }
        case .piece(let piece): merge(piece)
        case .heads, .replaced: break
        }
    }

    private mutating func merge(_ version: SyncedVersion) {
        let old = versions[version.root]?[version.name]
        // No device writes two versions of one name. If one does anyway, all devices keep the same one.
        if let old, old == version || !VersionOrder.precedes(old, version) { return }
        versions[version.root, default: VersionSet(version)].insert(version)
    }

    private mutating func merge(_ deletion: Deletion) {
        deletions[deletion.id, default: deletion].roots.formUnion(deletion.roots)
        deletions[deletion.id, default: deletion].versions.formUnion(deletion.versions)
        deletions[deletion.id, default: deletion].floors.formUnion(deletion.floors)
    }

    private mutating func merge(_ piece: Piece) {
        // If two pieces have one place, the hash of the whole decides which is right; devices keep the same one.
        let old = pieces[piece.whole]?[piece.index]
        if let old {
            if piece.bytes.lexicographicallyPrecedes(old.bytes) { return }
            if old.bytes == piece.bytes, piece.count <= old.count { return }
        }
        pieces[piece.whole, default: [:]][piece.index] = piece
    }

    /// The payload of a record that is kept in pieces; `nil` while one is missing.
    package func payload(whole: Digest, size: Int) -> [UInt8]? {
        Pieces.payload((pieces[whole] ?? [:]).values, whole: whole, size: size)
    }

    private mutating func merge(_ link: SyncedLink) {
        guard let old = links[link.name] else {
            links[link.name] = link
            return
        }
        if old.stamp < link.stamp || old.stamp == link.stamp && link.isPresent { links[link.name] = link }
    }

    private mutating func merge(_ register: Register) {
        guard let old = registers[register.key] else {
            registers[register.key] = register
            return
        }
        if old.stamp != register.stamp {
            if old.stamp < register.stamp { registers[register.key] = register }
        } else if let value = register.value, old.value.map({ $0.lexicographicallyPrecedes(value) }) ?? true {
            registers[register.key] = register
        }
    }

    /// Marks deletions as undone without their entries.
    mutating func cancel(_ deletions: Set<SyncID>) { canceled.formUnion(deletions) }

    /// The deletions that weren't undone.
    package var liveDeletions: [Deletion] {
        deletions.values.filter { !canceled.contains($0.id) }
    }

    /// The samples named by deletions that weren't undone.
    var deletedRoots: Set<SyncID> { liveDeletions.reduce(into: []) { $0.formUnion($1.roots) } }

    /// The value of a setting; `nil` if it isn't set, or was removed.
    package func value(of key: [UInt8]) -> [UInt8]? { registers[key]?.value }
}

/// An order of versions with the same name, which only a faulty device writes.
private enum VersionOrder {
    static func precedes(_ left: SyncedVersion, _ right: SyncedVersion) -> Bool {
        key(left).lexicographicallyPrecedes(key(right))
    }

    private static func key(_ version: SyncedVersion) -> [UInt8] {
        var key = SyncByteWriter()
        let content = version.content
        for number in [content.start, content.end, content.creation] { key.number(number) }
        for text in content.texts { key.sized(text) }
        switch content.body {
        case .value(let value):
            key.byte(0)
            key.number(value)
        case .record(let payload):
            key.byte(1)
            key.sized(payload)
        case .pieces(let whole, let size):
            key.byte(2)
            key.digest(whole)
            key.varint(size)
        }
        switch version.origin {
        case .saved: key.byte(0)
        case .imported(let ordinal):
            key.byte(1)
            key.word(ordinal)
        }
        if let identifier = version.identifier {
            for text in [identifier.key.source, identifier.key.type, identifier.key.identifier] { key.sized(text) }
            key.number(identifier.version)
            key.long(identifier.incarnation)
        }
        return key.bytes
    }
}
