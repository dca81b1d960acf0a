import Foundation

/// Options for taking over another store's data, and for recognising data that is already there.
package struct MergeOptions: Sendable {
    /// Options for recognising rows that the store has under another UUID.
    package var importing: ImportOptions
    /// Whether the values of a namespace are taken over; a value that is there stays as it is.
    package var takesValues: @Sendable (_ namespace: String) -> Bool
    /// The roles of links whose parent may be outside the store.
    package var looseRoles: Set<Int>
    /// Whether deletions are taken over.
    package var takesDeletions: Bool

    /// Creates options.
    package init(
        importing: ImportOptions,
        looseRoles: Set<Int> = [],
        takesDeletions: Bool = true,
        takesValues: @escaping @Sendable (_ namespace: String) -> Bool = { _ in true }
    ) {
        self.importing = importing
        self.takesValues = takesValues
        self.looseRoles = looseRoles
        self.takesDeletions = takesDeletions
    }
}

/// The numbers of objects that a store took over from another.
package struct MergeCounts: Sendable, Hashable {
    package var samples = ImportCounts()
    /// Records by the bytes of their type.
    package var records: [[UInt8]: ImportCounts] = [:]
    package var links = 0
    package var values = 0
    package var tombstones = 0

    /// Creates counts of nothing.
    package init() {}
}

extension SampleStore {
    /// Merges data of another store that this one does not have: objects under their UUIDs, links, deletions, values.
    ///
    /// Everything is written in whole transactions of bounded size, objects before their references, so that an
    /// interrupted merge continues where it stopped when it is run again. Objects deleted here stay deleted, unless the
    /// options say otherwise.
    ///
    /// - Parameters:
    ///   - other: what to take over.
    ///   - options: The parts to merge, and how.
    ///   - progress: called with the objects looked at, now and then; an error from it ends the merge.
    /// - Returns: the numbers of objects taken over.
    /// - Throws: The errors of `progress`, and ``StoreError``.
    package func merge(
        _ other: StoreReader,
        _ options: MergeOptions,
        progress: (Int) throws -> Void = { _ in }
    ) throws -> MergeCounts {
        let session = try beginImport(options.importing)
        let merge = StoreMerge(other, session, options)
        // Data that was taken over before an error stays, on the disk too.
        defer { try? session.finish() }
        try merge.noteDeletions(self)
        try merge.takeSamples(progress)
        try merge.takeRecords(progress)
        try merge.takeLinks(progress)
        if options.takesDeletions { try merge.takeTombstones(progress) }
        try merge.takeValues(progress)
        try session.finish()
        return merge.counts
    }
}

/// Takes over one store's contents into another, part by part.
private final class StoreMerge {
    private(set) var counts = MergeCounts()
    private let source: StoreReader
    private let session: ImportSession
    private let options: MergeOptions
    /// This store's numbers of entries by those of the other.
    private var numbers: [DictionaryKind: [Int32: Int32]] = [:]
    /// The samples deleted here that stay deleted.
    private var deleted: Set<UUID> = []
    /// The deletions here that keep nothing out, each with its place and whether it would have without the options.
    private var lifted: [UUID: [(anchor: Int64, isHeeded: Bool)]] = [:]
    private var looked = 0

    /// The limits of one transaction, in objects, and in bytes of payloads and values.
    private static let partSize = 16_384
    private static let partBytes = 4 << 20

    init(_ source: StoreReader, _ session: ImportSession, _ options: MergeOptions) {
        self.source = source
        self.session = session
        self.options = options
    }

    func noteDeletions(_ store: SampleStore) throws {
        try store.read { reader in
            try reader.forEachDeletion(after: 0) { uuid, anchor, kept in
                let isHeeded = options.importing.heedsDeletion(kept)
                if isHeeded, !options.importing.restoresDeleted {
                    deleted.insert(uuid)
                } else {
                    lifted[uuid, default: []].append((anchor, isHeeded))
                }
            }
        }
    }

    // MARK: Objects

    func takeSamples(_ progress: (Int) throws -> Void) throws {
        var rows: [NewSample] = []
        for type in try source.dictionaryEntries(.type) {
            try source.scan(ScanRequest(type: type.id, columns: .all)) { block in
                for row in 0..<block.count { rows.append(block.newSample(at: row)) }
                if rows.count >= Self.partSize { try take(&rows, progress) }
                return .continue
            }
        }
        try take(&rows, progress)
    }

    private func take(_ rows: inout [NewSample], _ progress: (Int) throws -> Void) throws {
        if rows.isEmpty { return }
        let all = rows.count
        looked += all
        // In place, since copies of so many rows would take more memory than anything else.
        if !deleted.isEmpty { rows.removeAll { staysDeleted($0.identity) } }
        let added = try session.write { transaction in
            for index in rows.indices {
                try translate(&rows[index], transaction)
                if case .uuid(let uuid) = rows[index].identity { try takeOutNotes(of: uuid, transaction) }
            }
            return try transaction.add(rows)
        }
        counts.samples = counts.samples + added + ImportCounts(deleted: all - rows.count)
        rows.removeAll(keepingCapacity: true)
        try progress(looked)
    }

    private func staysDeleted(_ identity: SampleIdentity) -> Bool {
        guard case .uuid(let uuid) = identity else { return false }
        return deleted.contains(uuid)
    }

