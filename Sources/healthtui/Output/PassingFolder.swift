import Foundation
import Synchronization

/// Folders that hold health data for a while, or are not whole yet, and go with the command, also when a signal ends it.
enum PassingFolder {
    private struct State {
        var folders: Set<String> = []
        /// Whether a signal has ended the command, so that new folders would be left behind.
        var isOver = false
    }

    private static let state = Mutex(State())

    /// Makes a folder, and has it removed should the process end by a signal, whenever that comes.
    ///
    /// - Parameters:
    ///   - make: Makes the folder.
    ///   - path: Where it is.
    /// - Returns: The result of `make`.
    /// - Throws: Any error that `make` throws.
    static func make<Folder: Sendable>(_ make: () throws -> Folder, path: (Folder) -> String) throws -> Folder {
        try state.withLock { state in
            // The signal that ended it ends the process as well.
            while state.isOver { pause() }
            let folder = try make()
            state.folders.insert(path(folder))
            return folder
        }
    }

    /// Removes a folder.
    ///
    /// A folder that can't be removed is in a place that the system cleans up.
    static func remove(_ folder: String) {
        state.withLock { state in
            state.folders.remove(folder)
            try? FileManager.default.removeItem(atPath: folder)
        }
    }

    /// Removes all that are left, for good: the process ends.
    static func removeAll() {
        state.withLock { state in
            for folder in state.folders {
                // The process that fills it may create one more file before it is gone.
                for _ in 0..<10 where FileManager.default.fileExists(atPath: folder) {
                    try? FileManager.default.removeItem(atPath: folder)
                }
            }
            state = State(isOver: true)
        }
    }
}
