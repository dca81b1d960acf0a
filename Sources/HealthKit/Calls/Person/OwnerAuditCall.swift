import Foundation

/// What apps did, the latest first.
package struct OwnerAuditCall: OwnerReadCall {
    package typealias Answer = [AuditRow]
    package static let name = "audit"

    /// An app's bundle identifier; `nil` for all.
    package var app: String?
    /// A type's identifier; `nil` for all.
    package var type: String?
    /// Since when; `nil` for all.
    package var start: Date?
}
