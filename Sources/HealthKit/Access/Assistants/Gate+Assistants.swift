import Foundation

extension Gate {
    /// The gate that carries out a call: for an assistant one that is open to this call alone.
    ///
    /// An assistant's gate itself opens no store, so that a call without a rule of its own is refused.
    ///
    /// - Parameter call: The call.
    /// - Returns: The gate; this one for apps and the person.
    /// - Throws: `errorAuthorizationDenied` for a call that assistants can't make.
    func admitting(_ call: any StoreCall) throws -> Gate {
        guard app?.isAssistant == true, !isAdmitted else { return self }
        switch call {
        case is TotalsCall, is DraftCall, is AuthorizeCall, is SamplesCall:
            return Gate(principal, beside: self, change: change, isAdmitted: true)
        default: throw Self.notAnAssistants
        }
    }

    /// The error for a call that assistants can't make.
    static var notAnAssistants: HKError {
        .error(.errorAuthorizationDenied, "An assistant can’t do this")
    }

    /// Returns what the calling assistant may read now, and counts the call.
    ///
    /// - Parameter database: The open database.
    /// - Returns: What it may read; `nil` for apps and the person.
    /// - Throws: `errorAuthorizationNotDetermined` where the person has to decide first, `errorAuthorizationDenied` when its calls
    ///   are used up.
    func assistantView(_ database: HealthDatabase) throws -> AssistantView? {
        guard let app, app.isAssistant else { return nil }
        let now = auditClock()
        switch try database.write({ try $0.admit(app, at: now) }) {
        case .allowed(let grant, let moment): return AssistantView(grant, moment)
        case .refused(let refusal): throw refusal.error
        }
    }
}
