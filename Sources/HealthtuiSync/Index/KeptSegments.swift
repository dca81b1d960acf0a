/// A device's files of entries and their topics.
///
/// Entries are read only when they are needed.
package protocol KeptSegments: AnyObject {
    /// The device that has them.
    var device: SyncID { get }

    /// The files, in any order.
    var segments: [Segment] { get }

    /// Entries that are in no file yet.
    var pending: [Entry] { get }

    /// The topics of a file's entries.
    func topics(of segment: Segment) throws -> TopicList

    /// The topics of a file; those that the search doesn't have may be missing.
    func topics(of segment: Segment, near search: TopicList.Search) throws -> TopicList

    /// The topics of a file's entries as the stored lists, each with larger numbers than the one before.
    func topicParts(of segment: Segment) throws -> [TopicList]

    /// The entries of a file; unedited samples may be in rows.
    func entries(of segment: Segment) throws -> [Entry]

    /// Calls a closure with each of some files and its entries.
    func read(_ files: [Segment], _ body: (Segment, [Entry]) throws -> Void) throws
}

extension KeptSegments {
    package func topics(of segment: Segment, near search: TopicList.Search) throws -> TopicList {
        try topics(of: segment)
    }

    package func topicParts(of segment: Segment) throws -> [TopicList] { [try topics(of: segment)] }

    package func read(_ files: [Segment], _ body: (Segment, [Entry]) throws -> Void) throws {
        for segment in files { try body(segment, try entries(of: segment)) }
    }

    /// The entries of a file, each sample as one of its own.
    func expandedEntries(of segment: Segment) throws -> [Entry] { try entries(of: segment).flatMap(\.expanded) }

    /// The topics of some files that several of them have, or that another file or pending entries share.
    ///
    /// - Parameter files: The files, which may be many.
    /// - Returns: The topics, with the places of the files; `nil` where there are too many to keep them.
    /// - Throws: ``SyncError`` for a file that can't be read, ``StoreError``.
    func common(of files: [Segment]) throws -> CommonTopics? {
        let own = Set(files.map(\.hash))
        var count = 0
        for segment in segments { count += try topicBytes(of: segment) / TopicList.bytesOfTopic }
        return try CommonTopics(among: count) { [self] isOwn, look in
            if !isOwn, !pending.isEmpty { look(TopicList(pending), nil) }
            for (place, segment) in segments.enumerated() where own.contains(segment.hash) == isOwn {
                for part in try topicParts(of: segment) { look(part, place) }
            }
        }
    }

    /// The approximate size of a file's list of topics, in bytes.
    func topicBytes(of segment: Segment) throws -> Int {
        try topicParts(of: segment).reduce(0) { $0 + $1.bytes.count }
    }

    /// The given topics that occur more than once, or that a file or pending entries share.
    ///
    /// - Parameters:
    ///   - topics: The topics.
    ///   - left: Files that aren't searched.
    /// - Returns: The topics that also occur elsewhere, with the places of the files.
    /// - Throws: ``SyncError`` for a file that can't be read, ``StoreError``.
    func common(_ topics: inout TopicNumbers, without left: Set<Digest> = []) throws -> CommonTopics {
        if topics.count == 0 { return CommonTopics(repeatedIn: topics) }
        let search = topics.search()
        return try topics.common { look in
            if !pending.isEmpty { look(TopicList(pending), nil) }
            for (place, segment) in segments.enumerated() where !left.contains(segment.hash) {
                look(try self.topics(of: segment, near: search), place)
            }
        }
    }
}
