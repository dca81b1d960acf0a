import CHealthKitStoreFileSystem
import Foundation
import GRDB

/// The file of a store that may be damaged, opened for reading only.
enum DamagedFile {
    /// The result of opening it.
    enum Opening {
        /// It can be read, with the findings of opening it.
        case readable(DatabaseQueue, [StoreFinding])
        /// It is, or was, a store, and SQLite can't read even what tables it has.
        case unreadable(reason: String)
    }

    /// Opens a file without changing it, except that unfinished transactions of a killed program are rolled back.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - key: The key of an encrypted one; nil for the one that the process was given otherwise.
    /// - Returns: What came of it.
    /// - Throws: ``StoreError`` with code `cannotOpen`, `notPermitted`, `notAStore` or `newerFormat`, `locked` or
    ///   `wrongKey`.
    static func open(_ path: String, key: SecretBytes?) throws -> Opening {
        try requireFile(path)
        let fileHeader = try StoreFileSystem.standard.fileHeader(path)
        if fileHeader.kind == STORE_FILE_NEWER { throw StoreError.newerFile(fileHeader) }
        if fileHeader.kind == STORE_FILE_UNKNOWN { throw notAStore }
        var opening = StoreFileSystem.Opening()
        opening.isEarlier = fileHeader.kind == STORE_FILE_EARLIER
        opening.key = try self.key(path, fileHeader, key)
        opening.isAlone = try StoreFile.isAlone(path, fileHeader.log_in_use, opening.isEarlier)
        if !opening.isEarlier, StoreFile.size(of: path + "-undo") > 0 {
            SampleStore.takeBack(try StoreFileSystem.standard.uri(path, opening), StoreOptions())
        }
        var findings: [StoreFinding] = []
        if !opening.isEarlier, fileHeader.sound_headers == 1 {
            findings.append(StoreFinding(.file, "one of the two copies of the file's header is damaged"))
        }
        var hasOtherLog = false
        do {
            try StoreFile.refuseForeignLogs(path, isEarlier: opening.isEarlier)
        } catch let error as StoreError where error.code == .logMissing {
            findings.append(StoreFinding(.file, missingLog))
            hasOtherLog = true
        }
        do {
            return .readable(try queue(path, opening), findings)
        } catch let error where !hasOtherLog && isAboutLog(error) {
            // The file alone can be read, as it was when the log began.
            opening.isAlone = true
            return .readable(try queue(path, opening), findings + [StoreFinding(.file, missingLog)])
        } catch let error as DatabaseError {
            let mapped = StoreError(sqlite: error.extendedResultCode.rawValue, error.message ?? "no detail")
            guard [.damaged, .notAStore, .ioError].contains(mapped.code) else { throw mapped }
            guard fileHeader.kind == STORE_FILE_OURS || isMarked(path) else { throw notAStore }
            return .unreadable(reason: mapped.code == .damaged ? mapped.reason() : error.message ?? mapped.reason())
        }
    }

    /// The key of a file, when it is encrypted.
    static func key(_ path: String, _ fileHeader: store_file_look, _ key: SecretBytes?) throws -> StoreKeyHandle? {
        var options = StoreOptions()
        options.key = fileHeader.cipher == 0 ? nil : key
        return try StoreKeys.handle(path, fileHeader, options)
    }

    private static let missingLog =
        "the latest changes are not in the file but in its log, which is missing or belongs to another file"

    /// Whether an error of the database says that the log is not the file's.
    private static func isAboutLog(_ error: any Error) -> Bool {
        guard let error = error as? DatabaseError else { return false }
        let isAbout = [STORE_LOG_MISSING, STORE_LOG_FOREIGN].contains(store_file_system_last_damage().kind)
        return error.resultCode == .SQLITE_IOERR && isAbout
    }

    private static func queue(_ path: String, _ opening: StoreFileSystem.Opening) throws -> DatabaseQueue {
        let uri = try StoreFileSystem.standard.uri(path, opening)
        let queue = try DatabaseQueue(path: uri, configuration: configuration)
        do {
            try require(queue, path)
            return queue
        } catch {
            queue.release()
            StoreFile.removeEmptyLog(of: path)
            throw error
        }
    }

    static let notAStore = StoreError(.notAStore, "The file is not a health store.")

    private static var configuration: Configuration {
        var options = StoreOptions()
        options.isReadOnly = true
        var configuration = StoreConnections.configuration(options)
        // Temporary data of sorting must not be on the disk if the store itself would not.
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA temp_store = MEMORY") }
        return configuration
    }

    /// Rejects paths that aren't files, and empty files.
    static func requireFile(_ path: String) throws {
        guard try StoreFile.requireRegular(path) else {
            throw StoreError(.cannotOpen, "Store not found.", path: path)
        }
        guard access(path, R_OK) == 0 else {
            throw StoreError(.notPermitted, "The file may not be read.", path: path)
        }
        if StoreFile.size(of: path) == 0, ["-wal", "-log"].allSatisfy({ StoreFile.size(of: path + $0) == 0 }) {
            throw StoreError(.notAStore, "The file is empty.", path: path)
        }
    }

    private static func require(_ queue: DatabaseQueue, _ path: String) throws {
        switch try queue.inDatabase({ try StoreFormat.examine($0) }) {
        case .store(let version): try StoreFormat.requireReadable(version)
        case .empty:
            throw StoreError(.notAStore, "The file is empty.")
        case .foreign:
            let sql = "SELECT count(*) FROM sqlite_master WHERE name IN ('batch_data', 'sample_group', 'dictionary')"
            let known = try queue.inDatabase { try Int.fetchOne($0, sql: sql) ?? 0 }
            guard known == 3 else { throw notAStore }
        }
    }

    /// Whether the first page of a file of an earlier format, as far as it is legible, is that of a store.
    static func isMarked(_ path: String) -> Bool {
        guard let file = FileHandle(forReadingAtPath: path) else { return false }
        // A page that can't be read is not legible either.
        let page = (try? file.read(upToCount: 8192)) ?? Data()
        return page.range(of: Data("CREATE TABLE sample_group".utf8)) != nil || page.dropFirst(68).prefix(4) == marks
    }

    private static var marks: Data {
        Data((0..<4).reversed().map { UInt8(truncatingIfNeeded: StoreFormat.applicationID >> (8 * Int64($0))) })
    }
}
