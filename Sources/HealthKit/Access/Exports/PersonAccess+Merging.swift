import Foundation

extension PersonAccess {
    /// Takes over what a copy of a store holds and this store does not: objects with their UUIDs, what belongs to
    /// them, and deletions.
    ///
    /// Rights of apps, the order of sources and other settings are taken over too by a store in which nothing was ever
    /// stored. A copy is read whole before anything is taken over.
    ///
    /// - Parameters:
    ///   - path: The copy's file.
    ///   - name: What the log of steps calls it.
    ///   - forms: How objects are recognised that this store has under other UUIDs.
    ///   - restoresDeleted: Whether what was imported before and deleted since comes back.
    ///   - isCancelled: Asked now and then.
    ///   - progress: Told the objects looked at and how many there are.
    /// - Returns: What was taken over.
    /// - Throws: `errorDatabaseInaccessible` for a copy that is damaged or no store, and for this store; then what was
    ///   taken over is whole, and going on later takes over the rest. `CancellationError`.
    package func merge(
        copyAt path: String,
        named name: String,
        _ forms: ImportForms,
        restoresDeleted: Bool,
        isCancelled: @escaping () -> Bool = { false },
        progress: @escaping (_ objects: Int, _ total: Int) -> Void = { _, _ in }
    ) throws -> StoreMergeSummary {
        let call = MergeCall(path: path, file: name, restoresDeleted: restoresDeleted)
        return try store.port.work.merge(call, forms, isCancelled: isCancelled, progress)
    }
}
