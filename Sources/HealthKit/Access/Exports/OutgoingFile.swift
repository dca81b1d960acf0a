import Foundation
import HealthStore

/// A file that comes into being whole or not at all, for what leaves the store.
package struct OutgoingFile: Sendable {
    private let file: NewFile

    /// Where the file is to be.
    package var path: String { file.path }
    /// Where it is written until it is whole.
    package var temporaryPath: String { file.temporaryPath }
    /// Where a copy of the store may lie meanwhile; it goes when the file is finished or discarded.
    var copyPath: String { file.temporaryPath + "-copy" }

    /// Checks that the file may be made and makes an empty one (mode 0600) beside its place.
    ///
    /// - Parameters:
    ///   - path: Where the file is to be.
    ///   - replaces: Whether it may take the place of a file that is there.
    ///   - store: The store's own file, which is never replaced.
    /// - Throws: `errorDatabaseInaccessible` with a text that says what is wrong with which path.
    package init(at path: String, replacing replaces: Bool, store: String?) throws {
        file = try HKError.translating { try NewFile(at: path, replacing: replaces, madeFrom: store) }
    }

    /// Brings what was written to the disk and moves the file to its place.
    ///
    /// - Throws: `errorDatabaseInaccessible`; the file's place is then as it was.
    package func finish() throws {
        StoreCopy.remove(copyPath)
        try HKError.translating { try file.finish() }
    }

    /// Removes what was written.
    package func discard() {
        StoreCopy.remove(copyPath)
        file.discard()
    }
}

/// A copy of the store as it was at one moment, which goes along with an export.
package struct StoreCopy: Sendable {
    /// The copy's file.
    package let path: String

    /// Opens a copy of a store to read it.
    static func open(_ path: String) throws -> SampleStore {
        try HKError.translating {
            var options = StoreOptions()
            options.isReadOnly = true
            // It is read from front to back.
            options.keptKilobytes = 2048
            return try SampleStore(at: .file(path), options: options)
        }
    }

    /// Reads the copy; that of an encrypted store is locked with it.
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
