import Foundation
import Synchronization

/// Folders that hold copies of health data for a while and go with the command, also when a signal ends it.
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
            for folder in folders { try? FileManager.default.removeItem(atPath: folder) }
            folders = []
        }
    }
}
