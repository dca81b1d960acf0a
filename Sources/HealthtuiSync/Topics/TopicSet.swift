/// A set of topics that answers quickly for topics that it doesn't have.
struct TopicSet {
    private var topics: Set<Topic> = []
    private var marks = TopicMarks()

    mutating func formUnion(_ others: Set<Topic>) {
        topics.formUnion(others)
        for topic in others { marks.insert(topic.number) }
    }

    func contains(_ topic: Topic) -> Bool { marks.mayHave(topic.number) && topics.contains(topic) }

    /// The other topics that aren't among these.
    func missing(of others: Set<Topic>) -> Set<Topic> { others.subtracting(topics) }
}

/// One bit for the highest bits of each topic's number.
///
/// A bit that isn't set rules a topic out without a search.
struct TopicMarks {
    /// Nothing as long as there are no topics.
    private var words: [UInt64] = []

    mutating func insert(_ number: UInt64) {
        if words.isEmpty { words = [UInt64](repeating: 0, count: 1 << 12) }
        words[Self.word(number)] |= Self.bit(number)
    }

    func mayHave(_ number: UInt64) -> Bool { !words.isEmpty && words[Self.word(number)] & Self.bit(number) != 0 }

    private static func word(_ number: UInt64) -> Int { Int(number >> 52) }
    private static func bit(_ number: UInt64) -> UInt64 { 1 << (number >> 46 & 63) }
}
