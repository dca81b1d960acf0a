import Foundation

extension PersonAccess {
    /// The logged operations, newest first; `nil` for all.
    package func steps(limit: Int? = nil) throws -> [OwnerOperation] { try ask(OwnerOperationsCall(limit: limit)) }

    /// The operation that is undone or redone next, or `nil` when there is none.
    package func nextStep(isRedo: Bool) throws -> OwnerOperation? { try ask(OwnerNextOperationCall(isRedo: isRedo)) }

    /// A preview of the next undo or redo, or `nil` when there is none.
    package func previewStep(isRedo: Bool) throws -> OperationPreview? {
        try ask(OwnerOperationPreviewCall(isRedo: isRedo))
    }

    /// A preview of undoing a done operation or redoing an undone one, with any obstacles, or `nil` when there is no such
    /// operation.
    package func previewStep(_ number: Int) throws -> OperationPreview? {
        try ask(OwnerOperationPreviewCall(isRedo: false, number: number))
    }

    /// Undoes or redoes any logged operation that nothing later depends on.
    ///
    /// - Parameters:
    ///   - number: The operation.
    ///   - isRedo: Whether it is redone.
    /// - Returns: The outcome.
    /// - Throws: `errorInvalidArgument` when there is no such operation, when it is in the wanted state already, and when
    ///   something later depends on it.
    package func turnStep(_ number: Int, isRedo: Bool) throws -> OperationOutcome? {
        try store.port.send(UndoOperationCall(isRedo: isRedo, number: number))
    }

    /// Undoes the latest operation that is still done, whichever program it was done with.
    ///
    /// - Parameter expected: The operation that it has to be; `nil` for whichever is the latest.
    /// - Returns: The outcome, or `nil` when there is none or its undo data is no longer kept.
    /// - Throws: `errorInvalidArgument` when it isn't the expected one.
    package func undo(expecting expected: Int? = nil) throws -> OperationOutcome? {
        try store.port.send(UndoOperationCall(isRedo: false, expected: expected))
    }

    /// Redoes the operation that was undone last, even when other things were done since.
    ///
    /// Later changes stay as they are, and the outcome reports them.
    ///
    /// - Parameter expected: The operation that it has to be; `nil` for whichever is next.
    /// - Returns: The outcome, or `nil` when there is none.
    /// - Throws: `errorInvalidArgument` when it isn't the expected one.
    package func redo(expecting expected: Int? = nil) throws -> OperationOutcome? {
        try store.port.send(UndoOperationCall(isRedo: true, expected: expected))
    }

    /// Forgets all operations and their undo data.
    ///
    /// - Returns: The number of operations.
    package func forgetSteps() throws -> Int { try store.port.send(ForgetOperationsCall()) }

    /// Replaces a sample that the person typed with another; the old version is kept as its history.
    ///
    /// - Throws: `errorInvalidArgument` for a sample that the person did not type, and for another type.
    package func edit(_ old: UUID, to new: HKSample) throws { try store.port.send(EditCall(old: old, new: new)) }

    /// Replaces samples that the person typed with others, all or none, as one operation.
    ///
    /// - Throws: `errorInvalidArgument` for a sample that the person did not type, and for another type.
    package func edit(_ edits: [(old: UUID, new: HKSample)]) throws {
        try store.port.send(EditSamplesCall(edits: edits.map { EditCall(old: $0.old, new: $0.new) }))
    }

    /// The sample that replaced an edited one, or `nil` when there is none.
    package func successor(of uuid: UUID) throws -> HKSample? { try ask(OwnerSuccessorCall(uuid: uuid)) }

    /// The versions of a sample before the person's edits, oldest first.
    package func versions(of uuid: UUID) throws -> [SampleVersion] { try ask(OwnerVersionsCall(uuid: uuid)) }
}
