import Foundation

/// The samples that a time limit hid from a running query, so that they can be reported once the limit is lifted (R1.21).
struct HiddenTimes: Sendable {
    /// The samples that end before a time and after the previous part, limited to those that came after a change number.
    private struct Part: Sendable {
        var before: Double
        var after: Int64
    }

    /// Samples that become visible again.
    struct Revealed: Sendable, Equatable {
        /// The range of their end times.
        var ends: Range<Double>
        /// The change number up to which they were reported already.
        var after: Int64
    }

    /// The parts in order of time; the last one ends at the limit.
    private var parts: [Part] = []

    /// Everything that the limit hides from a new query; anything before the query may have been hidden from the app too.
    init(since: Double) { if since > -.infinity { parts = [Part(before: since, after: 0)] } }

    /// Moves the limit.
    ///
    /// - Parameters:
    ///   - since: The limit from now on.
    ///   - changeNumber: The last change that was reported to the caller.
    /// - Returns: The samples that the limit no longer hides.
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
