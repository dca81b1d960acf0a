import Foundation

extension PersonAccess {
    /// The marks on days, in the order of their days.
    ///
    /// - Throws: `HKError` when the store can't be read.
    package func marks() throws -> [DayMark] { try ask(OwnerMarksCall()) }

    /// Adds a mark to days.
    ///
    /// - Parameter mark: The mark.
    /// - Throws: `errorInvalidArgument` for a mark that isn't valid; see ``DayMark/check()``.
    package func add(_ mark: DayMark) throws { try perform(.addMark(mark)) }

    /// Removes a mark.
    ///
    /// - Parameter id: The mark's identity.
    /// - Returns: Whether there was such a mark.
    /// - Throws: `HKError` when the store can't be changed.
    @discardableResult
    package func removeMark(_ id: UUID) throws -> Bool { try perform(.removeMark(id)).count > 0 }
}
