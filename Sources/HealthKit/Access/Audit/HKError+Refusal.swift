extension HKError {
    /// Whether the error results from the person's decision, or from a missing one.
    var isRefusal: Bool {
        switch code {
        case .errorAuthorizationDenied, .errorAuthorizationNotDetermined, .errorNotPermissibleForGuestUserMode: true
        default: false
        }
    }
}
