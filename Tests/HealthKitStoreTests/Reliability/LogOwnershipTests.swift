import FaultDisk
import Foundation
import HealthKitStore
import Synchronization
import Testing

/// A log belongs to one file at one time; a file knows whether it needs its log; a running store knows its file.
@Suite struct LogOwnershipTests {
    private func code(_ body: () throws -> Void) -> StoreError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? StoreError)?.code
        }
    }

    private func open(_ path: String) -> StoreError.Code? {
        code { try SampleStore(at: .file(path)).close() }
    }

    private func copy(_ path: String, to target: String, _ ends: [String] = ["", "-log", "-mark"]) throws {
        for end in ends where FileManager.default.fileExists(atPath: path + end) {
            try? FileManager.default.removeItem(atPath: target + end)
            try FileManager.default.copyItem(atPath: path + end, toPath: target + end)
        }
    }

    private func set(_ store: SampleStore, _ value: UInt8) throws {
        try store.write { try $0.setValue([value], "n", "k") }
    }

    private func value(_ path: String) throws -> [UInt8]? {
        let store = try SampleStore(at: .file(path))
        defer { store.close() }
        return try store.read { try $0.value("n", "k") }
    }

    @Test("A copy without the log that holds its latest changes is refused, and doctor and repair say what there is")
    func copyWithoutLog() throws {
        try ScratchFolder.with { folder in
            let (path, bare) = (folder.path("health.store"), folder.path("bare.store"))
            let store = try SampleStore(at: .file(path))
            try set(store, 1)
            try copy(path, to: bare, [""])
            #expect(open(bare) == .logMissing)
            var options = StoreOptions()
            options.isReadOnly = true
            #expect(code { _ = try SampleStore(at: .file(bare), options: options) } == .logMissing)
            #expect(try SampleStore.inspect(path: bare).findings.contains { $0.text.contains("log") })
            let report = try SampleStore.repair(bare, to: folder.path("saved.store"))
            #expect(report.findings.contains { $0.text.contains("log") } && report.remaining == [])
            #expect(open(folder.path("saved.store")) == nil)
            try copy(path, to: bare, ["-log", "-mark"])
            #expect(try value(bare) == [1])
            store.close()
        }
    }

    @Test("After an orderly end the file alone is whole, also while another process has the store open")
    func fileAlone() throws {
        try ScratchFolder.with { folder in
            let (path, bare) = (folder.path("health.store"), folder.path("bare.store"))
            let other = try SampleStore(at: .file(path))
            for turn in 1...5 as ClosedRange<UInt8> {
                let store = try SampleStore(at: .file(path))
                try set(store, turn)
                store.close()
                try copy(path, to: bare, [""])
                #expect(try value(bare) == [turn])
                #expect(try other.read { try $0.value("n", "k") } == [turn])
            }
            other.close()
            #expect(try folder.names() == ["bare.store", "health.store"])
        }
    }

    @Test("A log that was cut to nothing, or removed, is missed")
    func lostLog() throws {
        try ScratchFolder.with { folder in
            let (path, left) = (folder.path("health.store"), folder.path("left.store"))
            let store = try SampleStore(at: .file(path))
            try set(store, 1)
            try copy(path, to: left)
            store.close()
            try Data().write(to: folder.url("left.store-log"))
            #expect(open(left) == .logMissing)
            try FileManager.default.removeItem(atPath: left + "-log")
            #expect(open(left) == .logMissing)
        }
    }

    @Test(
        "The log of another store, or of an earlier or later state of the file, is told, not replayed and not deleted"
    )
    func foreignLog() throws {
        try ScratchFolder.with { folder in
            let path = folder.path("health.store")
            let (old, new, other) = (folder.path("old.store"), folder.path("new.store"), folder.path("other.store"))
            var store = try SampleStore(at: .file(path))
            try set(store, 1)
            try copy(path, to: old)
            store.close()
            store = try SampleStore(at: .file(path))
            for turn in 2...40 as ClosedRange<UInt8> { try set(store, turn) }
            try copy(path, to: new)
            store.close()
            store = try SampleStore(at: .file(other))
            try set(store, 99)
            try copy(other, to: folder.path("stranger.store"))
            store.close()
            let logs = [old, folder.path("stranger.store"), new].map { $0 + "-log" }
            let files = [path, old, new, other]
            for file in files {
                // The log of a file's last run is its own when it was closed, and all of it is in the file.
                let own = file == path ? logs[2] : file == other ? logs[1] : file + "-log"
                for log in logs where log != own {
                    let place = folder.path("place.store")
                    for end in ["", "-log", "-mark", "-shm"] {
                        try? FileManager.default.removeItem(atPath: place + end)
                    }
                    try FileManager.default.copyItem(atPath: file, toPath: place)
                    try FileManager.default.copyItem(atPath: log, toPath: place + "-log")
                    let before = try Data(contentsOf: URL(fileURLWithPath: place + "-log"))
                    let found = open(place)
                    #expect(found == .logForeign || found == .logMissing, "\(file) with \(log)")
                    #expect(try Data(contentsOf: URL(fileURLWithPath: place + "-log")) == before, "\(file) with \(log)")
                }
            }
            // A new store at a place where a log lies.
            let place = folder.path("fresh.store")
            try FileManager.default.copyItem(atPath: logs[1], toPath: place + "-log")
            let before = try Data(contentsOf: URL(fileURLWithPath: place + "-log"))
            #expect(open(place) == .logForeign)
            #expect(try Data(contentsOf: URL(fileURLWithPath: place + "-log")) == before)
            // And one of an earlier version.
            try FileManager.default.copyItem(atPath: path, toPath: folder.path("late.store"))
            try Data("some log".utf8).write(to: folder.url("late.store-wal"))
            #expect(open(folder.path("late.store")) == .logForeign)
        }
    }

    enum Accident: CaseIterable {
        case removed, moved, replacedByAnother, overwrittenByAnother, overwrittenByItsOwnCopy, cut
    }

    /// A store that is open, a copy of it from before its last change, and another one.
    private struct Places {
        let folder: ScratchFolder
        var path: String { folder.path("health.store") }
        var copied: String { folder.path("copy.store") }
        var other: String { folder.path("other.store") }
        var elsewhere: String { folder.path("elsewhere.store") }
    }

    private func withOpenStore(_ body: (SampleStore, Places) throws -> Void) throws {
        try ScratchFolder.with { folder in
            let places = Places(folder: folder)
            var store = try SampleStore(at: .file(places.path))
            try set(store, 1)
            store.close()
            try copy(places.path, to: places.copied, [""])
            store = try SampleStore(at: .file(places.path))
            defer { store.close() }
            try set(store, 2)
            let stranger = try SampleStore(at: .file(places.other))
            try set(stranger, 99)
            stranger.close()
            try body(store, places)
        }
    }

    private func happen(_ accident: Accident, _ places: Places) throws {
        let manager = FileManager.default
        switch accident {
        case .removed: try manager.removeItem(atPath: places.path)
        case .moved: try manager.moveItem(atPath: places.path, toPath: places.elsewhere)
        case .replacedByAnother: #expect(rename(places.other, places.path) == 0)
        case .overwrittenByAnother:
            try overwrite(places.path, with: Data(contentsOf: URL(fileURLWithPath: places.other)))
        case .overwrittenByItsOwnCopy:
            try overwrite(places.path, with: Data(contentsOf: URL(fileURLWithPath: places.copied)))
        case .cut: #expect(truncate(places.path, 0) == 0)
        }
    }

    @Test("A store whose file was removed, moved or replaced says so at the next call", arguments: Accident.allCases)
    func lostFile(_ accident: Accident) throws {
        try withOpenStore { store, places in
            try happen(accident, places)
            #expect(code { _ = try store.read { try $0.value("n", "k") } } == .moved)
            #expect(code { try set(store, 3) } == .moved)
            #expect(!store.isInPlace)
            let logs = try places.folder.names().filter { $0.hasSuffix("-log") }
            if accident == .replacedByAnother {
                // The log that is left is not the new file's: that is told, until it is taken away.
                #expect(open(places.path) == .logForeign)
                #expect(try places.folder.names().filter { $0.hasSuffix("-log") } == logs)
            }
            store.close()
            if accident == .moved { #expect(try value(places.elsewhere) == [2]) }
            if accident == .replacedByAnother { #expect(try value(places.path) == [99]) }
        }
    }

    @Test(
        "A connection that is opened after the file went says so, not what is at its place",
        arguments: Accident.allCases
    )
    func lateConnection(_ accident: Accident) throws {
        try withOpenStore { store, places in
            let found = Mutex<StoreError?>(nil)
            let hasRead = DispatchSemaphore(value: 0)
            // This has the only connection for reading that is open; another thread needs one more.
            try store.read { reader in
                _ = try reader.value("n", "k")
                try happen(accident, places)
                let thread = Thread {
                    do {
                        _ = try store.read { try $0.value("n", "k") }
                    } catch {
                        found.withLock { $0 = error as? StoreError }
                    }
                    hasRead.signal()
                }
                thread.start()
                hasRead.wait()
            }
            let error = found.withLock { $0 }
            #expect(error?.code == .moved, "\(String(describing: error))")
            #expect(error?.message.contains("while it was open") == true)
        }
    }

    private func overwrite(_ path: String, with bytes: Data) throws {
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        try file.truncate(atOffset: 0)
        try file.write(contentsOf: bytes)
        try file.close()
    }

    @Test("What is no plain file of the person's own is refused in words, at once")
    func strangePaths() throws {
        try ScratchFolder.with { folder in
            let path = folder.path("health.store")
            try SampleStore(at: .file(path)).close()
            func message(_ path: String) -> String {
                do {
                    _ = try SampleStore(at: .file(path))
                    return "opened"
                } catch {
                    return (error as? StoreError)?.message ?? "\(error)"
                }
            }
            #expect(link(path, folder.path("second")) == 0)
            #expect(message(path).contains("hard link"))
            unlink(folder.path("second"))
            #expect(symlink(path, folder.path("link")) == 0)
            #expect(message(folder.path("link")).contains("symbolic link"))
            #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
            #expect(message(folder.path("pipe")).contains("pipe"))
            #expect(message("/dev/null").contains("device"))
            #expect(message(folder.root.path).contains("folder"))
            #expect(try folder.names() == ["health.store", "link", "pipe"])
            for name in ["/dev/null-journal", "/dev/null-undo", "/dev/null-log"] {
                #expect(!FileManager.default.fileExists(atPath: name))
            }
        }
    }

    @Test(
        "What another user made with an open mode is refused",
        .enabled(if: geteuid() == 0, "only root can give files away")
    )
    func foreignFiles() throws {
        try ScratchFolder.with { folder in
            let path = folder.path("health.store")
            try SampleStore(at: .file(path)).close()
            chmod(path, 0o666)
            #expect(chown(path, 65_534, 65_534) == 0)
            #expect(open(path) == .notPermitted)
            chmod(path, 0o600)
            #expect(open(path) == nil)
            chown(path, 0, 0)
            #expect(mkdir(folder.path("theirs"), 0o777) == 0)
            chmod(folder.path("theirs"), 0o777)
            chown(folder.path("theirs"), 65_534, 65_534)
            #expect(open(folder.path("theirs/health.store")) == .notPermitted)
            #expect(!FileManager.default.fileExists(atPath: folder.path("theirs/health.store")))
        }
    }
}
