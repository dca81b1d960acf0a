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

    /// Removes a draft, after it was saved as the person's entry or thrown away.
    ///
    /// - Parameter id: The draft's identity.
    /// - Returns: Whether it still waited.
    /// - Throws: `HKError` when the store can't be changed.
    @discardableResult
    package func removeDraft(_ id: UUID) throws -> Bool { try perform(.removeDraft(id)).wasWaiting }
}
