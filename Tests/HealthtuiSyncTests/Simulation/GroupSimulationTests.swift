import HealthKitStore
import HealthtuiSync
import RandomTesting
import Testing

/// Devices that join, leave, are removed, copied and restored, each with its copy of a folder, with the real files.
@Suite struct GroupSimulationTests {
    private struct Device {
        var member: GroupMember
        let folder: MemoryFolder
        /// The texts that it saved and those that it deleted.
        var saved: Set<String> = []
        var deleted: Set<String> = []
        /// Whether something of it may be lost: its store was replaced by an older one, or it was removed.
        var isDoubtful = false
    }

    private struct Run {
        var generator: SeededGenerator
        var devices: [Device] = []
        let recovery: SecretBytes
        var texts = 0

        init(seed: UInt64) throws {
            generator = SeededGenerator(seed: seed)
            let folder = MemoryFolder()
            let (member, recovery) = try GroupMember.first(folder)
            self.recovery = recovery
            devices = [Device(member: member, folder: folder)]
        }

        mutating func number(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }

        mutating func join() throws {
            guard devices.count < 5 else { return }
            let inviter = number(devices.count)
            guard devices[inviter].member.membership.has(devices[inviter].member.device) else { return }
            let code = try InvitationCode.random()
            try devices[inviter].member.invite(code, expires: 100, cost: .least)
            try devices[inviter].member.write(to: devices[inviter].folder)
            let folder = MemoryFolder(devices[inviter].folder)
            var member = try GroupMember.join(
                group: devices[inviter].member.group,
                code: code,
                secret: try SecretBytes.random(count: 32),
                name: "device \(devices.count)",
                folder: folder,
                cost: .least
            )
            try member.write(to: folder)
            folder.carry(to: devices[inviter].folder)
            devices.append(Device(member: member, folder: folder))
        }

        mutating func save(_ place: Int) throws {
            texts += 1
            let text = "text\(texts)"
            _ = try devices[place].member.save(text)
            devices[place].saved.insert(text)
        }

        mutating func delete(_ place: Int) throws {
            let merged = MergedView(devices[place].member.replica.state).samples
            guard let root = merged.keys.sorted().randomElement(using: &generator), let sample = merged[root] else {
                return
            }
            let deletion = devices[place].member.replica.state.deletion(of: [root], id: .random())
            try devices[place].member.record([.deletion(deletion)])
            devices[place].deleted.insert(String(decoding: sample.content.texts[0], as: UTF8.self))
        }

        mutating func sync(_ place: Int) throws {
            _ = try devices[place].member.sync(devices[place].folder)
            let member = devices[place].member
            // Written data is sealed to members alone.
            guard member.membership.has(member.device) else { return }
            for epoch in member.membership.usableEpochs where member.epochs[epoch] != nil {
                #expect(member.membership.recipients(of: epoch).allSatisfy { member.membership.has($0) })
            }
        }

        /// A relay takes some of the files from one folder to another, perhaps cut short.
        mutating func carry(_ place: Int) {
            let source = devices[number(devices.count)].folder
            for (device, files) in source.files.sorted(by: { $0.key < $1.key }) {
                for (name, bytes) in files.sorted(by: { $0.key < $1.key }) where number(4) > 0 {
                    let isCut = number(30) == 0
                    if isCut, devices[place].folder.files[device]?[name] != nil { continue }
                    let carried = isCut ? Array(bytes.dropLast(9)) : bytes
                    if devices[place].folder.files[device]?[name]?.count ?? 0 > carried.count { continue }
                    devices[place].folder.files[device, default: [:]][name] = carried
                }
            }
        }

        mutating func remove(_ place: Int) throws {
            let other = number(devices.count)
            let target = devices[other].member.device
            guard other != place, devices.count > 2,
                devices[place].member.membership.may(devices[place].member.device, remove: target),
                devices.filter({ $0.member.device == target }).count == 1
            else {
                return
            }
            try devices[place].member.remove(target, in: devices[place].folder)
            try devices[place].member.write(to: devices[place].folder)
            devices[other].isDoubtful = true
        }

