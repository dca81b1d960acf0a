/// Files that vanished from the folder, or were damaged, and are written again.
extension GroupMember {
    /// Compares the files of a folder with those that were written and read here.
    ///
    /// A file is checked by its size, and read if its time has changed since it was read last. Problems with it are repaired by
    /// the next ``write(to:_:)``: at once for this device's own files and those of devices that are gone, and after a day for
    /// those of others, who may be about to write them themselves.
    ///
    /// - Parameters:
    ///   - folder: The group's folder.
    ///   - now: Seconds since the reference date.
    ///   - readsAll: Whether every file is read.
    package mutating func inspect(_ folder: some GroupFolder, now: Double, readsAll: Bool = false) {
        (damaged, overdue) = ([], [])
        var seen = FolderLedger()
        for (other, segments) in replica.read.sorted(by: { $0.key < $1.key }) {
            // If a device's folder can't be read, nothing is known of its files.
            guard let files = try? folder.files(of: other) else {
                for segment in segments.values { seen.copy(segment.hash.word, from: ledger) }
                continue
            }
            let there = Dictionary(files.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
            for segment in segments.values {
                let (word, name) = (segment.hash.word, FileName(segment))
                if let file = there[name.description] {
                    let isKnown = !readsAll && ledger.times[word] == file.time
                    if file.size == segment.size, isKnown || isWhole(segment, folder) {
                        seen.times[word] = file.time
                        continue
                    }
                    damaged.insert(segment.hash)
                }
                if other == device || membership.removals[other] != nil { continue }
                var since = ledger.lost[word] ?? now
                // A clock that was set back.
                if since > now { since = now }
                seen.lost[word] = since
                if now - since >= FolderLedger.patience {
                    overdue.append(WrittenFile(device: other, name: name, bytes: []))
                }
            }
        }
        ledger = seen
    }

    /// The known files that are there and damaged, as ``inspect(_:now:readsAll:)`` found.
    var damagedFiles: [Problem] {
        replica.read
            .flatMap { device, segments in
                segments.values.filter { damaged.contains($0.hash) }
                    .map { Problem(device: device, name: FileName($0).description, error: .damaged) }
            }
            .sorted { ($0.device, $0.name) < ($1.device, $1.name) }
    }

    /// The files that are read but for entries that are left out.
    var flawedFiles: [Problem] {
        flaws.sorted { $0.key < $1.key }
            .compactMap { hash, flaws in
                for (device, segments) in replica.read {
                    guard let segment = segments[hash] else { continue }
                    var problem = Problem(device: device, name: FileName(segment).description, error: .flawed)
                    problem.flaws = flaws
                    return problem
                }
                return nil
            }
    }

    private func isWhole(_ segment: Segment, _ folder: some GroupFolder) -> Bool {
        guard let bytes = try? folder.bytes(FileName(segment), of: segment.header.device) else { return false }
        return Digest(of: bytes) == segment.hash
    }

    /// The statements that count and that the folder hasn't, as files.
    ///
    /// Every member writes them: without one of them nobody can join, and its author may be gone.
    func missingStatements() -> [WrittenFile] {
        guard let present = presentStatements, membership.has(device) else { return [] }
        return membership.counted.filter { !present.contains($0.hash) }
            .compactMap { statement in
                statements.kept[statement.hash]
                    .map {
                        let hash = statement.hash.description
                        let name = FileName(.statement, first: statement.number, last: 0, hash: hash)
                        return WrittenFile(device: statement.signer, name: name, bytes: $0.file)
                    }
            }
            .sorted { ($0.device, $0.name) < ($1.device, $1.name) }
    }
}

extension FolderLedger {
    fileprivate mutating func copy(_ word: UInt64, from other: FolderLedger) {
        times[word] = other.times[word]
        lost[word] = other.lost[word]
    }
}
