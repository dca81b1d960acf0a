import HealthtuiSync

/// The relay and other misfortunes.
extension World {
    private func names(_ device: Int) -> [String] { devices[device].folder.keys.sorted() }

    mutating func carry(_ device: Int, _ pick: Int, _ extra: Int) {
        let (other, names) = (extra % devices.count, names(extra % devices.count))
        guard !names.isEmpty, other != device else { return }
        let name = names[pick % names.count]
        guard let file = devices[other].folder[name] else { return }
        if file.isWhole || devices[device].folder[name] == nil { devices[device].folder[name] = file }
    }

    mutating func carryAll(_ device: Int, _ extra: Int) {
        for (name, file) in devices[extra % devices.count].folder
        where file.isWhole && devices[device].folder[name] == nil {
            devices[device].folder[name] = file
        }
    }

    mutating func hide(_ device: Int, _ pick: Int) {
        devices[device].oldFolders.append(devices[device].folder)
        let names = names(device)
        if !names.isEmpty { devices[device].folder[names[pick % names.count]] = nil }
    }

    mutating func earlier(_ device: Int, _ pick: Int) {
        let old = devices[device].oldFolders
        if !old.isEmpty { devices[device].folder = old[pick % old.count] }
    }

    mutating func cut(_ device: Int, _ pick: Int) {
        let names = names(device)
        guard !names.isEmpty, var file = devices[device].folder[names[pick % names.count]] else { return }
        file.isWhole = false
        file.segment.entries = Array(file.segment.entries.dropLast())
        devices[device].folder[name(file.segment)] = file
    }

    /// Somebody who has the group's key but not the device's: a removed member, say.
    mutating func forge(_ device: Int, _ pick: Int) {
        let victim = devices[pick % devices.count].store.replica
        let versions = victim.state.versions.values.flatMap(\.keys)
        guard !versions.isEmpty else { return }
        let deletion = Deletion(
            id: SyncID(name: "forged"),
            roots: Set(versions.map(\.root)),
            versions: Set(versions)
        )
        let segment = Segment(
            header: victim.nextHeader(group: Self.group, epoch: Self.epoch),
            hash: newHash(),
            entries: [.deletion(deletion)],
            size: 512
        )
        devices[device].folder[name(segment)] = SimulatedFile(segment: segment, signer: SyncID(name: "thief"))
    }

    /// The store of an earlier time; changes since that no file carried away are lost with it.
    mutating func recover(_ device: Int, _ pick: Int) {
        let backups = devices[device].backups
        guard !backups.isEmpty else { return }
        devices[device].store = backups[pick % backups.count]
        devices[device].store.undo = []
    }

    mutating func clone(_ device: Int) {
        guard devices.count < 5 else { return }
        var copy = SimulatedDevice(
            store: devices[device].store,
            folder: devices[device].folder,
            offset: devices[device].offset
        )
        copy.store.undo = []
        devices.append(copy)
    }

    /// The first device removes another, once.
    mutating func revoke(_ device: Int, _ pick: Int) {
        let target = devices[pick % devices.count].store.replica.device
        guard gone == nil, device == 0, target != devices[0].store.replica.device else { return }
        read(0, 0)
        var files: Set<NamedFile> = []
        for file in devices[0].folder.values {
            let isSound = file.isWhole && file.signer == target && file.segment.header.device == target
            guard isSound, devices[0].store.replica.applied.contains(file.segment.tip) else { continue }
            files.insert(NamedFile(file.segment))
            let kept = "('kept', '\(file.segment.hash.name)')"
            devices[0].folder[kept] = file
            everything[kept] = file
        }
        let removal = Removal(files: files)
        learn(0, removal, of: target)
        devices[0].store.announced[target] = removal
        // A segment to announce it with.
        act(0, .heads([LogPosition(device: target, number: 0, hash: Digest(name: ""))]), event: nil)
        gone = target
    }

    /// The relay is honest for a while: everything that a folder or device still has reaches all.
    mutating func settle() {
        for device in devices.indices { devices[device].offset = 0 }
        for _ in 0..<12 {
            for device in devices.indices {
                finishWriting(device)
                publish(device, 0)
            }
            var files: [String: SimulatedFile] = [:]
            for device in devices {
                for (name, file) in device.folder where file.isWhole && files[name] == nil { files[name] = file }
            }
            files.merge(everything) { _, written in written }
            let before = fingerprint
            for device in devices.indices {
                devices[device].folder = files
                read(device, 0)
            }
            let waits = devices.contains { !$0.store.replica.outbox.isEmpty || !$0.store.replica.sealed.isEmpty }
            if before == fingerprint && !waits { return }
        }
    }

    private var fingerprint: [[Int]] {
        devices.map { device in
            let (state, replica) = (device.store.replica.state, device.store.replica)
            return [
                replica.applied.count, state.versions.values.reduce(0) { $0 + $1.count }, state.deletions.count,
                state.canceled.count, state.pairs.count, replica.device.hashValue,
            ]
        }
    }
}