        mutating func copy(_ place: Int) {
            guard devices.count < 5 else { return }
            var copy = Device(member: devices[place].member, folder: MemoryFolder(devices[place].folder))
            // What waits in both is said by both.
            copy.isDoubtful = devices[place].isDoubtful
            devices.append(copy)
        }

        mutating func act() throws {
            let place = number(devices.count)
            switch number(16) {
            case 0...3: try save(place)
            case 4: try delete(place)
            case 5...8: try sync(place)
            case 9...12: carry(place)
            case 13: try join()
            case 14: if number(3) == 0 { try remove(place) } else { try devices[place].member.fold() }
            default: if number(3) == 0 { copy(place) }
            }
        }

        /// The relay is honest for a while.
        mutating func settle() throws {
            for _ in 0..<8 {
                let all = MemoryFolder()
                for device in devices {
                    for (owner, files) in device.folder.files {
                        for (name, bytes) in files {
                            // Of what was cut on its way the whole is somewhere.
                            let old = all.files[owner]?[name] ?? []
                            if bytes.count > old.count { all.files[owner, default: [:]][name] = bytes }
                        }
                    }
                }
                for place in devices.indices {
                    devices[place].folder.files = all.files
                    try sync(place)
                }
            }
        }

        var members: [Device] { devices.filter { $0.member.membership.has($0.member.device) } }
    }

    @Test("Members agree on who belongs and on what is shown; who was removed reads nothing new")
    func agreement() throws {
        let first = newSeed()
        print("groups: TEST_SEED=\(first)")
        for seed in first..<first + 60 {
            var run = try Run(seed: seed)
            for _ in 0..<run.number(50) { try run.act() }
            try run.settle()
            let members = run.members
            let one = try #require(members.first?.member, "TEST_SEED=\(seed)")
            for other in members.map(\.member) {
                #expect(other.membership.members == one.membership.members, "TEST_SEED=\(seed)")
                #expect(other.mergedTexts == one.mergedTexts, "TEST_SEED=\(seed)")
            }
            let saved = members.filter { !$0.isDoubtful }.reduce(into: Set<String>()) { $0.formUnion($1.saved) }
            let deleted = run.devices.reduce(into: Set<String>()) { $0.formUnion($1.deleted) }
            let lost = saved.subtracting(deleted).subtracting(one.mergedTexts)
            #expect(lost.isEmpty, "TEST_SEED=\(seed)")
            let gone = members.reduce(into: Set<String>()) { $0.formUnion($1.deleted) }
            #expect(gone.isDisjoint(with: one.mergedTexts), "TEST_SEED=\(seed)")
            try Self.checkSecrets(&run, seed)
            // Who comes later and has the folder alone sees the same.
            var reader = try GroupMember.holder(of: run.recovery, group: one.group)
            let folder = run.members[0].folder
            let problems = try reader.read(folder, TypeForms()).map(\.error)
            #expect(!problems.contains(.unreadable) && !problems.contains(.waiting), "TEST_SEED=\(seed)")
            #expect(reader.mergedTexts == run.members[0].member.mergedTexts, "TEST_SEED=\(seed)")
        }
    }

    /// What is saved when all know of the removals is read by members alone.
    private static func checkSecrets(_ run: inout Run, _ seed: UInt64) throws {
        let inside = Set(run.members.map(\.member.device))
        var secrets = 0
        for place in run.devices.indices where inside.contains(run.devices[place].member.device) {
            _ = try run.devices[place].member.save("secret")
            secrets += 1
        }
        try run.settle()
        for device in run.devices {
            let count = device.member.mergedTexts.filter { $0 == "secret" }.count
            let isInside = device.member.membership.has(device.member.device)
            #expect(isInside ? count == secrets : count == 0, "TEST_SEED=\(seed)")
        }
    }
}
