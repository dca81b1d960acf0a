import Foundation
import HealthKit
import HealthKitStore

/// A store's record of its group, beside the sealed files: this device's identity, and the position up to which its changes are
/// sent.
struct GroupRecord: Codable {
    /// A file that isn't written yet, or is to be removed.
    struct File: Codable, Hashable {
        var device: String
        var name: String
        var bytes: Data?

        init(device: String, name: String, bytes: Data? = nil) {
            (self.device, self.name, self.bytes) = (device, name, bytes)
        }

        init(_ file: GroupMember.WrittenFile) {
            self.init(device: file.device.description, name: file.name.description, bytes: Data(file.bytes))
        }
    }

    var group: String
    /// The folder that carries the group's files.
    var folder: String
    /// This device's name.
    var name: String
    /// The secret that the device's keys are derived from.
    var secret: Data
    /// The keys of epochs, by identity.
    var epochs: [String: Data] = [:]
    /// The change number up to which this store's changes are sent; `nil` before the first time.
    var anchor: Int64?
    var unwritten: [File] = []
    var superfluous: [File] = []
    /// When this device synced last, in seconds since the reference date.
    var synced: Double?
    /// When it last wrote how far it has read the other logs.
    var sentHeads: Double?
    /// When something new of each device was read last.
    var heard: [String: Double] = [:]
    /// The devices of whose logs others have read more.
    var missing: [String]?
    /// The time by which devices' clocks are ahead of this one's, in seconds, where that is more than a day.
    var ahead: [String: Double]?
    /// The number of edits that aren't shown because another machine's edit is later.
    var conflicts: Int?
    /// The samples of which there may be such edits, by the identities of their first versions.
    var edited: [String]?
    /// The files that the last sync couldn't read.
    var problems: [Problem]?
    /// The files of which entries are left out.
    var flaws: [Flaw]?
    /// The devices that were members at the last sync.
    var members: [String]?
    /// Whether something new was read since this device last wrote how far it has read the other logs.
    var owesHeads: Bool?
    /// Whether it was written down when sources were first seen here.
    var sources: Bool?
    /// The number of the rules by which they are.
    var rules: Int?
    /// The keys of codes that several machines answered.
    var deadCodes: [Data]?
    /// The reason why the last sync couldn't write to the folder; `nil` if it could.
    var writeProblem: String?
    /// This device's answer to the invitation, for as long as it waits to be added.
    var answer: File?

    /// A file of which entries are left out, by the name of its hash, and why.
    struct Flaw: Codable, Hashable {
        var hash: Data
        var flaws: EntryCheck.Flaws
    }

    /// A file that isn't read, and why.
    struct Problem: Codable, Hashable {
        var device: String
        var name: String
        var error: String
        /// The device's own name, if it isn't a member.
        var deviceName: String?
        /// Problems with its entries, if only those are left out.
        var flaws: EntryCheck.Flaws?

        init(_ problem: GroupMember.Problem) {
            flaws = problem.flaws
            (device, name) = (problem.device.description, problem.name)
            error = problem.error.rawValue
            deviceName = problem.deviceName.map { String(decoding: $0, as: UTF8.self) }
        }
    }

    static let key = "group"
    /// The key of the ledger of the folder's files.
    static let ledgerKey = "folder"
}

/// A group as a store keeps it.
struct LocalGroup {
    var record: GroupRecord
    var member: GroupMember
    /// The files of which the store doesn't keep what they speak of: an earlier version kept the files alone.
    private(set) var unlisted: [Segment] = []
    /// The store's record of the folder's files.
    private var keptLedger = FolderLedger()
    /// The number of samples worked on at a time.
    var part = SyncPart.usual

    init(record: GroupRecord, member: GroupMember) {
        self.record = record
        self.member = member
    }

