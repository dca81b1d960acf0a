import CHealthKitStoreFileSystem
import Foundation
import GRDBSQLite

/// The layer between SQLite and the disk: it puts an additional header before SQLite's pages, and into every page a
/// checksum that it verifies when the page is read.
///
/// A connection asks for it by name. It is never the default, so other databases of the same program don't meet it.
package struct StoreFileSystem: Sendable, Hashable {
    /// The layer's name.
    let name: String

    /// The layer on top of the operating system's files.
    package static let standard = StoreFileSystem(name: "healthstore", below: nil)

    /// The layer on top of another file system that is registered with SQLite, for tests with disks that fail.
    package static func over(_ below: String) -> StoreFileSystem {
        StoreFileSystem(name: "healthstore-\(below)", below: below)
    }

    private let below: String?

    /// The name of the file system that reads and writes the files.
    var belowName: String? { below }

    private init(name: String, below: String?) {
        self.name = name
        self.below = below
    }

    /// Whether files are those of the operating system.
    var isStandard: Bool { below == nil }

    /// The settings with which SQLite opens a file through this layer.
    struct Opening: Sendable {
        /// Whether the file is of a format before 3.
        var isEarlier = false
        /// Whether pages are held against their checksums.
        ///
        /// Without that a damaged file can be read as far as it goes, wrong values included; written pages get their checksums
        /// all the same.
        var verifies = true
        /// Whether the file is read without its log and without a lock.
        var isAlone = false
        /// Whether SQLite makes the file when it is not there.
        var mayMake = true
        /// The identity of the store that a new file belongs to; nil for a new store.
        var store: [UInt8]?
        /// The key of a file that is encrypted, or is to be.
        var key: StoreKeyHandle?
    }

    /// The name under which SQLite opens a file through this layer, of whatever format it is.
    ///
    /// - Parameters:
    ///   - path: the file's absolute path.
    ///   - verifies: whether pages are held against their checksums.
    /// - Returns: a URI.
    /// - Throws: ``StoreError/Code/cannotOpen`` when SQLite won't take it.
    package func uri(_ path: String, verifies: Bool = true) throws -> String {
        try uri(path, Opening(isEarlier: fileHeader(path).kind == STORE_FILE_EARLIER, verifies: verifies))
    }

    /// The name under which SQLite opens a file through this layer.
    /// - Throws: ``StoreError/Code/cannotOpen`` when SQLite won't take it.
    func uri(_ path: String, _ opening: Opening) throws -> String {
        guard store_file_system_has_names() else {
            throw StoreError(
                .cannotOpen,
                "The SQLite library of this system takes no URIs as names of files.",
                path: path
            )
        }
        let name = opening.isEarlier ? self.name + "-earlier" : self.name
        guard store_file_system_register(name, below, opening.isEarlier) == SQLITE_OK else {
            throw StoreError(.cannotOpen, "The store's file system could not be set up.", path: path)
        }
        let plain = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-")
        guard let encoded = path.addingPercentEncoding(withAllowedCharacters: plain) else {
            throw StoreError(.cannotOpen, "The name of the file is not valid text.", path: path)
        }
        var uri = "file:\(encoded)?vfs=\(name)"
        if !opening.verifies { uri += "&check=0" }
        if let key = opening.key { uri += "&key=\(key.number)" }
        if !opening.mayMake { uri += "&mode=rw" }
        if opening.isAlone { uri += "&immutable=1" }
        if let store = opening.store {
            uri += "&store=" + store.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        }
        return uri
    }

    /// Determines the kind of a file without changing it.
    /// - Throws: ``StoreError`` when it can't be read.
    func fileHeader(_ path: String) throws -> store_file_look {
        var fileHeader = store_file_look()
        let result = store_file_system_look(path, below, &fileHeader)
        guard result == SQLITE_OK else { throw StoreError(sqlite: result, "the file can't be looked at").at(path) }
        return fileHeader
    }

    /// Brings a file to the disk and moves it in place of another in the same folder.
    /// - Throws: ``StoreError``; the names are then as they were.
    func move(_ path: String, to target: String) throws {
        let result = store_file_system_move(path, target, below)
        guard result == SQLITE_OK else { throw StoreError(sqlite: result, "the file can't be moved").at(target) }
    }

    /// Removes a file, when there is one.
    func remove(_ path: String) { _ = store_file_system_remove(path, below) }

    /// Runs `body` while no other process has the file open or can open it.
    /// - Throws: The errors of `body`, and ``StoreError/Code/busy`` if another process has it open.
    func holding<T>(_ path: String, _ body: () throws -> T) throws -> T {
        var hold: OpaquePointer?
        let result = store_file_system_hold(path, below, &hold)
        guard result == SQLITE_OK, let hold else {
            if result & 0xFF == SQLITE_BUSY {
                throw StoreError(.busy, "Another program has the store open. End it and try again.", path: path)
            }
            throw StoreError(sqlite: result, "the file can't be locked").at(path)
        }
        defer { store_file_system_release(hold) }
        return try body()
    }
}

