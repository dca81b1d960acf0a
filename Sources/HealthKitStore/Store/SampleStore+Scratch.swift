import GRDB

extension SampleStore {
    /// Copies the store, as it is at one moment, into memory.
    ///
    /// Changes of the copy are discarded with it and never reach a disk. The store itself is only read, while others
    /// continue reading and writing. Reading all its pages takes a fraction of the time in which as much is imported.
    ///
    /// - Parameter isCancelled: asked now and then; `true` ends the copying.
    /// - Returns: the copy, which is locked when ``lock()`` is called on it.
    /// - Throws: `CancellationError`, and ``StoreError`` with code `readOnly` where the tables are of an earlier format, which
    ///   only opening the store for writing brings up to date.
    package func scratchCopy(isCancelled: @escaping () -> Bool = { false }) throws -> SampleStore {
        var options = options
        options.isReadOnly = false
        return try read { reader in
            // The first look at a table fixes the moment.
            _ = try reader.currentAnchor
            let source = reader.connection.database
            guard case .store(StoreFormat.version) = try StoreFormat.examine(source) else {
                let reason = "The store is of an earlier format. Opening it for writing brings it up to date."
                throw StoreError(.readOnly, reason)
            }
            return try reader.keepingLittle {
                try SampleStore(inMemory: options) { target in
                    try source.backup(to: target, pagesPerStep: Self.scratchPages) { _ in
                        if isCancelled() { throw CancellationError() }
                    }
                }
            }
        }
    }

    /// The number of pages to copy before checking for cancellation.
    private static let scratchPages: Int32 = 1024
}
