import Foundation
import HealthStore

/// Where the audit is among the store's values.
enum AuditNamespace {
    /// Calls of the last day, by the minute.
    static let minutes = "audit.minutes"
    /// Calls before that, by the hour.
    static let hours = "audit.hours"
    /// Calls before that, by the day.
    static let days = "audit.days"

    static let all = [minutes, hours, days]
}

extension StoreNamespace {
    /// The namespaces of what apps did.
    package static let auditNamespaces: Set<String> = Set(AuditNamespace.all)

    /// What belongs to one store and is never taken to another.
    package static let ownNamespaces: Set<String> = stepNamespaces.union(auditNamespaces)
        .union([machine, AnchorKey.namespace, studies, waitingImports]).union(keyNamespaces).union(wakeNamespaces)
        .union(deviceNamespaces)
}

/// How much the audit holds.
struct AuditBounds: Sendable {
    /// The most entries by the minute.
    var minutes = 4_096
    /// The most bytes of each of the three kinds of entries.
    var bytes = 4 << 20
    /// The most rows of one entry that name an app and a type.
    var rows = 256
    /// For how long calls are known by the minute, in seconds.
    var minuteAge = 86_400.0
    /// For how long calls are known by the hour, in seconds.
    var hourAge = 30 * 86_400.0

    static let standard = AuditBounds()
}

extension AuditRow.Span {
    fileprivate var namespace: String {
        switch self {
        case .minute: AuditNamespace.minutes
        case .hour: AuditNamespace.hours
        case .day: AuditNamespace.days
        }
    }

    fileprivate var seconds: Double {
        switch self {
        case .minute: 60
        case .hour: 3_600
        case .day: 86_400
        }
    }

    /// The key of a time, such that keys are ordered as times are.
    fileprivate func key(_ time: Double) -> String {
        let number = String(Int(max(0, min(time, 1e12)) / seconds))
        return String(repeating: "0", count: max(0, 12 - number.count)) + number
    }

    /// When the time of a key begins.
    fileprivate func start(_ key: String) -> Double { Double(Int(key.prefix(12)) ?? 0) * seconds }
}

extension AuditNamespace {
    /// Whether an entry can be read.
    static func isReadable(_ bytes: [UInt8]) -> Bool {
        (try? JSONDecoder().decode([KeptRow].self, from: Data(bytes))) != nil
    }
}

/// A row as it is kept.
private struct KeptRow: Codable {
    var k: AuditKey
    var c: AuditCount
}

extension ObjectReader {
    /// What apps did, the latest first.
    ///
    /// - Parameters:
    ///   - app: An app's bundle identifier; `nil` for all.
    ///   - type: A type's identifier; `nil` for all.
    ///   - start: Since when, in seconds since the reference date: rows of which some call may have been since then.
    /// - Returns: The rows.
    /// - Throws: What the store throws.
    package func audit(app: String? = nil, type: String? = nil, from start: Double? = nil) throws -> [AuditRow] {
        var rows: [AuditRow] = []
        for span in AuditRow.Span.allCases {
            for entry in try store.values(span.namespace) {
                guard let kept = try? JSONDecoder().decode([KeptRow].self, from: Data(entry.bytes)) else {
                    HealthLog.debug("audit", ["unreadable": entry.key])
                    continue
                }
                for row in kept {
                    if let app, row.k.app != app { continue }
                    if let type, row.k.type != type { continue }
                    if let start, row.c.last < start { continue }
                    rows.append(AuditRow(key: row.k, count: row.c, span: span))
                }
            }
        }
        return rows.sorted { ($1.count.last, $0.key) < ($0.count.last, $1.key) }
    }

    fileprivate func auditTally(_ span: AuditRow.Span, _ key: String, _ bounds: AuditBounds) throws -> AuditTally? {
        try store.value(span.namespace, key).map { try Self.tally($0, bounds) }
    }

