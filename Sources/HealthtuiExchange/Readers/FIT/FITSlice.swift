import HealthKit

/// Parts of lists that are in order of time.
enum FITSlice {
    /// The range of a span of time.
    ///
    /// - Parameters:
    ///   - list: A list in order of time.
    ///   - first: The start of the span.
    ///   - last: Its end, which isn't in it.
    ///   - time: The time of an element.
    /// - Returns: The range.
    static func range<Element>(
        of list: [Element],
        from first: Double,
        before last: Double,
        _ time: (Element) -> Double
    ) -> Range<Int> {
        let start = bound(list, first, time)
        return start..<max(start, bound(list, last, time))
    }

    /// The first position whose time isn't before a time.
    private static func bound<Element>(_ list: [Element], _ least: Double, _ time: (Element) -> Double) -> Int {
        var (low, high) = (0, list.count)
        while low < high {
            let middle = low + (high - low) / 2
            if time(list[middle]) < least { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The samples whose ends are in a span of time.
    static func points(_ all: [ReadSeries.Point], from first: Double, before last: Double) -> [ReadSeries.Point] {
        let range = range(of: all, from: first, before: last) { $0.end }
        return range == all.indices ? all : Array(all[range])
    }

    /// The last time of a span, as long as no day is without any.
    ///
    /// - Parameters:
    ///   - times: Times in order.
    ///   - first: The start of the span.
    ///   - last: Its end, which isn't in it; `nil` for none.
    /// - Returns: The time, or `nil` if there is none.
    static func lastTime(in times: [Double], from first: Double, before last: Double?) -> Double? {
        let range = range(of: times, from: first, before: last ?? .infinity) { $0 }
        var found: Double?
        for time in times[range] {
            if time - (found ?? first) > 86_400 { break }
            found = time
        }
        return found
    }

    /// Differences without those over a pause.
    ///
    /// - Parameters:
    ///   - pauses: The pauses, by time.
    ///   - points: The differences, by time.
    /// - Returns: Those that touch no pause.
    static func without(_ pauses: [FITPause], _ points: [ReadSeries.Point]) -> [ReadSeries.Point] {
        if pauses.isEmpty { return points }
        var next = 0
        return points.filter { point in
            while next < pauses.count, pauses[next].end <= point.start { next += 1 }
            return next == pauses.count || pauses[next].start >= point.end
        }
    }

    /// The heart rates of a strap that no record within five seconds has.
    ///
    /// - Parameters:
    ///   - rates: The strap's rates.
    ///   - recorded: Those of the records, by time.
    /// - Returns: The rates, by time.
    static func unrecorded(_ rates: [ReadSeries.Point], beside recorded: [ReadSeries.Point]) -> [ReadSeries.Point] {
        rates.filter { $0.start.isFinite }.sorted { $0.start < $1.start }
            .filter { rate in
                let near = bound(recorded, rate.start - 5) { $0.start }
                return near == recorded.count || recorded[near].start > rate.start + 5
            }
    }
}
