/// The types of the objects that a change wrote, where only the store knows them.
final class WrittenTypes {
    private(set) var counts: [String: Int] = [:]

    func add(_ type: String, _ count: Int = 1) { counts[type, default: 0] += count }
}
