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
        try store.port.local().finishCounting()
        let rows = try ask(OwnerAuditCall(app: app, type: type, start: start))
        let since = start?.timeIntervalSinceReferenceDate ?? -.infinity
        let more = try store.port.local().countedElsewhere().counts
            .filter { key, count in
                (app ?? key.app) == key.app && (type ?? key.type) == key.type && count.last >= since
            }
            .map { AuditRow(key: $0.key, count: $0.value, span: .minute) }
        return more.isEmpty ? rows : (rows + more).sorted { ($1.count.last, $0.key) < ($0.count.last, $1.key) }
    }
}
