import Foundation
import HealthKit

/// A request for a chart: its length of time, its end, and its form.
struct ChartQuestion: Sendable, Hashable {
    var span: ChartSpan
    /// A date on the last day; nil for where the data ends.
    var ending: Date?
    var separatesSources = false
    /// Whether days without anything count as 0.
    var countsZeros = false
    /// The comparison shown with it.
    var comparison: ChartComparison?
}

/// The numbers of a chart, and facts about all data of the type.
struct ChartAnswer: Sendable {
    /// The times between which the type has data; nil when it has none.
    var extent: ClosedRange<Date>?
    var data: ChartData
    /// The previous period, if requested.
    var before: ChartData?
    /// The comparison over the days that both times have; nil where they have none.
    var compared: ComparedDays?
    /// Both day by day, where their bars are longer.
    var days: (now: ChartData, before: ChartData)?
}

/// The charts of one type that were read.
///
/// A cached chart is drawn immediately when a key requests it. An outdated one is drawn too, and read again
/// immediately: while an import runs, no key waits for the store.
struct ChartCache: Sendable {
    /// The subject of a chart.
    struct Key: Sendable, Hashable {
        let window: ChartWindow
        var separatesSources = false
        var countsZeros = false
    }

    /// A chart and the state of the data that it was read from.
    private struct Entry {
        let chart: ChartData
        let edition: Int
    }

    /// The number of charts kept; the least recently requested one is dropped first.
    static let limit = 48

    /// The number of data changes so far; data read under another number is stale.
    private(set) var edition = 0
    private var charts: [Key: Entry] = [:]
    /// The cached keys, least recently requested first.
    private var order: [Key] = []

    func holds(_ key: Key) -> Bool { charts[key] != nil }

    /// Whether there is a chart of a key, and the data has not changed since.
    func isFresh(_ key: Key) -> Bool { charts[key]?.edition == edition }

    /// The chart of a key, which is marked as used now.
    mutating func take(_ key: Key) -> ChartData? {
        guard let entry = charts[key] else { return nil }
        order.removeAll { $0 == key }
        order.append(key)
        return entry.chart
    }

    /// The chart of a key, or an older chart of all time, from when there was less data.
    mutating func takeNearest(_ key: Key) -> ChartData? {
        if let chart = take(key) { return chart }
        guard key.window.span == .all else { return nil }
        let earlier = order.last {
            $0.window.span == .all && $0.separatesSources == key.separatesSources && $0.countsZeros == key.countsZeros
        }
        return earlier.flatMap { take($0) }
    }

    /// Keeps a chart.
    ///
    /// - Parameters:
    ///   - chart: The chart.
    ///   - key: The chart's subject.
    ///   - edition: The ``edition`` when reading it began; nil for that of now.
    mutating func keep(_ chart: ChartData, as key: Key, edition: Int? = nil) {
        charts[key] = Entry(chart: chart, edition: edition ?? self.edition)
        order.removeAll { $0 == key }
        order.append(key)
        if order.count > Self.limit { charts[order.removeFirst()] = nil }
    }

    /// Makes everything old, since the data changed.
    mutating func age() { edition += 1 }
}

extension ChartSource {
    /// The window of a question.
    func window(_ question: ChartQuestion, data extent: ClosedRange<Date>?) -> ChartWindow {
        // If the newest data is old, the chart opens there rather than on an empty month.
        let last = min(extent?.upperBound ?? environment.now, environment.now)
        let isRecent = environment.now.timeIntervalSince(last) < 25 * 86_400
        return window(question.span, ending: question.ending ?? (isRecent ? environment.now : last), data: extent)
    }

    /// The reads that a request needs: its chart, and that of the time before for a comparison.
    private func keys(
        _ question: ChartQuestion,
        data extent: ClosedRange<Date>?
    ) -> Keys {
        let calendar = environment.calendar
        let window = window(question, data: extent)
        let zeros = question.countsZeros
        var keys = Keys(
            chart: ChartCache.Key(window: window, separatesSources: question.separatesSources, countsZeros: zeros)
        )
        guard let comparison = question.comparison, question.span != .all else { return keys }
        switch comparison {
        case .timeBefore:
            var earlier = question
            earlier.ending = window.neighbour(-1, calendar: calendar)
            let before = self.window(earlier, data: extent)
            keys.before = ChartCache.Key(window: before, countsZeros: zeros)
        case .yearBefore: keys.before = ChartCache.Key(window: window.yearBefore(calendar), countsZeros: zeros)
        }
        return keys
    }

