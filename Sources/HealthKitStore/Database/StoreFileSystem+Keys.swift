import CHealthKitStoreFileSystem
import GRDBSQLite

extension StoreFileSystem {
    /// Whether a key is the one of an encrypted file.
    /// - Throws: ``StoreError`` when the file can't be read or the processor can't decrypt it.
    func isKey(_ handle: StoreKeyHandle, of path: String) throws -> Bool {
        var isRight = false
        let result = store_file_system_check_key(path, belowName, handle.number, &isRight)
        guard result == SQLITE_OK else { throw StoreError(sqlite: result, "the key can't be tried").at(path) }
        return isRight
    }

    /// The slots of an encrypted file; nil when it isn't one.
    /// - Throws: ``StoreError`` when the file can't be read.
    func slots(of path: String) throws -> KeySlots? {
        var bytes = [UInt8](repeating: 0, count: Int(STORE_SLOTS_SIZE))
        let result = store_file_system_slots(path, belowName, &bytes)
        if result == SQLITE_NOTFOUND { return nil }
        guard result == SQLITE_OK else { throw StoreError(sqlite: result, "the file can't be looked at").at(path) }
        return KeySlots(bytes: bytes)
    }

    /// Empties the slots of an encrypted file that no process has open.
    /// - Throws: ``StoreError`` when they can't be written.
    func eraseSlots(of path: String) throws {
        let result = store_file_system_erase_slots(path, belowName)
        guard result == SQLITE_OK else { throw StoreError(sqlite: result, "the keys can't be erased").at(path) }
    }

    /// Reads a page of an encrypted file that no process has open, as SQLite sees it.
    /// - Throws: ``StoreError``.
    func readPage(_ number: UInt32, of path: String, _ key: StoreKeyHandle, size: Int) throws -> [UInt8] {
        var page = [UInt8](repeating: 0, count: size)
        let result = store_file_system_read_page(path, belowName, key.number, number, &page, UInt32(size))
        guard result == SQLITE_OK else { throw StoreError(sqlite: result, "a page can't be read").at(path) }
        return page
    }

    /// Writes a page of an encrypted file that no process has open.
    /// - Throws: ``StoreError``.
    func writePage(_ number: UInt32, _ page: [UInt8], of path: String, _ key: StoreKeyHandle) throws {
        let result = store_file_system_write_page(path, belowName, key.number, number, page, UInt32(page.count))
        guard result == SQLITE_OK else { throw StoreError(sqlite: result, "a page can't be written").at(path) }
    }
}
