import Foundation
import HealthStore

extension OwnerAuditCall: AnsweredOwnerReadCall {
    func answer(_ reader: ObjectReader) throws -> [AuditRow] {
        try reader.audit(app: app, type: type, from: start?.timeIntervalSinceReferenceDate)
    }
}

extension OwnerGuestCall: AnsweredOwnerReadCall {
    func answer(_ reader: ObjectReader) throws -> Bool { try reader.isGuest }
}

extension Gate {
    /// Writes down what apps of this process did so far, so that the person's next question finds it.
    ///
    /// - Throws: `errorAuthorizationDenied` for an app, and what opening the store throws.
    func finishCounting() throws { try personsDatabase().audit.flush() }

    /// What programs did that ended before they wrote it down, where it cannot be written into the store.
    func countedElsewhere() throws -> AuditTally { try personsDatabase().audit.waiting() }
}
