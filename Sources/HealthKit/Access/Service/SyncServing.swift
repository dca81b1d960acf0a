import Foundation

/// What a service does for the store's group of machines; see HealthSync.
package protocol SyncServing: Sendable {
    /// Does what a program asks for.
    ///
    /// - Parameters:
    ///   - request: What, as bytes.
    ///   - purpose: What the person has proven it for; a request for anything else is refused.
    ///   - ask: Asks the program, and gives its reply. It throws when the connection ends.
    /// - Returns: What came of it, as bytes.
    /// - Throws: `HKError`, and what `ask` throws.
    func perform(_ request: Data, for purpose: BeginSyncCall.Purpose, asking ask: (Data) throws -> Data) throws -> Data
}
