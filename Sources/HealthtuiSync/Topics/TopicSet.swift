/// Topics, among which many that aren't there are looked for.
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

/// A bit for some of the highest ones of each topic's number: one that isn't set tells, without a look at all topics, that a
/// topic isn't among them.
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
