import Foundation
import LockTesting
import Synchronization
import Testing

@testable import HealthKitStore

/// The keys of a store, and its journal.
struct JournalKeys {
    let slots: KeySlots
    let secret: SecretBytes

    init() throws {
        let key = try SecretBytes.random(count: 32)
        slots = try KeySlots.make(for: key)
        secret = try slots.secretKey(with: key)
    }

    func append(_ call: [UInt8], to journal: SealedJournal, of app: String = "test.app", isStranger: Bool = false)
        throws
    { try journal.append(call, of: app, isStranger: isStranger, publicKey: slots.publicKey) }

    /// The entries of a journal.
    struct Found {
        var calls: [[UInt8]] = []
        var places: [UInt64] = []
        var owners: [String] = []
        var (damaged, foreign, misplaced, later) = (0, 0, 0, 0)
        var isCut = false
    }

    func found(_ reading: inout JournalReading) throws -> Found {
        var found = Found()
        while let entry = try reading.next() {
            switch reading.open(entry, publicKey: slots.publicKey, secretKey: secret) {
            case .call(let bytes, let owner):
                found.calls.append(bytes)
                found.places.append(entry.place)
                found.owners.append(owner ?? "")
            case .damaged: reading.reject(entry)
            case .foreign: found.foreign += 1
            case .misplaced: found.misplaced += 1
            case .later: found.later += 1
            }
        }
        (found.damaged, found.isCut) = (reading.damaged, reading.isCut)
        return found
    }

    /// Reads a journal, which stays as it is.
    func read(_ journal: SealedJournal) throws -> Found {
        struct Enough: Error {}
        var result = Found()
        do {
            _ = try journal.takeIn { reading -> (Int, kept: Set<UInt64>) in
                result = try found(&reading)
                throw Enough()
            }
        } catch is Enough {}
        return result
    }
}

@Suite("The journal beside a locked store") struct SealedJournalTests {
    private static func bytes(_ number: Int) -> [UInt8] {
        [UInt8](repeating: UInt8(number & 0xFF), count: 40 + number % 90)
    }

    @Test("Entries come back in order, and the journal goes when they were taken in")
    func order() throws {
        try ScratchFolder.with { folder in
            let (keys, journal) = (try JournalKeys(), SealedJournal(storePath: folder.path("health.store")))
            #expect(journal.count == 0)
            #expect(try journal.takeIn { _ in (1, kept: []) } == nil)
            for number in 0..<20 { try keys.append(Self.bytes(number), to: journal, of: "app \(number % 3)") }
            #expect(journal.count == 20)
            let read = try keys.read(journal)
            #expect(read.calls == (0..<20).map(Self.bytes) && read.places == (1...20).map { $0 })
            #expect(read.owners == (0..<20).map { "app \($0 % 3)" })
            var status = stat()
            #expect(lstat(journal.path, &status) == 0 && status.st_mode & 0o777 == 0o600)
            let count = try journal.takeIn { (try keys.found(&$0).calls.count, kept: []) }
            #expect(count == 20)
            #expect(try folder.names().isEmpty)
            try keys.append(Self.bytes(1), to: journal)
            #expect(journal.count == 1)
        }
    }

    @Test("A journal in memory keeps entries in order, is empty when they were taken in, and begins anew")
    func inMemory() throws {
        let (keys, journal) = (try JournalKeys(), SealedJournal.inMemory())
        #expect(journal.count == 0)
        #expect(try journal.takeIn { _ in (1, kept: []) } == nil)
        for round in 0..<2 {
            for number in 0..<20 { try keys.append(Self.bytes(round + number), to: journal) }
            #expect(journal.count == 20)
            let read = try keys.read(journal)
            #expect(read.calls == (0..<20).map { Self.bytes(round + $0) } && read.damaged == 0)
            // What is kept stays, with the rest.
            #expect(try journal.takeIn { (try keys.found(&$0).calls.count, kept: [3]) } == 20)
            #expect(journal.count == 20)
            #expect(try journal.takeIn { (try keys.found(&$0).calls.count, kept: []) } == 20)
            #expect(journal.count == 0)
            #expect(try journal.takeIn { _ in (1, kept: []) } == nil)
        }
        #expect(!FileManager.default.fileExists(atPath: journal.path))
    }

    @Test("Several who add at the same time lose nothing, nor does one who takes in meanwhile")
    func together() throws {
        try ScratchFolder.with { folder in
            let (keys, path) = (try JournalKeys(), folder.path("health.store"))
            let taken = LockedList()
            DispatchQueue.concurrentPerform(iterations: 5) { worker in
                let journal = SealedJournal(storePath: path)
                for number in 0..<60 {
                    if worker == 4 {
                        _ = try? journal.takeIn { reading in
                            for call in try keys.found(&reading).calls { taken.add(call) }
                            return (0, kept: [])
                        }
                        usleep(500)
                    } else {
                        try? keys.append([UInt8(worker), UInt8(number)], to: journal)
                    }
                }
            }
            let rest = try keys.read(SealedJournal(storePath: path))
            let all = taken.all + rest.calls
            #expect(all.count == 240 && Set(all).count == 240)
            for worker in 0..<4 {
                let own = all.filter { $0[0] == UInt8(worker) }.map { Int($0[1]) }
                #expect(own == own.sorted())
            }
        }
    }

