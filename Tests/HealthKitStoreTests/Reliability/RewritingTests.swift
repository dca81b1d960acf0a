import FaultDisk
import Foundation
import RandomTesting
import Testing
@testable import HealthKitStore

/// First encryption, removal and other passphrases: whatever happens meanwhile, the store is what it was or what it is to be.
@Suite struct RewritingTests {
    private static func truth() throws -> StoreContents {
        let store = try SampleStore(at: .memory)
        try FormatExample.write(to: store)
        return try contents(store)
    }

    private static func contents(_ store: SampleStore) throws -> StoreContents {
        try StoreContents(store, namespaces: FormatExample.namespaces)
    }

    private static func example(_ path: String, key: SecretBytes? = nil) throws {
        var options = StoreOptions()
        options.key = key
        let store = try SampleStore(at: .file(path), options: options)
        try FormatExample.write(to: store)
        store.close()
    }

    private static func slots(_ passphrase: String) throws -> KeySlots {
        var slots = try KeySlots.make(for: TestKey.secret)
        try slots.set(.passphrase, to: secret(passphrase), key: TestKey.secret, cost: .least)
        return slots
    }

    private static func secret(_ text: String) throws -> SecretBytes {
        var bytes = Array(text.utf8)
        return try SecretBytes(taking: &bytes)
    }

    @Test func aStoreThatIsEncryptedHoldsWhatItHeldAndSoDoesOneThatIsPlainAgain() throws {
        try ScratchFolder.with { folder in
            let path = folder.path("health.store")
            try Self.example(path)
            chmod(path, 0o640)
            let plain = try Data(contentsOf: folder.url("health.store"))
            let id = try StoreFileSystem.standard.fileHeader(path).storeID
            try SampleStore.encrypt(path, key: TestKey.secret, slots: Self.slots("a"))
            #expect(try folder.names() == ["health.store"])
            let lock = try #require(try StoreLock.read(at: path))
            #expect(lock.storeID == id)
            #expect(try lock.unlock(passphrase: Self.secret("a")).isEqual(to: TestKey.secret))
            var store = try SampleStore(at: .file(path))
            #expect(try Self.contents(store) == Self.truth())
            #expect(store.isEncrypted)
            #expect(try store.inspect().findings == [])
            store.close()
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
            #expect(mode?.intValue == 0o640)
            try SampleStore.decrypt(path)
            #expect(try StoreLock.read(at: path) == nil)
            store = try SampleStore(at: .file(path))
            #expect(try Self.contents(store) == Self.truth())
            store.close()
            // As many bytes as before, and the same beginning but for the file's own number.
            #expect(try Data(contentsOf: folder.url("health.store")).prefix(40) == plain.prefix(40))
            #expect(try folder.names() == ["health.store"])
        }
    }

    @Test func theOldFileIsOverwrittenWhereItLay() throws {
        try ScratchFolder.with { folder in
            let path = folder.path("health.store")
            try Self.example(path)
            let old = try FileHandle(forReadingFrom: folder.url("health.store"))
            defer { try? old.close() }
            try SampleStore.encrypt(path, key: TestKey.secret, slots: Self.slots("a"))
            let left = try old.readToEnd() ?? Data()
            #expect(left.count > 8192 && left.allSatisfy { $0 == 0 })
        }
    }