    /// Removes the notes of a deletion whose object comes again.
    private func takeOutNotes(of uuid: UUID, _ transaction: ImportTransaction) throws {
        guard let notes = lifted[uuid], try !transaction.writer.isStored(uuid) else { return }
        for note in notes {
            if note.isHeeded { try transaction.writer.noteRevived(uuid) }
            try transaction.writer.removeTombstones(note.anchor...note.anchor)
        }
    }

    func takeRecords(_ progress: (Int) throws -> Void) throws {
        for type in try source.dictionaryEntries(.type) {
            var uuids = try source.recordUUIDs(of: type.id)[...]
            while !uuids.isEmpty {
                counts.records[type.bytes, default: ImportCounts()] =
                    try counts.records[type.bytes, default: ImportCounts()] + takeRecords(&uuids)
                try progress(looked)
            }
        }
    }

    /// Takes over as many records as go into one transaction.
    private func takeRecords(_ uuids: inout ArraySlice<UUID>) throws -> ImportCounts {
        var rest = uuids
        let part = try session.write { transaction in
            var part = ImportCounts()
            var bytes = 0
            while bytes < Self.partBytes, let uuid = rest.popFirst() {
                guard let record = try source.record(uuid: uuid) else { continue }
                bytes += record.payload.count + 256
                if staysDeleted(.uuid(uuid)) {
                    part.deleted += 1
                    continue
                }
                try takeOutNotes(of: uuid, transaction)
                switch try transaction.add(try translated(record, transaction)) {
                case .added: part.added += 1
                case .duplicate: part.duplicate += 1
                case .deleted: part.deleted += 1
                }
            }
            return part
        }
        looked += uuids.count - rest.count
        uuids = rest
        return part
    }

    // MARK: What names objects

    func takeLinks(_ progress: (Int) throws -> Void) throws {
        for role in try source.linkRoles() {
            var links = try source.links(role: role)[...]
            while !links.isEmpty {
                let part = links.prefix(Self.partSize)
                links = links.dropFirst(Self.partSize)
                counts.links += try session.write { transaction in
                    try part.count(where: { link in
                        let isWhole =
                            try transaction.writer.isStored(link.child)
                            && (options.looseRoles.contains(role) || transaction.writer.isStored(link.parent))
                        guard isWhole else { return false }
                        try transaction.writer.link(parent: link.parent, child: link.child, role: role)
                        return true
                    })
                }
                try progress(looked)
            }
        }
    }

    /// Takes over deletions, but for those of objects that are here.
    func takeTombstones(_ progress: (Int) throws -> Void) throws {
        var anchor: Int64 = 0
        while true {
            let part = try source.tombstones(after: anchor, limit: Self.partSize)
            guard let last = part.last else { return }
            anchor = last.anchor
            counts.tombstones += try session.write { transaction in
                try part.count(where: { tombstone in
                    guard !deleted.contains(tombstone.uuid), lifted[tombstone.uuid] == nil,
                        try !transaction.writer.isStored(tombstone.uuid)
                    else {
                        return false
                    }
                    var own = tombstone
                    own.type = try number(.type, tombstone.type, transaction)
                    own.source = try number(.source, tombstone.source, transaction)
                    try transaction.writer.takeOver(own)
                    return true
                })
            }
            try progress(looked)
        }
    }

    func takeValues(_ progress: (Int) throws -> Void) throws {
        for namespace in try source.namespaces() where options.takesValues(namespace) {
            var keys = try source.valueKeys(namespace)[...]
            while !keys.isEmpty {
                var rest = keys
                counts.values += try session.write { transaction in
                    var bytes = 0
                    var taken = 0
                    while bytes < Self.partBytes, let key = rest.popFirst() {
                        guard try transaction.writer.value(namespace, key) == nil,
                            let value = try source.value(namespace, key)
                        else { continue }
                        bytes += value.count + 64
                        try transaction.writer.setValue(value, namespace, key)
                        taken += 1
                    }
                    return taken
                }
                keys = rest
                try progress(looked)
            }
        }
    }

    // MARK: Numbers

    /// This store's number of an entry of the other's; an entry that is not here yet is made.
    private func number<Entry>(
        _ dictionary: StoreDictionary<Entry>,
        _ id: EntryID<Entry>,
        _ transaction: ImportTransaction
    ) throws -> EntryID<Entry> {
        if id == 0 { return 0 }
        if let known = numbers[dictionary.kind]?[id.number] { return EntryID(number: known) }
        let made = try transaction.intern(dictionary, try source.dictionaryBytes(dictionary, id))
        numbers[dictionary.kind, default: [:]][id.number] = made.number
        return made
    }

    private func translate(_ row: inout NewSample, _ transaction: ImportTransaction) throws {
        row.type = try number(.type, row.type, transaction)
        row.unit = try number(.unit, row.unit, transaction)
        row.source = try number(.source, row.source, transaction)
        row.revision = try number(.revision, row.revision, transaction)
        row.device = try number(.device, row.device, transaction)
        row.metadata = try number(.metadata, row.metadata, transaction)
    }

    private func translated(_ record: StoredRecord, _ transaction: ImportTransaction) throws -> NewRecord {
        NewRecord(
            type: try number(.type, record.type, transaction),
            source: try number(.source, record.source, transaction),
            revision: try number(.revision, record.revision, transaction),
            device: try number(.device, record.device, transaction),
            metadata: try number(.metadata, record.metadata, transaction),
            start: record.start,
            end: record.end,
            creation: record.creation,
            payload: record.payload,
            identity: .uuid(record.uuid)
        )
    }
}
