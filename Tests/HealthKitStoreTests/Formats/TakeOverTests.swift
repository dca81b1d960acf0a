import CHealthKitStoreFileSystem
import FaultDisk
import Foundation
import GRDB
import RandomTesting
import Testing
@testable import HealthKitStore

/// Stores of earlier formats become stores of this one when they are opened for writing, whatever happens meanwhile.
@Suite struct TakeOverTests {
    /// A store that an earlier version wrote.
    struct Earlier: Sendable, CustomStringConvertible {
        var name: String
        /// The ends of its files' names.
        var files: [String]

        var description: String { name }

        static let all = [
            Earlier(name: "format-2.store", files: [""]),
            // As a program leaves it that is killed.
            Earlier(name: "format-2-log.store", files: ["", "-wal", "-mark"]),
            Earlier(name: "format-3.store", files: [""]),
        ]

        func bytes(_ end: String) throws -> Data {
            try Data(contentsOf: Fixtures.stores.appendingPathComponent(name + end))
        }

        /// Puts the files beside each other under a path.
        func copy(to path: String) throws {
            for end in files { try bytes(end).write(to: URL(fileURLWithPath: path + end)) }
        }

        func put(on disk: FaultyDisk) throws {
            for end in files {
                let bytes = [UInt8](try bytes(end))
                fault_disk_put(disk.handle, "health.store" + end, bytes, Int64(bytes.count))
            }
        }
    }

    private static var faulty: StoreOptions {
        var options = StoreOptions()
        options.fileSystem = FaultyDisk.fileSystem
        options.busyTimeout = 0.2
        return options
    }

    private static func truth() throws -> StoreContents {
        let store = try SampleStore(at: .memory)
        try FormatExample.write(to: store)
        return try StoreContents(store, namespaces: FormatExample.namespaces)
    }

    private static func contents(_ store: SampleStore) throws -> StoreContents {
        try StoreContents(store, namespaces: FormatExample.namespaces)
    }

    @Test("A store of an earlier format is one of this format after the next writable opening", arguments: Earlier.all)
    func takenOver(_ earlier: Earlier) throws {
        try ScratchFolder.with { folder in
            let path = folder.path("health.store")
            try earlier.copy(to: path)
            chmod(path, 0o640)
            let store = try SampleStore(at: .file(path))
            #expect(try Self.contents(store) == Self.truth())
            #expect(try store.inspect().findings == [])
            store.close()
            #expect(try Data(contentsOf: folder.url("health.store")).prefix(12) == Data([0x89] + "HealthStore".utf8))
            #expect(try StoreFileSystem.standard.fileHeader(path).format == UInt32(STORE_FORMAT))
            #expect(try folder.names() == ["health.store"])
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
            #expect(mode?.intValue == 0o640)
        }
    }

    @Test("A store of an earlier format that is opened for reading stays as it is", arguments: Earlier.all)
    func readOnly(_ earlier: Earlier) throws {
        try ScratchFolder.with { folder in
            let path = folder.path("health.store")
            try earlier.copy(to: path)
            var options = StoreOptions()
            options.isReadOnly = true
            let store = try SampleStore(at: .file(path), options: options)
            #expect(try Self.contents(store) == Self.truth())
            store.close()
            #expect(try Data(contentsOf: folder.url("health.store")) == earlier.bytes(""))
        }
    }

    @Test("While another program has a store of an earlier format open, it works as it is")
    func inUse() throws {
        try ScratchFolder.with { folder in
            let path = folder.path("health.store")
            try Earlier.all[0].copy(to: path)
            let other = try DatabaseQueue(path: StoreFileSystem.standard.uri(path))
            try other.inDatabase { try $0.execute(sql: "PRAGMA journal_mode = WAL; SELECT * FROM state") }
            let store = try SampleStore(at: .file(path))
            try store.write { try $0.setValue([5], "settings", "later") }
            #expect(try Data(contentsOf: folder.url("health.store")).prefix(15) == Data("SQLite format 3".utf8))
            try other.close()
            store.close()
            let again = try SampleStore(at: .file(path))
            #expect(try again.read { try $0.value("settings", "later") } == [5])
            again.close()
            #expect(try Data(contentsOf: folder.url("health.store")).prefix(12) == Data([0x89] + "HealthStore".utf8))
        }
    }