    @Test func whileAnotherHasTheStoreOpenNothingIsChanged() throws {
        try ScratchFolder.with { folder in
            let path = folder.path("health.store")
            try Self.example(path)
            let other = try SampleStore(at: .file(path))
            _ = try Self.contents(other)
            let error = #expect(throws: StoreError.self) {
                try SampleStore.encrypt(path, key: TestKey.secret, slots: Self.slots("a"))
            }
            #expect(error?.code == .busy)
            try other.write { try $0.setValue([9], "settings", "after") }
            other.close()
            #expect(try StoreLock.read(at: path) == nil)
            #expect(try folder.names() == ["health.store"])
            // And twice is once too often.
            try SampleStore.encrypt(path, key: TestKey.secret, slots: Self.slots("a"))
            let again = #expect(throws: StoreError.self) {
                try SampleStore.encrypt(path, key: TestKey.secret, slots: Self.slots("a"))
            }
            #expect(again?.code == .notPermitted)
            try SampleStore.decrypt(path)
            let plain = #expect(throws: StoreError.self) { try SampleStore.decrypt(path) }
            #expect(plain?.code == .notEncrypted)
        }
    }

    @Test(arguments: [true, false])
    func whenTheEndOfTheProcessTakesTheNewFileAwayNothingIsMadeOfItAgain(_ isEncrypting: Bool) throws {
        try ScratchFolder.with { folder in
            let path = folder.path("health.store")
            try Self.example(path)
            var store = try SampleStore(at: .file(path))
            // So much that it is looked up from the copying.
            try store.write { writer in
                for number in 0..<3000 { try writer.setValue([1, 2, 3], "settings", "value \(number)") }
            }
            let truth = try Self.contents(store)
            store.close()
            if !isEncrypting { try SampleStore.encrypt(path, key: TestKey.secret, slots: Self.slots("a")) }
            for isEarly in [true, false] {
                var isGone = false
                // As the signal's thread does, while this one goes on for a moment.
                func end(_ step: RewritingStep) throws {
                    switch step {
                    case .writing where isEarly, .checking where !isEarly: break
                    default: return
                    }
                    for name in try folder.names() where name.hasSuffix(".partial") {
                        isGone = unlink(folder.path(name)) == 0
                    }
                }
                #expect(throws: StoreError.self) {
                    if isEncrypting {
                        try SampleStore.encrypt(path, key: TestKey.secret, slots: Self.slots("a"), progress: end)
                    } else {
                        try SampleStore.decrypt(path, progress: end)
                    }
                }
                #expect(isGone)
                #expect(try folder.names() == ["health.store"])
                #expect(try (StoreLock.read(at: path) == nil) == isEncrypting)
                store = try SampleStore(at: .file(path))
                #expect(try Self.contents(store) == truth)
                store.close()
            }
        }
    }

    @Test func aChangedPassphraseOpensWhereTheOldOneDoesNotWhileOthersGoOn() throws {
        try ScratchFolder.with { folder in
            let path = folder.path("health.store")
            try Self.example(path)
            try SampleStore.encrypt(path, key: TestKey.secret, slots: Self.slots("old"))
            let other = try SampleStore(at: .file(path))
            try other.write { try $0.setValue([1], "settings", "before") }
            let store = try SampleStore(at: .file(path))
            try store.changeSlots { try $0.set(.passphrase, to: Self.secret("new"), key: TestKey.secret, cost: .least) }
            // Whoever had it open writes the header too, and keeps what is new.
            try other.write { try $0.setValue([2], "settings", "after") }
            other.close()
            store.close()
            let lock = try #require(try StoreLock.read(at: path))
            #expect(try lock.unlock(passphrase: Self.secret("new")).isEqual(to: TestKey.secret))
            let wrong = #expect(throws: StoreError.self) { try lock.unlock(passphrase: Self.secret("old")) }
            #expect(wrong?.code == .wrongKey)
            // Of the old slot nothing is left.
            let bytes = try Data(contentsOf: folder.url("health.store"))
            #expect(bytes[96..<1120] == bytes[4096 + 96..<4096 + 1120])
        }
    }

    /// The changes of a store in the sweeps.
    enum Change: String, CaseIterable, Sendable {
        case encrypt
        case decrypt
        case passphrase

        func prepare(_ disk: FaultyDisk) throws {
            var options = disk.options
            options.key = nil
            if self != .encrypt {
                options.key = TestKey.secret
                options.slots = try slots("old")
            }
            let store = try SampleStore(at: .file(disk.path), options: options)
            try FormatExample.write(to: store)
            store.close()
        }

        func run(_ disk: FaultyDisk, _ new: KeySlots) throws {
            let fileSystem = FaultyDisk.fileSystem
            switch self {
            case .encrypt:
                try SampleStore.encrypt(disk.path, key: TestKey.secret, slots: new, fileSystem: fileSystem)
            case .decrypt: try SampleStore.decrypt(disk.path, key: TestKey.secret, fileSystem: fileSystem)
            case .passphrase:
                var options = disk.options
                options.key = TestKey.secret
                let store = try SampleStore(at: .file(disk.path), options: options)
                defer { store.close() }
                try store.changeSlots { $0 = new }
            }
        }
    }

    /// Opens what is there, reads all of it and goes on with it.
    private static func examine(_ disk: FaultyDisk, _ truth: StoreContents, _ problems: inout [String], _ place: String)
    {
        do {
            // The key comes from the process, where the file asks for one.
            var options = disk.options
            options.key = nil
            options.busyTimeout = 0.2
            let store = try SampleStore(at: .file(disk.path), options: options)
            if try contents(store) != truth { problems.append("\(place): other contents") }
            try store.write { try $0.setValue([1], "settings", "after") }
            store.close()
            let again = try SampleStore(at: .file(disk.path), options: options)
            if try again.read({ try $0.value("settings", "after") }) != [1] {
                problems.append("\(place): does not go on")
            }
            if try again.inspect().findings != [] { problems.append("\(place): is not sound") }
            again.close()
        } catch {
            problems.append("\(place): \(error)")
        }
    }

    @Test(arguments: Change.allCases) func aCrashAtAnyWriteLeavesWhatWasOrWhatIsToBe(_ change: Change) throws {
        let truth = try Self.truth()
        let disk = FaultyDisk()
        fault_disk_record(disk.handle)
        try change.prepare(disk)
        let begin = fault_disk_recorded(disk.handle)
        let new = try Self.slots("new")
        try change.run(disk, new)
        let count = fault_disk_recorded(disk.handle) - begin
        var problems: [String] = []
        var forms: [Bool: Int] = [:]
        // In the soak each way at each place; else half of the ways, at the next place the others.
        let isHalf = !Soak.isRunning && change != .passphrase
        for (index, way) in CrashWay.allCases.enumerated() {
            let replay = CrashReplay(disk)
            var position: Int64 = 0
            while replay.next() {
                position += 1
                if position <= begin || isHalf && (position + Int64(index)) % 2 == 0 { continue }
                let image = replay.crash(way, seed: UInt64(position) &* 31)
                let place = "\(change), \(way) at \(position)"
                let slots = try FaultyDisk.fileSystem.slots(of: image.path)
                let isNew = change == .decrypt ? slots == nil : slots == new
                forms[isNew, default: 0] += 1
                if change == .passphrase, slots == nil { problems.append("\(place): no slots") }
                Self.examine(image, truth, &problems, place)
            }
        }
        print("\(change): a crash at \(count) operations, before and after \(forms)")
        #expect(problems.prefix(5) == [])
        #expect(count > (change == .passphrase ? 3 : 20) && (forms[true] ?? 0) > 1 && (forms[false] ?? 0) > 3)
    }

    @Test(arguments: Change.allCases) func whateverCallFailsTheStoreIsWholeAfterwards(_ change: Change) throws {
        let truth = try Self.truth()
        let beginning = FaultyDisk()
        try change.prepare(beginning)
        let new = try Self.slots("new")
        var problems: [String] = []
        var outcomes: [String: Int] = [:]
        // Every call in the soak; else one of four, which another time are others.
        var generator = SeededGenerator("calls that fail while a store is written anew")
        let step: Int64 = Soak.isRunning ? 1 : 4
        for kind in [FAULT_ONCE, FAULT_FOR_GOOD, FAULT_FULL] {
            var call = -Int64(generator.int(0...Int(step - 1)))
            var hasFailed = true
            while hasFailed, problems.count < 6 {
                call = max(call + (call < 120 ? step : step + call * step / 30), 1)
                let disk = beginning.copy()
                fault_disk_fail(disk.handle, kind, call)
                do {
                    try change.run(disk, new)
                    outcomes["done", default: 0] += 1
                } catch let error as StoreError {
                    outcomes["\(error.code)", default: 0] += 1
                    if [.damaged, .notAStore, .wrongKey].contains(error.code) { problems.append("\(call): \(error)") }
                }
                hasFailed = fault_disk_failures(disk.handle) > 0
                fault_disk_heal(disk.handle)
                Self.examine(disk, truth, &problems, "\(change), \(kind), call \(call)")
            }
        }
        print("faults, \(change): \(outcomes)")
        #expect(problems.prefix(5) == [])
    }
}

extension RewritingTests.Change {
    fileprivate func slots(_ passphrase: String) throws -> KeySlots {
        var bytes = Array(passphrase.utf8)
        var slots = try KeySlots.make(for: TestKey.secret)
        try slots.set(.passphrase, to: SecretBytes(taking: &bytes), key: TestKey.secret, cost: .least)
        return slots
    }
}
