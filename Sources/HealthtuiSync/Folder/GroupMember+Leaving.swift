import HealthKitStore

/// Removing devices, and the keys that remain.
extension GroupMember {
    /// Removes a device: names what still counts of its log and statements, and keeps the files that it names.
    ///
    /// - Parameters:
    ///   - other: The device.
    ///   - folder: The group's folder. What was read of the device and is gone from it is repeated in this device's log.
    /// - Throws: ``SyncError`` with code `notPermitted` for one of a rank that isn't greater.
    package mutating func remove(_ other: SyncID, in folder: some GroupFolder) throws {
        try remove(other, in: folder, as: keys)
    }

    /// Removes a device by the group's recovery key, which may remove any.
    ///
    /// - Parameters:
    ///   - other: The device.
    ///   - folder: The group's folder.
    ///   - recovery: The group's recovery key.
    /// - Throws: ``SyncError``: `wrongCode` for another key, `notPermitted` for a device that isn't a member.
    package mutating func remove(_ other: SyncID, in folder: some GroupFolder, recovery: SecretBytes) throws {
        let founder = try DeviceKeys(secret: recovery)
        guard founder.device == membership.founder else {
            throw SyncError(.wrongCode, "This isn't the group's recovery key.")
        }
        try remove(other, in: folder, as: founder)
    }

    private mutating func remove(_ other: SyncID, in folder: some GroupFolder, as signer: DeviceKeys) throws {
        guard membership.may(signer.device, remove: other) else {
            throw SyncError(
                .notPermitted,
                "This machine joined after the other and can't remove it; the group's recovery key can."
            )
        }
        var files: [NamedFile] = []
        for segment in (replica.read[other] ?? [:]).values.sorted(by: { $0.hash < $1.hash }) {
            let name = FileName(segment)
            // A file that can't be read any more isn't named, and so is repeated.
            guard let bytes = try? folder.bytes(name, of: other), Digest(of: bytes) == segment.hash else { continue }
            files.append(NamedFile(segment))
            keptFiles.append(WrittenFile(device: other, name: name, bytes: bytes))
        }
        let said = membership.counted.filter { $0.signer == other }.map(\.hash).sorted()
        try say(.remove(device: other, files: files, statements: said), as: signer)
        try learn()
        try shareEpochs()
    }

    /// Leaves the group.
    /// - Throws: ``SyncError`` with code `notPermitted` for a device that isn't a member.
    package mutating func leave() throws {
        guard membership.has(device) else { throw Self.noMember }
        try seal()
        try say(.leave(files: replica.log.map { NamedFile($0) }))
        try learn()
    }

    /// Begins an epoch where there is none to write in, and seals those that there are to members who lack them.
    mutating func shareEpochs() throws {
        guard membership.has(device) else { return }
        if !membership.usableEpochs.contains(where: { epochs[$0] != nil }) {
            let key = try SecretBytes.random(count: AuthenticatedBox.keySize)
            let members = membership.members.compactMap { try? sealed(key, to: $0) }
            try say(.epoch(id: GroupIdentity.epoch(key), keys: members))
            try learn()
        }
        try sayUnopened()
        let unopened = membership.unopened
        for (id, key) in epochs.sorted(by: { $0.key < $1.key }) {
            var missing = membership.missing(in: id)
            // Their sealed copy didn't yield the key; each device that has the key seals it to them once.
            if let asking = unopened[id] {
                let sealed = membership.recipients(of: id, by: device)
                missing += membership.members.filter { asking.contains($0.device) && !sealed.contains($0.device) }
            }
            // Nothing can be sealed to an invalid key: a member with one doesn't block the others.
            let keys = missing.compactMap { try? sealed(key, to: $0) }
            if keys.isEmpty { continue }
            try say(.epoch(id: id, keys: keys))
            try learn()
        }
    }

    /// Reports the epochs whose keys this device can't open.
    private mutating func sayUnopened() throws {
        var ids: Set<SyncID> = []
        for statement in membership.counted {
            guard case .epoch(let id, let keys) = statement.body, epochs[id] == nil else { continue }
            if keys.contains(where: { $0.recipient == device }) { ids.insert(id) }
        }
        let said = membership.unopened
        for id in ids.sorted() where !(said[id]?.contains(device) ?? false) {
            try say(.epoch(id: id, keys: []))
            try learn()
        }
    }

    private func sealed(_ key: SecretBytes, to member: Membership.Member) throws -> SealedKey {
        SealedKey(recipient: member.device, sealed: try SealedBox.seal(key, to: member.keys.receiving))
    }
}