    /// The reads that a request needs.
    private struct Keys {
        var chart: ChartCache.Key
        /// The time before.
        var before: ChartCache.Key?
    }

    /// Reads the answer to a question, except the parts that are current in a cache.
    ///
    /// - Parameters:
    ///   - question: The requested chart.
    ///   - extent: The times between which the type has data.
    ///   - cache: Data read before.
    /// - Returns: The answer.
    /// - Throws: Errors from the store.
    func read(
        _ question: ChartQuestion,
        data extent: ClosedRange<Date>?,
        _ cache: ChartCache
    ) async throws -> ChartAnswer {
        let keys = keys(question, data: extent)
        var cache = cache
        func chart(_ key: ChartCache.Key) async throws -> ChartData {
            if cache.isFresh(key), let chart = cache.take(key) { return chart }
            return try await self.chart(key)
        }
        var answer = ChartAnswer(extent: extent, data: try await chart(keys.chart))
        guard let earlier = keys.before else { return answer }
        let before = try await chart(earlier)
        answer.before = before
        answer.compared = question.comparison.flatMap { compared(answer.data, before, $0) }
        return answer
    }

    /// Reads the chart of a key.
    ///
    /// - Parameter key: The chart's subject.
    /// - Returns: The chart.
    /// - Throws: Errors from the store.
    func chart(_ key: ChartCache.Key) async throws -> ChartData {
        var source = self
        source.countsZeros = key.countsZeros
        return try await source.chart(key.window, separatesSources: key.separatesSources)
    }

    /// The answer to a question if all of it is cached, and whether all of it is current.
    func answer(
        _ question: ChartQuestion,
        data extent: ClosedRange<Date>,
        _ cache: inout ChartCache
    ) -> (answer: ChartAnswer, isFresh: Bool)? {
        let keys = keys(question, data: extent)
        guard let data = cache.takeNearest(keys.chart) else { return nil }
        var answer = ChartAnswer(extent: extent, data: data)
        guard let earlier = keys.before else { return (answer, cache.isFresh(keys.chart)) }
        guard let before = cache.take(earlier) else { return nil }
        let isFresh = cache.isFresh(keys.chart) && cache.isFresh(earlier)
        answer.before = before
        answer.compared = question.comparison.flatMap { compared(data, before, $0) }
        return (answer, isFresh)
    }

    /// The likely next requests, likeliest first: the pages before and after, the shorter time around the cursor, the longer
    /// ones, the sources apart or together.
    ///
    /// Only for types that are added up from columns: fetching years of events as objects in advance would cost too
    /// much.
    ///
    /// - Parameters:
    ///   - question: The current request.
    ///   - zoomed: A date on the last day of a shorter time; nil if there is no cursor.
    ///   - extent: The times between which the type has data.
    /// - Returns: The requests to read.
    func next(
        after question: ChartQuestion,
        zoomed: Date?,
        data extent: ClosedRange<Date>
    ) -> [ChartCache.Key] {
        guard isQuantity else { return [] }
        func key(_ change: (inout ChartQuestion) -> Void) -> ChartCache.Key {
            var other = question
            other.comparison = nil
            change(&other)
            return keys(other, data: extent).chart
        }
        var next: [ChartCache.Key] = []
        let window = window(question, data: extent)
        if question.span != .all {
            if window.start > extent.lowerBound {
                next.append(key { $0.ending = window.neighbour(-1, calendar: environment.calendar) })
            }
            if window.end <= max(environment.now, extent.upperBound) {
                next.append(key { $0.ending = window.neighbour(1, calendar: environment.calendar) })
            }
        }
        let shorter = question.span.shorter()
        if let zoomed, shorter < question.span {
            next.append(
                key {
                    $0.span = shorter
                    $0.ending = zoomed
                }
            )
        }
        next += ChartSpan.allCases.filter { $0 > question.span }.map { span in key { $0.span = span } }
        // All time by source takes more memory and work than it is worth.
        if question.span != .all { next.append(key { $0.separatesSources.toggle() }) }
        return next
    }
}
