import HealthtuiSync

/// The files that devices write and read.
extension World {
    /// The name of a file, by which files are also read in order.
    func name(_ segment: Segment) -> String {
        let (device, number) = (segment.header.device.name, segment.header.last)
        return has(.branches) ? "('\(device)', \(number), '\(segment.hash.name)')" : "('\(device)', \(number))"
    }

    private mutating func write(_ device: Int, _ file: SimulatedFile) {
        devices[device].folder[name(file.segment)] = file
        everything[name(file.segment)] = file
    }

    /// Writes the files of sealed segments.
    mutating func finishWriting(_ device: Int) {
        for segment in devices[device].store.replica.sealed {
            let store = devices[device].store
            write(
                device,
                SimulatedFile(segment: segment, signer: store.key, removals: store.attached[segment.hash] ?? [:])
            )
            devices[device].store.replica.wrote(segment.hash)
            devices[device].store.attached[segment.hash] = nil
        }
    }

    /// Seals what waits.
    ///
    /// `extra` says where the machine stops: 1 after the transaction.
    mutating func publish(_ device: Int, _ extra: Int) {
        takeNewIdentityIfNeeded(device)
        finishWriting(device)
        if devices[device].store.replica.outbox.isEmpty { return }
        let hash = newHash()
        devices[device].store.replica
            .seal(group: Self.group, epoch: Self.epoch) { header, entries in
                Segment(header: header, hash: hash, entries: entries, size: 512)
            }
        devices[device].store.tips.insert(hash)
        devices[device].store.attached[hash] = devices[device].store.announced
        devices[device].store.announced = [:]
        if extra % 8 == 1 {
            // The machine stops; the next run writes the file, which is lost without the rule.
            if !has(.writeAhead) { devices[device].store.replica.wrote(hash) }
            return
        }
        finishWriting(device)
    }

    /// A file of the device's own that its store doesn't know: the disk was copied, or the store is from a backup.
    private mutating func takeNewIdentityIfNeeded(_ device: Int) {
        let store = devices[device].store
        let isStrange = devices[device].folder.values
            .contains {
                $0.signer == store.key && store.replica.isStrange($0.segment.header, hash: $0.segment.hash)
            }
        if !isStrange || store.replica.device == gone { return }
        finishWriting(device)
        let new = SyncID(name: newDeviceName())
        devices[device].store.replica.become(new)
        devices[device].store.key = new
        devices[device].store.tips = []
    }

    /// One file for all of the device's segments, without what they say in vain.
    mutating func fold(_ device: Int) {
        takeNewIdentityIfNeeded(device)
        finishWriting(device)
        let store = devices[device].store
        guard store.tips.count >= 2 else { return }
        let (hash, leftOut) = (newHash(), self.leftOut)
        let dead = store.replica.state.liveDeletions.reduce(into: Set<SyncID>()) { $0.formUnion($1.roots) }
        var removals: [SyncID: Removal] = [:]
        for file in everything.values where store.tips.contains(file.segment.tip) {
            removals.merge(file.removals) { left, _ in left }
        }
        _ = devices[device].store.replica
            .fold(0..<store.replica.log.count, epoch: Self.epoch) { header, entries in
                let kept = entries.filter { entry in
                    switch entry {
                    case .deletion: leftOut != .tombstones
                    case .sample(let version): leftOut != .foldSeen || !dead.contains(version.root)
                    default: true
                    }
                }
                return Segment(header: header, hash: hash, entries: kept, size: 512)
            }
        for (name, file) in devices[device].folder where !name.hasPrefix("('kept'") {
            guard file.segment.header.device == store.replica.device, store.tips.contains(file.segment.tip) else {
                continue
            }
            devices[device].folder[name] = nil
            everything[name] = nil
        }
        devices[device].store.attached[hash] = removals
        finishWriting(device)
    }

    /// Reads what the folder has.
    ///
    /// `extra` 1: the machine stops in the middle of a file.
    mutating func read(_ device: Int, _ extra: Int) {
        takeNewIdentityIfNeeded(device)
        finishWriting(device)
        var goesOn = true
        while goesOn {
            goesOn = false
            for (_, file) in devices[device].folder.sorted(by: { $0.key < $1.key }) {
                guard wants(devices[device].store, file) else { continue }
                if extra % 8 == 1 {
                    // Rolled back, but without the rule said to be read before it was.
                    if !has(.oneTransaction) { take(device, file, count: 1) }
                    return
                }
                take(device, file)
                goesOn = true
            }
        }
    }

    private func wants(_ store: SimulatedStore, _ file: SimulatedFile) -> Bool {
        let (header, replica) = (file.segment.header, store.replica)
        if has(.whole), !file.isWhole { return false }
        if has(.signature), file.signer != header.device { return false }
        if !has(.branches) {
            if header.device == replica.device, file.signer == store.key { return false }
            if header.last <= replica.heads[header.device]?.number ?? 0 { return false }
        }
        let isNext = header.previous.map { replica.applied.contains($0) } ?? true
        if !has(.cutoff), replica.removals[header.device] != nil {
            return isNext && !replica.applied.contains(file.segment.tip)
        }
        if !has(.gaps), !isNext { return false }
        return replica.wants(header, hash: file.segment.hash)
    }

    private mutating func take(_ device: Int, _ file: SimulatedFile, count: Int = .max) {
        var segment = file.segment
        segment.entries = Array(segment.entries.prefix(count))
        devices[device].store.known.formUnion(heard(segment.entries))
        if !has(.version) { segment.entries = withoutLate(segment.entries, devices[device].store.replica.state) }
        for (target, removal) in file.removals { learn(device, removal, of: target) }
        if has(.same) {
            devices[device].store.replica.take(segment, TypeForms())
        } else {
            devices[device].store.replica.take(segment, NoForms())
        }
    }

    /// A device learns of a removal; without the rule it repeats nothing.
    mutating func learn(_ device: Int, _ removal: Removal, of target: SyncID) {
        var removal = removal
        let read = devices[device].store.replica.read[target] ?? [:]
        if !has(.repeat) { removal.files.formUnion(read.values.map { NamedFile($0) }) }
        devices[device].store.replica.learn(removal, of: target)
    }

    /// Without the rule on versions, as one device does it: in the order in which saves arrive.
    private func withoutLate(_ entries: [Entry], _ state: SyncState) -> [Entry] {
        var state = state
        return entries.filter { entry in
            if case .sample(let save) = entry, let own = save.identifier {
                let isLate = state.versions.values.flatMap(\.values)
                    .contains {
                        guard let other = $0.identifier else { return false }
                        return other.key == own.key && other.version >= own.version && $0.id != save.id
                    }
                if isLate { return false }
            }
            state.merge(entry)
            return true
        }
    }
}
