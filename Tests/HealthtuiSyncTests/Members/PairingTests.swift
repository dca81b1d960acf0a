import HealthKitStore
import HealthtuiSync
import RandomTesting
import Testing

@Suite struct PairingTests {
    private static func secret() throws -> SecretBytes { try SecretBytes.random(count: 32) }

    private static func typed(_ text: String) throws -> SecretBytes {
        var bytes = Array(text.utf8)
        return try SecretBytes(taking: &bytes)
    }

    private static func join(
        _ member: GroupMember,
        _ code: InvitationCode,
        _ folder: MemoryFolder
    ) throws -> GroupMember {
        try GroupMember.join(
            group: member.group,
            code: code,
            secret: try secret(),
            name: "desktop",
            folder: folder,
            cost: .least
        )
    }

    @Test("A device joins with a code, reads what was there, and is read")
    func joins() throws {
        let folder = MemoryFolder()
        var (first, _) = try GroupMember.first(folder)
        _ = try first.save("before")
        _ = try first.sync(folder)
        var second = try first.adding("desktop", folder)
        #expect(second.mergedTexts == ["before"])
        _ = try second.save("after")
        _ = try second.sync(folder)
        _ = try first.sync(folder)
        #expect(first.mergedTexts == ["after", "before"])
        #expect(first.membership.members.map { String(decoding: $0.name, as: UTF8.self) } == ["", "laptop", "desktop"])
        #expect(first.membership.members == second.membership.members)
    }

