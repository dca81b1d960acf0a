import Foundation
import HealthKitStore

extension StoreNamespace {
    /// The records of wakes, by bundle identifier and type.
    package static let wakes = "wakes"
    /// The programs started to wake apps, by bundle identifier.
    package static let wakePrograms = "wakes.programs"
    /// The person's decisions about starting apps, by bundle identifier.
    package static let wakeDecisions = "wakes.decisions"
    /// The latest starts of apps, by bundle identifier.
    package static let wakeStarts = "wakes.starts"

    /// The namespaces that belong to one machine and one store, and are never copied to another.
    package static let wakeNamespaces: Set<String> = [wakes, wakePrograms, wakeDecisions, wakeStarts]
}

extension ObjectReader {
    /// The registrations, decisions and records of wakes.
    ///
    /// A registration without a record, as made by an earlier version, starts with the next changes.
    package func wakeLedger() throws -> WakeLedger {
        var ledger = WakeLedger()
        let records = Dictionary(
            try values(WakeRecord.self, StoreNamespace.wakes).map { ($0.key, $0.value) },
            uniquingKeysWith: { first, _ in first }
        )
        let current = try store.currentAnchor
        for entry in try values(Int.self, StoreNamespace.backgroundDelivery) {
            let parts = entry.key.split(separator: "\u{1F}", maxSplits: 1).map(String.init)
            guard parts.count == 2, let frequency = HKUpdateFrequency(rawValue: entry.value) else { continue }
            ledger.rows.append(
                WakeLedger.Row(
                    key: WakeKey(app: parts[0], type: parts[1]),
                    frequency: frequency,
                    record: records[entry.key] ?? WakeRecord(registered: 0, acknowledged: current)
                )
            )
        }
        ledger.rows.sort { $0.key < $1.key }
        ledger.programs = try byApp(WakeProgram.self, StoreNamespace.wakePrograms)
        ledger.decisions = try byApp(WakeDecision.self, StoreNamespace.wakeDecisions)
        ledger.starts = try byApp([WakeStart].self, StoreNamespace.wakeStarts)
        return ledger
    }

    private func byApp<T: Decodable>(_ type: T.Type, _ namespace: String) throws -> [String: T] {
        Dictionary(try values(type, namespace).map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    }
}

extension ObjectWriter {
    /// Sets the program that starts an app.
    package func setWakeProgram(_ program: WakeProgram, app: String) throws {
        guard try value(WakeProgram.self, StoreNamespace.wakePrograms, app) != program else { return }
        try setValue(program, StoreNamespace.wakePrograms, app)
    }

    /// Sets the person's decision about starting an app; `nil` removes it.
    func setWakeDecision(_ decision: WakeDecision?, app: String) throws {
        try setValue(decision, StoreNamespace.wakeDecisions, app)
    }

    /// Saves the outcomes of wakes, for apps that are still registered.
    ///
    /// - Parameters:
    ///   - rows: Rows of the ledger.
    ///   - starts: The starts of the apps.
    ///   - changed: Apps whose program isn't the approved one.
    /// - Throws: Any error from the store.
    package func saveWakes(_ rows: [WakeLedger.Row], starts: [String: [WakeStart]], changed: Set<String>) throws {
        for row in rows {
            let key = "\(row.key.app)\u{1F}\(row.key.type)"
            let known = try value(WakeRecord.self, StoreNamespace.wakes, key)
            // A registration other than the processed one starts from the beginning.
            guard known?.registered ?? row.record.registered == row.record.registered,
                try value(Int.self, StoreNamespace.backgroundDelivery, key) != nil
            else { continue }
            try setValue(row.record, StoreNamespace.wakes, key)
        }
        for (app, starts) in starts where try !deliveries(app: app).isEmpty {
            try setValue(starts, StoreNamespace.wakeStarts, app)
        }
        for app in changed {
            guard var decision = try value(WakeDecision.self, StoreNamespace.wakeDecisions, app) else { continue }
            decision.isChanged = true
            try setValue(decision, StoreNamespace.wakeDecisions, app)
        }
    }

    /// Removes all records of an app's wakes.
    func forgetWakes(of app: String) throws {
        for namespace in [StoreNamespace.wakePrograms, StoreNamespace.wakeDecisions, StoreNamespace.wakeStarts] {
            try writer.setValue(nil, namespace, app)
        }
    }
}
