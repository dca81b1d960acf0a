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

extension AuthorizationRequest {
    /// The sheet of the request.
    ///
    /// - Parameter isAlone: Whether nothing else is open: in the app's own terminal.
    /// - Returns: The sheet, not opened yet.
    func sheet(isAlone: Bool) -> any RequestSheet {
        AssistantScreen.shows(app)
            ? AssistantScreen(self, isAlone: isAlone) : RequestScreen(self, isAlone: isAlone)
    }
}
