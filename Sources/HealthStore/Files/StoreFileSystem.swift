import CStoreFileSystem
import Foundation
import GRDBSQLite

/// The layer between SQLite and the disk: it puts a checksum into every page and looks at it when the page is read.
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

    private init(name: String, below: String?) {
        self.name = name
        self.below = below
    }

    /// Whether files are those of the operating system.
    var isStandard: Bool { below == nil }

    /// The name under which SQLite opens a file through this layer.
    ///
    /// - Parameters:
    ///   - path: the file's absolute path.
    ///   - verifies: whether pages are held against their checksums. Without that a damaged file can be read as far as
    ///     it goes, wrong answers included; what is written gets its checksum all the same.
    /// - Returns: a URI.
    /// - Throws: ``StoreError/Code/cannotOpen`` when SQLite won't take it.
    package func uri(_ path: String, verifies: Bool = true) throws -> String {
        guard store_file_system_has_names() else {
            throw StoreError(
                .cannotOpen,
                "The SQLite library of this system takes no URIs as names of files.",
                path: path
            )
        }
        guard store_file_system_register(name, below) == SQLITE_OK else {
            throw StoreError(.cannotOpen, "The store's file system could not be set up.", path: path)
        }
        let plain = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-")
        guard let encoded = path.addingPercentEncoding(withAllowedCharacters: plain) else {
            throw StoreError(.cannotOpen, "The name of the file is not valid text.", path: path)
        }
        return "file:\(encoded)?vfs=\(name)" + (verifies ? "" : "&check=0")
    }
}

extension StoreError {
    /// The error for a checksum that failed in this thread's last read.
    static func damagedPage() -> StoreError {
        let damage = store_file_system_take_damage()
        if damage.page > 0 { return .damaged("page \(damage.page) of the file fails its checksum") }
        if damage.frame > 0 { return .damaged("frame \(damage.frame) of the log fails its checksum") }
        return .damaged("a page of the file fails its checksum")
    }
}
