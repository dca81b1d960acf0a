/// The folder that carries a group's files between devices.
package protocol GroupFolder {
    /// The devices that have a folder in it.
    /// - Throws: ``SyncError`` with code `folder`.
    func devices() throws -> [SyncID]

    /// The names of a device's files.
    /// - Throws: ``SyncError`` with code `folder`.
    func names(of device: SyncID) throws -> [String]

    /// The bytes of a file.
    /// - Throws: ``SyncError``: `folder`, or `damaged` for what is no regular file or is larger than any.
    func bytes(_ name: FileName, of device: SyncID) throws -> [UInt8]

    /// Writes a file, whole or not at all.
    /// - Throws: ``SyncError`` with code `folder`.
    func write(_ bytes: [UInt8], _ name: FileName, of device: SyncID) throws

    /// Removes a file; one that is gone already is no error.
    /// - Throws: ``SyncError`` with code `folder`.
    func remove(_ name: FileName, of device: SyncID) throws
}
