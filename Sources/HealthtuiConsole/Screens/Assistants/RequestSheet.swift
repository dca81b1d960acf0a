import HealthKit

/// A screen on which a request waits for the person's answer.
package protocol RequestSheet: Screen {
    /// The request; `nil` where none is answered.
    var answered: AuthorizationRequest? { get }
    /// Whether an answer is on its way; the sheet then closes by itself.
    var isAnswering: Bool { get }
}

extension RequestScreen: RequestSheet {
    package var answered: AuthorizationRequest? { request }
}
