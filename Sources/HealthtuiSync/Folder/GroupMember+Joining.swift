import HealthKitStore

/// Founding a group, and joining one.
extension GroupMember {
    /// Begins a group.
    ///
    /// - Parameters:
    ///   - recovery: The group's recovery key, which the person keeps.
    ///   - secret: What this device's keys come from.
    ///   - name: What this device is called.
    /// - Returns: The first device.
    /// - Throws: ``StoreError`` without memory for keys.
    package static func found(recovery: SecretBytes, secret: SecretBytes, name: String) throws -> GroupMember {
        let founder = try DeviceKeys(secret: recovery)
        let nonce = SyncID.random()
        let group = GroupIdentity.group(nonce: nonce, keys: founder.keys)
        var member = try GroupMember(group: group, secret: secret)
        try member.say(.found(nonce: nonce, keys: founder.keys), as: founder)
        let name = Array(name.utf8.prefix(JoinAnswer.longestName))
        try member.say(
            .add(name: name, keys: member.keys.keys, rank: 1, invite: [UInt8](repeating: 0, count: 32)),
            as: founder
        )
        try member.learn()
        return member
    }

    /// A member made from a member's secret and the contents of a folder; the group's recovery key opens everything.
    ///
    /// - Parameters:
    ///   - secret: The recovery key, or what a device's keys come from.
    ///   - group: The group.
    /// - Returns: The member, which knows nothing until it reads the folder.
    /// - Throws: ``StoreError`` without memory for keys.
    package static func holder(of secret: SecretBytes, group: SyncID) throws -> GroupMember {
        try GroupMember(group: group, secret: secret)
    }

    /// Invites a device.
    ///
    /// - Parameters:
    ///   - code: What the person reads out.
    ///   - expires: Milliseconds since 1970.
    ///   - cost: What guessing the code costs.
    /// - Throws: ``SyncError`` with code `notPermitted` for a device that isn't a member.
    package mutating func invite(
        _ code: InvitationCode,
        expires: Int64,
        cost: PassphraseCost = .standard
    ) throws {
        guard membership.has(device), let founding = membership.founding else { throw Self.noMember }
        let keys = try code.keys(group: group, cost: cost)
        let proof = keys.proof(group: group, founding: founding, inviter: device, expires: expires)
        try say(.invite(code: keys.signing.publicKey, expires: expires, proof: proof))
        try learn()
    }

    /// Answers an invitation.
    ///
    /// - Parameters:
    ///   - group: The group.
    ///   - code: What the person typed.
    ///   - secret: What this device's keys come from.
    ///   - name: What this device is called.
    ///   - folder: The group's folder.
    ///   - cost: What the code costs.
    /// - Returns: The device, whose answer is to be written; it is a member once the inviter has added it. Whether the invitation
    ///   still holds is up to the inviter, whose clock alone counts.
    /// - Throws: ``SyncError``: `wrongCode` when no invitation has the code, `invitation` when it is used.
    package static func join(
        group: SyncID,
        code: InvitationCode,
        secret: SecretBytes,
        name: String,
        folder: some GroupFolder,
        cost: PassphraseCost = .standard
    ) throws -> GroupMember {
        var member = try GroupMember(group: group, secret: secret)
        _ = try member.readStatements(folder)
        let keys = try code.keys(group: group, cost: cost)
        guard let invite = member.invitation(keys), let founding = member.membership.founding else {
            throw SyncError(.wrongCode, "No invitation in this folder has this code.")
        }
        let proof = keys.proof(
            group: group,
            founding: founding,
            inviter: invite.signer,
            expires: invite.expires
        )
        guard Blake2b.isEqual(proof, invite.proof) else {
            throw SyncError(.wrongCode, "The invitation was changed by somebody who doesn't know the code.")
        }
        guard !member.isUsed(keys.signing.publicKey) else {
            throw SyncError(.invitation, "The invitation is used. Ask for another.")
        }
        let answer = JoinAnswer(
            group: group,
            invite: keys.signing.publicKey,
            keys: member.keys.keys,
            name: Array(name.utf8)
        )
        let file = answer.file(code: keys.signing, device: member.keys.signing)
        let named = FileName(.answer, first: 0, last: 0, hash: Digest(of: file).description)
        member.unwritten.append(WrittenFile(device: member.device, name: named, bytes: file))
        member.answeredEnd = invite.expires
        return member
    }

