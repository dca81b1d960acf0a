import Foundation

extension PersonAccess {
    /// Reads one consistent state of the store; concurrent writes neither show nor wait.
    ///
    /// - Parameters:
    ///   - selection: The data to read.
    ///   - leaves: Whether it goes to a file rather than only being shown.
    ///   - body: Receives the snapshot, which is valid until it returns.
    /// - Returns: The result of `body`.
    /// - Throws: Any error thrown by `body`, and `HKError`.
    package func snapshot<T>(
        _ selection: ExportSelection,
        leaves: Bool = false,
        _ body: (any StoreSnapshot) throws -> T
    ) throws -> T {
        try store.port.work.snapshot(ExportCall(selection: selection, leaves: leaves), body)
    }

    /// Copies the store as it is at this moment, and reads the copy, so that both agree.
    ///
    /// - Parameters:
    ///   - file: The copy is stored next to this file until it is complete.
    ///   - isCancelled: Checked from time to time.
    ///   - body: Receives the snapshot and the copy, both valid until it returns.
    /// - Returns: The result of `body`.
    /// - Throws: Any error thrown by `body`, `HKError` and `CancellationError`.
    package func copiedSnapshot<T>(
        beside file: OutgoingFile,
        isCancelled: @escaping @Sendable () -> Bool,
        _ body: (any StoreSnapshot, StoreCopy) throws -> T
    ) throws -> T {
        let copy = StoreCopy(path: file.copyPath)
        defer { StoreCopy.remove(copy.path) }
        do {
            return try store.port.work.copiedSnapshot(copy, isCancelled: isCancelled) { try body($0, copy) }
        } catch let error as HKError {
            throw Self.naming(file, error)
        }
    }

    /// The error of a copy with the name of the requested file instead of the copy's hidden one.
    private static func naming(_ file: OutgoingFile, _ error: HKError) -> HKError {
        let hidden = (file.temporaryPath as NSString).lastPathComponent
        guard let end = error.text.range(of: ".partial: ", options: .backwards),
            error.text[..<end.lowerBound].contains(hidden)
        else { return error }
        return HKError.error(error.code, "\(file.path): \(error.text[end.upperBound...])")
    }
}