extension store_file_look {
    /// Whether it is a file of this layer in a format before the one that is written.
    var isOlder: Bool {
        let current = cipher == 0 ? STORE_FORMAT : STORE_LOCKED_FORMAT
        return kind == STORE_FILE_OURS && sound_headers > 0 && format < UInt32(current)
    }

    /// Whether there is another file at the path now.
    func isOther(than earlier: store_file_look) -> Bool {
        kind != earlier.kind || fileID != earlier.fileID || cipher != earlier.cipher
    }

    /// The file's identity.
    var fileID: [UInt8] { withUnsafeBytes(of: file) { [UInt8]($0) } }

    /// The identity of the file's store; nil when the file doesn't say.
    var storeID: [UInt8]? {
        let bytes = withUnsafeBytes(of: store) { [UInt8]($0) }
        return bytes.allSatisfy { $0 == 0 } ? nil : bytes
    }
}

extension StoreError {
    /// The error for a read that this thread's layer has just refused.
    static func damagedPage() -> StoreError {
        let damage = store_file_system_take_damage()
        switch damage.kind {
        case STORE_DAMAGED_PAGE: return .damaged("page \(damage.page) of the file fails its checksum")
        case STORE_DAMAGED_FRAME: return .damaged("frame \(damage.frame) of the log fails its checksum")
        case STORE_DAMAGED_HEADER: return .damaged("the header of the file fails its checksum")
        case STORE_LOG_MISSING: return .logMissing
        case STORE_LOG_FOREIGN: return .logForeign
        case STORE_LOCKED: return .locked
        case STORE_KEY_WRONG: return .wrongKey
        case STORE_CIPHER_MISSING: return .cipherMissing
        case STORE_OLD_PAGE: return .damaged(oldPage(damage.page))
        case STORE_DAMAGED_LIST: return .damaged(damagedList(damage.page))
        default: return .damaged("a page of the file fails its checksum")
        }
    }

    /// The message for a page that isn't the one that was written last.
    static func oldPage(_ page: UInt32) -> String {
        "page \(page) of the file is of an earlier time: it was put back, or its last change never reached the disk"
    }

    /// The message for a page whose last change isn't known.
    static func damagedList(_ page: UInt32) -> String {
        "page \(page) of the file can't be told from earlier ones: the list of page versions is damaged, or was put back"
    }

    /// The error for a file that this machine can't decrypt.
    static var cipherMissing: StoreError {
        let what = "The store is encrypted with AES-256-GCM, which this processor doesn't support."
        return StoreError(.cannotOpen, what + " A backup made on the machine that wrote it opens here.")
    }

    /// The error for a file whose latest changes are in a log that isn't there.
    static var logMissing: StoreError {
        let what = "The latest changes are in the store's log, which is missing or not its own. Put the right log back,"
        return StoreError(.logMissing, what + " or save what the file contains with healthtui doctor --repair.")
    }

    /// The error for a log next to a file that it doesn't belong to.
    static var logForeign: StoreError {
        let what = "The log beside the store belongs to another file, or to this one at another time. It was kept."
        return StoreError(.logForeign, what + " Put it back beside its own file, or move it away.")
    }
}