    /// Reads it; `nil` for a store in no group.
    ///
    /// - Parameters:
    ///   - reader: The store.
    ///   - readsFiles: Whether the files of entries are looked at too, or only who belongs to the group.
    /// - Returns: The group.
    /// - Throws: ``SyncError`` for what can't be read, ``StoreError``.
    static func load(_ reader: ObjectReader, readsFiles: Bool = true) throws -> LocalGroup? {
        guard let record = try reader.requiredValue(GroupRecord.self, StoreNamespace.devices, GroupRecord.key) else {
            return nil
        }
        guard let group = id(record.group) else { throw StoredSegments.damaged }
        var epochs: [SyncID: SecretBytes] = [:]
        for (text, key) in record.epochs {
            guard let id = id(text) else { throw StoredSegments.damaged }
            epochs[id] = try secret(key)
        }
        let member = try GroupMember.restored(
            group: group,
            secret: secret(record.secret),
            epochs: epochs,
            statements: reader.store.values(StoreNamespace.deviceStatements).map(\.bytes)
        )
        var kept = LocalGroup(record: record, member: member)
        kept.member.deadCodes = Set((record.deadCodes ?? []).map { Array($0) })
        let ledger = try reader.store.value(StoreNamespace.devices, GroupRecord.ledgerKey)
        if let ledger { kept.member.ledger = FolderLedger(bytes: ledger) }
        kept.keptLedger = kept.member.ledger
        for flaw in record.flaws ?? [] { kept.member.flaws[Digest(Array(flaw.hash)) ?? Digest(of: [])] = flaw.flaws }
        if readsFiles { try kept.readSegments(reader.store) }
        kept.member.restoreUnwritten(
            record.unwritten.compactMap(file),
            superfluous: record.superfluous.compactMap(file)
        )
        return kept
    }

    private mutating func readSegments(_ store: StoreReader) throws {
        var summaries: [String: [UInt8]] = [:]
        for (key, bytes) in try store.values(StoreNamespace.deviceSegments) { summaries[key] = bytes }
        var segments: [Segment] = []
        for key in try store.valueKeys(StoreNamespace.deviceFiles) {
            // A summary of a later version is made anew: the file has all of it.
            if let bytes = summaries[key], let segment = try? SegmentSummary.segment(bytes) {
                segments.append(segment)
            } else if let file = try store.value(StoreNamespace.deviceFiles, key),
                let segment = try member.open(file)?.withoutEntries
            {
                segments.append(segment)
                unlisted.append(segment)
            }
        }
        member.restore(segments)
    }

    /// Keeps it, in the transaction of what it sends.
    mutating func save(_ writer: ObjectWriter) throws {
        try sealRepeated(writer)
        record.group = member.group.description
        record.secret = member.secret.withBytes { Data($0) }
        record.epochs = Dictionary(
            uniqueKeysWithValues: member.epochs.map { ($0.key.description, $0.value.withBytes { Data($0) }) }
        )
        try keepMade(writer)
        record.unwritten = member.unwritten
            .map { GroupRecord.File($0) }
        record.superfluous = member.superfluous
            .map { GroupRecord.File(device: $0.device.description, name: $0.name.description) }
        for file in member.superfluous {
            try StoredEntryKeys.remove(Self.key(file), writer)
            for namespace in [StoreNamespace.deviceFiles, StoreNamespace.deviceSegments]
            where try writer.store.value(namespace, Self.key(file)) != nil {
                try writer.writer.setValue(nil, namespace, Self.key(file))
            }
        }
        record.deadCodes =
            member.deadCodes.isEmpty
            ? nil : member.deadCodes.map { Data($0) }.sorted { $0.lexicographicallyPrecedes($1) }
        record.flaws =
            member.flaws.isEmpty
            ? nil
            : member.flaws.sorted { $0.key < $1.key }
                .map { GroupRecord.Flaw(hash: Data($0.key.bytes), flaws: $0.value) }
        if member.membership.everybody[member.device] != nil { record.answer = nil }
        if member.ledger != keptLedger {
            try writer.writer.setValue(member.ledger.bytes, StoreNamespace.devices, GroupRecord.ledgerKey)
            keptLedger = member.ledger
        }
        let statements = Set(try writer.store.valueKeys(StoreNamespace.deviceStatements))
        for (hash, kept) in member.statements.kept {
            let key = Base32.text(hash.bytes)
            if statements.contains(key) { continue }
            try writer.writer.setValue(kept.file, StoreNamespace.deviceStatements, key)
        }
        try writer.setValue(record, StoreNamespace.devices, GroupRecord.key)
    }

