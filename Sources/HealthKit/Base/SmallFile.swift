import Foundation
import HealthKitStore

/// The store's `WholeFile` for targets that don't know the store.
package enum SmallFile {
    /// Writes a file in the place of one that is there, for its owner alone.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - bytes: Its content.
    ///   - temporary: The path until the file is whole; anything that is there is removed.
    ///   - syncsFolder: Whether the new name is on the disk too when this returns.
    /// - Throws: The system's error; the file is then as it was before.
    package static func replace(
        _ path: String,
        with bytes: some ContiguousBytes,
        temporary: String,
        syncsFolder: Bool = true
    ) throws(POSIXError) {
        try WholeFile.replace(path, with: bytes, temporary: temporary, syncsFolder: syncsFolder)
    }

    /// Writes a file for its owner alone where there must be none.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - bytes: Its content.
    ///   - temporary: The path until the file is complete; `nil` for a unique one.
    /// - Throws: The system's error; `EEXIST` if there is something at the path.
    package static func create(
        _ path: String,
        with bytes: some ContiguousBytes,
        temporary: String? = nil
    ) throws(POSIXError) {
        try WholeFile.create(path, with: bytes, temporary: temporary)
    }

    /// Brings the names in a folder to the disk.
    ///
    /// - Parameter folder: The folder.
    /// - Throws: The system's error.
    package static func sync(folder: String) throws(POSIXError) { try WholeFile.sync(folder: folder) }
}
