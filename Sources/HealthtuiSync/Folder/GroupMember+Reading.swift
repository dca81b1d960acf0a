/// The files that a device reads.
extension GroupMember {
    /// A file that isn't read, and why.
    package struct Problem: Hashable, Sendable {
        package var device: SyncID
        package var name: String
        package var error: SyncError.Code
        /// The device's own name, if it isn't a member.
        package var deviceName: [UInt8]?
        /// Problems with entries of it that are left out; the others are read.
        package var flaws: EntryCheck.Flaws?

        /// Creates a problem.
        package init(device: SyncID, name: String, error: SyncError.Code, deviceName: [UInt8]? = nil) {
            self.device = device
            self.name = name
            self.error = error
            self.deviceName = deviceName
        }
    }

    /// Reads the statements of a folder.
    package mutating func readStatements(_ folder: some GroupFolder) throws -> [Problem] {
        var problems: [Problem] = []
        var isNew = false
        var present: Set<Digest> = []
        for other in try folder.devices() {
            let names: [String]
            do {
                names = try folder.names(of: other)
            } catch let error as SyncError {
                // Other devices' names are still read.
                problems.append(Problem(device: other, name: other.description, error: error.code))
                continue
            }
            for text in names {
                guard let name = FileName(text), name.kind == .statement else { continue }
                do {
                    let bytes = try folder.bytes(name, of: other)
                    let hash = Digest(of: bytes)
                    guard hash.description == name.hash else {
                        throw SyncError(.damaged, "The file isn't what its name says.")
                    }
                    present.insert(hash)
                    if try statements.keep(bytes, group: group) { isNew = true }
                } catch let error as SyncError {
                    problems.append(Problem(device: other, name: text, error: error.code))
                }
            }
        }
        if isNew { try learn() }
        presentStatements = present
        return problems
    }

    /// Reads what a folder has, file by file.
    ///
    /// - Parameters:
    ///   - folder: The group's folder.
    ///   - forms: Recognizes samples with the same content.
    /// - Returns: The files that weren't read, and why.
    /// - Throws: ``SyncError`` with code `folder`.
    package mutating func read(_ folder: some GroupFolder, _ forms: some SampleForms) throws -> [Problem] {
        var hasTaken = false
        let problems = try read(folder) { member, file in
            member.replica.take(file.segment)
            hasTaken = true
        } fold: { member, file, old in
            if file.segment.header.device == member.device { member.ownFiles[file.segment.hash] = file.bytes }
            member.replica.absorb(file.segment, in: old)
            return true
        }
        if hasTaken { replica.findPairs(forms) }
        return problems
    }

