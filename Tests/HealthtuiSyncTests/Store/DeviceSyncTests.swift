import Foundation
import HealthKit
import HealthKitStore
import HealthtuiSync
import Testing

@Suite struct DeviceSyncTests {
    let folder: ScratchFolder
    let laptop: Machine
    let desktop: Machine

    init() throws {
        folder = try ScratchFolder()
        laptop = try Machine("laptop")
        desktop = try Machine("desktop")
    }

    /// Two machines of one group.
    func pair() throws {
        _ = try laptop.sync.begin(in: folder.path, name: "laptop")
        try desktop.join(laptop, folder.path)
        _ = try desktop.sync.sync()
    }

    /// Syncs until nobody has anything new.
    func settle(_ machines: Machine...) throws {
        for _ in 0..<3 { for machine in machines { _ = try machine.sync.sync() } }
    }

    @Test("What is saved on one machine is on the other, with its UUID, and the other way round")
    func saves() throws {
        try laptop.save(100, at: 0)
        try pair()
        try laptop.save(200, at: 1)
        try desktop.save(300, at: 2)
        try settle(laptop, desktop)
        #expect(try laptop.values == [100, 200, 300])
        #expect(try desktop.contents == laptop.contents)
        #expect(try laptop.sync.status(verifies: true).differing == [])
    }

    @Test("A sync that finds nothing new tells nothing and writes no file")
    func idle() throws {
        try laptop.save(100, at: 0)
        try pair()
        try settle(laptop, desktop)
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
        for machine in [laptop, desktop] {
            let report = try machine.sync.sync()
            #expect(report.sent == 0 && report.added == 0 && report.changed == 0 && report.deleted == 0)
            #expect(report.settings == 0)
            #expect(try !machine.sync.hasNews())
        }
        #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted() == files)
    }

    @Test("Each change of the store ends the wait of who watches, once it can be read", arguments: 0..<4)
    func watched(changes: Int) throws {
        try pair()
        try settle(laptop, desktop)
        // Nothing of a store in memory is seen in a folder.
        let watch = ChangeWatch()
        try laptop.sync.extend(watch)
        for change in 0...changes {
            let sync = laptop.sync
            #expect(try !sync.hasNews())
            try laptop.save(Double(change + 1), at: Double(change))
            repeat { watch.wait(.seconds(600)) } while try !sync.hasNews()
            _ = try sync.sync()
            // A sync's own changes aren't news.
            while try sync.hasNews() { _ = try sync.sync() }
        }
    }

    @Test("A deletion passes along, can be undone where it arrived, and the undo passes along")
    func deletions() throws {
        let uuid = try laptop.save(100, at: 0)
        try laptop.save(200, at: 1)
        try pair()
        try settle(laptop, desktop)
        #expect(try laptop.person.delete([uuid]) == 1)
        _ = try laptop.sync.sync()
        let report = try desktop.sync.sync()
        #expect(report.deleted == 1)
        #expect(try desktop.values == [200])
        #expect(try desktop.person.steps().first?.kind == .sync)
        let undone = try #require(try desktop.person.undo())
        #expect(undone.restored == 1)
        #expect(try desktop.values == [100, 200])
        try settle(desktop, laptop)
        #expect(try laptop.values == [100, 200])
        #expect(try laptop.contents == desktop.contents)
        _ = try desktop.person.redo()
        try settle(desktop, laptop)
        #expect(try laptop.values == [200])
        #expect(try desktop.values == [200])
    }

    @Test("Of samples deleted together one that comes back leaves the others deleted")
    func partialRestore() throws {
        try laptop.importSteps([1, 2, 3])
        try pair()
        try settle(laptop, desktop)
        let uuids = try laptop.database.read { reader in
            try reader.store.changes(after: 0).items
                .compactMap { item -> UUID? in if case .sample(let sample) = item { sample.uuid } else { nil } }
        }
        #expect(try desktop.person.delete(uuids) == 3)
        try settle(desktop, laptop)
        #expect(try laptop.values.isEmpty)
        // An import that was told to restore what was deleted brings one.
        try laptop.importSteps([1], restoresDeleted: true)
        try settle(laptop, desktop)
        #expect(try laptop.values == [1])
        #expect(try desktop.contents == laptop.contents)
    }

