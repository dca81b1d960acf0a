/// The folder that carries a group's files between devices.
package protocol GroupFolder {
    /// The devices that have a folder in it.
    /// - Throws: ``SyncError`` with code `folder`.
    func devices() throws -> [SyncID]

    /// The names of a device's files.
    /// - Throws: ``SyncError`` with code `folder`.
    func names(of device: SyncID) throws -> [String]

    /// A device's files with the facts known without reading them.
    /// - Throws: ``SyncError`` with code `folder`.
    func files(of device: SyncID) throws -> [FolderFile]

    /// The bytes of a file.
    /// - Throws: ``SyncError``: `folder`, or `damaged` for a path that isn't a regular file or is too large.
    func bytes(_ name: FileName, of device: SyncID) throws -> [UInt8]

    /// Writes a file, whole or not at all.
    /// - Throws: ``SyncError`` with code `folder`.
    func write(_ bytes: [UInt8], _ name: FileName, of device: SyncID) throws

    /// Removes a file; a missing one isn't an error.
    /// - Throws: ``SyncError`` with code `folder`.
    func remove(_ name: FileName, of device: SyncID) throws

    /// Fetches the files to read while the store waits: a remote folder then answers immediately, and only with these.
    ///
    /// - Parameter files: The files that are read then, beside those that were read already.
    /// - Throws: ``SyncError`` with code `folder`.
    func prepare(_ files: [GroupFile]) throws

    /// Ends that.
    func endPreparation()
}

extension GroupFolder {
    package func prepare(_ files: [GroupFile]) throws {}
    package func endPreparation() {}
}

/// A file in a folder, as far as it is known without reading it.
package struct FolderFile: Codable, Hashable, Sendable {
    package var name: String
    /// The size in bytes; `nil` for anything but a regular file.
    package var size: Int?
    /// When it was written, in nanoseconds: another number once it was written again.
    package var time: Int64

    /// Creates a file.
    package init(name: String, size: Int?, time: Int64) {
        self.name = name
        self.size = size
        self.time = time
    }
}

/// A file of a device in the group's folder.
package struct GroupFile: Hashable, Sendable {
    package var device: SyncID
    package var name: FileName
}

/// The state of a group's folder.
package enum FolderState: String, Codable, Sendable {
    case usable
    /// The folder that is to carry it isn't there.
    case missing
    /// It has none of the group's files.
    case empty
    /// It may be read and not written.
    case readOnly
}

/// Access to the folders that carry groups' files.
package protocol GroupFolders {
    /// Checks that a folder is there.
    /// - Throws: ``SyncError`` with code `folder`.
    func require(_ path: String) throws

    /// The groups that have files in a folder.
    /// - Throws: ``SyncError`` with code `folder`.
    func groups(in path: String) throws -> [SyncID]

    /// The files of a group in a folder.
    func folder(of group: SyncID, in path: String) -> any GroupFolder

    /// The state of a group's files in a folder.
    /// - Throws: ``SyncError`` with code `folder` where that can't be known.
    func state(of group: SyncID, in path: String) throws -> FolderState
}
