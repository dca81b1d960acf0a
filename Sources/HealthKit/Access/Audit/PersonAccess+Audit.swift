import Foundation

extension PersonAccess {
    /// What apps did, the latest first: calls of the last day by the minute, of 30 days by the hour, before that by the day.
    ///
    /// What apps that run did within the last second may not be there yet.
    ///
    /// - Parameters:
    ///   - app: An app's bundle identifier; `nil` for all.
    ///   - type: A type's identifier; `nil` for all.
    ///   - start: Since when: rows of which some call was since then.
    /// - Returns: The rows.
    /// - Throws: `errorAuthorizationDenied` for anybody else, `errorDatabaseInaccessible`.
    package func audit(app: String? = nil, type: String? = nil, from start: Date? = nil) throws -> [AuditRow] {
        try ask(OwnerAuditCall(app: app, type: type, start: start))
    }
}
