/// The file beside a store in which those who are open on it, and those who ask, show that they live: each locks a byte.
enum PresenceFile {
    static func path(beside store: String) -> String { store + "-console" }
}
