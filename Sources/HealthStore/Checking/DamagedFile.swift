import Foundation
import GRDB

/// The file of a store that may be damaged, opened for reading only.
enum DamagedFile {
    /// What came of opening it.
    enum Opening {
        case readable(DatabaseQueue)
        /// It is, or was, a store, and SQLite can't read even what tables it has.
        case unreadable(reason: String)
    }

    /// Opens a file without changing it.
    /// - Throws: ``StoreError`` with code `cannotOpen`, `notPermitted`, `notAStore` or `newerFormat`.
    static func open(_ path: String) throws -> Opening {
        try requireFile(path)
        do {
            let queue = try DatabaseQueue(path: StoreFileSystem.standard.uri(path), configuration: configuration)
            do {
                try require(queue, path)
                return .readable(queue)
            } catch {
                try? queue.close()
                throw error
            }
        } catch let error as DatabaseError {
            let mapped = StoreError(sqlite: error.extendedResultCode.rawValue, error.message ?? "no detail")
            guard [.damaged, .notAStore, .ioError].contains(mapped.code) else { throw mapped }
            guard isMarked(path) else { throw notAStore }
            return .unreadable(reason: error.message ?? mapped.reason())
        }
    }

    static let notAStore = StoreError(.notAStore, "The file is not a health store.")

    private static var configuration: Configuration {
        var options = StoreOptions()
        options.isReadOnly = true
        var configuration = SampleStore.configuration(options)
        configuration.prepareDatabase { _ in }
        return configuration
    }

    /// Refuses what is no file, and an empty one.
    static func requireFile(_ path: String) throws {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw StoreError(.cannotOpen, "There is no store here.", path: path)
        }
        if isFolder.boolValue { throw StoreError(.cannotOpen, "This is a folder, not a store.", path: path) }
        guard access(path, R_OK) == 0 else {
            throw StoreError(.notPermitted, "The file may not be read.", path: path)
        }
        let size = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber)?.int64Value ?? 0
        if size == 0, !FileManager.default.fileExists(atPath: path + "-wal") {
            throw StoreError(.notAStore, "The file is empty; there is no store in it.", path: path)
        }
    }

    private static func require(_ queue: DatabaseQueue, _ path: String) throws {
        switch try queue.inDatabase({ try StoreFormat.examine($0) }) {
        case .store(let version) where version > StoreFormat.version:
            let message = "The store was written by a newer version (format \(version)); this one reads up to format "
            throw StoreError(.newerFormat, message + "\(StoreFormat.version). Use the newer one.")
        case .store:
            return
        case .empty:
            throw StoreError(.notAStore, "The file is empty; there is no store in it.")
        case .foreign:
            let sql = "SELECT count(*) FROM sqlite_master WHERE name IN ('batch_data', 'sample_group', 'dictionary')"
            let known = try queue.inDatabase { try Int.fetchOne($0, sql: sql) ?? 0 }
            guard known == 3 else { throw notAStore }
        }
    }

    /// Whether the first page, as far as it is legible, is that of a store.
    static func isMarked(_ path: String) -> Bool {
        guard let file = FileHandle(forReadingAtPath: path) else { return false }
        defer { try? file.close() }
        let page = (try? file.read(upToCount: 8192)) ?? Data()
        return page.range(of: Data("CREATE TABLE sample_group".utf8)) != nil || page.dropFirst(68).prefix(4) == marks
    }

    private static var marks: Data {
        Data((0..<4).reversed().map { UInt8(truncatingIfNeeded: StoreFormat.applicationID >> (8 * Int64($0))) })
    }
}
