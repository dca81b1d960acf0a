import Foundation
import HealthKit
import HealthStore

/// What a store keeps of its group beside the sealed files: who this device is, and how far its changes are sent.
struct GroupRecord: Codable {
    /// A file that isn't written yet, or is to be removed.
    struct File: Codable, Hashable {
        var device: String
        var name: String
        var bytes: Data?
    }

    var group: String
    /// The folder that carries the group's files.
    var folder: String
    /// What this device is called.
    var name: String
    /// What the device's keys come from.
    var secret: Data
    /// The keys of epochs, by identity.
    var epochs: [String: Data] = [:]
    /// How far in the order of changes this store's changes are sent; `nil` before the first time.
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
    /// How far the clocks of devices are ahead of this one's, in seconds, where that is more than a day.
    var ahead: [String: Double]?
    /// How many edits aren't shown because another machine's is later.
    var conflicts: Int?
    /// The files that the last sync couldn't read.
    var problems: [Problem]?

    /// A file that isn't read, and why.
    struct Problem: Codable, Hashable {
        var device: String
        var name: String
        var error: String
    }

    static let key = "group"
}

/// A group as a store keeps it.
struct KeptGroup {
    var record: GroupRecord
    var member: GroupMember

    /// Reads it; `nil` for a store in no group.
    ///
    /// - Parameters:
    ///   - reader: The store.
    ///   - readsEntries: Whether the entries are read too, or only who belongs to the group.
    /// - Returns: The group.
    /// - Throws: ``SyncError`` for what can't be read, ``StoreError``.
    static func load(_ reader: ObjectReader, readsEntries: Bool = true) throws -> KeptGroup? {
        guard let record = try reader.requiredValue(GroupRecord.self, StoreNamespace.devices, GroupRecord.key) else {
            return nil
        }
        guard let group = id(record.group) else { throw damaged }
        var epochs: [SyncID: SecretBytes] = [:]
        for (text, key) in record.epochs {
            guard let id = id(text) else { throw damaged }
            epochs[id] = try secret(key)
        }
        var member = try GroupMember.restored(
            group: group,
            secret: secret(record.secret),
            epochs: epochs,
            statements: reader.store.values(StoreNamespace.deviceStatements).map(\.bytes),
            files: readsEntries ? reader.store.values(StoreNamespace.deviceFiles).map(\.bytes) : []
        )
        member.restoreUnwritten(
            record.unwritten.compactMap(file),
            superfluous: record.superfluous.compactMap(file)
        )
        return KeptGroup(record: record, member: member)
    }

    /// Keeps it, in the transaction of what it sends.
    mutating func save(_ writer: ObjectWriter) throws {
        record.group = member.group.description
        record.secret = member.secret.withBytes { Data($0) }
        record.epochs = Dictionary(
            uniqueKeysWithValues: member.epochs.map { ($0.key.description, $0.value.withBytes { Data($0) }) }
        )
        // Files of entries are kept anyway, and written again where they are missing.
        record.unwritten = member.unwritten.filter { $0.name.kind != .segment }
            .map { GroupRecord.File(device: $0.device.description, name: $0.name.description, bytes: Data($0.bytes)) }
        record.superfluous = member.superfluous
            .map { GroupRecord.File(device: $0.device.description, name: $0.name.description) }
        let known = Set(try writer.store.valueKeys(StoreNamespace.deviceFiles))
        for file in member.newFiles + member.ownLogFiles where !known.contains(Self.key(file)) {
            try writer.writer.setValue(file.bytes, StoreNamespace.deviceFiles, Self.key(file))
        }
        for file in member.superfluous where known.contains(Self.key(file)) {
            try writer.writer.setValue(nil, StoreNamespace.deviceFiles, Self.key(file))
        }
        let statements = Set(try writer.store.valueKeys(StoreNamespace.deviceStatements))
        for (hash, kept) in member.statements.kept {
            let key = Base32.text(hash.bytes)
            if statements.contains(key) { continue }
            try writer.writer.setValue(kept.file, StoreNamespace.deviceStatements, key)
        }
        member.keptNewFiles()
        try writer.setValue(record, StoreNamespace.devices, GroupRecord.key)
    }

    /// Forgets the group; the data stays.
    static func forget(_ writer: ObjectWriter) throws {
        let names = [
            StoreNamespace.devices, StoreNamespace.deviceFiles, StoreNamespace.deviceStatements,
            StoreNamespace.deviceConflicts,
        ]
        for namespace in names {
            try writer.writer.removeValues(namespace, overwriting: true)
        }
    }

    private static func key(_ file: GroupMember.WrittenFile) -> String { "\(file.device)/\(file.name)" }

    private static func file(_ file: GroupRecord.File) -> GroupMember.WrittenFile? {
        guard let device = id(file.device), let name = FileName(file.name) else { return nil }
        return GroupMember.WrittenFile(device: device, name: name, bytes: Array(file.bytes ?? Data()))
    }

    private static func secret(_ data: Data) throws -> SecretBytes {
        var bytes = Array(data)
        return try SecretBytes(taking: &bytes)
    }

    private static func id(_ text: String) -> SyncID? { Base32.bytes(text).flatMap { SyncID($0) } }

    private static let damaged = SyncError(
        .damaged,
        "What the store keeps of its group can't be read. Leave the group with healthtui sync leave --forget, and join again."
    )
}