    fileprivate static func tally(_ bytes: [UInt8], _ bounds: AuditBounds) throws -> AuditTally {
        var tally = AuditTally(limit: bounds.rows)
        for row in try JSONDecoder().decode([KeptRow].self, from: Data(bytes)) { tally.add(row.k, row.c) }
        return tally
    }
}

extension ObjectWriter {
    /// Adds what apps did, in the minute of its latest call.
    ///
    /// - Parameters:
    ///   - tally: What they did.
    ///   - tag: What tells those who add at the same time apart.
    ///   - bounds: How much is kept.
    /// - Throws: What the store throws.
    func addAudit(_ tally: AuditTally, tag: String, bounds: AuditBounds = .standard) throws {
        guard let now = tally.last else { return }
        let key = try readableKey(.minute, "\(AuditRow.Span.minute.key(now)).\(tag)", bounds)
        let known = try auditTally(.minute, key, bounds)
        var sum = known ?? AuditTally(limit: bounds.rows)
        sum.add(tally)
        try setAudit(sum, .minute, key)
        guard known == nil else { return }
        if try fold(.minute, into: .hour, before: now - bounds.minuteAge, most: bounds.minutes, bounds) {
            if try fold(.hour, into: .day, before: now - bounds.hourAge, most: .max, bounds) {
                _ = try fold(.day, into: nil, before: -.infinity, most: .max, bounds)
            }
        }
    }

    /// Counts the oldest entries together by a longer span, or drops them, as far as age and bounds ask for it.
    ///
    /// - Returns: Whether there were any.
    private func fold(
        _ span: AuditRow.Span,
        into longer: AuditRow.Span?,
        before: Double,
        most: Int,
        _ bounds: AuditBounds
    ) throws -> Bool {
        let entries = try store.values(span.namespace)
        var (count, bytes) = (entries.count, entries.reduce(0) { $0 + $1.bytes.count })
        // Somewhat more than must be, so that it is not needed again the next minute.
        let isOver = count > most || bytes > bounds.bytes
        let (countLeft, bytesLeft) = isOver ? (most / 8 * 7, bounds.bytes / 8 * 7) : (most, bounds.bytes)
        var sums: [String: AuditTally] = [:]
        for entry in entries {
            let start = span.start(entry.key)
            guard start + span.seconds <= before || count > countLeft || bytes > bytesLeft else { break }
            if let longer {
                let key = longer.key(start)
                // An entry that can't be read stays as it is; only the bounds remove it.
                guard let tally = try? Self.tally(entry.bytes, bounds) else {
                    HealthLog.debug("audit", ["unreadable": entry.key])
                    if !isOver { continue }
                    try writer.setValue(nil, span.namespace, entry.key)
                    count -= 1
                    bytes -= entry.bytes.count
                    continue
                }
                sums[key, default: AuditTally(limit: bounds.rows)].add(tally)
            }
            try writer.setValue(nil, span.namespace, entry.key)
            count -= 1
            bytes -= entry.bytes.count
        }
        if let longer {
            for (wanted, tally) in sums {
                let key = try readableKey(longer, wanted, bounds)
                var sum = try auditTally(longer, key, bounds) ?? AuditTally(limit: bounds.rows)
                sum.add(tally)
                try setAudit(sum, longer, key)
            }
        }
        return count < entries.count
    }

    /// The key of an entry, or one beside it where that entry can't be read and would be overwritten.
    private func readableKey(_ span: AuditRow.Span, _ key: String, _ bounds: AuditBounds) throws -> String {
        var free = key
        // Whether it can be read is all that is asked here; what can't is logged and kept.
        while let bytes = try store.value(span.namespace, free), !AuditNamespace.isReadable(bytes) {
            HealthLog.debug("audit", ["unreadable": free])
            free += "~"
        }
        return free
    }

    private func setAudit(_ tally: AuditTally, _ span: AuditRow.Span, _ key: String) throws {
        let rows = tally.counts.map { KeptRow(k: $0.key, c: $0.value) }.sorted { $0.k < $1.k }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        try writer.setValue([UInt8](try encoder.encode(rows)), span.namespace, key)
    }
}
