/// The members of a group: a function of the set of its statements, whatever their order.
package struct Membership: Sendable {
    /// A member, or one that was.
    package struct Member: Hashable, Sendable {
        package var keys: MemberKeys
        package var name: [UInt8]
        /// A member may remove those of a greater rank; the recovery key has 0.
        package var rank: UInt64

        package var device: SyncID { keys.device }

        fileprivate var order: (UInt64, SyncID) { (rank, device) }
    }

    /// Everybody who was ever a member, by device.
    package private(set) var everybody: [SyncID: Member] = [:]
    /// The device that added each device.
    package private(set) var adders: [SyncID: SyncID] = [:]
    /// The devices that are members no longer, and the part of their logs that counts.
    package private(set) var removals: [SyncID: Removal] = [:]
    /// The group's recovery key.
    package private(set) var founder: SyncID?
    /// The founding statement.
    package private(set) var founding: Digest?
    /// The statements that count.
    package private(set) var counted: [Statement] = []
    /// The numbers of the statements with which devices left: later ones don't count.
    private var lastNumbers: [SyncID: UInt64] = [:]
    /// The statements of those removed that still count.
    private var named: [SyncID: Set<Digest>] = [:]

    /// Works out who belongs to a group.
    ///
    /// Everybody is decided on by those of lesser rank, who are decided on before, so no two can remove each other.
    ///
    /// - Parameters:
    ///   - statements: Statements with verified signatures.
    ///   - group: The group.
    package init(_ statements: some Collection<Statement>, group: SyncID) {
        let sorted = statements.filter { $0.group == group }.sorted { $0.hash < $1.hash }
        for statement in sorted {
            guard case .found(let nonce, let keys) = statement.body, keys.device == statement.signer,
                GroupIdentity.group(nonce: nonce, keys: keys) == group
            else {
                continue
            }
            // One founding statement alone has this group's identity.
            everybody[keys.device] = Member(keys: keys, name: [], rank: 0)
            (founder, founding) = (keys.device, statement.hash)
        }
        let removing = sorted.filter {
            if case .remove = $0.body { true } else { false }
        }
        for (statement, member) in Self.additions(sorted) {
            guard everybody[member.device] == nil, let adder = everybody[statement.signer],
                adder.rank < member.rank, counts(statement)
            else {
                continue
            }
            everybody[member.device] = member
            adders[member.device] = statement.signer
            for statement in removing { remove(statement, member) }
            for statement in sorted where statement.signer == member.device { leave(statement, member) }
        }
        counted = sorted.filter { counts($0) }
    }

    /// Additions, those of the least rank first.
    private static func additions(_ statements: [Statement]) -> [(Statement, Member)] {
        let found = statements.compactMap { statement -> (Statement, Member)? in
            guard case .add(let name, let keys, let rank, _) = statement.body else { return nil }
            return (statement, Member(keys: keys, name: name, rank: rank))
        }
        return found.sorted { left, right in
            left.1.order == right.1.order ? left.0.hash < right.0.hash : left.1.order < right.1.order
        }
    }

    private mutating func remove(_ statement: Statement, _ member: Member) {
        guard case .remove(let device, let files, let statements) = statement.body, device == member.device,
            let remover = everybody[statement.signer], remover.order < member.order, counts(statement)
        else {
            return
        }
        removals[device, default: Removal()].files.formUnion(files)
        named[device, default: []].formUnion(statements)
    }

    private mutating func leave(_ statement: Statement, _ member: Member) {
        guard case .leave(let files) = statement.body, removals[member.device] == nil else { return }
        removals[member.device] = Removal(files: Set(files))
        lastNumbers[member.device] = statement.number
    }

    /// Whether a statement counts: its signer was a member, and where it is one no longer, the removal names the statement.
    private func counts(_ statement: Statement) -> Bool {
        guard everybody[statement.signer] != nil else { return false }
        guard removals[statement.signer] != nil else { return true }
        // A device that left did so by itself: its statements until then count.
        if let last = lastNumbers[statement.signer] { return statement.number <= last }
        return named[statement.signer]?.contains(statement.hash) ?? false
    }

    /// The members of the group, in the order of their ranks; the recovery key is one of them.
    package var members: [Member] {
        everybody.values.filter { removals[$0.device] == nil }.sorted { $0.order < $1.order }
    }

    /// Whether a device belongs to the group.
    package func has(_ device: SyncID) -> Bool { everybody[device] != nil && removals[device] == nil }

    /// Whether a device may remove another.
    package func may(_ device: SyncID, remove other: SyncID) -> Bool {
        guard has(device), has(other), let remover = everybody[device], let target = everybody[other] else {
            return false
        }
        return remover.order < target.order
    }

    /// The rank of the next device.
    package var nextRank: UInt64 {
        let highest = everybody.values.map(\.rank).max() ?? 0
        return highest == .max ? .max : highest + 1
    }

    /// The devices that can open the files of an epoch.
    package func recipients(of epoch: SyncID) -> Set<SyncID> {
        var recipients: Set<SyncID> = []
        for statement in counted {
            guard case .epoch(let id, let keys) = statement.body, id == epoch else { continue }
            recipients.formUnion(keys.map(\.recipient))
        }
        return recipients
    }

    /// The epochs that a member may write in: all who can open it are members.
    ///
    /// The first is to be taken.
    package var usableEpochs: [SyncID] {
        var epochs: Set<SyncID> = []
        for statement in counted {
            if case .epoch(let id, _) = statement.body { epochs.insert(id) }
        }
        return epochs.filter { recipients(of: $0).allSatisfy { has($0) } }.sorted()
    }

    /// The members who can't open an epoch.
    package func missing(in epoch: SyncID) -> [Member] {
        let recipients = recipients(of: epoch)
        return members.filter { !recipients.contains($0.device) }
    }

    /// The epochs of which a member has said that it can't open the key sealed to it, by epoch.
    ///
    /// It shows that by sealing the epoch to no one.
    package var unopened: [SyncID: Set<SyncID>] {
        var unopened: [SyncID: Set<SyncID>] = [:]
        for statement in counted where has(statement.signer) {
            guard case .epoch(let id, let keys) = statement.body, keys.isEmpty else { continue }
            unopened[id, default: []].insert(statement.signer)
        }
        return unopened
    }

    /// The members to whom a device has sealed an epoch.
    package func recipients(of epoch: SyncID, by signer: SyncID) -> Set<SyncID> {
        var recipients: Set<SyncID> = []
        for statement in counted where statement.signer == signer {
            guard case .epoch(let id, let keys) = statement.body, id == epoch else { continue }
            recipients.formUnion(keys.map(\.recipient))
        }
        return recipients
    }
}
