import Foundation

extension PersonAccess {
    /// Whether a service has the store open, rather than this process.
    package var isServed: Bool { store.port is ServicePort }

    /// Asks the service that has the store open to work on the store's group of machines.
    ///
    /// - Parameters:
    ///   - request: The request, as bytes.
    ///   - purpose: The purpose for which the owner has to prove identity.
    ///   - answer: Answers the service's questions.
    /// - Returns: The result, as bytes.
    /// - Throws: `HKError`, and any error thrown by `answer`.
    package func sync(
        _ request: Data,
        for purpose: BeginSyncCall.Purpose,
        answering answer: (Data) throws -> Data
    ) throws -> Data {
        try store.port.work.sync(BeginSyncCall(purpose: purpose, request: request), answering: answer)
    }
}
