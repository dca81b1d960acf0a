/// Makes the calling program present its request to the person, where it runs.
struct ServicePrompt: AuthorizationPrompting {
    /// Sends a request to the program, and waits for whether the person closed it without an answer.
    let ask: @Sendable (AuthorizationRequest) async throws -> Bool

    func present(_ request: AuthorizationRequest, at desk: RequestDesk) async throws -> Bool { try await ask(request) }
}
