import Foundation

/// A service's sync work for the store's group of machines; see HealthtuiSync.
package protocol SyncServing: Sendable {
    /// Carries out a program's request.
    ///
    /// - Parameters:
    ///   - request: The request, as bytes.
    ///   - purpose: The purpose for which the person gave proof; a request for anything else is refused.
    ///   - ask: Asks the program, and returns its reply. It throws when the connection ends.
    /// - Returns: The result, as bytes.
    /// - Throws: `HKError`, and any error thrown by `ask`.
    func perform(_ request: Data, for purpose: BeginSyncCall.Purpose, asking ask: (Data) throws -> Data) throws -> Data
}
