import Foundation

extension HKHealthStore {
    /// Brings the requests of the app's extensions before the person (R1.17).
    ///
    /// An extension is a program whose bundle identifier begins with that of the app and a dot; its
    /// `requestAuthorization` waits until it is answered here or in the console.
    ///
    /// - Parameter completion: Called on a background queue; success means that the person answered, not what.
    @preconcurrency
    public func handleAuthorizationForExtension(completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
        Task {
            do {
                try await handleAuthorizationForExtension()
                queue.async { completion(true, nil) }
            } catch {
                queue.async { completion(false, error) }
            }
        }
    }

    /// Brings the requests of the app's extensions before the person (R1.17).
    ///
    /// - Throws: `errorUserCanceled` when a request was closed without an answer, `errorDatabaseInaccessible`.
    public func handleAuthorizationForExtension() async throws {
        guard case .app(let app) = principal else { return }
        let database = try writableDatabase()
        if database.state.isGuest { return }
        let requests = try await perform { try database.read { try $0.pendingRequests() } }
        for request in requests where request.app.bundleIdentifier.hasPrefix(app.bundleIdentifier + ".") {
            try await present(request, in: database)
        }
    }
}
