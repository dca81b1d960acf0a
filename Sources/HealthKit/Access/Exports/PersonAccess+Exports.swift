import Foundation

extension PersonAccess {
    /// Reads one consistent state of the store; what others write meanwhile neither shows nor waits.
    ///
    /// - Parameters:
    ///   - selection: What is read.
    ///   - leaves: Whether it goes to a file; what is only shown doesn't.
    ///   - body: Gets the snapshot, which is good until it returns.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws, and `HKError`.
    package func snapshot<T>(
        _ selection: ExportSelection,
        leaves: Bool = false,
        _ body: (any StoreSnapshot) throws -> T
    ) throws -> T {
        try store.port.work.snapshot(ExportCall(selection: selection, leaves: leaves), body)
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

    /// The error of a copy with the name of the file that was asked for, which the copy's hidden one would not tell.
    private static func naming(_ file: OutgoingFile, _ error: HKError) -> HKError {
        let hidden = (file.temporaryPath as NSString).lastPathComponent
        guard let end = error.text.range(of: ".partial: ", options: .backwards),
            error.text[..<end.lowerBound].contains(hidden)
        else { return error }
        return HKError.error(error.code, "\(file.path): \(error.text[end.upperBound...])")
    }
}
