import Foundation

/// Reads the apps' activity, latest first.
package struct OwnerAuditCall: OwnerReadCall, AnsweredCall {
    package typealias Answer = [AuditRow]
    package static let name = "audit"

    /// An app's bundle identifier; `nil` for all.
    package var app: String?
    /// A type's identifier; `nil` for all.
    package var type: String?
    /// The earliest time, or `nil` for all.
    package var start: Date?
}
