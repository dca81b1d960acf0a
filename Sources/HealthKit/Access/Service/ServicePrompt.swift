/// Has the program that asked bring its request before the person, where it runs.
struct ServicePrompt: AuthorizationPrompting {
    // The connection has the gate, which has this.
    private weak let connection: ServiceConnection?

    init(_ connection: ServiceConnection) { self.connection = connection }

    func present(_ request: AuthorizationRequest, at desk: RequestDesk) async throws -> Bool {
        guard let connection else { throw CancellationError() }
        return try await connection.present(request)
    }
}
