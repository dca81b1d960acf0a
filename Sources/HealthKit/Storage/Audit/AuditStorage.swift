import Foundation
import HealthKitStore

/// The namespaces of the audit among the store's values.
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
    /// The namespaces of the audit.
    package static let auditNamespaces: Set<String> = Set(AuditNamespace.all)

    /// The namespaces that belong to a single store and are never copied to another.
    package static let ownNamespaces: Set<String> = stepNamespaces.union(auditNamespaces)
        .union([machine, AnchorKey.namespace, studies, waitingImports]).union(keyNamespaces).union(wakeNamespaces)
        .union(deviceNamespaces)
}

/// The limits of the audit.
struct AuditBounds: Sendable {
    /// The maximum number of per-minute entries.
    var minutes = 4_096
    /// The maximum number of bytes of each of the three kinds of entries.
    var bytes = 4 << 20
    /// The maximum number of rows in an entry that name an app and a type.
    var rows = 256
    /// How long per-minute entries are kept, in seconds.
    var minuteAge = 86_400.0
    /// How long per-hour entries are kept, in seconds.
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

    /// The key of a time; keys sort in the order of times.
    fileprivate func key(_ time: Double) -> String {
        let number = String(Int(max(0, min(time, 1e12)) / seconds))
        return String(repeating: "0", count: max(0, 12 - number.count)) + number
    }

    /// The start of a key's time span.
    fileprivate func start(_ key: String) -> Double { Double(Int(key.prefix(12)) ?? 0) * seconds }
}

extension AuditNamespace {
    /// Whether an entry can be read.
    static func isReadable(_ bytes: [UInt8]) -> Bool {
        (try? JSONDecoder().decode([KeptRow].self, from: Data(bytes))) != nil
    }
}

/// A row in its stored form.
private struct KeptRow: Codable {
    var k: AuditKey
    var c: AuditCount
}

extension ObjectReader {
    /// The activity of apps, the latest first.
    ///
    /// - Parameters:
    ///   - app: An app's bundle identifier; `nil` for all.
    ///   - type: A type's identifier; `nil` for all.
    ///   - start: The earliest time, in seconds since the reference date: rows with calls that may be this recent are included.
    /// - Returns: The rows.
    /// - Throws: Any error from the store.
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
    /// Adds app activity to the entry of the minute of its latest call.
    ///
    /// - Parameters:
    ///   - tally: The activity.
    ///   - tag: Distinguishes writers that add at the same time.
    ///   - bounds: The limits of the audit.
    /// - Throws: Any error from the store.
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

    /// Merges the oldest entries into longer spans, or drops them, as age and limits require.
    ///
    /// - Returns: Whether any entries were merged or dropped.
    private func fold(
        _ span: AuditRow.Span,
        into longer: AuditRow.Span?,
        before: Double,
        most: Int,
        _ bounds: AuditBounds
    ) throws -> Bool {
        let entries = try store.values(span.namespace)
        var (count, bytes) = (entries.count, entries.reduce(0) { $0 + $1.bytes.count })
        // Frees slightly more than necessary, so that it isn't needed again the next minute.
        let isOver = count > most || bytes > bounds.bytes
        let (countLeft, bytesLeft) = isOver ? (most / 8 * 7, bounds.bytes / 8 * 7) : (most, bounds.bytes)
        var sums: [String: AuditTally] = [:]
        for entry in entries {
            let start = span.start(entry.key)
            guard start + span.seconds <= before || count > countLeft || bytes > bytesLeft else { break }
            if let longer {
                let key = longer.key(start)
                // An unreadable entry stays as it is; only the limits remove it.
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

    /// The key of an entry, or a neighboring one if that entry is unreadable and would be overwritten.
    private func readableKey(_ span: AuditRow.Span, _ key: String, _ bounds: AuditBounds) throws -> String {
        var free = key
        // Only readability matters here; an unreadable entry is logged and kept.
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
