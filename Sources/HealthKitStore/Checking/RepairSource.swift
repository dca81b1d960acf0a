import CHealthKitStoreFileSystem
import Foundation
import GRDB

/// The damaged store that a repair reads: the file itself, or a copy with a reconstructed first page.
struct RepairSource {
    let queue: DatabaseQueue
    /// The problems that had to be worked around to read it at all.
    let findings: [StoreFinding]
    private let path: String
    private let scratch: String?
    /// Whether its first page was reconstructed, so that it may never have been a store.
    var isRebuilt: Bool { scratch != nil }

    init(_ path: String, queue: DatabaseQueue, findings: [StoreFinding] = [], scratch: String? = nil) {
        self.path = path
        self.queue = queue
        self.findings = findings
        self.scratch = scratch
    }

    func close() {
        queue.release()
        StoreFile.removeEmptyLog(of: path)
        guard let scratch else { return }
        for suffix in [""] + StoreFile.companions { unlink(scratch + suffix) }
    }
}

extension DamagedFile {
    private static let pageSize = 4096

    /// Opens a damaged store for a repair.
    ///
    /// The first page lists the tables and their positions. It is the same in every store, since all are created by the
    /// same statements in the same order; so if it is unreadable, that of a new store replaces it, in a copy.
    ///
    /// - Parameters:
    ///   - path: the damaged store, which is only read.
    ///   - key: the key of an encrypted one; nil for the one that the process was given otherwise.
    ///   - scratch: where a copy may be made.
    /// - Returns: what to read.
    /// - Throws: ``StoreError``.
    static func openForRepair(_ path: String, _ key: SecretBytes?, scratch: String) throws -> RepairSource {
        let reason: String
        do {
            switch try open(path, key: key) {
            case .readable(let queue, let findings):
                if hasAllTables(queue) { return RepairSource(path, queue: queue, findings: findings) }
                queue.release()
                reason = "the list of its tables is damaged"
            case .unreadable(let text):
                reason = text
            }
        } catch let error as StoreError where error.code == .notAStore && mayBeStore(path) {
            reason = "nothing marks it as one"
        }
        let finding = StoreFinding(.file, "the file can't be read as a database: \(reason)")
        let fileHeader = try StoreFileSystem.standard.fileHeader(path)
        var opening = StoreFileSystem.Opening()
        (opening.isEarlier, opening.verifies) = (fileHeader.kind == STORE_FILE_EARLIER, false)
        opening.key = try self.key(path, fileHeader, key)
        let queue = try openCopy(path, scratch, opening)
        return RepairSource(path, queue: queue, findings: [finding], scratch: scratch)
    }

    private static func hasAllTables(_ queue: DatabaseQueue) -> Bool {
        let names = ["state", "dictionary", "sample_group", "batch", "batch_data", "record", "link", "value"]
        // If it can't be asked, the list is as good as damaged.
        return names.allSatisfy { name in
            (try? queue.inDatabase { _ = try $0.makeStatement(sql: "SELECT * FROM \(name)") }) != nil
        }
    }

    /// Whether a file whose first page says nothing could have been a store.
    private static func mayBeStore(_ path: String) -> Bool {
        let size = StoreFile.size(of: path)
        guard size >= 16 * pageSize, size % pageSize == 0, let file = FileHandle(forReadingAtPath: path) else {
            return false
        }
        // A sound database of another program is left alone; a file that can't be read at all may be anything.
        return (try? file.read(upToCount: 16)) != Data("SQLite format 3\0".utf8)
    }

    private static func openCopy(
        _ path: String,
        _ scratch: String,
        _ opening: StoreFileSystem.Opening
    ) throws -> DatabaseQueue {
        do {
            let isEarlier = opening.isEarlier
            let start = isEarlier ? 0 : Int(STORE_FIRST_PAGE)
            let log = isEarlier ? "-wal" : "-log"
            let bytes = try copyFile(path, to: scratch)
            let format = opening.key == nil ? 0 : try StoreFileSystem.standard.fileHeader(path).format
            let size = Int(store_file_system_pages_size(format, UInt32(pageSize), Int64(bytes), Int64(start)))
            let hasLog =
                try FileManager.default.fileExists(atPath: path + log) && copyFile(path + log, to: scratch + log) > 0
            var page = try freshFirstPage(scratch + "-fresh", opening.key)
            describe(&page, size: size, hasLog: hasLog)
            if let key = opening.key {
                try StoreFileSystem.standard.writePage(1, [UInt8](page), of: scratch, key)
            } else {
                try replaceFirstPage(of: scratch, at: start, page)
            }
            var configuration = StoreConnections.configuration(StoreOptions())
            configuration.prepareDatabase { try $0.execute(sql: "PRAGMA temp_store = MEMORY") }
            return try DatabaseQueue(
                path: StoreFileSystem.standard.uri(scratch, opening),
                configuration: configuration
            )
        } catch {
            for suffix in [""] + StoreFile.companions { unlink(scratch + suffix) }
            throw error
        }
    }

    /// The first page of a store that was just made.
    private static func freshFirstPage(_ path: String, _ key: StoreKeyHandle?) throws -> Data {
        defer { for suffix in [""] + StoreFile.companions { unlink(path + suffix) } }
        var opening = StoreFileSystem.Opening()
        opening.key = key
        let queue = try DatabaseQueue(
            path: StoreFileSystem.standard.uri(path, opening),
            configuration: StoreConnections.configuration(StoreOptions())
        )
        try queue.inDatabase { try StoreFormat.create($0) }
        try queue.close()
        if let key { return Data(try StoreFileSystem.standard.readPage(1, of: path, key, size: pageSize)) }
        return Data(try Data(contentsOf: URL(fileURLWithPath: path)).dropFirst(Int(STORE_FIRST_PAGE)).prefix(pageSize))
    }

    /// Adapts a new first page to a file.
    private static func describe(_ page: inout Data, size: Int, hasLog: Bool) {
        func set(_ value: UInt32, at offset: Int) {
            for byte in 0..<4 { page[offset + byte] = UInt8(truncatingIfNeeded: value >> UInt32(8 * (3 - byte))) }
        }
        let (pageCount, freeList, freeCount) = (28, 32, 36)
        set(UInt32(clamping: size / pageSize), at: pageCount)
        set(0, at: freeList)
        set(0, at: freeCount)
        if hasLog { (page[18], page[19]) = (2, 2) }
    }

    private static func replaceFirstPage(of path: String, at start: Int, _ page: Data) throws {
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        try file.seek(toOffset: UInt64(start))
        try file.write(contentsOf: page)
        try file.close()
    }

    /// Copies a file piece by piece into a new one that its owner alone may read.
    /// - Returns: its size.
    private static func copyFile(_ path: String, to target: String) throws -> Int {
        let (from, to) = (
            Foundation.open(path, O_RDONLY | O_CLOEXEC),
            Foundation.open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        )
        defer {
            if from >= 0 { close(from) }
            if to >= 0 { close(to) }
        }
        guard from >= 0 else { throw StoreFile.failure(path, doing: "read the file") }
        guard to >= 0 else { throw StoreFile.failure(target, doing: "make a copy") }
        var total = 0
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let size = read(from, &buffer, buffer.count)
            if size == 0 { return total }
            guard size > 0 else { throw StoreFile.failure(path, doing: "read the file") }
            var written = 0
            while written < size {
                let count = buffer[written..<size].withUnsafeBytes { write(to, $0.baseAddress, $0.count) }
                guard count > 0 else { throw StoreFile.failure(target, doing: "make a copy") }
                written += count
            }
            total += size
        }
    }
}
