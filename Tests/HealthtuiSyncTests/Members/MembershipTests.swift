import HealthKitStore
import HealthtuiSync
import RandomTesting
import Testing

@Suite struct MembershipTests {
    /// A group on paper: statements with names for devices, signed by nobody.
    private struct Paper {
        let group: SyncID
        let founder: MemberKeys
        var statements: [Statement] = []
        private var numbers: [SyncID: UInt64] = [:]

        init() {
            let nonce = SyncID.random()
            founder = Self.keys("recovery")
            group = GroupIdentity.group(nonce: nonce, keys: founder)
            say(.found(nonce: nonce, keys: founder), founder)
        }

        static func keys(_ name: String) -> MemberKeys {
            let bytes = Digest(of: Array(name.utf8)).bytes
            return MemberKeys(signing: bytes, receiving: bytes)
        }

        @discardableResult
        mutating func say(_ body: StatementBody, _ signer: MemberKeys) -> Statement {
            numbers[signer.device, default: 0] += 1
            let statement = Statement(
                group: group,
                signer: signer.device,
                number: numbers[signer.device] ?? 1,
                previous: nil,
                body: body,
                hash: Digest(of: SyncID.random().bytes)
            )
            statements.append(statement)
            return statement
        }

        @discardableResult
        mutating func add(_ name: String, by signer: MemberKeys, rank: UInt64) -> Statement {
            let invite = [UInt8](repeating: 0, count: 32)
            return say(.add(name: Array(name.utf8), keys: Self.keys(name), rank: rank, invite: invite), signer)
        }

        @discardableResult
        mutating func remove(_ name: String, by signer: MemberKeys, naming: [Statement] = []) -> Statement {
            say(.remove(device: Self.keys(name).device, files: [], statements: naming.map(\.hash)), signer)
        }

        func names(_ statements: [Statement]? = nil) -> Set<String> {
            let membership = Membership(statements ?? self.statements, group: group)
            return Set(membership.members.map { String(decoding: $0.name, as: UTF8.self) })
        }
    }

    private let a = Paper.keys("a")
    private let b = Paper.keys("b")
    private let c = Paper.keys("c")

    private func three() -> Paper {
        var paper = Paper()
        paper.add("a", by: paper.founder, rank: 1)
        paper.add("b", by: a, rank: 2)
        paper.add("c", by: b, rank: 3)
        return paper
    }

    @Test("Members add members, and whoever joined first may remove")
    func ranks() {
        var paper = three()
        #expect(paper.names() == ["", "a", "b", "c"])
        paper.remove("c", by: a)
        #expect(paper.names() == ["", "a", "b"])
        paper.remove("a", by: b)
        #expect(paper.names() == ["", "a", "b"])
        paper.remove("a", by: paper.founder)
        // Whom the removed device had added stays where the removal names the statement.
        #expect(paper.names() == [""])
    }

    @Test("Two who remove each other: the one of lesser rank stays")
    func mutual() {
        var paper = three()
        let adding = paper.statements.filter { $0.signer == b.device }
        paper.remove("b", by: a, naming: adding)
        paper.remove("a", by: b)
        paper.remove("c", by: b)
        #expect(paper.names() == ["", "a", "c"])
    }

    @Test("Equal ranks are told apart by identities, and no two remove each other")
    func equalRanks() {
        var paper = Paper()
        paper.add("a", by: paper.founder, rank: 1)
        paper.add("b", by: paper.founder, rank: 1)
        paper.remove("b", by: a)
        paper.remove("a", by: b)
        #expect(paper.names() == ["", a.device < b.device ? "a" : "b"])
    }

    @Test("What a removed device says later doesn't count, whatever it says")
    func later() {
        var paper = three()
        paper.remove("b", by: a, naming: paper.statements.filter { $0.signer == b.device })
        paper.add("d", by: b, rank: 9)
        paper.remove("c", by: b)
        paper.say(.epoch(id: .random(), keys: [SealedKey(recipient: b.device, sealed: [])]), b)
        #expect(paper.names() == ["", "a", "c"])
        #expect(Membership(paper.statements, group: paper.group).usableEpochs.isEmpty)
    }

