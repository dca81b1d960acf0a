import Foundation

/// Temporary copies of a store made by a service, and files sent to it.
///
/// They are next to the store, where there is space and no other user can see them.
package enum ServedFiles {
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

    /// Removes files left by a service of the store that was killed.
    ///
    /// - Parameter store: The store's file, which no other service has open.
    package static func removeAbandoned(beside store: String) {
        let (folder, start) = ((store as NSString).deletingLastPathComponent, start(store) as NSString)
        // If the folder can't be read, no files are found, which does no harm.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for name in names where name.hasPrefix(start.lastPathComponent) && name.hasSuffix(end) {
            StoreCopy.remove(folder + "/" + name)
        }
    }
}
