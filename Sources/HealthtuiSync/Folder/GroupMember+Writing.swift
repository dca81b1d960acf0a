import HealthKitStore

/// The files that a device writes.
extension GroupMember {
    /// Goes on under a new identity where the folder has a file of this device's own that its store doesn't know.
    ///
    /// The disk was copied, or the store is from a backup. The old key adds the new device; its log is read like any other.
    mutating func renewIfNeeded(_ folder: some GroupFolder) throws {
        let known = knownNames(of: device)
        let isStrange = ((try? folder.names(of: device)) ?? [])
            .contains { text in
                guard let name = FileName(text), name.kind == .segment, !known.contains(name),
                    let bytes = try? folder.bytes(name, of: device), Digest(of: bytes).description == name.hash,
                    // A file that can't be read, or isn't signed with this device's key, is ignored.
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

    /// Seals the pending entries.
    ///
    /// A device that isn't a member, yet or any more, keeps them.
    ///
    /// - Parameter withHeads: Whether to say how far the other logs were read; once a minute is enough.
    /// - Throws: ``StoreError`` without memory for keys.
    package mutating func seal(withHeads: Bool = false) throws { try seal(withHeads: withHeads, packed: nil) }

    /// Seals the pending entries, the first of which may be packed already.
    mutating func seal(withHeads: Bool, packed: PackedEntries?) throws {
        try shareEpochs()
        if withHeads, !replica.outbox.isEmpty { replica.recordHeads() }
        guard membership.has(device), let epoch = membership.usableEpochs.first(where: { epochs[$0] != nil }),
            let key = epochs[epoch]
        else {
            return
        }
        var files: [KeptFile] = []
        var packed = packed
        let signing = keys.signing
        try replica.seal(group: group, epoch: epoch) { header, entries in
            // They wait first, so that a file of as many entries is theirs if it is the first.
            let known = packed.flatMap { $0.entries.count == entries.count ? $0 : nil }
            packed = nil
            let ready = known ?? PackedEntries(entries, of: header.device)
            let sealed = try SegmentCoding.seal(header, ready, epoch: key, signer: signing)
            files.append(KeptFile(segment: sealed.segment, bytes: sealed.file, entryKeys: ready.entryKeys))
            return sealed.segment
        }
        for file in files { keep(file) }
    }

    /// Keeps a file of this device's own log until it is written.
    private mutating func keep(_ file: KeptFile) {
        if replica.isPartial { return made.append(file) }
        unwritten.append(WrittenFile(device: device, name: FileName(file.segment), bytes: file.bytes))
        ownFiles[file.segment.hash] = file.bytes
    }

    /// Folds files of one size into one.
    ///
    /// - Parameter entries: The entries of the files that are to become one, where the files alone have them; the state has to
    ///   have what is known of them.
    /// - Throws: ``StoreError`` without memory for keys.
    package mutating func fold(saying entries: [Entry]? = nil) throws {
        guard membership.has(device), let range = replica.foldable,
            let epoch = membership.usableEpochs.first(where: { epochs[$0] != nil }), let key = epochs[epoch]
        else {
            return
        }
        var written: KeptFile?
        let signing = keys.signing
        let old = try replica.fold(range, saying: entries, epoch: epoch) { header, entries in
            let sealed = try SegmentCoding.seal(header, entries, epoch: key, signer: signing)
            written = KeptFile(segment: sealed.segment, bytes: sealed.file)
            return sealed.segment
        }
        guard let written else { return }
        keep(written)
        for segment in old {
            superfluous.append(WrittenFile(device: device, name: FileName(segment), bytes: []))
            ownFiles[segment.hash] = nil
        }
    }

    /// Writes the files that are made, and those that vanished or were damaged; files that can't be written now are written the
    /// next time.
    ///
    /// A device whose folder can't be written keeps no other from being written.
    ///
    /// - Parameters:
    ///   - folder: The group's folder.
    ///   - kept: The bytes of a file that the store keeps; `nil` where the member keeps its files itself.
    /// - Throws: ``SyncError`` with code `folder` for this device's own files, and what `kept` throws.
    package mutating func write(
        to folder: some GroupFolder,
        _ kept: ((SyncID, FileName) throws -> [UInt8]?)? = nil
    ) throws {
        var failed: [SyncID: SyncError] = [:]
        func put(_ file: WrittenFile) -> Bool {
            if failed[file.device] != nil { return false }
            do {
                try folder.write(file.bytes, file.name, of: file.device)
                return true
            } catch let error as SyncError {
                failed[file.device] = error
            } catch {
                failed[file.device] = SyncError(.folder, "\(error)")
            }
            return false
        }
        var left: [WrittenFile] = []
        var said: Set<FileName> = []
        for file in unwritten {
            guard put(file) else {
                left.append(file)
                continue
            }
            said.insert(file.name)
            replica.wrote(Digest(of: file.bytes))
        }
        unwritten = left
        for file in missingStatements() where !said.contains(file.name) {
            if put(file) { presentStatements?.insert(Digest(of: file.bytes)) }
        }
        // Own files that aren't there, vanished or were damaged, those kept of removed devices, and those of others that nobody
        // else has written for a day.
        let own = replica.log.map { WrittenFile(device: device, name: FileName($0), bytes: ownFiles[$0.hash] ?? []) }
        let broken = Set(damaged.map(\.description))
        for (owner, files) in Dictionary(grouping: own + keptFiles, by: \.device) {
            guard let names = try? folder.names(of: owner) else { continue }
            let present = Set(names)
            for file in files
            where !present.contains(file.name.description) || broken.contains(file.name.hash) {
                try rewrite(file, kept, put)
            }
        }
        for file in overdue { try rewrite(file, kept, put) }
        (damaged, overdue) = ([], [])
        if let error = failed[device] { throw error }
        // Last, so that their contents exist somewhere at any moment.
        while let file = superfluous.first {
            try folder.remove(file.name, of: file.device)
            superfluous.removeFirst()
        }
        try removeFolded(folder)
        // Statements of other devices may wait for their folder; those of the recovery key or of this device may not.
        if let file = unwritten.first, let error = failed[file.device] { throw error }
    }

    /// Removes own files that came back, or were written by somebody who hadn't heard that they are folded.
    private func removeFolded(_ folder: some GroupFolder) throws {
        guard membership.has(device) else { return }
        for name in try folder.names(of: device).compactMap({ FileName($0) }) {
            guard name.kind == .segment, let word = UInt64(name.hash, radix: 16) else { continue }
            if replica.isFolded(name.first, name.last, word) { try folder.remove(name, of: device) }
        }
    }

    private func rewrite(
        _ file: WrittenFile,
        _ kept: ((SyncID, FileName) throws -> [UInt8]?)?,
        _ put: (WrittenFile) -> Bool
    ) throws {
        guard let bytes = file.bytes.isEmpty ? try kept?(file.device, file.name) : file.bytes else { return }
        _ = put(WrittenFile(device: file.device, name: file.name, bytes: bytes))
    }
}