    private func invitation(_ keys: InvitationKeys) -> (signer: SyncID, expires: Int64, proof: [UInt8])? {
        for statement in membership.counted {
            if case .invite(let code, let expires, let proof) = statement.body, code == keys.signing.publicKey {
                return (statement.signer, expires, proof)
            }
        }
        return nil
    }

    private func isUsed(_ invite: [UInt8]) -> Bool {
        statements.verified.contains {
            if case .add(_, _, _, let used) = $0.body { used == invite } else { false }
        }
    }

    /// Adds the devices that answered this device's invitations.
    ///
    /// If several devices answered one invitation, somebody else may have seen its code: it adds no device from then
    /// on, and ``refusedAnswers`` lists the answers. Others are still added.
    ///
    /// - Parameters:
    ///   - folder: The group's folder.
    ///   - now: Milliseconds since 1970.
    /// - Returns: The devices added.
    /// - Throws: ``StoreError`` without memory for keys.
    package mutating func acceptAnswers(_ folder: some GroupFolder, now: Int64) throws -> [SyncID] {
        var open: [[UInt8]: Int64] = [:]
        for statement in membership.counted where statement.signer == device {
            if case .invite(let code, let expires, _) = statement.body, !isUsed(code) { open[code] = expires }
        }
        deadCodes = deadCodes.filter { open[$0] != nil }
        let answers = try answers(in: folder) { open[$0] != nil }
        refusedAnswers = []
        var added: [SyncID] = []
        for (invite, found) in answers.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            let expires = open[invite] ?? 0
            if found.count > 1 { deadCodes.insert(invite) }
            if deadCodes.contains(invite) {
                if now < expires &+ Self.refusalTime { refusedAnswers += found.map(\.refusal) }
                continue
            }
            guard let answer = found.first?.answer, expires > now,
                membership.everybody[answer.keys.device] == nil
            else { continue }
            try say(.add(name: answer.name, keys: answer.keys, rank: membership.nextRank, invite: invite))
            try learn()
            added.append(answer.keys.device)
        }
        try shareEpochs()
        return added
    }

    /// For how long answers are named that were refused, in milliseconds after their invitation's end: a day.
    private static let refusalTime: Int64 = 86_400_000

    /// Finds out whether another device answered the code that this one answered; ``refusedAnswers`` names both then.
    ///
    /// - Parameter folder: The group's folder.
    /// - Throws: ``SyncError`` with code `folder`.
    package mutating func checkOwnAnswer(_ folder: some GroupFolder) throws {
        refusedAnswers = []
        let answers = try answers(in: folder) { _ in true }
        for found in answers.values where found.count > 1 {
            if found.contains(where: { $0.answer.keys.device == device }) { refusedAnswers += found.map(\.refusal) }
        }
    }

    /// An answer to an invitation, and the name of its file.
    private struct FoundAnswer {
        var answer: JoinAnswer
        var name: FileName

        var refusal: Problem {
            Problem(
                device: answer.keys.device,
                name: name.description,
                error: .invitation,
                deviceName: answer.name
            )
        }
    }

    /// The answers in a folder by the keys of their codes, one of each device.
    private func answers(
        in folder: some GroupFolder,
        to isWanted: ([UInt8]) -> Bool
    ) throws -> [[UInt8]: [FoundAnswer]] {
        var answers: [[UInt8]: [FoundAnswer]] = [:]
        for other in try folder.devices() {
            let names = (try? folder.names(of: other)) ?? []
            for name in names.compactMap({ FileName($0) }) where name.kind == .answer {
                // Ignores anything that isn't an answer with the right signatures.
                guard let answer = try? JoinAnswer.read(try folder.bytes(name, of: other)), answer.group == group,
                    answer.keys.device == other, isWanted(answer.invite),
                    !(answers[answer.invite] ?? []).contains(where: { $0.answer.keys.device == other })
                else {
                    continue
                }
                answers[answer.invite, default: []].append(FoundAnswer(answer: answer, name: name))
            }
        }
        return answers
    }
}
