import Foundation

/// Copies of a store that a service makes for a while, and files that it is sent: beside the store, where there is room for them and
/// nobody else looks.
enum ServedFiles {
    private static let end = ".partial"

    private static func start(_ store: String) -> String {
        let path = store as NSString
        return path.deletingLastPathComponent + "/.\(path.lastPathComponent).service-"
    }

    /// A new file's path.
    ///
    /// - Parameter store: The store's file; `nil` for one in memory.
    /// - Returns: The path.
    static func newPath(beside store: String?) -> String {
        start(store ?? NSTemporaryDirectory() + "/memory") + UUID().uuidString + end
    }

    /// Removes what a service of the store left that was killed.
    static func removeAbandoned(beside store: String) {
        let (folder, start) = ((store as NSString).deletingLastPathComponent, start(store) as NSString)
        // Where the folder can't be read nothing is found, and nothing harms.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for name in names where name.hasPrefix(start.lastPathComponent) && name.hasSuffix(end) {
            StoreCopy.remove(folder + "/" + name)
        }
    }
}
