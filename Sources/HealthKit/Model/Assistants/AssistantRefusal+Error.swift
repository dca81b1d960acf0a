extension AssistantRefusal {
    /// The refusal as the error of a call that has no other answer.
    package var error: HKError {
        switch self {
        case .undecided: .error(.errorAuthorizationNotDetermined, "The person has to allow this first")
        case .notAllowed: .error(.errorAuthorizationDenied, "Not allowed")
        case .spent(let calls): .error(.errorAuthorizationDenied, "The \(calls) calls of the day are used up")
        case .locked: .error(.errorDatabaseInaccessible, "The store is locked")
        }
    }
}
