import Foundation

extension PersonAccess {
    /// Reads one consistent state of the store; what others write meanwhile neither shows nor waits.
    ///
    /// - Parameters:
    ///   - selection: What is read.
    ///   - body: Gets the snapshot, which is good until it returns.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws, and `HKError`.
    package func snapshot<T>(_ selection: ExportSelection, _ body: (StoreSnapshot) throws -> T) throws -> T {
        try store.gate.answer(ExportCall(selection: selection), body)
    }

    /// Copies the store as it is at this moment, and reads the copy: both say the same.
    ///
    /// - Parameters:
    ///   - file: The file that the copy lies beside until it is whole.
    ///   - isCancelled: Asked now and then.
    ///   - body: Gets the snapshot and the copy, both good until it returns.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws, `HKError` and `CancellationError`.
    package func copiedSnapshot<T>(
        beside file: OutgoingFile,
        isCancelled: @escaping @Sendable () -> Bool,
        _ body: (StoreSnapshot, StoreCopy) throws -> T
    ) throws -> T {
        let copy = StoreCopy(path: file.copyPath)
        defer { StoreCopy.remove(copy.path) }
        _ = try store.gate.answer(BackUpCall(path: copy.path, replaces: true, leavesSteps: true)) { _, _ in
            if isCancelled() { throw CancellationError() }
        }
        return try store.gate.answer(from: copy) { try body($0, copy) }
    }
}
