/// The files of entries that a device has, each with what it speaks of: entries are read when somebody needs them.
package protocol KeptSegments: AnyObject {
    /// The device that has them.
    var device: SyncID { get }

    /// The files, in any order.
    var segments: [Segment] { get }

    /// Entries that stand in no file yet.
    var pending: [Entry] { get }

    /// The topics of a file's entries.
    func topics(of segment: Segment) throws -> TopicList

    /// The entries of a file; unedited samples may stand in rows.
    func entries(of segment: Segment) throws -> [Entry]

    /// Calls a closure with each of some files and its entries.
    func read(_ files: [Segment], _ body: (Segment, [Entry]) throws -> Void) throws
}

extension KeptSegments {
    package func read(_ files: [Segment], _ body: (Segment, [Entry]) throws -> Void) throws {
        for segment in files { try body(segment, try entries(of: segment)) }
    }

    /// The entries of a file, each sample as one of its own.
    func expandedEntries(of segment: Segment) throws -> [Entry] { try entries(of: segment).flatMap(\.expanded) }

    /// Of the topics of some files, those that another file or what waits speaks of, or another of these.
    ///
    /// - Parameter files: The files, which may be many.
    /// - Returns: The topics; `nil` where there are too many to keep them.
    /// - Throws: ``SyncError`` for a file that can't be read, ``StoreError``.
    func common(of files: [Segment]) throws -> CommonTopics? {
        let own = Set(files.map(\.hash))
        var count = 0
        for segment in segments { count += try topics(of: segment).bytes.count / TopicList.bytesOfTopic }
        return try CommonTopics(among: count) { [self] isOwn, look in
            if isOwn {
                for file in files { look(try topics(of: file)) }
            } else {
                if !pending.isEmpty { look(TopicList(pending)) }
                for segment in segments where !own.contains(segment.hash) { look(try topics(of: segment)) }
            }
        }
    }

    /// Of some topics, those that are there more than once, or that a file or what waits speaks of.
    ///
    /// - Parameters:
    ///   - topics: The topics.
    ///   - left: Files that aren't looked at.
    /// - Returns: The topics that somebody else speaks of too; where it is one file, its place among the files.
    /// - Throws: ``SyncError`` for a file that can't be read, ``StoreError``.
    func common(_ topics: inout TopicNumbers, without left: Set<Digest> = []) throws -> CommonTopics {
        if topics.count == 0 { return CommonTopics(repeatedIn: topics) }
        return try topics.common { look in
            if !pending.isEmpty { look(TopicList(pending), nil) }
            for (place, segment) in segments.enumerated() where !left.contains(segment.hash) {
                look(try self.topics(of: segment), place)
            }
        }
    }
}

/// The part of a group's state that some topics need: for them it says what the whole says.
package struct WorkingState {
    package private(set) var state = SyncState()
    /// In whose logs imported samples stand, by the samples' identities.
    package private(set) var tellers: [SyncID: Set<SyncID>] = [:]
    private var wanted = TopicSet()

    /// Begins with nothing.
    package init() {}

    /// Takes in what files say of topics, and of all that those depend on.
    ///
    /// - Parameters:
    ///   - topics: What is needed.
    ///   - kept: The files.
    /// - Throws: ``SyncError`` for a file that can't be read, ``StoreError``.
    package mutating func load(_ topics: some Sequence<Topic>, _ kept: some KeptSegments) throws {
        var next = wanted.missing(of: Set(topics))
        while !next.isEmpty {
            wanted.formUnion(next)
            let search = TopicList.Search(next)
            var found: Set<Topic> = []
            let files = try kept.segments.filter { try kept.topics(of: $0).mayHave(search) }
            try kept.read(files) { segment, entries in
                for entry in entries { take(entry, of: segment.header.device, &found) }
            }
            for entry in kept.pending { take(entry, of: kept.device, &found) }
            next = wanted.missing(of: found)
        }
    }

    /// Takes in what an entry says of what is wanted, and notes what that depends on.
    private mutating func take(_ entry: Entry, of device: SyncID, _ found: inout Set<Topic>) {
        switch entry {
        case .sample(let version):
            guard version.topics.contains(where: wanted.contains) else { return }
            take(version, of: device, &found)
        case .rows(let rows):
            for row in 0..<rows.count {
                var isWanted = false
                rows.forEachTopic(row) { if wanted.contains($0) { isWanted = true } }
                if isWanted { take(rows.version(row), of: device, &found) }
            }
        case .deletion(let deletion): take(deletion, &found)
        case .restore(let restore): take(restore, &found)
        case .link(let link):
            guard isWanted(link) else { return }
            state.merge(entry)
            note(link, &found)
        case .register(let register): if wanted.contains(.register(register.key)) { state.merge(entry) }
        case .same(let same):
            guard wanted.contains(.sample(same.hidden)) || wanted.contains(.sample(same.shown)) else { return }
            state.merge(entry)
            found.insert(.sample(same.hidden))
            found.insert(.sample(same.shown))
        case .piece(let piece): if wanted.contains(.payload(piece.whole)) { state.merge(entry) }
        case .heads, .replaced: break
        }
    }

    private mutating func take(_ version: SampleVersion, of device: SyncID, _ found: inout Set<Topic>) {
        state.merge(.sample(version))
        if version.isImported { tellers[version.root, default: []].insert(device) }
        found.formUnion(version.topics)
    }

    private mutating func take(_ deletion: Deletion, _ found: inout Set<Topic>) {
        let isWhole = wanted.contains(.deletion(deletion.id))
        var part = deletion
        if !isWhole {
            part.roots = deletion.roots.filter { wanted.contains(.sample($0)) }
            part.versions = deletion.versions.filter { wanted.contains(.sample($0.root)) }
            part.floors = deletion.floors.filter { wanted.contains(.identifier($0.key)) }
            if part.roots.isEmpty, part.versions.isEmpty, part.floors.isEmpty { return }
        }
        state.merge(.deletion(part))
        found.insert(.restore(deletion.id))
    }

    private mutating func take(_ restore: Restore, _ found: inout Set<Topic>) {
        var part = restore
        part.versions = restore.versions.filter { $0.topics.contains(where: wanted.contains) }
        part.links = restore.links.filter(isWanted)
        guard wanted.contains(.restore(restore.deletion)) || !part.versions.isEmpty || !part.links.isEmpty else {
            return
        }
        state.merge(.restore(part))
        for version in part.versions { found.formUnion(version.topics) }
        for link in part.links { note(link, &found) }
    }

    private func isWanted(_ link: Link) -> Bool {
        wanted.contains(.sample(link.name.parent)) || wanted.contains(.sample(link.name.child))
    }

    private func note(_ link: Link, _ found: inout Set<Topic>) {
        found.insert(.sample(link.name.parent))
        found.insert(.sample(link.name.child))
    }
}
