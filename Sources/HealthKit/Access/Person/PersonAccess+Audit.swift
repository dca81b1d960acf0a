import Foundation

extension PersonAccess {
    /// App activity, latest first: calls of the last day by the minute, of 30 days by the hour, before that by the day.
    ///
    /// The last second of running apps may be missing.
    ///
    /// - Parameters:
    ///   - app: An app's bundle identifier; `nil` for all.
    ///   - type: A type's identifier; `nil` for all.
    ///   - start: The earliest time: only rows with a call since then.
    /// - Returns: The rows.
    /// - Throws: `errorAuthorizationDenied` for any other caller, `errorDatabaseInaccessible`.
    package func audit(app: String? = nil, type: String? = nil, from start: Date? = nil) throws -> [AuditRow] {
        try ask(OwnerAuditCall(app: app, type: type, start: start))
    }
}
