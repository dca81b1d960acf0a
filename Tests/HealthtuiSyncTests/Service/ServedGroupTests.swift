import Foundation
import HealthKit
import HealthKitStore
import HealthtuiSync
import Testing

/// A store that a service has open, for which the programs of its person carry the group's files.
@Suite("A service that can't reach the folder syncs by programs that can") struct ServedGroupTests {
    private let folder: ScratchFolder
    /// A name that stands for the folder, for programs alone: the service finds nothing there.
    private let path = "/nowhere/shared"

    init() throws { folder = try ScratchFolder() }

    /// Folders under other names than the disk has them.
    private final class RenamedFolders: GroupFolders {
        let (from, to): (String, String)
        /// Called before a question is answered, with what it is about.
        let onRead: (String) throws -> Void

        init(_ from: String, _ to: String, onRead: @escaping (String) throws -> Void = { _ in }) {
            (self.from, self.to, self.onRead) = (from, to, onRead)
        }

        private func real(_ path: String) -> String { path == from ? to : path }

        func require(_ path: String) throws { try DiskFolders().require(real(path)) }
        func groups(in path: String) throws -> [SyncID] { try DiskFolders().groups(in: real(path)) }
        func state(of group: SyncID, in path: String) throws -> FolderState {
            try DiskFolders().state(of: group, in: real(path))
        }
        func folder(of group: SyncID, in path: String) -> any GroupFolder {
            Folder(DiskFolder(in: real(path), group: group), onRead)
        }

        private struct Folder: GroupFolder {
            let disk: DiskFolder
            let onRead: (String) throws -> Void

            init(_ disk: DiskFolder, _ onRead: @escaping (String) throws -> Void) {
                (self.disk, self.onRead) = (disk, onRead)
            }

            func devices() throws -> [SyncID] { try disk.devices() }
            func names(of device: SyncID) throws -> [String] { try disk.names(of: device) }
            func files(of device: SyncID) throws -> [FolderFile] { try disk.files(of: device) }
            func bytes(_ name: FileName, of device: SyncID) throws -> [UInt8] {
                try onRead(name.description)
                return try disk.bytes(name, of: device)
            }
            func write(_ bytes: [UInt8], _ name: FileName, of device: SyncID) throws {
                try disk.write(bytes, name, of: device)
            }
            func remove(_ name: FileName, of device: SyncID) throws { try disk.remove(name, of: device) }
        }
    }

    /// A service, and a program of its person.
    private final class Served {
        let machine: Machine
        let service: StoreService
        let person: PersonAccess
        private let listeners: [ServiceListener]

        init(_ name: String, in folder: ScratchFolder) throws {
            machine = try Machine(name)
            let socket = "\(folder.path)/\(name)/socket"
            let apps = try ServiceListener(path: socket)
            let owner = try ServiceListener(path: ServicePlaces.ownerPath(beside: socket))
            listeners = [apps, owner]
            var surroundings = StoreService.Surroundings()
            surroundings.sync = GroupService(machine.person, syncsItself: false, cost: .least)
            service = try StoreService(
                machine.person,
                listeners: [.apps: apps.descriptor, .owner: owner.descriptor],
                surroundings: surroundings
            )
            person = HKHealthStore.person(location: .service(socket)).person
            let service = service
            Thread.detachNewThread { service.run() }
        }

        deinit {
            service.stop()
            for listener in listeners { listener.remove() }
        }
    }

