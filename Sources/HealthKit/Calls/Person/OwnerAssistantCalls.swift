import Foundation

/// The person's decisions about an assistant; `nil` for none.
package struct OwnerAssistantCall: OwnerReadCall, AnsweredCall {
    package typealias Answer = AssistantGrant?
    package static let name = "assistant"

    /// The account of the assistant.
    package var app: String
}

/// The entries that assistants drafted and that wait for the person, the oldest first.
package struct OwnerDraftsCall: OwnerReadCall, AnsweredCall {
    package typealias Answer = [AssistantDraft]
    package static let name = "drafts"
}

/// Saves a draft as an entry of the person's, and removes the draft.
package struct SaveDraftCall: AnsweredCall {
    /// Whether the draft still waited; nothing is saved of one that didn't.
    package typealias Answer = Bool
    package static let name = "saveDraft"

    /// The identity of the draft.
    package var draft: UUID
    /// The entry, of the draft's type; the person may have changed it.
    @ArchivedOne package var entry: HKSample
}