    @Test("Who leaves is gone, with what it says later; whom it had added stays")
    func leaving() {
        var paper = three()
        paper.say(.leave(files: []), b)
        paper.add("d", by: b, rank: 9)
        #expect(paper.names() == ["", "a", "c"])
    }

    @Test("Nobody adds a device of lesser rank than its own, and no stranger adds any")
    func strangers() {
        var paper = three()
        paper.add("d", by: c, rank: 3)
        paper.add("e", by: Paper.keys("stranger"), rank: 9)
        #expect(paper.names() == ["", "a", "b", "c"])
    }

    @Test("Another founding statement doesn't begin the group again")
    func founding() {
        var paper = three()
        paper.say(.found(nonce: .random(), keys: b), b)
        let membership = Membership(paper.statements, group: paper.group)
        #expect(membership.founder == paper.founder.device)
    }

    @Test("An epoch that a removed device can open isn't written in, nor one that a stranger can")
    func epochs() {
        var paper = three()
        let (old, new) = (SyncID.random(), SyncID.random())
        func keys(_ devices: [MemberKeys]) -> [SealedKey] {
            devices.map { SealedKey(recipient: $0.device, sealed: []) }
        }
        paper.say(.epoch(id: old, keys: keys([paper.founder, a, b])), a)
        paper.say(.epoch(id: old, keys: keys([c])), b)
        #expect(Membership(paper.statements, group: paper.group).usableEpochs == [old])
        paper.remove("c", by: a, naming: [])
        #expect(Membership(paper.statements, group: paper.group).usableEpochs.isEmpty)
        paper.say(.epoch(id: new, keys: keys([paper.founder, a])), a)
        let membership = Membership(paper.statements, group: paper.group)
        #expect(membership.usableEpochs == [new])
        #expect(membership.missing(in: new).map(\.device) == [b.device])
    }

    /// Random statements of a few devices, some of them hostile.
    private static func random(_ generator: inout SeededGenerator) -> Paper {
        var paper = Paper()
        let names = ["a", "b", "c", "d", "e"]
        paper.add("a", by: paper.founder, rank: 1)
        for _ in 0..<Int.random(in: 3...12, using: &generator) {
            let signer = Paper.keys(names.randomElement(using: &generator) ?? "a")
            let target = names.randomElement(using: &generator) ?? "b"
            switch Int.random(in: 0..<6, using: &generator) {
            case 0...2: paper.add(target, by: signer, rank: UInt64.random(in: 1...5, using: &generator))
            case 3...4:
                let said = paper.statements.filter {
                    $0.signer == Paper.keys(target).device && Bool.random(using: &generator)
                }
                paper.remove(target, by: Bool.random(using: &generator) ? signer : paper.founder, naming: said)
            default: paper.say(.leave(files: []), signer)
            }
        }
        return paper
    }

    @Test("All who have the same statements agree on the members, and members alone had a say")
    func agreement() {
        var generator = SeededGenerator("members")
        for _ in 0..<400 {
            let paper = Self.random(&generator)
            let membership = Membership(paper.statements, group: paper.group)
            for _ in 0..<3 {
                let other = Membership(
                    (paper.statements + paper.statements.prefix(2)).shuffled(using: &generator),
                    group: paper.group
                )
                #expect(other.members == membership.members)
                #expect(other.removals == membership.removals)
                #expect(Set(other.counted) == Set(membership.counted))
            }
            #expect(membership.has(paper.founder.device))
            for (device, member) in membership.everybody where device != paper.founder.device {
                // Somebody of lesser rank added it.
                let adders = paper.statements.compactMap { statement -> UInt64? in
                    guard case .add(_, let keys, member.rank, _) = statement.body, keys.device == device else {
                        return nil
                    }
                    return membership.everybody[statement.signer]?.rank
                }
                #expect(adders.contains { $0 < member.rank })
                guard membership.removals[device] != nil else { continue }
                // Somebody of lesser rank, or the device itself, removed it.
                let removers = paper.statements.filter {
                    switch $0.body {
                    case .remove(device, _, _): true
                    case .leave: $0.signer == device
                    default: false
                    }
                }
                #expect(
                    removers.contains {
                        guard let remover = membership.everybody[$0.signer] else { return false }
                        return remover.device == device
                            || (remover.rank, remover.device) < (member.rank, member.device)
                    }
                )
            }
        }
    }
}
