import Foundation

extension PersonAccess {
    /// The decisions about an assistant.
    ///
    /// - Parameter app: The account of the assistant.
    /// - Returns: The decisions; `nil` for none.
    /// - Throws: `HKError` when the store can't be read.
    package func assistant(_ app: String) throws -> AssistantGrant? { try ask(OwnerAssistantCall(app: app)) }

    /// Sets the decisions about an assistant, and answers its requests.
    ///
    /// - Parameters:
    ///   - grant: The decisions; `nil` to take all access away.
    ///   - app: The account of the assistant.
    /// - Throws: `errorInvalidArgument` for decisions out of bounds, `HKError` when the store can't be changed.
    package func setAssistant(_ grant: AssistantGrant?, app: String) throws {
        try perform(.setAssistant(grant, app: app))
    }

    /// The entries that assistants drafted and that wait, the oldest first.
    ///
    /// - Throws: `HKError` when the store can't be read.
    package func drafts() throws -> [AssistantDraft] { try ask(OwnerDraftsCall()) }

    /// Saves a draft as an entry of the person's and removes it, both or neither.
    ///
    /// - Parameters:
    ///   - id: The draft's identity.
    ///   - entry: The entry: the draft's sample, or one that the person changed.
    /// - Returns: Whether the draft still waited; nothing is saved of one that didn't.
    /// - Throws: `errorInvalidArgument` for an entry that can't be saved or is of another type, `HKError` when the store can't be
    ///   changed.
    package func saveDraft(_ id: UUID, as entry: HKSample) throws -> Bool {
        try store.port.send(SaveDraftCall(draft: id, entry: entry))
    }

    /// Throws a draft away.
    ///
    /// - Parameter id: The draft's identity.
    /// - Returns: Whether it still waited.
    /// - Throws: `HKError` when the store can't be changed.
    @discardableResult
    package func removeDraft(_ id: UUID) throws -> Bool { try perform(.removeDraft(id)).wasWaiting }
}
