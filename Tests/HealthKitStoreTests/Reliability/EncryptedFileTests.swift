import CHealthKitStoreFileSystem
import FaultDisk
import Foundation
import Testing
@testable import HealthKitStore

/// What lies on the disk of an encrypted store: nothing that can be read without the key, and nothing that can be put in
/// another place.
@Suite struct EncryptedFileTests {
    /// Words that stand in the store and must not stand on the disk.
    private static let known = ["KnownMedicine", "known.source.bundle", "KnownDevice", "KnownNote"]

    /// Stores the known words in each of the places where a store keeps text.
    private static func fill(_ store: SampleStore, rounds: Int = 40) throws {
        for round in 0..<rounds {
            try store.write { writer in
                let type = try writer.intern(.type, Array("\(known[0]) \(round % 3)".utf8))
                let source = try writer.intern(.source, Array(known[1].utf8))
                let device = try writer.intern(.device, Array("\(known[2]) \(round)".utf8))
                try writer.insert(
                    (0..<50)
                        .map { index in
                            let start = Double(round * 50 + index) * 60
                            return NewSample(
                                type: type,
                                source: source,
                                device: device,
                                start: start,
                                end: start + 60,
                                value: 1234.5678,
                                creation: start
                            )
                        }
                )
                let note = Array(String(repeating: "\(known[3]) \(round) ", count: 200).utf8)
                try writer.setValue(note, "notes", "\(known[3]) \(round)")
            }
        }
    }

    private static func hits(_ data: Data) -> [String] {
        var found = known.filter { data.range(of: Data($0.utf8)) != nil }
        var number = 1234.5678
        let bytes = withUnsafeBytes(of: &number) { Data($0) }
        if data.range(of: bytes) != nil || data.range(of: Data(bytes.reversed())) != nil { found.append("a value") }
        if data.range(of: Data("CREATE TABLE".utf8)) != nil { found.append("the tables") }
        return found
    }