    /// Seals the entries of removed devices that are to be repeated.
    ///
    /// It belongs to keeping the removals: nobody would notice later that it wasn't told.
    mutating func sealRepeated(_ reader: ObjectReader) throws {
        if member.replica.repeats.isEmpty { return }
        let segments = StoredSegments(reader.store, of: member)
        try member.replica.repeatEntries { try segments.expandedEntries(of: $0) }
        try member.seal()
    }

    // MARK: Files of entries

    /// Keeps the files of entries that were made: they are written to the folder from the store.
    ///
    /// - Parameters:
    ///   - writer: The store.
    ///   - segments: The files that are known in this transaction.
    /// - Throws: ``StoreError``.
    mutating func keepMade(_ writer: ObjectWriter, _ segments: StoredSegments? = nil) throws {
        for file in member.made { try Self.keep(file, writer, segments, part: part) }
        member.made = []
    }

    /// Keeps a file of entries with what it speaks of.
    static func keep(
        _ file: GroupMember.KeptFile,
        _ writer: ObjectWriter,
        _ segments: StoredSegments?,
        part: Int
    ) throws {
        let key = StoredSegments.key(file.segment)
        try writer.writer.setValue(file.bytes, StoreNamespace.deviceFiles, key)
        try list(file.segment, file.entryKeys ?? EntryKeyList(file.segment.entries), writer, part: part)
        segments?.add(file.segment, isFlawed: file.flaws != nil)
    }

    /// Forgets a file of entries in whose place another stands.
    static func drop(_ segment: Segment, _ writer: ObjectWriter, _ segments: StoredSegments) throws {
        let key = StoredSegments.key(segment)
        try StoredEntryKeys.remove(key, writer)
        for namespace in [StoreNamespace.deviceFiles, StoreNamespace.deviceSegments] {
            try writer.writer.setValue(nil, namespace, key)
        }
        segments.remove(segment.hash)
    }

    /// Keeps what the files speak of that an earlier version kept alone.
    mutating func listFiles(_ writer: ObjectWriter) throws {
        for segment in unlisted {
            guard let file = try writer.store.value(StoreNamespace.deviceFiles, StoredSegments.key(segment)),
                let opened = try member.open(file)
            else {
                continue
            }
            try Self.list(opened, EntryKeyList(opened.entries), writer, part: part)
        }
        unlisted = []
    }

    private static func list(_ segment: Segment, _ entryKeys: EntryKeyList, _ writer: ObjectWriter, part: Int) throws {
        let key = StoredSegments.key(segment)
        try writer.writer.setValue(SegmentSummary.bytes(segment), StoreNamespace.deviceSegments, key)
        try StoredEntryKeys.set(entryKeys, key, writer, part: part)
    }

    private static func key(_ file: GroupMember.WrittenFile) -> String { "\(file.device)/\(file.name)" }

    /// Forgets the group; the data stays.
    static func forget(_ writer: ObjectWriter) throws {
        let names = [
            StoreNamespace.devices, StoreNamespace.deviceFiles, StoreNamespace.deviceSegments,
            StoreNamespace.deviceEntryKeys, StoreNamespace.deviceShared, StoreNamespace.deviceStatements,
            StoreNamespace.deviceConflicts,
        ]
        for namespace in names {
            try writer.writer.removeValues(namespace, overwriting: true)
        }
    }

    static func file(_ file: GroupRecord.File) -> GroupMember.WrittenFile? {
        guard let device = id(file.device), let name = FileName(file.name) else { return nil }
        return GroupMember.WrittenFile(device: device, name: name, bytes: Array(file.bytes ?? Data()))
    }

    private static func secret(_ data: Data) throws -> SecretBytes {
        var bytes = Array(data)
        return try SecretBytes(taking: &bytes)
    }

    private static func id(_ text: String) -> SyncID? { Base32.bytes(text).flatMap { SyncID($0) } }
}
