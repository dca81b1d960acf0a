/// The numbers of what a FIT file has and isn't stored, by name.
struct FITTally {
    private var counts: [Int] = []
    private var names: [String] = []
    private var places: [String: Int] = [:]
    private var messages: [UInt16: Int] = [:]

    /// The most names that are told apart; applications may name as many fields as they like.
    private static let mostNames = 256

    /// Messages with data of types that HealthKit has, whose fields no file has shown yet.
    private static let data: Set<UInt16> = [269, 275, 297, 370, 371, 229]

    /// The place to count something of this name.
    mutating func place(of name: String) -> Int {
        if let known = places[name] { return known }
        if names.count >= Self.mostNames, let last = names.indices.last { return last }
        let name = names.count == Self.mostNames - 1 ? "other fields" : name
        places[name] = names.count
        names.append(name)
        counts.append(0)
        return names.count - 1
    }

    /// Counts one at a place.
    @inline(__always)
    mutating func count(at place: Int) { counts[place] &+= 1 }

    /// Counts something by its name.
    mutating func count(_ name: String, _ number: Int = 1) {
        guard number > 0 else { return }
        counts[place(of: name)] &+= number
    }

    /// Counts a message that isn't read.
    mutating func count(message number: UInt16) { messages[number, default: 0] &+= 1 }

    /// Reports everything that was counted.
    func report(to sink: inout ReaderSink) {
        for (name, count) in zip(names, counts) { sink.passOver(name, count, isData: false) }
        var unknown = 0
        for (number, count) in messages.sorted(by: { $0.key < $1.key }) {
            if let name = FITProfile.name(of: number) {
                sink.passOver(name, count, isData: Self.data.contains(number))
            } else {
                unknown &+= count
            }
        }
        sink.passOver("messages that aren't in the public profile", unknown, isData: false)
    }
}
