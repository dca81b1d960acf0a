import Foundation
import HealthKitStore

/// A save that an earlier version kept in the store's own values while the machine was locked.
///
/// Waiting calls are now sealed next to the store in their original form; this is read for stores that still contain
/// such saves.
struct JournaledSave: Sendable {
    var objects: [HKObject]
    var revision: HKSourceRevision
    var time: Date
    /// The objects that belong to the workout, if a builder made one.
    var members: WorkoutMembers?

    var uuids: [UUID] { objects.map(\.uuid) }
}

extension JournaledSave {
    /// Reads a save: a checksum, and an archive that is read only if the checksum matches; `nil` if the bytes are damaged or
    /// contain something that this version doesn't know.
    init?(bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        guard let checksum = reader.varint() else { return nil }
        let archive = Array(bytes.suffix(reader.remaining))
        // The caller counts unreadable bytes as damaged.
        guard checksum == Self.checksum(archive),
            let coder = try? NSKeyedUnarchiver(forReadingFrom: Data(archive))
        else { return nil }
        coder.requiresSecureCoding = true
        guard let objects = coder.decodedArray(of: HKObject.self, forKey: "objects"),
            let revision = coder.decoded(HKSourceRevision.self, forKey: "revision"),
            let time = coder.decodeTime(forKey: "time")
        else { return nil }
        let members = (coder.decoded(NSData.self, forKey: "members") as Data?)
            .map { known in
                WorkoutMembers(
                    known: IdentifierBytes.uuids(known),
                    own: (coder.decoded(NSData.self, forKey: "ownMembers") as Data?).map(IdentifierBytes.uuids) ?? []
                )
            }
        self.init(objects: objects, revision: revision, time: time, members: members)
    }

    /// FNV-1a, 64 bits.
    private static func checksum(_ bytes: [UInt8]) -> UInt64 {
        bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}

/// The journal's namespaces among the store's values.
private enum JournalKey {
    /// The saves, by their position in the order of saves.
    static let saves = "journal"
    /// The UUIDs of all waiting objects.
    static let objects = "journal.object"
}

extension ObjectWriter {
    fileprivate func forget(_ entry: JournalEntry) throws {
        for uuid in entry.save.uuids { try writer.setValue(nil, JournalKey.objects, uuid.uuidString) }
        try writer.setValue(nil, JournalKey.saves, entry.key)
    }

    /// Stores a waiting save and removes it from the journal.
    fileprivate func store(_ entry: JournalEntry) throws {
        let bundle = entry.save.revision.source.bundleIdentifier
        let replaced = try save(
            entry.save.objects,
            revision: entry.save.revision,
            now: entry.save.time,
            // What the app may see isn't asked here: the save has succeeded, and shouldn't be lost.
            known: bundle == HKSourceRevision.health.source.bundleIdentifier
                ? nil : { try self.ownObject($0, of: bundle) }
        )
        if let members = entry.save.members, let workout = entry.save.objects.first as? HKWorkout {
            let routes = entry.save.objects.dropFirst().map { replaced[$0.uuid] ?? $0.uuid }
            try complete(replaced[workout.uuid] ?? workout.uuid, members, routes: routes, bundle: bundle)
        }
        try forget(entry)
    }
}

/// A waiting save with its position.
private struct JournalEntry {
    var key: String
    var save: JournaledSave
}

extension ObjectReader {
    /// The waiting saves in order; an unreadable one stays for a repair of the store.
    fileprivate func journal() throws -> [JournalEntry] {
        try store.values(JournalKey.saves)
            .compactMap { entry in JournaledSave(bytes: entry.bytes).map { JournalEntry(key: entry.key, save: $0) } }
    }
}

extension HealthDatabase {
    /// Stores the waiting saves.
    ///
    /// A save that violates a rule by then, such as one with a lower sync version of a workout, is skipped.
    ///
    /// - Throws: `errorDatabaseInaccessible`; unstored saves keep waiting.
    func storeJournal() throws {
        for entry in try read({ try $0.journal() }) { try storeOrForget(entry) }
    }

    private func storeOrForget(_ entry: JournalEntry) throws {
        do {
            try write { try $0.store(entry) }
        } catch let error as HKError where error.code == .errorInvalidArgument {
            try write { try $0.forget(entry) }
        }
    }
}
