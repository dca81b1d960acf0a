import Foundation

/// An assistant's decisions at a moment, in the form in which samples are looked up.
struct AssistantView {
    let grant: AssistantGrant
    /// The end of the earliest samples that may be read, in seconds since the reference date.
    let since: Double

    init(_ grant: AssistantGrant, _ moment: AssistantMoment) {
        self.grant = grant
        since = moment.start(grant).timeIntervalSinceReferenceDate
    }

    /// An app's rights for a type that the assistant may read samples of; none for any other type.
    func grant(of type: String) -> Grant {
        guard grant.right(of: type)?.level == .samples else { return Grant() }
        return Grant(read: true, since: since)
    }
}
