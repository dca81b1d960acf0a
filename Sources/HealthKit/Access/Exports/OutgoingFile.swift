import Foundation
import HealthKitStore

/// A file for an export, created in full or not at all.
package struct OutgoingFile: Sendable {
    private let file: NewFile

    /// The file's final path.
    package var path: String { file.path }
    /// The path at which the file is written until it is complete.
    package var temporaryPath: String { file.temporaryPath }
    /// The path of a temporary copy of the store, which is removed when the file is finished or discarded.
    var copyPath: String { file.temporaryPath + "-copy" }

    /// Checks that the file may be created, and creates an empty one (mode 0600) next to its final path.
    ///
    /// - Parameters:
    ///   - path: The final path.
    ///   - replaces: Whether it may replace an existing file.
    ///   - store: The store's own file, which is never replaced.
    /// - Throws: `errorDatabaseInaccessible` with a message that names the path and the problem.
    package init(at path: String, replacing replaces: Bool, store: String?) throws {
        file = try HKError.translating { try NewFile(at: path, replacing: replaces, madeFrom: store) }
    }

    /// Syncs the written data to disk and moves the file to its final path.
    ///
    /// - Throws: `errorDatabaseInaccessible`; the final path is then unchanged.
    package func finish() throws {
        StoreCopy.remove(copyPath)
        try HKError.translating { try file.finish() }
    }

    /// Removes the written data.
    package func discard() {
        StoreCopy.remove(copyPath)
        file.discard()
    }
}

/// A copy of the store at one moment, which accompanies an export.
package struct StoreCopy: Sendable {
    /// The copy's file.
    package let path: String

    /// Opens a copy of a store to read it.
    static func open(_ path: String) throws -> SampleStore {
        try HKError.translating {
            var options = StoreOptions()
            options.isReadOnly = true
            // The copy is read from front to back.
            options.keptKilobytes = 2048
            return try SampleStore(at: .file(path), options: options)
        }
    }

    /// Reads the copy; the copy of an encrypted store is locked together with the store.
    func snapshot<T>(of database: HealthDatabase, _ body: (any StoreSnapshot) throws -> T) throws -> T {
        let opened = try Self.open(path)
        defer { opened.close() }
        try HKError.translating { try database.adopt(opened) }
        return try HealthDatabase(opened)
            .read { reader in
                try reader.store.keepingLittle { try body(LocalSnapshot(reader, ExportSelection())) }
            }
    }

    static func remove(_ path: String) {
        for end in ["", "-log", "-undo", "-mark", "-wal", "-shm", "-journal"] { unlink(path + end) }
    }
}
