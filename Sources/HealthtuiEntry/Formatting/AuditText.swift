import Foundation
import HealthKit

/// Descriptions of what apps did with data.
package enum AuditText {
    /// The operation: `read`, `asked in vain`, `not let save`.
    package static func text(_ operation: AuditOperation, _ outcome: AuditOutcome) -> String {
        switch (outcome, operation) {
        case (.allowed, .ask): AuditStrings.askedWithSuccess
        case (.allowed, .read): AuditStrings.read
        case (.allowed, .follow): AuditStrings.followed
        case (.allowed, .observe): AuditStrings.observed
        case (.allowed, .statistics): AuditStrings.readStatistics
        case (.allowed, .sources): AuditStrings.readSources
        case (.allowed, .save): AuditStrings.saved
        case (.allowed, .change): AuditStrings.changed
        case (.allowed, .delete): AuditStrings.deleted
        case (.allowed, .mirror): AuditStrings.mirrored
        case (.allowed, .launch): AuditStrings.launched
        case (.allowed, .contribute): AuditStrings.contributed
        case (.allowed, .totals): AuditStrings.readTotals
        case (.allowed, .draft): AuditStrings.drafted
        case (_, .totals): AuditStrings.didNotReadTotals
        case (_, .draft): AuditStrings.notLetDraft
        case (_, .ask): AuditStrings.asked
        case (_, .read): AuditStrings.didNotRead
        case (_, .follow): AuditStrings.didNotFollow
        case (_, .observe): AuditStrings.didNotObserve
        case (_, .statistics): AuditStrings.didNotReadStatistics
        case (_, .sources): AuditStrings.didNotReadSources
        case (_, .save): AuditStrings.notLetSave
        case (_, .change): AuditStrings.notLetChange
        case (_, .delete): AuditStrings.notLetDelete
        case (_, .mirror): AuditStrings.notLetMirror
        case (_, .launch): AuditStrings.notLetLaunch
        case (_, .contribute): AuditStrings.notLetContribute
        }
    }

    /// The name of a type in the audit.
    package static func type(_ identifier: String) -> String {
        if identifier.isEmpty { return AuditStrings.severalTypes }
        if identifier.hasPrefix(AuthorizationRequest.companionPrefix) {
            return AuditStrings.companion(String(identifier.dropFirst(AuthorizationRequest.companionPrefix.count)))
        }
        if identifier.hasPrefix(AuditKey.toolPrefix) {
            return AuditStrings.tool(String(identifier.dropFirst(AuditKey.toolPrefix.count)))
        }
        return TypeCatalogue.shared.entry(identifier: identifier)?.name ?? identifier
    }

    /// The number of times: `once`, `14 times`.
    package static func times(_ count: Int) -> String { AuditStrings.times(count) }

    /// An app's use of a type on a day: `read 14 times today, 3,204 samples`; `nil` for none.
    package static func today(_ summary: AuditSummary) -> String? {
        var parts: [String] = []
        if summary.reads > 0 { parts.append(AuditStrings.readToday(summary.reads, samples: summary.samples)) }
        if summary.inVain > 0 { parts.append(AuditStrings.lookedInVainToday(summary.inVain)) }
        if summary.writes > 0 { parts.append(AuditStrings.wroteToday(summary.written)) }
        if summary.sessions > 0 { parts.append(AuditStrings.sharedToday(summary.sessions)) }
        if summary.drafts > 0 { parts.append(AuditStrings.draftedToday(summary.drafts)) }
        if summary.refused > 0 { parts.append(AuditStrings.refusedToday(summary.refused)) }
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }
}

/// An app's use of a type, summed up over a time.
package struct AuditSummary: Sendable, Hashable {
    /// The type's identifier; empty for several.
    package var type: String
    /// The number of reads, including statistics and change notifications.
    package var reads = 0
    /// The number of samples read.
    package var samples = 0
    /// The number of attempts to read without permission.
    package var inVain = 0
    /// The number of saves, changes and deletions.
    package var writes = 0
    /// The number of objects saved, changed or deleted.
    package var written = 0
    /// The number of times it started a workout session or shared one with another program.
    package var sessions = 0
    /// The number of entries that it drafted for the person.
    package var drafts = 0
    /// The number of times it was refused.
    package var refused = 0
    /// The time of the last use, in seconds since the reference date.
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
        case (.allowed, false) where row.key.operation == .draft: drafts += calls
        case (.allowed, false) where !row.key.operation.isWriting: sessions += calls
        case (.allowed, false):
            writes += calls
            written += objects
        case (.hidden, _): inVain += calls
        case (.refused, _): refused += calls
        }
        last = max(last, row.count.last)
    }
}
