import Foundation
import HealthKit
import HealthKitStore
import HealthtuiSync
import RandomTesting
import Synchronization
import Testing

/// What goes wrong with the files of a folder, with invitations and with entries keeps nobody from the rest.
@Suite("A group mends its folder, and no fault stops what has nothing to do with it") struct HealingTests {
    private let folder: ScratchFolder
    private let laptop: Machine
    private let desktop: Machine

    init() throws {
        folder = try ScratchFolder()
        let time = Time()
        self.time = time
        laptop = try Machine("laptop", now: { time.now })
        desktop = try Machine("desktop", now: { time.now })
        _ = try laptop.sync.begin(in: folder.path, name: "laptop")
        try join(desktop)
    }

    /// A clock that is set by hand.
    private final class Time: Sendable {
        private let value = Mutex(Date().timeIntervalSinceReferenceDate)

        var now: Double { value.withLock { $0 } }

        func pass(_ seconds: Double) { value.withLock { $0 += seconds } }
    }

    private let time: Time

    private func machine(_ name: String) throws -> Machine { try Machine(name, now: { [time] in time.now }) }

    private func join(_ machine: Machine) throws {
        try machine.join(laptop, folder.path)
        _ = try machine.sync.sync()
        _ = try laptop.sync.sync()
    }

    private var root: String {
        get throws {
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            return "\(folder.path)/\(try #require(names.first { $0.hasPrefix("hk-") }))"
        }
    }

    private func files(_ end: String, of machine: Machine? = nil) throws -> [String] {
        let id = try machine?.sync.status().devices.first { $0.isThis }?.id
        return try FileManager.default.subpathsOfDirectory(atPath: root).sorted()
            .filter { $0.hasSuffix(end) && (id.map($0.contains) ?? true) }.map { "\(try root)/\($0)" }
    }

