import Foundation

/// A value of a stream of Google Fit.
struct GoogleFitPoint {
    /// The times in seconds since the reference date.
    let start: Double
    let end: Double
    /// The number, or `nil` for other values.
    let value: Double?

    /// Reads a point.
    ///
    /// - Parameter item: The point.
    /// - Throws: ``JSONWalk/Failure``; the result is `nil` for a point without sound times.
    init?(_ item: JSONItems.Item) throws {
        let walk = item.walk
        var times: [String: Double] = [:]
        var found: Double?
        try walk.forEachMember(of: item.range) { name, range in
            switch name {
            case "startTimeNanos", "endTimeNanos": times[name] = walk.integer(range).flatMap(Self.time)
            case "fitValue":
                try walk.forEachElement(of: range) { index, element in
                    if index == 0 { found = try Self.number(element, of: walk) }
                }
            default: break
            }
        }
        guard let start = times["startTimeNanos"], let end = times["endTimeNanos"], start <= end else { return nil }
        (self.start, self.end, value) = (start, end, found)
    }

    private static func number(_ range: Range<Int>, of walk: JSONWalk) throws -> Double? {
        var found: Double?
        try walk.forEachMember(of: range) { name, value in
            guard name == "value" else { return }
            try walk.forEachMember(of: value) { kind, number in
                if kind == "intVal" || kind == "fpVal" { found = walk.number(number) }
            }
        }
        return found
    }

    /// The time of nanoseconds since 1970; `nil` for one before that or after 2100.
    private static func time(_ nanoseconds: Int64) -> Double? {
        guard nanoseconds >= 0, nanoseconds < 4_102_444_800_000_000_000 else { return nil }
        // Milliseconds are whole, so that the same time is the same number wherever it comes from.
        let milliseconds = (Double(nanoseconds) / 1e6).rounded()
        return milliseconds / 1e3 - Date.timeIntervalBetween1970AndReferenceDate
    }
}