    @Test("A code is read as it was written, in small letters too; a slip names its group")
    func codes() throws {
        let text = try InvitationCode.random().text
        #expect(text.split(separator: "-").map(\.count) == [5, 5, 5, 5])
        #expect(try InvitationCode(try Self.typed(text.lowercased().replacing("-", with: " "))).text == text)
        for group in 0..<4 {
            var signs = Array(text)
            let place = group * 6 + 2
            signs[place] = signs[place] == "7" ? "8" : "7"
            #expect(throws: SyncError(.wrongCode, "The code is mistyped in group \(group + 1).")) {
                try InvitationCode(try Self.typed(String(signs)))
            }
        }
        #expect(throws: SyncError.self) { try InvitationCode(try Self.typed("")) }
        #expect(throws: SyncError.self) { try InvitationCode(try Self.typed(text + "0")) }
    }

    @Test("A wrong code and a used one let nobody in, and nothing is written")
    func refused() throws {
        let folder = MemoryFolder()
        var (first, _) = try GroupMember.first(folder)
        let code = try InvitationCode.random()
        try first.invite(code, expires: 100, cost: .least)
        try first.write(to: folder)
        let before = folder.files
        #expect(throws: SyncError(.wrongCode, "No invitation in this folder has this code.")) {
            try Self.join(first, try InvitationCode.random(), folder)
        }
        #expect(folder.files == before)
        var second = try Self.join(first, code, folder)
        try second.write(to: folder)
        #expect(try first.acceptAnswers(folder, now: 0) == [second.device])
        try first.write(to: folder)
        #expect(throws: SyncError(.invitation, "The invitation is used. Ask for another.")) {
            try Self.join(first, code, folder)
        }
        // The answer lies there still, and adds nobody again.
        #expect(try first.acceptAnswers(folder, now: 0).isEmpty)
    }

    @Test(
        "Two answers to one invitation: both are named and neither is added, whatever becomes of them; another code works"
    )
    func twoAnswers() throws {
        let folder = MemoryFolder()
        var (first, _) = try GroupMember.first(folder)
        let code = try InvitationCode.random()
        try first.invite(code, expires: 100, cost: .least)
        try first.write(to: folder)
        var others: [GroupMember] = []
        for _ in 0..<2 {
            var other = try Self.join(first, code, folder)
            try other.write(to: folder)
            others.append(other)
        }
        #expect(try first.acceptAnswers(folder, now: 0).isEmpty)
        #expect(first.refusedAnswers.map(\.error) == [.invitation, .invitation])
        #expect(Set(first.refusedAnswers.map(\.device)) == Set(others.map(\.device)))
        for place in others.indices {
            try others[place].checkOwnAnswer(folder)
            #expect(others[place].refusedAnswers.count == 2)
        }
        // One of them is gone: somebody has seen the code all the same.
        folder.files[others[0].device] = nil
        #expect(try first.acceptAnswers(folder, now: 0).isEmpty)
        #expect(first.refusedAnswers.map(\.device) == [others[1].device])
        #expect(first.membership.members.count == 2)
        let third = try first.adding("tablet", folder)
        #expect(first.membership.has(third.device))
        // Nobody has to hear of them for ever.
        #expect(try first.acceptAnswers(folder, now: 100 + 86_400_000).isEmpty)
        #expect(first.refusedAnswers.isEmpty)
    }

    @Test("An answer that comes too late, or is signed by somebody without the code, adds nobody")
    func badAnswers() throws {
        let folder = MemoryFolder()
        var (first, _) = try GroupMember.first(folder)
        let code = try InvitationCode.random()
        try first.invite(code, expires: 100, cost: .least)
        try first.write(to: folder)
        var second = try Self.join(first, code, folder)
        try second.write(to: folder)
        #expect(try first.acceptAnswers(folder, now: 100).isEmpty)
        let thief = try DeviceKeys(secret: try Self.secret())
        let invite = try code.keys(group: first.group, cost: .least).signing.publicKey
        let answer = JoinAnswer(group: first.group, invite: invite, keys: thief.keys, name: [])
        let file = answer.file(code: thief.signing, device: thief.signing)
        #expect(throws: SyncError.self) { try JoinAnswer.read(file) }
        folder.files[thief.device] = ["0000000000-\(Digest(of: file)).join": file]
        #expect(try first.acceptAnswers(folder, now: 0) == [second.device])
    }

    @Test("Who doesn't know the code can't invite in another group's name")
    func changedInvitation() throws {
        let folder = MemoryFolder()
        var (first, _) = try GroupMember.first(folder)
        let code = try InvitationCode.random()
        let keys = try code.keys(group: first.group, cost: .least)
        // A member of the group who has seen the code's public key, and nothing else.
        try first.invite(code, expires: 100, cost: .least)
        try first.write(to: folder)
        let founding = try #require(first.membership.founding)
        let proof = keys.proof(group: first.group, founding: founding, inviter: first.device, expires: 100)
        #expect(proof != keys.proof(group: .random(), founding: founding, inviter: first.device, expires: 100))
        #expect(proof != keys.proof(group: first.group, founding: founding, inviter: .random(), expires: 100))
        #expect(proof != keys.proof(group: first.group, founding: founding, inviter: first.device, expires: 101))
    }

    @Test("Who isn't added yet writes no health data, and keeps what waits")
    func notYet() throws {
        let folder = MemoryFolder()
        var (first, _) = try GroupMember.first(folder)
        let code = try InvitationCode.random()
        try first.invite(code, expires: 100, cost: .least)
        try first.write(to: folder)
        var second = try Self.join(first, code, folder)
        _ = try second.save("mine")
        _ = try second.sync(folder)
        #expect(folder.segments(second.device).isEmpty)
        _ = try first.sync(folder)
        _ = try second.sync(folder)
        _ = try first.sync(folder)
        #expect(first.mergedTexts == ["mine"])
    }

    @Test("A removed device is read as far as the removal names, can't read on, and can remove nobody")
    func removal() throws {
        let folder = MemoryFolder()
        var (first, recovery) = try GroupMember.first(folder)
        var second = try first.adding("desktop", folder)
        var third = try first.adding("server", folder)
        _ = try second.save("known")
        _ = try second.sync(folder)
        _ = try first.sync(folder)
        // The third alone reads what comes next.
        _ = try second.save("heard")
        let aside = MemoryFolder(folder)
        _ = try second.sync(aside)
        _ = try third.sync(aside)
        #expect(throws: SyncError.self) { try second.remove(first.device, in: folder) }
        try first.remove(second.device, in: folder)
        _ = try first.sync(folder)
        aside.carry(to: folder)
        _ = try second.save("late")
        _ = try second.sync(folder)
        for _ in 0..<3 {
            _ = try third.sync(folder)
            #expect(try first.sync(folder).map(\.error) == [.notPermitted, .notPermitted])
        }
        #expect(first.mergedTexts == ["heard", "known"])
        #expect(third.mergedTexts == ["heard", "known"])
        _ = try first.save("private")
        _ = try first.sync(folder)
        let problems = try second.sync(folder)
        #expect(!second.mergedTexts.contains("private"))
        #expect(problems.contains { $0.error == .unreadable })
        #expect(throws: SyncError.self) {
            try third.remove(first.device, in: folder, recovery: try RecoveryKey.random())
        }
        try third.remove(first.device, in: folder, recovery: recovery)
        #expect(!third.membership.has(first.device))
    }

    @Test("A removed device that takes its files away takes nothing from who joins later")
    func vanishedFiles() throws {
        let folder = MemoryFolder()
        var (first, _) = try GroupMember.first(folder)
        var second = try first.adding("desktop", folder)
        for text in ["gone before", "gone after", "there"] {
            _ = try second.save(text)
            _ = try second.sync(folder)
        }
        _ = try first.sync(folder)
        let names = folder.segments(second.device)
        folder.files[second.device]?[names[0]] = nil
        try first.remove(second.device, in: folder)
        _ = try first.sync(folder)
        folder.files[second.device]?[names[1]] = nil
        _ = try first.sync(folder)
        let third = try first.adding("server", folder)
        #expect(third.mergedTexts == ["gone after", "gone before", "there"])
    }

    @Test("Whom somebody removed that had been removed before is a member, and is read on")
    func reinstated() throws {
        let folder = MemoryFolder()
        var (first, _) = try GroupMember.first(folder)
        var second = try first.adding("desktop", folder)
        var third = try second.adding("server", folder)
        var fourth = try first.adding("tablet", folder)
        for _ in 0..<2 {
            _ = try second.sync(folder)
            _ = try third.sync(folder)
            _ = try fourth.sync(folder)
            _ = try first.sync(folder)
        }
        // The second, which is removed meanwhile, removes the third.
        let aside = MemoryFolder(folder)
        try second.remove(third.device, in: aside)
        try second.write(to: aside)
        try first.remove(second.device, in: folder)
        _ = try fourth.sync(aside)
        #expect(!fourth.membership.has(third.device))
        _ = try first.sync(folder)
        aside.carry(to: folder)
        _ = try third.save("mine")
        for _ in 0..<2 {
            _ = try third.sync(folder)
            _ = try fourth.sync(folder)
            _ = try first.sync(folder)
        }
        for member in [first, third, fourth] {
            #expect(member.membership.has(third.device))
            #expect(member.mergedTexts == ["mine"])
        }
    }

    @Test("Who leaves says so, and what it had saved stays")
    func leaving() throws {
        let folder = MemoryFolder()
        var (first, _) = try GroupMember.first(folder)
        var second = try first.adding("desktop", folder)
        _ = try second.save("mine")
        try second.leave()
        try second.write(to: folder)
        _ = try second.save("later")
        _ = try second.sync(folder)
        _ = try first.sync(folder)
        #expect(first.mergedTexts == ["mine"])
        #expect(!first.membership.has(second.device))
    }
}
