import Foundation
import HealthStore

extension OwnerAuditCall: AnsweredOwnerReadCall {
    func answer(_ reader: ObjectReader) throws -> [AuditRow] {
        try reader.audit(app: app, type: type, from: start?.timeIntervalSinceReferenceDate)
    }
}

extension OwnerAuditCall {
    /// What is counted in this process is written down first, and what others couldn't write down is added.
    func pass(_ gate: Gate, while isWanted: (() -> Bool)?) throws -> [AuditRow] {
        try gate.finishCounting()
        let rows = try gate.answer(self)
        let since = start?.timeIntervalSinceReferenceDate ?? -.infinity
        let more = try gate.countedElsewhere().counts
            .filter { key, count in
                (app ?? key.app) == key.app && (type ?? key.type) == key.type && count.last >= since
            }
            .map { AuditRow(key: $0.key, count: $0.value, span: .minute) }
        return more.isEmpty ? rows : (rows + more).sorted { ($1.count.last, $0.key) < ($0.count.last, $1.key) }
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
