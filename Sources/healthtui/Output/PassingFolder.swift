import Foundation
import Synchronization

/// Folders that hold health data for a while, or are not whole yet, and go with the command, also when a signal ends it.
enum PassingFolder {
    private static let folders = Mutex<Set<String>>([])

    /// Has a folder removed should the process end by a signal.
    static func add(_ folder: String) { folders.withLock { _ = $0.insert(folder) } }

    /// Removes a folder.
    static func remove(_ folder: String) {
        folders.withLock { folders in
            folders.remove(folder)
            try? FileManager.default.removeItem(atPath: folder)
        }
    }

    /// Removes all that are left.
    static func removeAll() {
        folders.withLock { folders in
            for folder in folders {
                // Who fills it may make one more file before it is gone.
                for _ in 0..<10 where FileManager.default.fileExists(atPath: folder) {
                    try? FileManager.default.removeItem(atPath: folder)
                }
            }
            folders = []
        }
    }
}
