/// The files that a device reads.
extension GroupMember {
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
        var hasTaken = false
        let problems = try read(folder) { member, file in
            member.replica.take(file.segment)
            hasTaken = true
        }
        if hasTaken { replica.findPairs(forms) }
        return problems
    }

    /// Reads what a folder has, file by file.
    ///
    /// - Parameters:
    ///   - folder: The group's folder.
    ///   - take: Takes a file in; the replica has to have noted it when it returns.
    /// - Returns: The files that weren't read, and why.
    /// - Throws: ``SyncError`` with code `folder`, and what `take` throws.
    mutating func read(
        _ folder: some GroupFolder,
        _ take: (inout GroupMember, KeptFile) throws -> Void
    ) throws -> [Problem] {
        var problems = try readStatements(folder)
        try renewIfNeeded(folder)
        for other in try folder.devices() {
            for text in try folder.names(of: other)
            where FileName(text) == nil && !(text.hasPrefix(".") && text.hasSuffix(".tmp")) {
                problems.append(Problem(device: other, name: text, error: .foreign))
            }
        }
        var waiting = try unread(folder)
        var goesOn = true
        while goesOn {
            goesOn = false
            var left: [GroupFile] = []
            for file in waiting.sorted(by: { ($0.name, $0.device) < ($1.name, $1.device) }) {
                switch try open(file.name, of: file.device, folder) {
                case .opened(let opened):
                    try take(&self, opened)
                    goesOn = true
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

    /// The files of entries in a folder that weren't read.
    func unread(_ folder: some GroupFolder) throws -> [GroupFile] {
        var files: [GroupFile] = []
        for other in try folder.devices() {
            let known = knownNames(of: other)
            files += try folder.names(of: other).compactMap { FileName($0) }
                .filter { $0.kind == .segment && !known.contains($0) }.map { GroupFile(device: other, name: $0) }
        }
        return files
    }

    /// The names of a device's files that were read.
    func knownNames(of other: SyncID) -> Set<FileName> { Set((replica.read[other] ?? [:]).values.map { FileName($0) }) }

    private enum Outcome {
        case opened(KeptFile)
        case known
        case waits
        case refused(SyncError.Code)
    }

    private func open(
        _ name: FileName,
        of other: SyncID,
        _ folder: some GroupFolder
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
            guard replica.wants(header, hash: hash) else {
                // What a removed device wrote beyond what the removal names never counts.
                return replica.removals[other] == nil ? .waits : .refused(.notPermitted)
            }
            let asRows = replica.isPartial
            let segment = try SegmentCoding.open(bytes, signer: member.keys.signing, asRows: asRows) { epochs[$0] }
            return .opened(KeptFile(segment: segment, bytes: bytes))
        } catch let error as SyncError {
            return .refused(error.code)
        }
    }
}
