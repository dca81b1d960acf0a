/// The files that are known to have some topics.
///
/// All files are searched for other topics only.
package struct KnownFiles {
    /// The number of files at the time.
    private var count = 0
    /// The topics that several files have, at least one of them a searched file.
    private var shared: CommonTopics?
    private var lookedAt: Set<Int> = []
    /// Other topics that were looked for.
    private var sought: TopicNumbers?
    private var found: CommonTopics?
    /// Files that weren't searched then.
    private var left: [Int] = []
    /// Searched files that topics come from: a topic of one of them that isn't shared is in that file alone.
    private var near: Set<Int> = []

    /// Begins with nothing.
    package init() {}

    /// Begins with the topics that some files share with others.
    ///
    /// - Parameters:
    ///   - shared: The topics.
    ///   - files: The places of the files.
    ///   - count: How many files there are.
    init(shared: CommonTopics, of files: Set<Int>, among count: Int) {
        (self.shared, lookedAt, self.count) = (shared, files, count)
    }

    /// Adds topics that all files were searched for, and what was found.
    ///
    /// - Parameters:
    ///   - sought: The topics.
    ///   - found: Those that a file has.
    ///   - count: How many files there are.
    ///   - left: Files that weren't searched.
    mutating func add(_ sought: TopicNumbers, _ found: CommonTopics, among count: Int, without left: [Int] = []) {
        self.count = shared == nil ? count : min(self.count, count)
        (self.sought, self.found, self.left) = (sought, found, left)
    }

    /// Adds files that topics come from.
    mutating func add(near places: Set<Int>) { near.formUnion(places.intersection(lookedAt)) }

    /// The files that have some topics.
    ///
    /// - Parameters:
    ///   - topics: The topics.
    ///   - kept: All files.
    /// - Returns: The files, and rarely one that has none of the topics.
    /// - Throws: ``SyncError`` for a file that can't be read, ``StoreError``.
    mutating func files(speakingOf topics: Set<Topic>, _ kept: some KeptSegments) throws -> [Segment] {
        let segments = kept.segments
        if count == 0 || count > segments.count {
            let search = TopicList.Search(topics)
            return try segments.filter { try kept.topics(of: $0, near: search).mayHave(search) }
        }
        var places: Set<Int> = []
        var (unknown, isSought): ([Topic], Bool) = ([], false)
        for topic in topics {
            if let lists = shared?.lists(topic) {
                places.formUnion(lists)
            } else if sought?.has(topic) ?? false {
                places.formUnion(found?.lists(topic) ?? [])
                isSought = true
            } else {
                unknown.append(topic)
            }
        }
        if shared != nil {
            unknown.sort { $0.number < $1.number }
            let search = TopicList.Search(unknown)
            for place in near.sorted() where !unknown.isEmpty {
                let list = try kept.topics(of: segments[place], near: search)
                if list.take(from: &unknown) { places.insert(place) }
            }
        }
        let search = TopicList.Search(topics)
        let searched = (isSought ? left : []) + Array(count..<segments.count)
        for place in searched where try kept.topics(of: segments[place], near: search).mayHave(search) {
            places.insert(place)
        }
        if !unknown.isEmpty {
            let search = TopicList.Search(unknown)
            for place in 0..<count
            where try !places.contains(place) && kept.topics(of: segments[place], near: search).mayHave(search) {
                places.insert(place)
            }
        }
        add(near: places)
        return places.sorted().map { segments[$0] }
    }
}

/// The topics that several files have.
struct SharedTopics {
    var topics: CommonTopics
    var known: KnownFiles
    /// The number of files at the time.
    var count: Int
}