    /// A machine whose store is a service's, and one whose store is its own, in one group.
    private func pair(
        onRead: @escaping (String) throws -> Void = { _ in }
    ) throws -> (served: Served, group: ServedGroup, desktop: Machine) {
        let served = try Served("laptop", in: try #require(sockets))
        let group = ServedGroup(served.person, folders: RenamedFolders(path, folder.path, onRead: onRead))
        let desktop = try Machine("desktop")
        #expect(!(try group.begin(in: path, name: "laptop")).isEmpty)
        try desktop.sync.join(folder.path, code: Machine.secret(group.invite().code), name: "desktop")
        #expect(try group.sync(joins: false).joined == ["desktop"])
        _ = try desktop.sync.sync()
        return (served, group, desktop)
    }

    private let sockets = try? ScratchFolder()

    @Test("What is saved on either side is on the other after a sync, and goes when it is deleted there")
    func bothWays() throws {
        let (served, group, desktop) = try pair()
        try served.machine.save(1, at: 0)
        try served.machine.importSteps(Array(repeating: 7, count: 3_000))
        #expect(try group.sync(joins: false).sent > 0)
        #expect(try desktop.sync.sync().added == 3_001)
        #expect(try desktop.contents == served.machine.contents)
        let saved = try desktop.save(2, at: 1)
        _ = try desktop.sync.sync()
        #expect(try group.sync(joins: false).added == 1)
        #expect(try desktop.contents == served.machine.contents)
        _ = try desktop.person.delete([saved])
        _ = try desktop.sync.sync()
        #expect(try group.sync(joins: false).deleted == 1)
        #expect(try desktop.contents == served.machine.contents)
        let report = try group.sync(joins: false)
        #expect(report.state == .synced && report.sent == 0 && report.added == 0 && report.problems.isEmpty)
    }

    @Test("The status, the overview and the last sync are those that the service would say itself")
    func looks() throws {
        let (served, group, desktop) = try pair()
        try served.machine.save(1, at: 0)
        let status = try group.status(verifies: true)
        #expect(status.devices.map(\.name) == ["laptop", "desktop"] && status.folder == path)
        #expect(status.hasUnsent && status.folderProblem == nil)
        _ = try group.sync(joins: false)
        _ = try desktop.sync.sync()
        #expect(try group.status(verifies: true).differing == [])
        #expect(try group.overview()?.folderProblem == nil)
        #expect(try group.overview()?.devices.map(\.isThis) == [true, false])
        #expect(try group.lastSynced() != .some(nil))
        #expect(try group.needsCarrying())
        #expect(try group.arrivedApps().isEmpty && group.conflicts().isEmpty)
        let other = try Served("alone", in: try #require(sockets))
        let alone = ServedGroup(other.person)
        #expect(try alone.overview() == nil && alone.lastSynced() == nil && !alone.needsCarrying())
    }

    @Test("An edit of two machines at once is listed with both samples, and the other is shown when it is taken")
    func conflicts() throws {
        let (served, group, desktop) = try pair()
        let saved = try served.machine.save(1, at: 0)
        _ = try group.sync(joins: false)
        _ = try desktop.sync.sync()
        try served.machine.edit(saved, to: Machine.steps(2, at: 0))
        try desktop.edit(saved, to: Machine.steps(3, at: 0))
        _ = try desktop.sync.sync()
        _ = try group.sync(joins: false)
        _ = try desktop.sync.sync()
        let found = try group.conflicts()
        let conflict = try #require(found.first)
        #expect(found.count == 1)
        let values = [conflict.sample, conflict.shown]
            .compactMap { ($0 as? HKQuantitySample)?.quantity.doubleValue(for: .count()) }
        #expect(Set(values) == [2, 3])
        _ = try group.settle(conflict.version.uuidString, takes: true)
        _ = try group.sync(joins: false)
        _ = try desktop.sync.sync()
        #expect(try served.machine.values == [values[0]])
        #expect(try desktop.values == [values[0]])
    }

    @Test("A program that reads slowly keeps nobody waiting: while it is asked for a file, others save")
    func others() throws {
        var machine: Machine?
        var reads = 0
        let (served, group, desktop) = try pair { name in
            guard name.hasSuffix(".seg"), let machine else { return }
            reads += 1
            // A transaction of the sync would keep this from ending.
            try machine.save(9, at: Double(reads) + 100)
        }
        try desktop.save(1, at: 0)
        try desktop.importSteps(Array(repeating: 7, count: 100))
        _ = try desktop.sync.sync()
        machine = served.machine
        #expect(try group.sync(joins: false).added == 101)
        #expect(reads > 0)
    }

    @Test("A file that vanishes, or is damaged on the way, is reported as it is without a service")
    func damage() throws {
        var breaks = false
        let (served, group, desktop) = try pair { name in
            if breaks, name.hasSuffix(".seg") { throw SyncError(.folder, "It is gone.") }
        }
        try desktop.save(1, at: 0)
        _ = try desktop.sync.sync()
        breaks = true
        let report = try group.sync(joins: false)
        #expect(report.added == 0 && report.problems.map(\.error) == [.folder])
        breaks = false
        #expect(try group.sync(joins: false).added == 1)
        #expect(try served.machine.values == [1])
    }

    @Test("A first sync that would delete something says how much, and changes nothing until that is decided")
    func joining() throws {
        let served = try Served("laptop", in: try #require(sockets))
        let group = ServedGroup(served.person, folders: RenamedFolders(path, folder.path))
        let desktop = try Machine("desktop")
        for machine in [served.machine, desktop] { try machine.importSteps([1, 2, 3]) }
        _ = try desktop.person.delete([try #require(try Self.identities(desktop).first)])
        _ = try desktop.sync.begin(in: folder.path, name: "desktop")
        _ = try desktop.sync.sync()
        try group.join(path, code: Machine.secret(desktop.sync.invite().code), name: "laptop")
        _ = try desktop.sync.sync()
        #expect(throws: JoiningDeletions(here: 1, there: 0)) { try group.sync(joins: false) }
        #expect(try served.machine.values.count == 3)
        #expect(try group.sync(joins: true).deleted == 1)
        #expect(try served.machine.contents == desktop.contents)
    }

    private static func identities(_ machine: Machine) throws -> [UUID] {
        try machine.database.read { reader in
            try reader.store.changes(after: 0).items
                .compactMap { if case .sample(let sample) = $0 { sample.uuid } else { nil } }
        }
    }

    @Test(
        "A wrong code, a folder that isn't there and a store in no group have the words that they have without a service"
    )
    func words() throws {
        let served = try Served("stranger", in: try #require(sockets))
        let group = ServedGroup(served.person, folders: RenamedFolders(path, folder.path))
        let local = try Machine("local")
        #expect(Self.error { _ = try group.sync(joins: false) } == Self.error { _ = try local.sync.sync() })
        #expect(
            Self.error { _ = try group.begin(in: "/nowhere/else", name: "a") }
                == Self.error { _ = try local.sync.begin(in: "/nowhere/else", name: "a") }
        )
        #expect(Self.error { try group.join(path, code: Machine.secret("nonsense"), name: "a") }?.code == .wrongCode)
        let (laptop, joined, _) = try pair()
        defer { withExtendedLifetime(laptop) {} }
        #expect(Self.error { _ = try joined.remove("nobody", recovery: nil) }?.code == .invalidArgument)
        #expect(Self.error { _ = try joined.begin(in: path, name: "again") }?.code == .notPermitted)
        #expect(try joined.remove("desktop", recovery: nil) == "desktop")
        try joined.leave(informsOthers: true)
        #expect(try joined.overview() == nil)
    }

    private static func error(_ body: () throws -> Void) -> SyncError? {
        do { try body() } catch { return error as? SyncError }
        return nil
    }

    @Test("A program reads and writes files of groups alone, whatever the service asks")
    func questions() throws {
        try Data("secret".utf8).write(to: URL(fileURLWithPath: "\(folder.path)/secret"))
        let (group, device) = (SyncID.random().description, SyncID.random().description)
        let good = "0000000001-0000000001-0123456789abcdef.seg"
        for (path, group, device, name) in [
            (folder.path, group, device, "../../secret"), (folder.path, group, device, "secret"),
            (folder.path, "../x", device, good), (folder.path, group, "..", good), ("shared", group, device, good),
            (folder.path, group, device, ".\(good).tmp"),
        ] {
            let file = FolderQuestion.FilePlace(path: path, group: group, device: device, name: name)
            for question in [
                FolderQuestion.bytes(file: file), .write(file: file, bytes: Data([1])), .remove(file: file),
            ] {
                guard case .failure = DiskFolders().reply(to: question) else {
                    Issue.record("\(question) was answered")
                    continue
                }
            }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["secret"])
    }

    @Test("What a request is said to need is what it needs, and a reply to no question is refused")
    func purposes() throws {
        let served = try Served("laptop", in: try #require(sockets))
        #expect(throws: (any Error).self) { _ = try served.person.sync(Data(), for: .carrying) { _ in Data() } }
        #expect(throws: (any Error).self) {
            _ = try served.person.sync(Data([1, 2, 3]), for: .deciding) { _ in Data() }
        }
        let group = ServedGroup(served.person, folders: RenamedFolders(path, folder.path))
        _ = try group.begin(in: path, name: "laptop")
        // A program that answers nonsense gets an error, and harms nobody.
        for purpose in BeginSyncCall.Purpose.allCases {
            let invite = try PackedValue.data(of: ["invite": [String: String]()])
            #expect(throws: (any Error).self) { _ = try served.person.sync(invite, for: purpose) { _ in Data([9]) } }
        }
        #expect(try group.sync(joins: false).state == .synced)
    }
}
