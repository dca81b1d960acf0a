import Foundation
import HealthKitStore

extension OwnerAuditCall: AnsweredOwnerReadCall {
    func answer(_ reader: ObjectReader) throws -> [AuditRow] {
        try reader.audit(app: app, type: type, from: start?.timeIntervalSinceReferenceDate)
    }

    /// Writes down this process's counts first, and adds those that other processes couldn't write down.
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
    /// Writes down this process's app activity so far, so that the person's next question includes it.
    ///
    /// - Throws: `errorAuthorizationDenied` for an app, and what opening the store throws.
    func finishCounting() throws { try personsDatabase().audit.flush() }

    /// The activity of programs that ended before they wrote it down, kept until it can be written into the store.
    func countedElsewhere() throws -> AuditTally { try personsDatabase().audit.waiting() }
}
