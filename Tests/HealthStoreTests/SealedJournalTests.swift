import Foundation
import Synchronization
import Testing

@testable import HealthStore

@Suite("The journal beside a locked store") struct SealedJournalTests {
    private static func read(_ journal: SealedJournal) throws -> (entries: [[UInt8]], damaged: Int, isCut: Bool) {
        struct Enough: Error {}
        var found: (entries: [[UInt8]], damaged: Int, isCut: Bool) = ([], 0, false)
        do {
            // The journal stays where taking it in fails.
            _ = try journal.takeIn { reading in
                while let entry = try reading.next() { found.entries.append(entry.sealed) }
                (found.damaged, found.isCut) = (reading.damaged, reading.isCut)
                throw Enough()
            }
        } catch is Enough {}
        return found
    }

    private static func bytes(_ number: Int) -> [UInt8] {
        [UInt8](repeating: UInt8(number & 0xFF), count: 40 + number % 90)
    }

    @Test("Entries come back in order, and the journal goes when they were taken in")
    func order() throws {
        try ScratchFolder.with { folder in
            let journal = SealedJournal(storePath: folder.path("health.store"))
            #expect(journal.count == 0)
            #expect(try journal.takeIn { _ in 1 } == nil)
            for number in 0..<20 { try journal.append(Self.bytes(number)) }
            #expect(journal.count == 20)
            #expect(try Self.read(journal).entries == (0..<20).map(Self.bytes))
            var status = stat()
            #expect(lstat(journal.path, &status) == 0 && status.st_mode & 0o777 == 0o600)
            let count = try journal.takeIn { reading in
                var count = 0
                while try reading.next() != nil { count += 1 }
                return count
            }
            #expect(count == 20)
            #expect(try folder.names().isEmpty)
            try journal.append(Self.bytes(1))
            #expect(journal.count == 1)
        }
    }

    @Test("Several who add at the same time lose nothing, nor does one who takes in meanwhile")
    func together() throws {
        try ScratchFolder.with { folder in
            let path = folder.path("health.store")
            let taken = LockedList()
            DispatchQueue.concurrentPerform(iterations: 5) { worker in
                let journal = SealedJournal(storePath: path)
                for number in 0..<60 {
                    if worker == 4 {
                        _ = try? journal.takeIn { reading in
                            while let entry = try reading.next() { taken.add(entry.sealed) }
                        }
                        usleep(500)
                    } else {
                        try? journal.append([UInt8(worker), UInt8(number)])
                    }
                }
            }
            let rest = try Self.read(SealedJournal(storePath: path))
            let all = taken.all + rest.entries
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
            let path = folder.path("health.store")
            let journal = SealedJournal(storePath: path)
            var ends: [Int] = []
            for number in 0..<4 {
                try journal.append(Self.bytes(number))
                ends.append(StoreFile.size(of: journal.path))
            }
            let whole = try Data(contentsOf: URL(fileURLWithPath: journal.path))
            for length in 0...whole.count {
                try whole.prefix(length).write(to: URL(fileURLWithPath: journal.path))
                let expected = ends.count { $0 <= length }
                if length >= 24 {
                    let found = try Self.read(SealedJournal(storePath: path))
                    #expect(found.entries == (0..<expected).map(Self.bytes), "cut at \(length)")
                    #expect(found.isCut == (length != 24 && !ends.contains(length)), "cut at \(length)")
                }
                try SealedJournal(storePath: path).append([7, 7, 7])
                let after = try Self.read(SealedJournal(storePath: path))
                #expect(
                    after.entries == (0..<expected).map(Self.bytes) + [[7, 7, 7]],
                    "added after a cut at \(length)"
                )
            }
        }
    }

    @Test("A damaged place costs the entries that it is in, and is counted")
    func flips() throws {
        try ScratchFolder.with { folder in
            let path = folder.path("health.store")
            let journal = SealedJournal(storePath: path)
            var ends = [24]
            for number in 0..<4 {
                try journal.append(Self.bytes(number))
                ends.append(StoreFile.size(of: journal.path))
            }
            let whole = try Data(contentsOf: URL(fileURLWithPath: journal.path))
            for place in 0..<whole.count {
                var damaged = whole
                damaged[place] ^= 0x41
                try damaged.write(to: URL(fileURLWithPath: journal.path))
                let found = try Self.read(SealedJournal(storePath: path))
                let hit = ends.dropLast().lastIndex { $0 <= place }
                for number in 0..<4 where number != hit {
                    #expect(found.entries.contains(Self.bytes(number)), "flipped at \(place)")
                }
                // The letters at the beginning; what tells the journal from others is any.
                let isHead = hit.map { place < ends[$0] + 16 } ?? (place < 8)
                if isHead, hit != 3 { #expect(found.damaged == 1, "flipped at \(place)") }
                // Within what is sealed its own check finds it.
                if !isHead { #expect(found.entries.count == 4 && found.damaged == 0, "flipped at \(place)") }
            }
        }
    }

    @Test("An entry that is rejected does not take the next with it")
    func rejected() throws {
        try ScratchFolder.with { folder in
            let journal = SealedJournal(storePath: folder.path("health.store"))
            for number in 0..<5 { try journal.append(Self.bytes(number)) }
            var kept: [[UInt8]] = []
            let damaged = try journal.takeIn { reading in
                while let entry = try reading.next() {
                    if entry.sealed == Self.bytes(2) { reading.reject(entry) } else { kept.append(entry.sealed) }
                }
                return reading.damaged
            }
            #expect(damaged == 1)
            #expect(kept == [0, 1, 3, 4].map(Self.bytes))
        }
    }

    @Test("What is no file of the user's own is not written to")
    func foreign() throws {
        try ScratchFolder.with { folder in
            let journal = SealedJournal(storePath: folder.path("health.store"))
            try FileManager.default.createSymbolicLink(atPath: journal.path, withDestinationPath: folder.path("other"))
            #expect(throws: StoreError.self) { try journal.append([1]) }
            #expect(try folder.names() == ["health.store-saves"])
            unlink(journal.path)
            try Data("mine".utf8).write(to: folder.url("other"))
            #expect(link(folder.path("other"), journal.path) == 0)
            #expect(throws: StoreError.self) { try journal.append([1]) }
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