    /// Reads what a folder has, file by file.
    ///
    /// - Parameters:
    ///   - folder: The group's folder.
    ///   - take: Takes a file in; the replica has to have noted it when it returns.
    ///   - fold: Puts a file in the place of those that it folds, and says whether it did: not where it leaves out what counts.
    /// - Returns: The files that weren't read, and why.
    /// - Throws: ``SyncError`` with code `folder`, and what `take` and `fold` throw.
    mutating func read(
        _ folder: some GroupFolder,
        _ take: (inout GroupMember, KeptFile) throws -> Void,
        fold: (inout GroupMember, KeptFile, [Segment]) throws -> Bool
    ) throws -> [Problem] {
        var problems = try readStatements(folder)
        try renewIfNeeded(folder)
        for other in try folder.devices() {
            for text in (try? folder.names(of: other)) ?? []
            where FileName(text) == nil && !(text.hasPrefix(".") && text.hasSuffix(".tmp")) {
                problems.append(Problem(device: other, name: text, error: .foreign))
            }
        }
        var waiting = try unread(folder)
        var goesOn = true
        while goesOn {
            goesOn = false
            var left: [GroupFile] = []
            let files = waiting.sorted { ($0.name, $0.device) < ($1.name, $1.device) }
            // Files are opened while the one before them is taken in.
            var begun: [BegunFile] = []
            for place in files.indices {
                while begun.count <= Self.openedAhead, place + begun.count < files.count {
                    begun.append(try begin(files[place + begun.count], folder, after: begun.last))
                }
                let file = begun.removeFirst()
                switch try end(file) {
                case .opened(let opened):
                    try take(&self, opened)
                    goesOn = true
                    let old = replica.folded(in: opened.segment)
                    if !old.isEmpty { _ = try fold(&self, opened, old) }
                case .folds(let opened, let old):
                    if try fold(&self, opened, old) { break }
                    let name = file.file.name.description
                    problems.append(Problem(device: file.file.device, name: name, error: .damaged))
                case .known: break
                case .waits: left.append(file.file)
                case .refused(let error):
                    problems.append(
                        Problem(device: file.file.device, name: file.file.name.description, error: error)
                    )
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
            files += ((try? folder.names(of: other)) ?? []).compactMap { FileName($0) }
                .filter { $0.kind == .segment && !known.contains($0) }.map { GroupFile(device: other, name: $0) }
        }
        return files
    }

    /// The names of a device's files that were read.
    func knownNames(of other: SyncID) -> Set<FileName> { Set((replica.read[other] ?? [:]).values.map { FileName($0) }) }

    /// The number of files that are opened while another is taken in.
    private static let openedAhead = 2

    private enum Outcome {
        case opened(KeptFile)
        /// It says again what files said that were read one by one.
        case folds(KeptFile, [Segment])
        case known
        case waits
        case refused(SyncError.Code)
    }

    /// A file that was read, and is opened where it is wanted.
    private struct BegunFile {
        var file: GroupFile
        var content: Result<Content, SyncError>

        struct Content {
            var header: SegmentHeader
            var hash: Digest
            var bytes: [UInt8]
            var signer: [UInt8]
            var opened: Prefetch<KeptFile>?
        }
    }

    /// Reads a file, and begins to open it where it will be wanted.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - folder: The folder that has it.
    ///   - earlier: A file that will have been taken in.
    /// - Returns: The file.
    /// - Throws: The errors of the folder, but for what is wrong with the file.
    private func begin(
        _ file: GroupFile,
        _ folder: some GroupFolder,
        after earlier: BegunFile? = nil
    ) throws -> BegunFile {
        do {
            guard let member = membership.everybody[file.device] else {
                throw SyncError(.foreign, "The device isn't one of the group.")
            }
            let bytes = try folder.bytes(file.name, of: file.device)
            let hash = Digest(of: bytes)
            guard hash.description == file.name.hash else {
                throw SyncError(.damaged, "The file isn't what its name says.")
            }
            let header = try SegmentCoding.header(bytes)
            guard header.group == group, header.device == file.device, header.first == file.name.first,
                header.last == file.name.last
            else {
                throw SyncError(.foreign, "The file isn't what its name says.")
            }
            var content = BegunFile.Content(header: header, hash: hash, bytes: bytes, signer: member.keys.signing)
            var follows = false
            if case .success(let before)? = earlier?.content { follows = header.previous == before.hash }
            if !isKnown(content), follows || replica.wants(header, hash: hash) {
                content.opened = opening(content)
            }
            return BegunFile(file: file, content: .success(content))
        } catch let error as SyncError {
            return BegunFile(file: file, content: .failure(error))
        }
    }

    private func opening(_ content: BegunFile.Content) -> Prefetch<KeptFile> {
        let (bytes, signer, isPartial, epochs) = (content.bytes, content.signer, replica.isPartial, epochs)
        return Prefetch {
            var segment = try SegmentCoding.open(bytes, signer: signer, asRows: isPartial) { epochs[$0] }
            // Entries that enter a store must make sense to it.
            let flaws = isPartial ? segment.leaveOutFlawed() : nil
            return KeptFile(segment: segment, bytes: bytes, entryKeys: EntryKeyList(segment.entries), flaws: flaws)
        }
    }

    private func isKnown(_ content: BegunFile.Content) -> Bool {
        replica.hasRead(content.header, hash: content.hash)
    }

    /// Decides the fate of a file, now that those before it were taken in.
    private func end(_ begun: BegunFile) throws -> Outcome {
        do {
            let content = try begun.content.get()
            if isKnown(content) {
                guard replica.mayFold(content.header, hash: content.hash) else { return .known }
                let opened = try (content.opened ?? opening(content)).value()
                let old = replica.folded(in: opened.segment)
                return old.isEmpty ? .known : .folds(opened, old)
            }
            guard replica.wants(content.header, hash: content.hash) else {
                // Anything that a removed device wrote beyond the files named by the removal never counts.
                return replica.removals[begun.file.device] == nil ? .waits : .refused(.notPermitted)
            }
            return .opened(try (content.opened ?? opening(content)).value())
        } catch let error as SyncError {
            return .refused(error.code)
        }
    }
}
