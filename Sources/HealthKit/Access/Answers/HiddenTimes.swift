import Foundation

/// What a limit of time kept from a running query, so that it can be told once the limit goes (R1.21).
struct HiddenTimes: Sendable {
    /// What ended before a time, and after the part before it; of that only what came after a change number.
    private struct Part: Sendable {
        var before: Double
        var after: Int64
    }

    /// What shows again.
    struct Revealed: Sendable, Equatable {
        /// When it ended.
        var ends: Range<Double>
        /// What was told before is not told again.
        var after: Int64
    }

    /// In order of time; the last one ends where the limit is.
    private var parts: [Part] = []

    /// What the limit of a query that begins keeps from it: whatever came before that query may have been kept from the app too.
    init(since: Double) { if since > -.infinity { parts = [Part(before: since, after: 0)] } }

    /// Follows the limit.
    ///
    /// - Parameters:
    ///   - since: The limit from now on.
    ///   - changeNumber: The last change of which the caller was told.
    /// - Returns: What the limit keeps no longer.
    mutating func move(to since: Double, reported changeNumber: Int64) -> [Revealed] {
        if since > parts.last?.before ?? -.infinity {
            parts.append(Part(before: since, after: changeNumber))
            return []
        }
        var revealed: [Revealed] = []
        var kept: [Part] = []
        var start = -Double.infinity
        for part in parts {
            if part.before > since {
                revealed.append(Revealed(ends: max(start, since)..<part.before, after: part.after))
            }
            if start < since { kept.append(Part(before: min(part.before, since), after: part.after)) }
            start = part.before
        }
        parts = kept
        return revealed
    }
}
