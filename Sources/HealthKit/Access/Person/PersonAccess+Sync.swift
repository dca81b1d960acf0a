import Foundation

extension PersonAccess {
    /// Whether a service has the store open, and not this process.
    package var isServed: Bool { store.port is ServicePort }

    /// Has the service that has the store open work on the store's group of machines.
    ///
    /// - Parameters:
    ///   - request: What is to be done, as bytes.
    ///   - purpose: What the person has to prove for it.
    ///   - answer: Answers what the service asks.
    /// - Returns: What came of it, as bytes.
    /// - Throws: `HKError`, and what `answer` throws.
    package func sync(
        _ request: Data,
        for purpose: BeginSyncCall.Purpose,
        answering answer: (Data) throws -> Data
    ) throws -> Data {
        try store.port.work.sync(BeginSyncCall(purpose: purpose, request: request), answering: answer)
    }
}