    private func bytes(_ path: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

    private func write(_ data: Data, _ path: String) throws { try data.write(to: URL(fileURLWithPath: path)) }

    private func newcomer() throws -> Machine {
        let newcomer = try machine("newcomer")
        try newcomer.join(laptop, folder.path)
        _ = try newcomer.sync.sync()
        return newcomer
    }

    // MARK: Files

    @Test("Statements that vanish or are cut are written again by whoever syncs next, and a newcomer joins")
    func statements() throws {
        try laptop.save(100, at: 0)
        _ = try laptop.sync.sync()
        _ = try desktop.sync.sync()
        let all = try files(".mem").map { ($0, try bytes($0)) }
        #expect(all.count > 3)
        for (place, file) in all.enumerated() {
            if place.isMultiple(of: 2) {
                try FileManager.default.removeItem(atPath: file.0)
            } else {
                try write(file.1.prefix(place), file.0)
            }
        }
        _ = try desktop.sync.sync()
        for file in all { #expect(try bytes(file.0) == file.1) }
        try FileManager.default.removeItem(atPath: root)
        _ = try desktop.sync.sync()
        _ = try laptop.sync.sync()
        #expect(try newcomer().values == [100])
    }

    @Test(
        "An own file that was cut, or changed without another size, is written again; one whose time is the same, once it was looked at"
    )
    func ownFiles() throws {
        try laptop.save(100, at: 0)
        _ = try laptop.sync.sync()
        let file = try #require(try files(".seg", of: laptop).last)
        let whole = try bytes(file)
        _ = try laptop.sync.sync()
        var changed = whole
        changed[200] ^= 1
        for bad in [Data(), whole.prefix(300), changed] {
            try write(bad, file)
            _ = try laptop.sync.sync()
            #expect(try bytes(file) == whole)
        }
        _ = try laptop.sync.sync()
        // A disk that forgets writes no time.
        let times = try FileManager.default.attributesOfItem(atPath: file)[.modificationDate] as? Date
        let handle = try FileHandle(forUpdating: URL(fileURLWithPath: file))
        try handle.write(contentsOf: changed)
        try handle.close()
        try FileManager.default.setAttributes([.modificationDate: try #require(times)], ofItemAtPath: file)
        #expect(try laptop.sync.status(verifies: true).problems.map(\.error) == [.damaged])
        _ = try laptop.sync.sync()
        #expect(try bytes(file) == whole)
        #expect(try laptop.sync.status(verifies: true).problems.isEmpty)
        _ = try desktop.sync.sync()
        #expect(try desktop.values == [100])
    }

    @Test("Another machine's file that is gone or damaged for a day is written by whoever has read it")
    func othersFiles() throws {
        try laptop.save(100, at: 0)
        _ = try laptop.sync.sync()
        try laptop.save(200, at: 1)
        _ = try laptop.sync.sync()
        _ = try desktop.sync.sync()
        let own = try files(".seg", of: laptop).map { ($0, try bytes($0)) }
        try FileManager.default.removeItem(atPath: own[0].0)
        try write(own[1].1.prefix(100), own[1].0)
        _ = try desktop.sync.sync()
        time.pass(80_000)
        _ = try desktop.sync.sync()
        #expect(!FileManager.default.fileExists(atPath: own[0].0))
        time.pass(10_000)
        _ = try desktop.sync.sync()
        for file in own { #expect(try bytes(file.0) == file.1) }
    }

    @Test("What was folded stays folded, here and with who has read it, and takes no more room there than it does here")
    func folding() throws {
        for number in 0..<40 {
            try laptop.save(Double(number), at: Double(number))
            _ = try laptop.sync.sync()
            _ = try desktop.sync.sync()
        }
        for _ in 0..<3 {
            time.pass(100_000)
            _ = try desktop.sync.sync()
            _ = try laptop.sync.sync()
        }
        let count = try files(".seg").count
        #expect(count < 20)
        #expect(try desktop.sync.status().files == laptop.sync.status().files)
        #expect(try desktop.sync.status().files == count)
        #expect(try desktop.sync.status(verifies: true).differing == [])
        #expect(try newcomer().contents == laptop.contents)
    }

    @Test("A folded file that leaves out what counts takes nothing's place")
    func unfaithfulFold() throws {
        var rogue = try rogue()
        let ids = try (0..<16).map { try self.save("kept", Double($0), &rogue) }
        _ = try laptop.sync.sync()
        #expect(try laptop.values.count == ids.count)
        // The log is written anew without half of what was said.
        try rogue.fold(saying: rogue.replica.log.suffix(8).flatMap(\.entries))
        try rogue.write(to: disk(rogue))
        let report = try laptop.sync.sync()
        #expect(report.problems.map(\.error) == [.damaged])
        #expect(try laptop.values.count == ids.count)
        #expect(try laptop.sync.status(verifies: true).differing == [])
    }

    @Test("A machine whose folder can't be read or written stops nobody else")
    func strangeFolders() throws {
        let third = try machine("third")
        try join(third)
        let id = try #require(try third.sync.status().devices.first { $0.isThis }?.id)
        try FileManager.default.removeItem(atPath: "\(try root)/\(id)")
        try write(Data([1]), "\(try root)/\(id)")
        time.pass(200_000)
        for number in 0..<3 {
            try laptop.save(Double(number), at: Double(number))
            _ = try laptop.sync.sync()
            _ = try desktop.sync.sync()
            #expect(try desktop.values.count == number + 1)
            time.pass(200_000)
        }
    }

    // MARK: Pairing

    @Test("Two machines with one code: both are named, saves go on arriving, and a new code works")
    func twoAnswers() throws {
        let code = try laptop.sync.invite().code
        let twins = [try machine("third"), try machine("fourth")]
        for twin in twins { try twin.sync.join(folder.path, code: Machine.secret(code), name: twin.name) }
        for number in 0..<2 {
            try laptop.save(Double(number), at: Double(number))
            let report = try laptop.sync.sync()
            #expect(report.joined.isEmpty)
            #expect(report.problems.map(\.error) == [.invitation, .invitation])
            #expect(Set(report.problems.map(\.device)) == ["third", "fourth"])
            _ = try desktop.sync.sync()
            #expect(try desktop.values.count == number + 1)
        }
        #expect(try laptop.sync.status().problems.count == 2)
        for twin in twins {
            let report = try twin.sync.sync()
            #expect(report.state == .waiting)
            #expect(report.problems.count == 2)
            try twin.sync.leave(informsOthers: true)
        }
        try join(twins[0])
        #expect(try twins[0].values.count == 2)
    }

    @Test("An answer that vanishes is written again, and the machine is added")
    func vanishedAnswer() throws {
        let third = try machine("third")
        try third.sync.join(folder.path, code: Machine.secret(laptop.sync.invite().code), name: "third")
        for file in try files(".join") { try FileManager.default.removeItem(atPath: file) }
        #expect(try laptop.sync.sync().joined.isEmpty)
        _ = try third.sync.sync()
        #expect(try laptop.sync.sync().joined == ["third"])
    }

    // MARK: Entries

    private func disk(_ member: GroupMember) -> DiskFolder { DiskFolder(in: folder.path, group: member.group) }

    /// A member that writes whatever it likes.
    private func rogue() throws -> GroupMember {
        let code = try laptop.sync.invite().code
        let group = try #require(try DiskFolder.groups(in: folder.path).first)
        var text = Array(code.utf8)
        var member = try GroupMember.join(
            group: group,
            code: InvitationCode(SecretBytes(taking: &text)),
            secret: SecretBytes.random(count: 32),
            name: "rogue",
            folder: DiskFolder(in: folder.path, group: group),
            cost: .least
        )
        try member.write(to: disk(member))
        _ = try laptop.sync.sync()
        _ = try member.readStatements(disk(member))
        return member
    }

    private static let source = DictionaryCoding.bytes(fields: ["local.rogue", "Rogue"])

    private static func content(
        _ value: Double,
        source: [UInt8] = source,
        unit: String = "count",
        start: Double = 600_000_000,
        length: Double = 60,
        metadata: [UInt8] = [],
        type: HKQuantityTypeIdentifier = .stepCount
    ) -> SampleContent {
        SampleContent(
            texts: [Array(type.rawValue.utf8), Array(unit.utf8), source, [], [], metadata],
            start: start,
            end: start + length,
            creation: start,
            body: .value(value)
        )
    }

    private func save(_ name: String, _ value: Double, _ member: inout GroupMember) throws -> SyncID {
        let id = SyncID.random()
        try member.record([
            .sample(member.replica.state.saved(id, Self.content(value), clock: 1, device: member.device))
        ])
        try member.seal()
        try member.write(to: disk(member))
        return id
    }

    @Test("An entry that makes no sense is named and left out by every machine, it alone")
    func flawedEntries() throws {
        var rogue = try rogue()
        let bad: [SampleContent] = [
            Self.content(1, source: []), Self.content(.infinity), Self.content(.nan), Self.content(2, unit: "zorkmid"),
            Self.content(3, unit: "kg"), Self.content(4, length: -60), Self.content(5, start: .nan),
            Self.content(6, start: 1e300), Self.content(7, metadata: [9, 9, 9]),
            Self.content(8, source: DictionaryCoding.bytes(fields: ["", ""])),
        ]
        let device = rogue.device
        func saved(_ content: SampleContent) -> Entry {
            .sample(rogue.replica.state.saved(.random(), content, clock: 1, device: device))
        }
        let register = Register(
            key: Array("characteristics".utf8) + [0x1F] + Array("me".utf8),
            value: Array("nonsense".utf8),
            stamp: Stamp(generation: 9, clock: 1, device: device)
        )
        let link = SyncedLink(
            name: SyncedLink.Name(parent: .random(), child: .random(), role: 77),
            isPresent: true,
            stamp: Stamp(generation: 1, clock: 1, device: device)
        )
        try rogue.record([saved(Self.content(100))] + bad.map(saved) + [.register(register), .link(link)])
        try rogue.record([saved(Self.content(200, start: 600_003_600))])
        try rogue.seal()
        try rogue.write(to: disk(rogue))
        let third = try machine("third")
        for _ in 0..<2 {
            for machine in [laptop, desktop] {
                let report = try machine.sync.sync()
                #expect(report.problems.map(\.error) == [.flawed])
                #expect(report.problems.first?.flaws?.count == bad.count + 2)
                #expect(try machine.values == [100, 200])
                #expect(try machine.sync.status(verifies: true).differing == [])
                #expect(try machine.person.characteristics() == CharacteristicValues())
            }
        }
        try third.join(laptop, folder.path)
        _ = try third.sync.sync()
        #expect(try third.contents == laptop.contents)
        try laptop.save(300, at: 0)
        _ = try laptop.sync.sync()
        _ = try desktop.sync.sync()
        #expect(try desktop.values == [100, 200, 300])
    }

    // MARK: What is derived

    @Test("Sources count in one order on all machines, whatever came first where")
    func sources() throws {
        let names = ["Foo", "Bar", "Baz"]
        let third = try machine("third")
        for (machine, name) in zip([laptop, desktop, third], names) { try machine.importSteps([1, 2], of: name) }
        try join(third)
        for _ in 0..<3 { for machine in [desktop, third, laptop] { _ = try machine.sync.sync() } }
        #expect(try laptop.sources.count == 3)
        for machine in [desktop, third] { #expect(try machine.sources == laptop.sources) }
        // One that comes later is the newest everywhere, once all have heard of it.
        time.pass(60)
        try third.importSteps([5], of: "Late")
        #expect(try third.sources.first == "com.example.late")
        for _ in 0..<3 { for machine in [desktop, third, laptop] { _ = try machine.sync.sync() } }
        for machine in [desktop, third, laptop] {
            #expect(try machine.sources == laptop.sources)
            #expect(try machine.sources.first == "com.example.late")
        }
    }

    @Test(
        "Undo takes back what this machine set of the profile, not what arrived since; redo sets it again",
        arguments: 0..<6
    )
    func undoneProfile(_ run: Int) throws {
        var random = SeededGenerator("undone profile \(run)")
        var values = CharacteristicValues()
        (values.bloodType, values.wheelchairUse) = (1, Bool.random(using: &random) ? 2 : nil)
        try laptop.person.setCharacteristics(values)
        _ = try laptop.sync.sync()
        let third = try machine("third")
        var before = CharacteristicValues()
        if Bool.random(using: &random) {
            before.fitzpatrickSkinType = 3
            try third.person.setCharacteristics(before)
        }
        var own = before
        (own.dateOfBirth, own.biologicalSex) = ("1990-12-10", Bool.random(using: &random) ? 2 : nil)
        try third.person.setCharacteristics(own)
        try third.join(laptop, folder.path)
        for _ in 0..<2 { for machine in [third, laptop, desktop] { _ = try machine.sync.sync() } }
        #expect(try third.person.characteristics() == own.updated(with: values))
        #expect(try third.person.undo()?.kept == 0)
        for _ in 0..<2 { for machine in [third, laptop, desktop] { _ = try machine.sync.sync() } }
        for machine in [third, laptop, desktop] {
            #expect(try machine.person.characteristics() == before.updated(with: values), "\(machine.name)")
        }
        #expect(try third.person.redo()?.kept == 0)
        for _ in 0..<2 { for machine in [third, laptop, desktop] { _ = try machine.sync.sync() } }
        for machine in [third, laptop, desktop] {
            #expect(try machine.person.characteristics() == own.updated(with: values), "\(machine.name)")
        }
        // What was set anew since is nobody's to take back.
        var later = try laptop.person.characteristics()
        later.dateOfBirth = "1980-01-01"
        try laptop.person.setCharacteristics(later)
        for _ in 0..<2 { for machine in [laptop, third, desktop] { _ = try machine.sync.sync() } }
        #expect(try third.person.undo()?.kept == 1)
        #expect(try third.person.characteristics() == later)
    }

    @Test("Two machines that set two fields of the profile keep both; joining takes over what only one side has")
    func profile() throws {
        var values = CharacteristicValues()
        values.bloodType = 1
        try laptop.person.setCharacteristics(values)
        _ = try laptop.sync.sync()
        let third = try machine("third")
        var own = CharacteristicValues()
        (own.dateOfBirth, own.bloodType) = ("1990-12-10", 2)
        try third.person.setCharacteristics(own)
        try third.join(laptop, folder.path)
        let report = try third.sync.sync()
        #expect(report.replacedProfile?.here.bloodType == 2 && report.replacedProfile?.group.bloodType == 1)
        #expect(report.replacedProfile?.here.dateOfBirth == nil)
        for _ in 0..<2 { for machine in [laptop, third, desktop] { _ = try machine.sync.sync() } }
        for machine in [laptop, third, desktop] {
            let values = try machine.person.characteristics()
            #expect(values.dateOfBirth == "1990-12-10" && values.bloodType == 1)
        }
        // Undo brings back what this machine had, for all.
        _ = try third.person.undo()
        #expect(try third.person.characteristics().bloodType == 2)
        for _ in 0..<2 { for machine in [third, laptop, desktop] { _ = try machine.sync.sync() } }
        #expect(try desktop.person.characteristics().bloodType == 2)
        var left = try laptop.person.characteristics()
        left.biologicalSex = 1
        try laptop.person.setCharacteristics(left)
        var right = try desktop.person.characteristics()
        right.dateOfBirth = nil
        try desktop.person.setCharacteristics(right)
        for _ in 0..<2 { for machine in [laptop, desktop, third] { _ = try machine.sync.sync() } }
        for machine in [laptop, third, desktop] {
            let values = try machine.person.characteristics()
            #expect(values.dateOfBirth == nil && values.bloodType == 2 && values.biologicalSex == 1)
        }
    }

    @Test("Every value of the profile is agreed on")
    func profileFields() {
        let labels = Mirror(reflecting: CharacteristicValues()).children.compactMap(\.label)
        #expect(CharacteristicValues.fields.map(\.name).sorted() == labels.sorted())
    }

    @Test("What an earlier version told of the profile in one register counts until a field is set")
    func oldProfile() throws {
        var rogue = try rogue()
        var old = CharacteristicValues()
        (old.bloodType, old.dateOfBirth) = (3, "1980-01-01")
        let key = Array("characteristics".utf8) + [0x1F] + Array("me".utf8)
        let value = Array(try JSONEncoder().encode(old))
        try rogue.record([.register(rogue.replica.state.set(key, to: value, clock: 1, device: rogue.device))])
        try rogue.seal()
        try rogue.write(to: disk(rogue))
        _ = try laptop.sync.sync()
        #expect(try laptop.person.characteristics() == old)
        old.bloodType = 5
        try laptop.person.setCharacteristics(old)
        for machine in [laptop, desktop, laptop] { _ = try machine.sync.sync() }
        #expect(try desktop.person.characteristics() == old)
        #expect(try laptop.sync.sync().sent == 0)
    }

    // MARK: What is said of the group

    @Test("What waits for the next sync is no difference, whether saved, edited or deleted")
    func waiting() throws {
        let uuids = try (0..<4).map { try laptop.save(Double($0), at: Double($0)) }
        for machine in [laptop, desktop] { _ = try machine.sync.sync() }
        try laptop.save(9, at: 9)
        try laptop.edit(uuids[0], to: Machine.steps(10, at: 10))
        _ = try laptop.person.delete([uuids[1]])
        #expect(try laptop.sync.status(verifies: true).differing == [])
        _ = try laptop.sync.sync()
        #expect(try laptop.sync.status(verifies: true).differing == [])
    }

    @Test("A group goes on in another folder, where all that it has is written again")
    func movedFolder() throws {
        try laptop.save(100, at: 0)
        _ = try laptop.sync.sync()
        _ = try desktop.sync.sync()
        let other = try ScratchFolder()
        #expect(throws: SyncError.self) { try laptop.sync.move(to: "\(other.path)/none") }
        for machine in [laptop, desktop] { try machine.sync.move(to: other.path) }
        #expect(try laptop.sync.status().unwritten > 0)
        for machine in [laptop, desktop] { _ = try machine.sync.sync() }
        #expect(try laptop.sync.status().unwritten == 0)
        let newcomer = try machine("newcomer")
        try newcomer.join(laptop, other.path)
        _ = try newcomer.sync.sync()
        #expect(try newcomer.values == [100])
    }

    @Test("Each machine names those that another one added, once")
    func addedByOthers() throws {
        let third = try machine("third")
        try third.join(desktop, folder.path)
        #expect(try laptop.sync.sync().addedMachines.map { [$0.name, $0.by] } == [["third", "desktop"]])
        #expect(try laptop.sync.sync().addedMachines.isEmpty)
        let devices = try laptop.sync.status().devices
        #expect(devices.first { $0.name == "third" }?.addedBy == devices.first { $0.name == "desktop" }?.id)
    }

    @Test("A machine that only reads is heard of, with one file a day at most")
    func reader() throws {
        for number in 0..<6 {
            try laptop.save(Double(number), at: Double(number))
            for _ in 0..<2 { for machine in [laptop, desktop] { _ = try machine.sync.sync() } }
            time.pass(3_600)
        }
        #expect(try files(".seg", of: desktop).count == 1)
        time.pass(90_000)
        try laptop.save(9, at: 9)
        for _ in 0..<2 { for machine in [laptop, desktop] { _ = try machine.sync.sync() } }
        #expect(try files(".seg", of: desktop).count == 2)
        let heard = try laptop.sync.status().devices.first { $0.name == "desktop" }?.heard
        #expect(heard.map { abs($0.timeIntervalSinceReferenceDate - time.now) < 60 } == true)
    }

    @Test("Samples are the same only if they say the same; of those that are said to be in a circle, one is shown")
    func sameSamples() {
        let device = SyncID.random()
        func version(_ value: Double, isImported: Bool) -> SyncedVersion {
            let id = SyncID.random()
            let stamp = isImported ? Stamp.imported : Stamp(generation: 1, clock: 1, device: device)
            return SyncedVersion(
                name: VersionName(root: id, stamp: stamp, id: id),
                origin: isImported ? .imported(0) : .saved,
                content: Self.content(value)
            )
        }
        let (one, equal, other) = (
            version(1, isImported: true), version(1, isImported: false), version(2, isImported: true)
        )
        var state = SyncState()
        for version in [one, equal, other] { state.merge(.sample(version)) }
        state.merge(.duplicate(Duplicate(hidden: one.root, shown: other.root)))
        state.merge(.duplicate(Duplicate(hidden: equal.root, shown: .random())))
        #expect(MergedView(state).samples.count == 3)
        state.merge(.duplicate(Duplicate(hidden: one.root, shown: equal.root)))
        #expect(MergedView(state).samples.count == 2)
        state.merge(.duplicate(Duplicate(hidden: equal.root, shown: one.root)))
        #expect(MergedView(state).samples.count == 2)
    }
}