    @Test("The same import on two machines, before or after pairing, is no double")
    func imports() throws {
        try laptop.importSteps([1, 2, 2])
        try desktop.importSteps([1, 2, 2, 4])
        try pair()
        try settle(laptop, desktop)
        #expect(try laptop.values == [1, 2, 2, 4])
        #expect(try desktop.contents == laptop.contents)
    }

    @Test(
        "What two machines imported alike isn't told again, whatever they did to some of it",
        arguments: [16_384, 7]
    )
    func agreed(_ part: Int) throws {
        let values = (0..<80).map(Double.init)
        for isChanged in [false, true] {
            let folder = try ScratchFolder()
            let (laptop, desktop) = (try Machine("laptop", part: part), try Machine("desktop", part: part))
            try laptop.importSteps(Array(values.prefix(60)))
            try desktop.importSteps(values)
            // Some are there twice.
            for machine in [laptop, desktop] { try machine.importSteps([0, 1, 2, 3, 4], delays: [1, 2]) }
            if isChanged {
                for value in [10.0, 20] { try laptop.delete(value) }
                for value in [20.0, 30, 70] { try desktop.delete(value) }
                try laptop.save(7, at: 5)
            }
            _ = try laptop.sync.begin(in: folder.path, name: "laptop")
            try desktop.join(laptop, folder.path)
            let report = try desktop.sync.sync(joins: true)
            if !isChanged { #expect(report.sent == 20 && report.added == 0 && report.changed == 0) }
            try settle(laptop, desktop)
            #expect(try desktop.contents == laptop.contents)
            #expect(try laptop.sync.status(verifies: true).differing == [])
            var expected = values + [0, 1, 2, 3, 4]
            if isChanged {
                for value in [10.0, 20, 30, 70] { expected.remove(at: expected.firstIndex(of: value) ?? 0) }
                expected.append(7)
            }
            #expect(try laptop.values.sorted() == expected.sorted())
        }
    }

    @Test("Samples of one import that say the same stay as many on every machine; another import of them is no double")
    func twins() throws {
        try laptop.importSteps([1, 2], delays: [1, 2])
        try laptop.importSteps([1, 2, 3], delays: [1])
        #expect(try laptop.values == [1, 1, 2, 2, 3])
        try pair()
        try settle(laptop, desktop)
        #expect(try laptop.values == [1, 1, 2, 2, 3])
        #expect(try desktop.contents == laptop.contents)
        // What another export says of when they were made.
        let server = try Machine("server")
        try server.importSteps([1, 2], delays: [3, 4])
        try server.join(laptop, folder.path)
        try settle(laptop, desktop, server)
        #expect(try laptop.values == [1, 1, 2, 2, 3])
        #expect(try desktop.contents == laptop.contents)
        #expect(try server.contents == laptop.contents)
        #expect(try laptop.sync.status(verifies: true).differing == [])
    }

    @Test("An edit is one sample with a new version; of two edits at once both machines show the later")
    func edits() throws {
        let uuid = try laptop.save(100, at: 0)
        try pair()
        try settle(laptop, desktop)
        try laptop.edit(uuid, to: Machine.steps(110, at: 0))
        try settle(laptop, desktop)
        #expect(try desktop.values == [110])
        let shown = try #require(UUID(uuidString: String(try desktop.contents[0].suffix(36))))
        try desktop.edit(shown, to: Machine.steps(120, at: 0))
        try laptop.edit(shown, to: Machine.steps(130, at: 0))
        try settle(laptop, desktop)
        #expect(try laptop.values == [130])
        #expect(try desktop.contents == laptop.contents)
        // Undoing it shows what it replaced, here and there.
        _ = try #require(try laptop.person.undo())
        try settle(laptop, desktop)
        #expect(try desktop.contents == laptop.contents)
        #expect(try laptop.values == [110])
    }

    @Test("An edit that is undone when another machine's has replaced it leaves one sample, the same on both")
    func undoOfReplacedEdit() throws {
        let uuid = try laptop.save(100, at: 0)
        try pair()
        try settle(laptop, desktop)
        try laptop.edit(uuid, to: Machine.steps(110, at: 0))
        try desktop.edit(uuid, to: Machine.steps(120, at: 0))
        try settle(laptop, desktop)
        // Whichever is shown, each undoes its own.
        for machine in [laptop, desktop] {
            _ = try? machine.person.undo()
            try settle(laptop, desktop)
            #expect(try laptop.values.count == 1)
            #expect(try desktop.contents == laptop.contents)
            for other in [laptop, desktop] { #expect(try other.sync.status(verifies: true).differing == []) }
        }
    }

    @Test("A store of which an earlier version kept the files alone goes on, and one whose lists are damaged too")
    func filesAlone() throws {
        try laptop.save(100, at: 0)
        try pair()
        try desktop.save(200, at: 1)
        try settle(laptop, desktop)
        let lists = [StoreNamespace.deviceSegments, StoreNamespace.deviceEntryKeys, StoreNamespace.deviceShared]
        for damage in [[], [9, 9, 9]] as [[UInt8]] {
            try laptop.database.write { writer in
                for namespace in lists {
                    for key in try writer.store.valueKeys(namespace) {
                        // What somebody put in the place of a list of keys can't be told from one.
                        if namespace == StoreNamespace.deviceEntryKeys, !damage.isEmpty { continue }
                        try writer.writer.setValue(damage.isEmpty ? nil : damage, namespace, key)
                    }
                }
            }
            let value = 300 + Double(damage.count)
            let uuid = try laptop.save(value, at: value)
            try settle(laptop, desktop)
            #expect(try desktop.values.contains(value))
            #expect(try desktop.contents == laptop.contents)
            _ = try desktop.person.delete([uuid])
            try settle(desktop, laptop)
            #expect(try laptop.values == [100, 200])
            #expect(try laptop.sync.status(verifies: true).differing == [])
        }
    }

    @Test("What another machine deleted goes in one step, however many parts it comes in")
    func oneStep() throws {
        let small = try Machine("small", part: 2)
        let uuids = try (0..<7).map { try laptop.save(Double(100 + $0), at: Double($0)) }
        _ = try laptop.sync.begin(in: folder.path, name: "laptop")
        try small.join(laptop, folder.path)
        try settle(small, laptop)
        _ = try laptop.person.delete(uuids)
        _ = try laptop.sync.sync()
        #expect(try small.sync.sync().deleted == 7)
        #expect(try small.person.steps().count == 1)
        #expect(try small.person.undo()?.restored == 7)
        try settle(small, laptop)
        #expect(try laptop.values.count == 7)
        #expect(try small.contents == laptop.contents)
    }

    @Test(
        "Machines that work on two samples at a time come to the same as those that work on all",
        arguments: [1, 2, 3]
    )
    func smallParts(part: Int) throws {
        let small = try Machine("small", part: part)
        try small.importSteps([1, 2, 2, 3, 4, 5])
        for hour in 0..<6 { try laptop.save(Double(100 + hour), at: Double(hour)) }
        try laptop.importSteps([1, 2, 2, 3])
        _ = try laptop.sync.begin(in: folder.path, name: "laptop")
        try small.join(laptop, folder.path)
        try settle(small, laptop)
        #expect(try small.values == [1, 2, 2, 3, 4, 5, 100, 101, 102, 103, 104, 105])
        #expect(try small.contents == laptop.contents)
        let all = try small.database.read { reader in
            try reader.store.changes(after: 0).items
                .compactMap { item -> UUID? in if case .sample(let sample) = item { sample.uuid } else { nil } }
        }
        _ = try small.person.delete(all)
        try settle(small, laptop)
        #expect(try laptop.values.isEmpty)
        _ = try small.person.undo()
        try settle(small, laptop)
        #expect(try small.values.count == 12)
        #expect(try laptop.contents == small.contents)
        #expect(try small.sync.status(verifies: true).differing == [])
        // A store that has the same, and one that has nothing, join.
        for name in ["again", "newcomer"] {
            let other = try Machine(name, part: part)
            if name == "again" { try other.importSteps([1, 2, 2, 3]) }
            try other.join(small, folder.path)
            try settle(other, small)
            #expect(try other.contents == small.contents)
        }
    }

    @Test("What was deleted here isn't brought back by what was saved since and says the same")
    func deletionBesideSave() throws {
        let uuid = try laptop.save(100, at: 0)
        try pair()
        try settle(laptop, desktop)
        _ = try laptop.person.delete([uuid])
        let other = try laptop.save(100, at: 0)
        try settle(laptop, desktop)
        for machine in [laptop, desktop] {
            #expect(try machine.contents.map { $0.hasSuffix(other.uuidString) } == [true])
        }
    }

    @Test("A deletion beats an edit that didn't know of it")
    func deletionBeatsEdit() throws {
        let uuid = try laptop.save(100, at: 0)
        try pair()
        try settle(laptop, desktop)
        try desktop.edit(uuid, to: Machine.steps(120, at: 0))
        _ = try laptop.person.delete([uuid])
        try settle(laptop, desktop)
        #expect(try laptop.values.isEmpty)
        #expect(try desktop.values.isEmpty)
    }

    @Test("Of one sync identifier the highest version is shown, and the app's next save finds it")
    func syncIdentifiers() throws {
        let metadata = { (version: Int) -> [String: Any] in
            [HKMetadataKeySyncIdentifier: "a", HKMetadataKeySyncVersion: version]
        }
        try pair()
        try laptop.save(1, at: 0, metadata(1))
        try desktop.save(2, at: 0, metadata(2))
        try settle(laptop, desktop)
        #expect(try laptop.values == [2])
        #expect(try desktop.contents == laptop.contents)
        try laptop.save(3, at: 0, metadata(3))
        try laptop.save(9, at: 0, metadata(2))
        try settle(laptop, desktop)
        #expect(try desktop.values == [3])
        #expect(try desktop.contents == laptop.contents)
    }

    @Test("Settings pass along; rights, requests and the undo history stay")
    func settings() throws {
        try pair()
        try laptop.person.setPinnedTypes([HKQuantityTypeIdentifier.stepCount.rawValue])
        try laptop.person.setGrants(
            [HKQuantityTypeIdentifier.stepCount.rawValue: Grant(read: true, share: true)],
            app: "com.example.app"
        )
        try settle(laptop, desktop)
        #expect(try desktop.person.pinnedTypes() == [HKQuantityTypeIdentifier.stepCount.rawValue])
        #expect(try desktop.person.grants(app: "com.example.app").isEmpty)
        #expect(try desktop.person.steps().isEmpty)
    }

    @Test("Correlations come with their members and links, and a deletion undone brings the links back")
    func links() throws {
        let correlation = Machine.pressure(120, at: 0)
        try pair()
        try laptop.person.save([correlation])
        try settle(laptop, desktop)
        let role = LinkRole.correlationMember.rawValue
        #expect(try desktop.database.read { try $0.store.children(of: correlation.uuid, role: role).count } == 2)
        _ = try desktop.person.delete([correlation.uuid])
        try settle(desktop, laptop)
        #expect(try laptop.contents.count == 2)
        _ = try desktop.person.undo()
        try settle(desktop, laptop)
        #expect(try laptop.contents.count == 3)
        #expect(try laptop.database.read { try $0.store.children(of: correlation.uuid, role: role).count } == 2)
    }

    @Test("Joining says first how much each side's deletions would delete on the other, and changes nothing until then")
    func joining() throws {
        try laptop.importSteps([1, 2, 3])
        try desktop.importSteps([1, 2, 3])
        let uuids = try laptop.database.read { reader in
            try reader.store.changes(after: 0).items
                .compactMap { item -> UUID? in if case .sample(let sample) = item { sample.uuid } else { nil } }
        }
        _ = try laptop.person.delete([uuids[0]])
        _ = try desktop.person.delete([uuids[1], uuids[2]])
        _ = try laptop.sync.begin(in: folder.path, name: "laptop")
        try desktop.join(laptop, folder.path)
        #expect(throws: JoiningDeletions(here: 1, there: 2)) { try desktop.sync.sync() }
        #expect(try desktop.values.count == 1)
        let report = try desktop.sync.sync(joins: true)
        #expect(report.deleted == 1)
        try settle(laptop, desktop)
        #expect(try laptop.values.isEmpty && desktop.values.isEmpty)
    }

    @Test("A copied store goes on as a machine of its own, and loses nothing of either")
    func copiedStore() throws {
        let path = "\(folder.path)/a.store"
        let shared = "\(folder.path)/shared"
        try FileManager.default.createDirectory(atPath: shared, withIntermediateDirectories: true)
        let person = HKHealthStore.person(location: .file(path)).person
        try person.save([Machine.steps(1, at: 0)])
        _ = try DeviceSync(person, cost: .least).begin(in: shared, name: "laptop")
        _ = try DeviceSync(person, cost: .least).sync()
        _ = try person.backUp(to: path + "-copy", replacing: false) { _, _ in }
        let copy = HKHealthStore.person(location: .file(path + "-copy")).person
        try person.save([Machine.steps(2, at: 1)])
        _ = try DeviceSync(person, cost: .least).sync()
        try copy.save([Machine.steps(3, at: 2)])
        for _ in 0..<3 {
            for store in [copy, person] { _ = try DeviceSync(store, cost: .least).sync() }
        }
        for store in [copy, person] {
            let found = try store.store.database()
                .read { try $0.store.changes(after: 0).items.count }
            #expect(found == 3)
            #expect(try DeviceSync(store, cost: .least).status(verifies: true).differing == [])
        }
    }

    @Test("A file that was folded away and is put back is no stranger's: the machine stays who it is")
    func putBack() throws {
        try pair()
        let before = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        var first: (path: String, bytes: Data)?
        for time in 0..<40 {
            try laptop.save(Double(time + 1), at: Double(time))
            _ = try laptop.sync.sync()
            guard first == nil else { continue }
            let all = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            let path = folder.path + "/" + (try #require(all.first { $0.hasSuffix(".seg") && !before.contains($0) }))
            first = (path, try Data(contentsOf: URL(fileURLWithPath: path)))
        }
        let (path, bytes) = try #require(first)
        #expect(!FileManager.default.fileExists(atPath: path))
        func folders() throws -> Int {
            try FileManager.default.subpathsOfDirectory(atPath: folder.path)
                .count { $0.split(separator: "/").count == 2 }
        }
        let machines = try folders()
        try bytes.write(to: URL(fileURLWithPath: path))
        try settle(laptop, desktop)
        #expect(try folders() == machines)
        #expect(try desktop.values == laptop.values)
        #expect(try laptop.values.count == 40)
    }

    @Test("A second program that syncs the same store waits, and then says so; status needs no wait")
    func lock() throws {
        let path = "\(folder.path)/a.store"
        let person = HKHealthStore.person(location: .file(path)).person
        try person.save([Machine.steps(1, at: 0)])
        let sync = try DeviceSync(person, cost: .least, patience: .zero)
        _ = try sync.begin(in: folder.path, name: "laptop")
        let other = open(path + "-sync", O_RDWR)
        defer { close(other) }
        try #require(other >= 0 && flock(other, LOCK_EX | LOCK_NB) == 0)
        #expect(throws: SyncError(.busy, "Another program is syncing this store. Try again when it is done.")) {
            try sync.sync()
        }
        #expect(try sync.status().devices.count == 1)
    }

    @Test("A folder that can't be written loses nothing: the next sync writes what the store has sealed")
    func fullFolder() throws {
        try pair()
        try laptop.save(100, at: 0)
        let moved = folder.path + "-away"
        try FileManager.default.moveItem(atPath: folder.path, toPath: moved)
        #expect(throws: SyncError.self) { try laptop.sync.sync() }
        try FileManager.default.moveItem(atPath: moved, toPath: folder.path)
        // Somebody removes what was written: it is written again.
        _ = try laptop.sync.sync()
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path) where name.hasSuffix(".seg") {
            try FileManager.default.removeItem(atPath: "\(folder.path)/\(name)")
        }
        try settle(laptop, desktop)
        #expect(try desktop.values == [100])
    }

    @Test("A store that was never in a group has none of a group's values, and a backup for others leaves them out")
    func ungrouped() throws {
        try laptop.save(100, at: 0)
        let names = try laptop.database.read { try $0.store.namespaces() }
        #expect(!names.contains { $0.hasPrefix(StoreNamespace.devices) })
        for name in [StoreNamespace.devices, StoreNamespace.deviceFiles, StoreNamespace.deviceStatements] {
            #expect(StoreNamespace.ownNamespaces.contains(name))
        }
    }

    /// The seconds that this thread has had of a processor: what others do meanwhile doesn't count.
    private static func processorTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    @Test("A sync takes in proportion to the samples, not to their square")
    func proportion() throws {
        try pair()
        var times: [Double] = []
        for count in [1_000, 4_000] {
            try laptop.importSteps((0..<count).map { Double($0 % 977) + Double(count) })
            let began = Self.processorTime()
            for machine in [laptop, desktop] { _ = try machine.sync.sync() }
            times.append(Self.processorTime() - began)
        }
        // Four times as many on top of as many again as a fourth: five times. A square would be 25.
        #expect(times[1] < max(times[0], 0.01) * 15, "\(times)")
        #expect(try desktop.contents == laptop.contents)
    }

    @Test(
        "Samples that nobody else speaks of pass along as all others do, in few files",
        arguments: [16_384, 50]
    )
    func unrelated(_ part: Int) throws {
        let (laptop, desktop) = (try Machine("laptop", part: part), try Machine("desktop", part: part))
        // Some of one value and time are there several times, some were saved too.
        try laptop.importSteps((0..<3_000).map { Double($0 % 977) })
        for hour in 0..<5 { try laptop.save(7, at: Double(hour % 2)) }
        _ = try laptop.sync.begin(in: folder.path, name: "laptop")
        try desktop.importSteps((0..<3_000).map { Double($0 % 977) + ($0 < 40 ? 0 : 1) })
        try desktop.save(9, at: 900)
        try desktop.join(laptop, folder.path)
        try settle(laptop, desktop)
        #expect(try desktop.contents == laptop.contents)
        // Forty imported ones are the same on both.
        #expect(try laptop.values.count == 3_000 + 2_960 + 5 + 1)
        #expect(try desktop.sync.status(verifies: true).differing == [])
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        if part > 3_000 { #expect(files.count < 20, "\(files)") }
        // What comes later is new to everybody too, but for what is deleted and edited.
        try laptop.importSteps((0..<3_200).map { Double($0 % 977) })
        try settle(laptop, desktop)
        #expect(try desktop.contents == laptop.contents)
        #expect(try laptop.values.count == 3_200 + 2_960 + 5 + 1)
    }
}
