import Foundation

extension SampleStore {
    /// Opens the file that has taken the place of this store's.
    ///
    /// - Returns: The store, opened as this one was; `nil` while there is no file, or an empty one that is being
    ///   filled.
    /// - Throws: ``StoreError`` for a file that isn't a plain store.
    package func reopened() throws -> SampleStore? {
        guard let path, key == nil, StoreFile.size(of: path) > 0 else { return nil }
        guard try StoreLock.read(at: path) == nil else {
            throw StoreError(.moved, "The store was replaced by an encrypted one. End the program and start it again.")
        }
        return try SampleStore(at: .file(path), options: options)
    }
}
