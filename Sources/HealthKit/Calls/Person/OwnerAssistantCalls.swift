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