    @Test("A crash at any write of a take-over leaves the store whole", arguments: Earlier.all)
    func crashes(_ earlier: Earlier) throws {
        let truth = try Self.truth()
        let disk = FaultyDisk()
        fault_disk_record(disk.handle)
        try earlier.put(on: disk)
        let begin = fault_disk_recorded(disk.handle)
        let store = try SampleStore(at: .file(disk.path), options: Self.faulty)
        store.close()
        let count = fault_disk_recorded(disk.handle) - begin
        var problems: [String] = []
        var forms: [Bool: Int] = [:]
        // In the soak each way at each place; else one way a place, at the next place another.
        let ways = CrashWay.allCases
        let shift = Int64(SeededGenerator("the way of each crash").seed % UInt64(ways.count))
        for (index, way) in ways.enumerated() {
            let replay = CrashReplay(disk)
            var position: Int64 = 0
            while replay.next() {
                position += 1
                let isDrawn = Soak.isRunning || (position + shift) % Int64(ways.count) == Int64(index)
                if position <= begin || !isDrawn { continue }
                let image = replay.crash(way, seed: UInt64(position) &* 31)
                forms[image.bytes()[0] == 0x89 && image.bytes()[19] == UInt8(STORE_FORMAT), default: 0] += 1
                do {
                    let found = try SampleStore(at: .file(image.path), options: Self.faulty)
                    if try Self.contents(found) != truth { problems.append("\(way) at \(position): other contents") }
                    try found.write { try $0.setValue([1], "settings", "after") }
                    found.close()
                    let again = try SampleStore(at: .file(image.path), options: Self.faulty)
                    let after = try again.read { try $0.value("settings", "after") }
                    if after != [1] || again.inspectionFails {
                        problems.append("\(way) at \(position): does not go on")
                    }
                    again.close()
                } catch {
                    problems.append("\(way) at \(position): \(error)")
                }
            }
        }
        print("take-over of \(earlier): \(count) operations, before and after \(forms)")
        #expect(problems.prefix(5) == [])
        #expect(count > 60 && (forms[true] ?? 0) > 3 && (forms[false] ?? 0) > 100)
    }

    @Test("Whatever call fails in a take-over, the store is whole when the disk works again", arguments: Earlier.all)
    func faults(_ earlier: Earlier) throws {
        let truth = try Self.truth()
        var problems: [String] = []
        var outcomes: [String: Int] = [:]
        for kind in [FAULT_ONCE, FAULT_FOR_GOOD, FAULT_FULL] {
            var call: Int64 = 0
            var hasFailed = true
            while hasFailed {
                // Every call at first, then some; in the suite one of five of them.
                call += (call < 150 ? 1 : 1 + call / 40) * (Soak.isRunning ? 1 : 5)
                let disk = FaultyDisk()
                try earlier.put(on: disk)
                fault_disk_fail(disk.handle, kind, call)
                do {
                    let store = try SampleStore(at: .file(disk.path), options: Self.faulty)
                    store.close()
                    outcomes["opened", default: 0] += 1
                } catch let error as StoreError {
                    outcomes["\(error.code)", default: 0] += 1
                    if error.code == .damaged || error.code == .notAStore { problems.append("\(call): \(error)") }
                }
                hasFailed = fault_disk_failures(disk.handle) > 0
                fault_disk_heal(disk.handle)
                let store = try SampleStore(at: .file(disk.path), options: Self.faulty)
                if try Self.contents(store) != truth { problems.append("\(call): other contents") }
                store.close()
                if problems.count > 5 { break }
            }
        }
        print("faults in a take-over of \(earlier): \(outcomes)")
        #expect(problems == [])
    }
}

extension SampleStore {
    fileprivate var inspectionFails: Bool { (try? inspect().findings) != [] }
}
