import Foundation
import HealthStore

/// A save that waits for the machine to be unlocked.
struct JournaledSave: Sendable {
    var objects: [HKObject]
    var revision: HKSourceRevision
    var time: Date
    /// What belongs to the workout among the objects, where there is one that a builder made.
    var members: WorkoutMembers?

    var uuids: [UUID] { objects.map(\.uuid) }
}

extension JournaledSave {
    /// The save as the journal keeps it: a checksum, and an archive that is read only when the checksum is right.
    var bytes: [UInt8] {
        get throws {
            let archiver = NSKeyedArchiver(requiringSecureCoding: true)
            archiver.encode(objects as NSArray, forKey: "objects")
            archiver.encode(revision, forKey: "revision")
            archiver.encodeTime(time, forKey: "time")
            if let members {
                archiver.encode(IdentifierBytes.data(members.known) as NSData, forKey: "members")
                archiver.encode(IdentifierBytes.data(members.own) as NSData, forKey: "ownMembers")
            }
            archiver.finishEncoding()
            if let error = archiver.error { throw error }
            let archive = [UInt8](archiver.encodedData)
            var writer = ByteWriter()
            writer.varint(Self.checksum(archive))
            return writer.bytes + archive
        }
    }

    /// Reads what ``bytes`` wrote; `nil` when the bytes were damaged or hold what this version does not know.
    init?(bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        guard let checksum = reader.varint() else { return nil }
        let archive = Array(bytes.suffix(reader.remaining))
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

/// Where the journal is among the store's values.
private enum JournalKey {
    /// The saves, by their place in the order of saves.
    static let saves = "journal"
    /// The UUIDs of all objects that wait.
    static let objects = "journal.object"

    static func place(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(20 - digits.count, 0)) + digits
    }
}

extension ObjectWriter {
    /// Keeps a save for later, after all that wait already.
    ///
    /// - Throws: `errorInvalidArgument` for an object that is stored or waits already (R2.8).
    func journal(_ save: JournaledSave) throws {
        let duplicate = HKError.invalid("An object with the same UUID is stored already")
        for uuid in save.uuids {
            let key = uuid.uuidString
            guard try sample(uuid: uuid) == nil, try store.value(JournalKey.objects, key) == nil else {
                throw duplicate
            }
            try writer.setValue([], JournalKey.objects, key)
        }
        let last = try store.values(JournalKey.saves, limit: 1, descending: true).first.flatMap { Int($0.key) } ?? 0
        try writer.setValue(try save.bytes, JournalKey.saves, JournalKey.place(last + 1))
    }

    fileprivate func forget(_ entry: JournalEntry) throws {
        for uuid in entry.save.uuids { try writer.setValue(nil, JournalKey.objects, uuid.uuidString) }
        try writer.setValue(nil, JournalKey.saves, entry.key)
    }

    /// Stores a save that waited, and takes it out of the journal.
    fileprivate func store(_ entry: JournalEntry) throws {
        try save(entry.save.objects, revision: entry.save.revision, now: entry.save.time)
        if let members = entry.save.members, let workout = entry.save.objects.first as? HKWorkout {
            let routes = entry.save.objects.dropFirst().map(\.uuid)
            try complete(workout, members, routes: routes, bundle: entry.save.revision.source.bundleIdentifier)
        }
        try forget(entry)
    }
}

/// A save that waits, and its place.
private struct JournalEntry {
    var key: String
    var save: JournaledSave
}

extension ObjectReader {
    /// Whether an object waits to be stored.
    func waits(_ uuid: UUID) throws -> Bool { try store.value(JournalKey.objects, uuid.uuidString) != nil }

    /// The saves that wait after a place, in their order; one that cannot be read stays for whoever mends the store.
    fileprivate func journal(after place: String) throws -> [JournalEntry] {
        try store.values(JournalKey.saves).filter { $0.key > place }
            .compactMap { entry in JournaledSave(bytes: entry.bytes).map { JournalEntry(key: entry.key, save: $0) } }
    }
}

extension HealthDatabase {
    /// From now on apps cannot read, and what they save waits in the store's file (R10.1).
    package func lock() {
        changes.beginHolding()
        state.setLocked(true)
    }

    /// Stores what was saved while the machine was locked, in the order of the saves, and lets apps read again.
    ///
    /// What cannot be stored because the disk fails waits for the next time.
    package func unlock() {
        do {
            try storeJournal { self.state.setLocked(false) }
        } catch {
            state.setLocked(false)
        }
        changes.endHolding()
    }

    /// Stores the saves that wait.
    ///
    /// A save that breaks a rule by then, as a lower sync version of a workout does, is left out.
    ///
    /// - Parameter whenDone: Called when none waits, while nobody can add another.
    /// - Throws: `errorDatabaseInaccessible`; what was not stored waits on.
    func storeJournal(whenDone: () -> Void = {}) throws {
        var place = ""
        var entries = try read { try $0.journal(after: place) }
        while true {
            for entry in entries {
                try storeOrForget(entry)
                place = entry.key
            }
            entries = try write { writer in
                let more = try writer.journal(after: place)
                if more.isEmpty { whenDone() }
                return more
            }
            if entries.isEmpty { return }
        }
    }

    private func storeOrForget(_ entry: JournalEntry) throws {
        do {
            try write { try $0.store(entry) }
        } catch let error as HKError where error.code == .errorInvalidArgument {
            try write { try $0.forget(entry) }
        }
    }

    /// Saves objects, or keeps them for later when the machine is locked.
    package func saveOrJournal(_ objects: [HKObject], revision: HKSourceRevision, now: Date) throws {
        try write { writer in
            guard state.isLocked else { return try writer.save(objects, revision: revision, now: now) }
            try writer.journal(JournaledSave(objects: objects, revision: revision, time: now))
        }
    }
}
