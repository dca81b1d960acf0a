import Foundation

extension PersonAccess {
    /// Merges contents of a store's copy that this store does not have: objects with their UUIDs, related data, and
    /// deletions.
    ///
    /// An empty store that was never written also gets the copy's app permissions, order of sources and other settings.
    /// The copy is read completely before anything is merged.
    ///
    /// - Parameters:
    ///   - path: The copy's file.
    ///   - name: The copy's name in the log of operations.
    ///   - forms: How objects that this store has under other UUIDs are recognized.
    ///   - restoresDeleted: Whether objects that were imported before and deleted since come back.
    ///   - isCancelled: Checked from time to time.
    ///   - progress: Called with the number of objects examined and the total.
    /// - Returns: The merged objects.
    /// - Throws: `errorDatabaseInaccessible` for a copy that is damaged or not a store, and for this store; then
    ///   everything merged so far is intact, and a later merge continues. `CancellationError`.
    package func merge(
        copyAt path: String,
        named name: String,
        _ forms: ImportForms,
        restoresDeleted: Bool,
        isCancelled: @escaping () -> Bool = { false },
        progress: @escaping (_ objects: Int, _ total: Int) -> Void = { _, _ in }
    ) throws -> StoreMergeSummary {
        let call = MergeCall(path: path, file: name, restoresDeleted: restoresDeleted)
        return try store.port.work.merge(call, forms, in: scratch, isCancelled: isCancelled, progress)
    }
}
