import HealthStore

/// A device in a group: its keys, the statements and keys that it knows, and its copy of the entries.
///
/// Each method that changes it is one transaction of what holds it; files are written after it, by ``write(to:)``.
package struct GroupMember: Sendable {
    package let group: SyncID
    package private(set) var keys: DeviceKeys
    /// What the keys come from; it is kept with the store.
    package private(set) var secret: SecretBytes
    package private(set) var replica: Replica
    package private(set) var statements = StatementLog()
    package private(set) var membership: Membership
    /// The keys of the epochs that this device can open.
    package private(set) var epochs: [SyncID: SecretBytes] = [:]
    /// Files that are made and may not be written: a crash between the transaction and the file loses none.
    package private(set) var unwritten: [WrittenFile] = []
    /// Files that are folded into others, to be removed when those are written.
    package private(set) var superfluous: [WrittenFile] = []
    /// Which files hold which segments of this device's log.
    private var ownFiles: [Digest: [UInt8]] = [:]

    /// A file, with where it goes.
    package struct WrittenFile: Hashable, Sendable {
        package var device: SyncID
        package var name: FileName
        package var bytes: [UInt8]
    }

    private init(group: SyncID, secret: SecretBytes) throws {
        self.group = group
        self.secret = secret
        keys = try DeviceKeys(secret: secret)
        replica = Replica(device: keys.device)
        membership = Membership([], group: group)
    }

    package var device: SyncID { keys.device }

    /// Does something here: merges entries, and lets the others know.
    /// - Throws: ``SyncError`` with code `invalidArgument` for an entry that no file can hold; nothing is done then.
    package mutating func record(_ entries: [Entry]) throws {
        guard entries.allSatisfy(\.fits) else {
            throw SyncError(.invalidArgument, "A value is too large for the group's files.")
        }
        replica.record(entries)
    }

    // MARK: Statements

    /// Takes statements in, and learns what they say of removals and keys.
    mutating func learn() throws {
        membership = Membership(statements.verified, group: group)
        for (device, removal) in membership.removals { replica.learn(removal, of: device) }
        try openEpochs()
    }

    private mutating func openEpochs() throws {
        for statement in membership.counted {
            guard case .epoch(let id, let sealed) = statement.body, epochs[id] == nil else { continue }
            for key in sealed where key.recipient == device {
                // Who seals another key than it says is not believed.
                guard let opened = try? keys.receiving.open(key.sealed), GroupIdentity.epoch(opened) == id else {
                    continue
                }
                epochs[id] = opened
            }
        }
    }

    @discardableResult
    private mutating func say(_ body: StatementBody, as signer: DeviceKeys? = nil) throws -> Statement {
        let signer = signer ?? keys
        let last = statements.end(of: signer.device)
        let (file, statement) = StatementCoding.sign(
            body,
            group: group,
            number: (last?.number ?? 0) + 1,
            previous: last?.hash,
            signer: signer.signing
        )
        try statements.keep(file, group: group)
        let name = FileName(.statement, first: statement.number, last: 0, hash: statement.hash.description)
        unwritten.append(WrittenFile(device: signer.device, name: name, bytes: file))
        return statement
    }

    // MARK: Beginning and joining

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
        let name = Array(name.utf8.prefix(Answer.longestName))
        try member.say(
            .add(name: name, keys: member.keys.keys, rank: 1, invite: [UInt8](repeating: 0, count: 32)),
            as: founder
        )
        try member.learn()
        return member
    }

    /// Whoever has a member's secret, with what a folder tells: the group's recovery key opens everything.
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
    /// - Throws: ``SyncError`` with code `notPermitted` for who is no member.
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
    ///   - now: Milliseconds since 1970.
    ///   - cost: What the code costs.
    /// - Returns: The device, whose answer is to be written; it is a member once the inviter has added it.
    /// - Throws: ``SyncError``: `wrongCode` when no invitation has the code, `invitation` when it is expired or used.
    package static func join(
        group: SyncID,
        code: InvitationCode,
        secret: SecretBytes,
        name: String,
        folder: some GroupFolder,
        now: Int64,
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
        guard invite.expires > now else { throw SyncError(.invitation, "The invitation is expired. Ask for another.") }
        guard !member.isUsed(keys.signing.publicKey) else {
            throw SyncError(.invitation, "The invitation is used. Ask for another.")
        }
        let answer = Answer(
            group: group,
            invite: keys.signing.publicKey,
            keys: member.keys.keys,
            name: Array(name.utf8)
        )
        let file = answer.file(code: keys.signing, device: member.keys.signing)
        let named = FileName(.answer, first: 0, last: 0, hash: Digest(of: file).description)
        member.unwritten.append(WrittenFile(device: member.device, name: named, bytes: file))
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
    /// - Parameters:
    ///   - folder: The group's folder.
    ///   - now: Milliseconds since 1970.
    /// - Returns: The devices added.
    /// - Throws: ``SyncError`` with code `invitation` when an invitation has two answers; nobody is added then.
    package mutating func acceptAnswers(_ folder: some GroupFolder, now: Int64) throws -> [SyncID] {
        var open: [[UInt8]: Int64] = [:]
        for statement in membership.counted where statement.signer == device {
            if case .invite(let code, let expires, _) = statement.body, !isUsed(code) { open[code] = expires }
        }
        var answers: [[UInt8]: Set<Answer>] = [:]
        for other in try folder.devices() {
            for name in try folder.names(of: other).compactMap({ FileName($0) }) where name.kind == .answer {
                // What is no answer with the right signatures is nobody's.
                guard let answer = try? Answer.read(try folder.bytes(name, of: other)), answer.group == group,
                    answer.keys.device == other, open[answer.invite] != nil
                else {
                    continue
                }
                answers[answer.invite, default: []].insert(answer)
            }
        }
        var added: [SyncID] = []
        for (invite, found) in answers.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            guard found.count == 1, let answer = found.first else {
                throw SyncError(.invitation, "\(found.count) devices answered one invitation. None was added.")
            }
            guard open[invite] ?? 0 > now, membership.everybody[answer.keys.device] == nil else { continue }
            try say(.add(name: answer.name, keys: answer.keys, rank: membership.nextRank, invite: invite))
            try learn()
            added.append(answer.keys.device)
        }
        try shareEpochs()
        return added
    }

    // MARK: Removing

    /// Removes a device: names what still counts of its log and statements.
    /// - Throws: ``SyncError`` with code `notPermitted` for one of a rank that isn't greater.
    package mutating func remove(_ other: SyncID) throws {
        try remove(other, as: keys)
    }

    /// Removes a device by the group's recovery key, which may remove any.
    /// - Throws: ``SyncError``: `wrongCode` for another key, `notPermitted` for a device that is no member.
    package mutating func remove(_ other: SyncID, recovery: SecretBytes) throws {
        let founder = try DeviceKeys(secret: recovery)
        guard founder.device == membership.founder else {
            throw SyncError(.wrongCode, "This isn't the group's recovery key.")
        }
        try remove(other, as: founder)
    }

    private mutating func remove(_ other: SyncID, as signer: DeviceKeys) throws {
        guard membership.may(signer.device, remove: other) else {
            throw SyncError(.notPermitted, "This device may not remove the other: it joined later, or isn't a member.")
        }
        let files = (replica.read[other] ?? [:]).values.map { NamedFile($0) }.sorted()
        let said = membership.counted.filter { $0.signer == other }.map(\.hash).sorted()
        try say(.remove(device: other, files: files, statements: said), as: signer)
        try learn()
        try shareEpochs()
    }

    /// Leaves the group.
    /// - Throws: ``SyncError`` with code `notPermitted` for who is no member.
    package mutating func leave() throws {
        guard membership.has(device) else { throw Self.noMember }
        try seal()
        try say(.leave(files: replica.log.map { NamedFile($0) }))
        try learn()
    }

    // MARK: Epochs

    /// Begins an epoch where there is none to write in, and seals those that there are to members who lack them.
    mutating func shareEpochs() throws {
        guard membership.has(device) else { return }
        if !membership.usableEpochs.contains(where: { epochs[$0] != nil }) {
            let key = try SecretBytes.random(count: AuthenticatedBox.keySize)
            let members = try membership.members.map { try sealed(key, to: $0) }
            try say(.epoch(id: GroupIdentity.epoch(key), keys: members))
            try learn()
        }
        for (id, key) in epochs.sorted(by: { $0.key < $1.key }) {
            let missing = membership.missing(in: id)
            guard !missing.isEmpty else { continue }
            try say(.epoch(id: id, keys: try missing.map { try sealed(key, to: $0) }))
            try learn()
        }
    }

    private func sealed(_ key: SecretBytes, to member: Membership.Member) throws -> SealedKey {
        SealedKey(recipient: member.device, sealed: try SealedBox.seal(key, to: member.keys.receiving))
    }

    // MARK: Identity

    /// Goes on under a new identity where the folder has a file of this device's own that its store doesn't know.
    ///
    /// The disk was copied, or the store is from a backup. The old key adds the new device; its log is read like any other.
    mutating func renewIfNeeded(_ folder: some GroupFolder) throws {
        let isStrange = try folder.names(of: device)
            .contains { text in
                guard let name = FileName(text), name.kind == .segment,
                    let bytes = try? folder.bytes(name, of: device), Digest(of: bytes).description == name.hash,
                    // What can't be read, or isn't signed with this device's key, says nothing of it.
                    let header = try? SegmentCoding.header(bytes), header.group == group
                else {
                    return false
                }
                return replica.isStrange(header, hash: Digest(of: bytes))
                    && SegmentCoding.isSigned(bytes, by: keys.signing)
            }
        guard isStrange, let own = membership.everybody[device], membership.has(device) else { return }
        let new = try SecretBytes.random(count: SigningKey.seedSize)
        let successor = try DeviceKeys(secret: new)
        let invite = [UInt8](repeating: 0, count: SigningKey.publicKeySize)
        try say(.add(name: own.name, keys: successor.keys, rank: membership.nextRank, invite: invite))
        // Keys that were sealed to the old identity are known already.
        (secret, keys, ownFiles) = (new, successor, [:])
        replica.become(successor.device)
        try learn()
    }

    // MARK: Writing

    /// Seals what waits.
    ///
    /// Who is no member yet, or any more, keeps it.
    ///
    /// - Parameter withHeads: Whether to say how far the other logs were read; once a minute is enough.
    /// - Throws: ``StoreError`` without memory for keys.
    package mutating func seal(withHeads: Bool = false) throws {
        try shareEpochs()
        if withHeads, !replica.outbox.isEmpty { replica.recordHeads() }
        guard membership.has(device), let epoch = membership.usableEpochs.first(where: { epochs[$0] != nil }),
            let key = epochs[epoch]
        else {
            return
        }
        var files: [WrittenFile] = []
        let (device, keys) = (device, keys)
        try replica.seal(group: group, epoch: epoch) { header, entries in
            let sealed = try SegmentCoding.seal(header, entries, epoch: key, signer: keys.signing)
            files.append(WrittenFile(device: device, name: FileName(sealed.segment), bytes: sealed.file))
            return sealed.segment
        }
        unwritten += files
        for file in files { ownFiles[Digest(of: file.bytes)] = file.bytes }
    }

    /// Folds files of one size into one.
    package mutating func fold() throws {
        guard membership.has(device), let range = replica.foldable,
            let epoch = membership.usableEpochs.first(where: { epochs[$0] != nil }), let key = epochs[epoch]
        else {
            return
        }
        var written: WrittenFile?
        let (device, keys) = (device, keys)
        let old = try replica.fold(range, epoch: epoch) { header, entries in
            let sealed = try SegmentCoding.seal(header, entries, epoch: key, signer: keys.signing)
            written = WrittenFile(device: device, name: FileName(sealed.segment), bytes: sealed.file)
            return sealed.segment
        }
        guard let written else { return }
        unwritten.append(written)
        ownFiles[Digest(of: written.bytes)] = written.bytes
        for segment in old {
            superfluous.append(WrittenFile(device: device, name: FileName(segment), bytes: []))
            ownFiles[segment.hash] = nil
        }
    }

    /// Writes the files that are made; what can't be written is written the next time.
    /// - Throws: ``SyncError`` with code `folder`.
    package mutating func write(to folder: some GroupFolder) throws {
        while let file = unwritten.first {
            try folder.write(file.bytes, file.name, of: file.device)
            unwritten.removeFirst()
            replica.wrote(Digest(of: file.bytes))
        }
        while let file = superfluous.first {
            try folder.remove(file.name, of: file.device)
            superfluous.removeFirst()
        }
        // Own files that vanished are written again.
        let present = Set(try folder.names(of: device))
        for segment in replica.log where !present.contains(FileName(segment).description) {
            guard let bytes = ownFiles[segment.hash] else { continue }
            try folder.write(bytes, FileName(segment), of: device)
        }
    }

    // MARK: Reading

    /// A file that isn't read, and why.
    package struct Problem: Hashable, Sendable {
        package var device: SyncID
        package var name: String
        package var error: SyncError.Code
    }

    /// Reads the statements of a folder.
    package mutating func readStatements(_ folder: some GroupFolder) throws -> [Problem] {
        var problems: [Problem] = []
        var isNew = false
        for other in try folder.devices() {
            for text in try folder.names(of: other) {
                guard let name = FileName(text), name.kind == .statement else { continue }
                do {
                    if try statements.keep(try folder.bytes(name, of: other), group: group) { isNew = true }
                } catch let error as SyncError {
                    problems.append(Problem(device: other, name: text, error: error.code))
                }
            }
        }
        if isNew { try learn() }
        return problems
    }

    /// Reads what a folder has, file by file.
    ///
    /// - Parameters:
    ///   - folder: The group's folder.
    ///   - forms: Tells samples that say the same.
    /// - Returns: The files that weren't read, and why.
    /// - Throws: ``SyncError`` with code `folder`.
    package mutating func read(_ folder: some GroupFolder, _ forms: some SampleForms) throws -> [Problem] {
        var problems = try readStatements(folder)
        try renewIfNeeded(folder)
        var waiting: [(device: SyncID, name: FileName)] = []
        for other in try folder.devices() {
            for text in try folder.names(of: other) {
                if let name = FileName(text) {
                    if name.kind == .segment { waiting.append((other, name)) }
                } else if !(text.hasPrefix(".") && text.hasSuffix(".tmp")) {
                    problems.append(Problem(device: other, name: text, error: .foreign))
                }
            }
        }
        var goesOn = true
        while goesOn {
            goesOn = false
            var left: [(device: SyncID, name: FileName)] = []
            for file in waiting.sorted(by: { ($0.name, $0.device) < ($1.name, $1.device) }) {
                switch try take(file.name, of: file.device, folder, forms) {
                case .taken: goesOn = true
                case .known: break
                case .waits: left.append(file)
                case .refused(let error):
                    problems.append(Problem(device: file.device, name: file.name.description, error: error))
                }
            }
            waiting = left
        }
        for file in waiting {
            problems.append(Problem(device: file.device, name: file.name.description, error: .waiting))
        }
        return problems
    }

    private enum Outcome {
        case taken
        case known
        case waits
        case refused(SyncError.Code)
    }

    private mutating func take(
        _ name: FileName,
        of other: SyncID,
        _ folder: some GroupFolder,
        _ forms: some SampleForms
    ) throws -> Outcome {
        guard let member = membership.everybody[other] else { return .refused(.foreign) }
        do {
            let bytes = try folder.bytes(name, of: other)
            let hash = Digest(of: bytes)
            guard hash.description == name.hash else { return .refused(.damaged) }
            let header = try SegmentCoding.header(bytes)
            guard header.group == group, header.device == other, header.first == name.first, header.last == name.last
            else {
                return .refused(.foreign)
            }
            if replica.applied.contains(header.replaces ?? hash) { return .known }
            guard replica.wants(header, hash: hash) else { return .waits }
            let segment = try SegmentCoding.open(bytes, signer: member.keys.signing) { epochs[$0] }
            replica.take(segment, forms)
            return .taken
        } catch let error as SyncError {
            return .refused(error.code)
        }
    }

    private static let noMember = SyncError(.notPermitted, "This device isn't a member of the group.")
}