    /// All that a disk was ever told to write holds none of the known words; that of a plain store holds all.
    @Test(arguments: [true, false]) func noPlainByteEverReachesTheDisk(_ isLocked: Bool) throws {
        try ScratchFolder.with { folder in
            let path = folder.path("health.store")
            var options = StoreOptions()
            options.key = isLocked ? TestKey.secret : nil
            options.checkpointPages = 30
            let store = try SampleStore(at: .file(path), options: options)
            var found: Set<String> = []
            func look() throws {
                for name in try folder.names() { found.formUnion(Self.hits(try Data(contentsOf: folder.url(name)))) }
            }
            // A transaction that does not fit into memory writes pages of it before it ends.
            for _ in 0..<4 {
                try Self.fill(store, rounds: 12)
                try look()
            }
            try store.write { try $0.setValue(Self.long, "notes", "long") }
            try look()
            _ = try store.backUp(to: folder.path("backup.store"))
            _ = try store.inspect()
            try look()
            store.close()
            _ = try SampleStore.repair(path, to: folder.path("repaired.store"))
            try look()
            #expect(found == (isLocked ? [] : Set(Self.known + ["the tables", "a value"]).intersection(found)))
            if !isLocked { #expect(found.isSuperset(of: Self.known + ["the tables"])) }
        }
    }

    private static let long = Array(String(repeating: "KnownNote of a transaction ", count: 800_000).utf8)

    @Test(arguments: StoreCipher.allCases) func pagesAreReadAtTheirPlaceInTheirFileAlone(_ cipher: StoreCipher) throws {
        try ScratchFolder.with { folder in
            func make(_ name: String) throws -> Data {
                var options = StoreOptions()
                options.key = TestKey.secret
                options.cipher = cipher
                let store = try SampleStore(at: .file(folder.path(name)), options: options)
                try Self.fill(store)
                if name == "health.store" { _ = try store.backUp(to: folder.path("backup.store")) }
                store.close()
                return try Data(contentsOf: folder.url(name))
            }
            let mine = try make("health.store")
            let other = try make("other.store")
            let backup = try Data(contentsOf: folder.url("backup.store"))
            #expect(try SampleStore.inspect(path: folder.path("health.store")).findings == [])
            #expect(mine.count > 26 * 4096)
            func place(_ page: Int) -> Range<Int> {
                let start = Int(store_file_system_page_place(UInt32(STORE_LOCKED_FORMAT), 4096, UInt32(page)))
                return start..<start + 4096
            }
            for (what, source, from, to) in [
                ("swapped", mine, 7, 5), ("another store's", other, 5, 5), ("a backup's", backup, 5, 5),
                ("a first page", mine, 1, 5), ("another's first", other, 1, 1),
            ] {
                var changed = mine
                changed.replaceSubrange(place(to), with: source[place(from)])
                let path = folder.path("changed.store")
                try changed.write(to: URL(fileURLWithPath: path))
                let found = try SampleStore.inspect(path: path).findings.map(\.text)
                #expect(found.contains { $0.contains("page \(to) of the file") }, "\(what): \(found)")
                try FileManager.default.removeItem(atPath: path)
            }
        }
    }

    @Test func framesOfTheLogAreReadAtTheirPlaceAlone() throws {
        let disk = FaultyDisk(isLocked: true)
        let store = try SampleStore(at: .file(disk.path), options: disk.options)
        try Self.fill(store, rounds: 3)
        let copy = disk.copy()
        store.close()
        let truth = try copy.copy().contents()
        let size = copy.size("-log") ?? 0
        let frame = 24 + 4096
        #expect((size - 96) / frame > 6)
        #expect(Self.hits(Data(buffer: copy.bytes("-log"))) == [])
        for (from, to) in [(1, 2), (4, 1), (0, 5)] {
            let image = copy.copy()
            let bytes = image.bytes("-log")
            for byte in 0..<frame { bytes[96 + to * frame + byte] = bytes[96 + from * frame + byte] }
            let found = try image.contents()
            if case .hash = found { Issue.record("frame \(from) was taken for frame \(to): \(found == truth)") }
        }
    }

    @Test func aHeaderThatSaysThatTheStoreIsPlainIsRefused() throws {
        try ScratchFolder.with { folder in
            let path = folder.path("health.store")
            var options = StoreOptions()
            options.key = TestKey.secret
            let store = try SampleStore(at: .file(path), options: options)
            try Self.fill(store, rounds: 2)
            store.close()
            var bytes = try Data(contentsOf: folder.url("health.store"))
            for copy in [0, 4096] {
                (bytes[copy + 19], bytes[copy + 31], bytes[copy + 35], bytes[copy + 91]) = (5, 8, 1, 0)
                let sum = bytes[copy..<copy + 4088].withUnsafeBytes { store_page_checksum($0.baseAddress!, 4088, 0) }
                for byte in 0..<8 {
                    bytes[copy + 4088 + byte] = UInt8(truncatingIfNeeded: sum >> UInt64(56 - 8 * byte))
                }
            }
            try bytes.write(to: folder.url("health.store"))
            #expect(try StoreLock.read(at: path) == nil)
            let withKey = #expect(throws: StoreError.self) { try SampleStore(at: .file(path), options: options) }
            #expect(withKey?.code == .notEncrypted)
            let without = #expect(throws: StoreError.self) { try SampleStore(at: .file(path)) }
            #expect([.damaged, .notAStore].contains(without?.code))
            #expect(try Data(contentsOf: folder.url("health.store")) == bytes)
        }
    }

    @Test func aStoreWhoseFirstPageIsLostIsRepairedWithItsKey() throws {
        let rich = try RichStore(.encrypted)
        let contents = try rich.contents()
        rich.fixture.store.close()
        var bytes = try Data(contentsOf: URL(fileURLWithPath: rich.path))
        bytes[Int(store_file_system_page_place(UInt32(STORE_LOCKED_FORMAT), 4096, 1)) + 200] ^= 1
        try bytes.write(to: URL(fileURLWithPath: rich.path))
        let findings = try SampleStore.inspect(path: rich.path).findings
        #expect(findings.contains { $0.text.contains("page 1 of the file") }, "\(findings)")
        let new = rich.fixture.folder.appendingPathComponent("new.store").path
        let report = try SampleStore.repair(rich.path, to: new)
        #expect(report.remaining == [])
        #expect(report.samples == contents.samples.count)
        #expect(try StoreLock.read(at: new) != nil)
        #expect(try SampleStore.inspect(path: new).findings == [])
    }

    /// The canary: a store whose pages are not bound to their places would take a swapped one.
    @Test func swappedPagesWithChecksumsMadeAnewAreTakenInAPlainStore() throws {
        try ScratchFolder.with { folder in
            let path = folder.path("health.store")
            let store = try SampleStore(at: .file(path))
            try Self.fill(store)
            store.close()
            var bytes = try Data(contentsOf: folder.url("health.store"))
            let place = 8192 + 4 * 4096
            bytes.replaceSubrange(place..<place + 4096, with: bytes[8192 + 6 * 4096..<8192 + 7 * 4096])
            let sum = bytes[place..<place + 4088].withUnsafeBytes { store_page_checksum($0.baseAddress!, 4088, 5) }
            for byte in 0..<8 { bytes[place + 4088 + byte] = UInt8(truncatingIfNeeded: sum >> UInt64(8 * byte)) }
            try bytes.write(to: folder.url("health.store"))
            let found = try SampleStore.inspect(path: path).findings
            #expect(!found.contains { $0.text.contains("page 5 of the file fails") })
        }
    }
}