    @Test("Cut at any byte, the journal gives what was written before and takes more")
    func cut() throws {
        try ScratchFolder.with { folder in
            let (keys, path) = (try JournalKeys(), folder.path("health.store"))
            let journal = SealedJournal(storePath: path)
            var ends: [Int] = []
            for number in 0..<4 {
                try keys.append(Self.bytes(number), to: journal)
                ends.append(StoreFile.size(of: journal.path))
            }
            let whole = try Data(contentsOf: URL(fileURLWithPath: journal.path))
            for length in 0...whole.count {
                try whole.prefix(length).write(to: URL(fileURLWithPath: journal.path))
                let expected = ends.count { $0 <= length }
                if length >= 80 {
                    let found = try keys.read(SealedJournal(storePath: path))
                    #expect(found.calls == (0..<expected).map(Self.bytes), "cut at \(length)")
                    #expect(found.isCut == (length != 80 && !ends.contains(length)), "cut at \(length)")
                }
                try keys.append([7, 7, 7], to: SealedJournal(storePath: path))
                let after = try keys.read(SealedJournal(storePath: path))
                #expect(
                    after.calls == (0..<expected).map(Self.bytes) + [[7, 7, 7]],
                    "added after a cut at \(length)"
                )
            }
        }
    }

    @Test("A damaged place costs the entry that it is in, and is counted")
    func flips() throws {
        try ScratchFolder.with { folder in
            let (keys, path) = (try JournalKeys(), folder.path("health.store"))
            let journal = SealedJournal(storePath: path)
            var ends = [80]
            for number in 0..<4 {
                try keys.append(Self.bytes(number), to: journal)
                ends.append(StoreFile.size(of: journal.path))
            }
            let whole = try Data(contentsOf: URL(fileURLWithPath: journal.path))
            for place in 0..<whole.count {
                var damaged = whole
                damaged[place] ^= 0x41
                try damaged.write(to: URL(fileURLWithPath: journal.path))
                let found = try keys.read(SealedJournal(storePath: path))
                let hit = ends.dropLast().lastIndex { $0 <= place }
                for number in 0..<4 where number != hit {
                    #expect(found.calls.contains(Self.bytes(number)), "flipped at \(place)")
                }
                // The beginning is there twice. The head of the last entry is taken for one that was not written whole.
                if let hit, hit != 3 || place >= ends[3] + 32 {
                    #expect(found.damaged == 1 && found.calls.count == 3, "flipped at \(place)")
                } else if hit == nil {
                    #expect(found.damaged == 0 && found.calls.count == 4, "flipped at \(place)")
                }
            }
        }
    }

    @Test("An entry says for which journal and which place it was sealed: copied to another it is not taken for one")
    func bound() throws {
        try ScratchFolder.with { folder in
            let (keys, journal) = (try JournalKeys(), SealedJournal(storePath: folder.path("health.store")))
            for number in 0..<3 { try keys.append(Self.bytes(number), to: journal) }
            let old = try Data(contentsOf: URL(fileURLWithPath: journal.path))
            _ = try journal.takeIn { _ in (0, kept: []) }
            try keys.append(Self.bytes(9), to: journal)
            let new = try Data(contentsOf: URL(fileURLWithPath: journal.path))
            // All of the old entries behind the new one, as they were.
            try (new + old.dropFirst(80)).write(to: URL(fileURLWithPath: journal.path))
            let replayed = try keys.read(SealedJournal(storePath: folder.path("health.store")))
            #expect(replayed.calls == [Self.bytes(9)] && replayed.misplaced == 3 && replayed.damaged == 0)
            // The same entry twice, the second time at a place of its own.
            let entry = [UInt8](new.dropFirst(80))
            var head = try #require(JournalHead(Array(entry.prefix(32)), .bound))
            head.sequence = 2
            try (new + Data(head.bytes(.bound)) + Data(entry.dropFirst(32)))
                .write(to: URL(fileURLWithPath: journal.path))
            let twice = try keys.read(SealedJournal(storePath: folder.path("health.store")))
            #expect(twice.calls == [Self.bytes(9)] && twice.misplaced == 1)
        }
    }

    @Test("What was sealed to another key is told from what was damaged")
    func foreign() throws {
        try ScratchFolder.with { folder in
            let (keys, other) = (try JournalKeys(), try JournalKeys())
            let journal = SealedJournal(storePath: folder.path("health.store"))
            try keys.append(Self.bytes(0), to: journal)
            try other.append(Self.bytes(1), to: journal)
            let found = try keys.read(journal)
            #expect(found.calls == [Self.bytes(0)] && found.foreign == 1 && found.damaged == 0)
        }
    }

    @Test("What is to be kept stays as it is with its place, and later entries come behind it")
    func kept() throws {
        try ScratchFolder.with { folder in
            let (keys, journal) = (try JournalKeys(), SealedJournal(storePath: folder.path("health.store")))
            for number in 0..<5 { try keys.append(Self.bytes(number), to: journal) }
            _ = try journal.takeIn { reading in (try keys.found(&reading).calls.count, kept: [2, 4]) }
            #expect(journal.count == 2)
            try keys.append(Self.bytes(8), to: journal)
            let found = try keys.read(SealedJournal(storePath: folder.path("health.store")))
            #expect(found.places == [2, 4, 6] && found.calls == [1, 3, 8].map(Self.bytes))
            #expect(try folder.names() == ["health.store-waiting"])
        }
    }

    @Test("No app fills the journal: each has its share, and those that may share nothing have little together")
    func limits() throws {
        try ScratchFolder.with { folder in
            let (keys, path) = (try JournalKeys(), folder.path("health.store"))
            var limits = JournalLimits()
            limits.app = .init(entries: 6, bytes: 1 << 20)
            limits.stranger = .init(entries: 3, bytes: 4000)
            limits.strangers = .init(entries: 4, bytes: 1 << 20)
            limits.all = .init(entries: 12, bytes: 1 << 20)
            let journal = SealedJournal(storePath: path, limits: limits)
            func count(_ app: String, _ isStranger: Bool, size: Int = 10) throws -> Int {
                for number in 0..<100 {
                    do {
                        let call = [UInt8](repeating: 1, count: size)
                        // Another process knows what this one has added.
                        try SealedJournal(storePath: path, limits: limits)
                            .append(call, of: app, isStranger: isStranger, publicKey: keys.slots.publicKey)
                    } catch let error as StoreError {
                        #expect(error.code == .notPermitted && error.message.contains("healthtui unlock"), "\(error)")
                        return number
                    }
                }
                return 100
            }
            // Apps of five groups: which one an app is of depends on the journal.
            #expect(try count("stranger", true, size: 1800) == 2, "two of them are larger than a stranger may keep")
            let start = [UInt8](try Data(contentsOf: URL(fileURLWithPath: journal.path)).prefix(80))
            let id = withUnsafeBytes(of: try #require(JournalBeginning(start, .bound)).id.uuid) { Array($0) }
            var (groups, apps) = (Set([SealedBox.hash(Array("stranger".utf8), key: id)[0]]), [String]())
            for number in 0..<1000 where groups.insert(SealedBox.hash(Array("app \(number)".utf8), key: id)[0]).inserted
            {
                apps.append("app \(number)")
            }
            #expect(try count("stranger", true) == 1)
            #expect(try count(apps[0], true) == 1)
            #expect(try count(apps[1], true) == 0)
            #expect(try count(apps[2], false) == 6)
            #expect(try count(apps[3], false) == 2)
            #expect(journal.count == 12)
        }
    }

    @Test("The journal of version 0.2 is read as it was written")
    func earlier() throws {
        try ScratchFolder.with { folder in
            let (keys, path) = (try JournalKeys(), folder.path("health.store"))
            try EarlierJournal.write((0..<3).map(Self.bytes), beside: path, to: keys.slots.publicKey)
            let journal = SealedJournal.earlier(storePath: path)
            #expect(journal.count == 3)
            #expect(try keys.read(journal).calls == (0..<3).map(Self.bytes))
            #expect(throws: StoreError.self) { try keys.append([1], to: journal) }
        }
    }

    @Test("What is no file of the user's own is not written to")
    func linked() throws {
        try ScratchFolder.with { folder in
            let (keys, journal) = (try JournalKeys(), SealedJournal(storePath: folder.path("health.store")))
            try FileManager.default.createSymbolicLink(atPath: journal.path, withDestinationPath: folder.path("other"))
            #expect(throws: StoreError.self) { try keys.append([1], to: journal) }
            #expect(try folder.names() == ["health.store-waiting"])
            unlink(journal.path)
            try Data("mine".utf8).write(to: folder.url("other"))
            #expect(link(folder.path("other"), journal.path) == 0)
            #expect(throws: StoreError.self) { try keys.append([1], to: journal) }
            #expect(try Data(contentsOf: folder.url("other")) == Data("mine".utf8))
        }
    }
}

/// A list that several threads add to.
private final class LockedList: Sendable {
    private let list = Mutex<[[UInt8]]>([])

    func add(_ bytes: [UInt8]) { list.withLock { $0.append(bytes) } }

    var all: [[UInt8]] { list.withLock { $0 } }
}
