import Foundation
import HealthKit

/// What apps did with data, in words.
package enum AuditText {
    /// What was done: `read`, `asked in vain`, `not let save`.
    package static func text(_ operation: AuditOperation, _ outcome: AuditOutcome) -> String {
        switch (outcome, operation) {
        case (.allowed, .ask): "was given access"
        case (.allowed, .read): "read"
        case (.allowed, .follow): "read what was new"
        case (.allowed, .observe): "was told of changes"
        case (.allowed, .statistics): "read statistics"
        case (.allowed, .sources): "read the sources"
        case (.allowed, .save): "saved"
        case (.allowed, .change): "changed"
        case (.allowed, .delete): "deleted"
        case (_, .ask): "asked for access"
        case (_, .read): "looked in vain"
        case (_, .follow): "looked in vain for what was new"
        case (_, .observe): "waited in vain for changes"
        case (_, .statistics): "looked in vain for statistics"
        case (_, .sources): "looked in vain for the sources"
        case (_, .save): "was not let save"
        case (_, .change): "was not let change"
        case (_, .delete): "was not let delete"
        }
    }

    /// The name of a type in the audit.
    package static func type(_ identifier: String) -> String {
        if identifier.isEmpty { return "several types" }
        return TypeCatalogue.shared.entry(identifier: identifier)?.name ?? identifier
    }

    /// How often: `once`, `14 times`.
    package static func times(_ count: Int) -> String {
        switch count {
        case 1: "once"
        case 2: "twice"
        default: NumberText.count(count, "time")
        }
    }

    /// What an app did with a type on a day: `read 14 times today, 3,204 samples`; `nil` for nothing.
    package static func today(_ summary: AuditSummary) -> String? {
        var parts: [String] = []
        if summary.reads > 0 {
            let samples = summary.samples > 0 ? ", " + NumberText.count(summary.samples, "sample") : ""
            parts.append("read \(times(summary.reads)) today\(samples)")
        }
        if summary.inVain > 0 { parts.append("looked in vain \(times(summary.inVain)) today") }
        if summary.writes > 0 { parts.append("wrote \(NumberText.count(summary.written, "sample")) today") }
        if summary.refused > 0 { parts.append("refused \(times(summary.refused)) today") }
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }
}

/// What an app did with a type, summed up over a time.
package struct AuditSummary: Sendable, Hashable {
    /// The type's identifier; empty for several.
    package var type: String
    /// How often it read, statistics and word of changes included.
    package var reads = 0
    /// How many samples it read.
    package var samples = 0
    /// How often it looked for what it may not read.
    package var inVain = 0
    /// How often it saved, changed or deleted.
    package var writes = 0
    /// How many objects it saved, changed or deleted.
    package var written = 0
    /// How often it was not let.
    package var refused = 0
    /// When it last did any of it, in seconds since the reference date.
    package var last = -Double.infinity

    /// Sums up rows of one app, the type that was last used first; asking for access is left out.
    package static func byType(_ rows: [AuditRow]) -> [AuditSummary] {
        var found: [String: AuditSummary] = [:]
        for row in rows where row.key.operation != .ask {
            found[row.key.type, default: AuditSummary(type: row.key.type)].add(row)
        }
        return found.values.sorted { ($1.last, $0.type) < ($0.last, $1.type) }
    }

    private mutating func add(_ row: AuditRow) {
        let (calls, objects) = (row.count.calls, row.count.objects)
        switch (row.key.outcome, row.key.operation.isReading) {
        case (.allowed, true):
            reads += calls
            if row.key.operation.countsSamples { samples += objects }
        case (.allowed, false):
            writes += calls
            written += objects
        case (.hidden, _): inVain += calls
        case (.refused, _): refused += calls
        }
        last = max(last, row.count.last)
    }
}
