/// The types of the accepted objects, with the number of each.
struct TypeTally {
    /// The number of objects by the type's identifier; 0 for types that came with a file that isn't counted by type.
    private(set) var counts: [String: Int] = [:]

    /// The number of types.
    var count: Int { counts.count }

    /// Counts objects of a type.
    mutating func insert(_ type: String, _ number: Int = 1) { counts[type, default: 0] += number }

    /// Adds types whose objects aren't counted.
    mutating func formUnion(_ types: Set<String>) { for type in types { insert(type, 0) } }

    /// How much there is more of each type than there was.
    func since(_ before: TypeTally) -> [String: Int] {
        var more: [String: Int] = [:]
        for (type, number) in counts where number > before.counts[type] ?? 0 {
            more[type] = number - (before.counts[type] ?? 0)
        }
        return more
    }
}
