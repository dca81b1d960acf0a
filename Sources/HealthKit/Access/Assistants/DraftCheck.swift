import Foundation

/// Checks what an assistant drafts as what a person types is checked.
enum DraftCheck {
    /// How far back an entry may be, in seconds.
    private static let longestAgo = 3_660 * 86_400.0

    /// The error of a draft.
    ///
    /// - Parameters:
    ///   - draft: The draft.
    ///   - now: The current time.
    /// - Returns: The reason, in words that repeat nothing of the store; `nil` for none.
    static func problem(_ draft: AssistantDraft, now: Date) -> String? {
        let ago = now.timeIntervalSinceReferenceDate - draft.date
        guard ago.isFinite, ago >= 0 else { return "The time is in the future" }
        guard ago <= longestAgo else { return "The time is more than ten years ago" }
        do {
            try SampleValidation.checkForSaving(draft.sample())
            return nil
        } catch let error as HKError {
            return error.text
        } catch {
            return "This can’t be an entry"
        }
    }
}
