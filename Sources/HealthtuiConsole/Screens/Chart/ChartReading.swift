import Foundation
import HealthKit
import HealthtuiTerminalUI

/// A chart's reads: the current request, unless it's cached, and the likely next requests ahead of time.
package struct ChartReading: Sendable {
    typealias Effects = [ScreenEffect<Action>]

    package enum Action: Sendable {
        case loaded(Answer<Load>)
        /// A page was prefetched for the next keys.
        case readAhead(Page)
        /// Reading takes so long that a progress message is needed.
        case slow
        /// Nothing changed for a while.
        case rested

        /// The requested data.
        package struct Load: Sendable { let answer: ChartAnswer }

        /// Data read ahead.
        package struct Page: Sendable {
            let key: ChartCache.Key
            let chart: ChartData
            /// The cache's, when reading began.
            let edition: Int
        }
    }

    let type: HKSampleType
    /// The times between which the type has data; nil when it has none, and until it is known.
    private(set) var extent: ClosedRange<Date>?
    /// The window that is being read because of a key.
    private(set) var awaited: ChartWindow?
    /// Whether the current reading was caused by a key, not by a change of the data.
    private(set) var isAsked = true
    /// Whether the read takes so long that its frame replaces the last chart.
    private(set) var isSlow = false
    /// Whether the data has not changed since its extent was read.
    private var knowsExtent = false
    /// The cached data.
    private var cache = ChartCache()

    /// The pause after a key before reading ahead begins.
    private static let breath = Duration.milliseconds(20)
    /// The delay before the frame of the new chart replaces the last chart.
    private static let patience = Duration.milliseconds(60)
    /// The time without changes before data is read ahead again.
    private static let rest = Duration.seconds(2)

    init(_ type: HKSampleType) { self.type = type }

    /// The cached data for a request, and the remaining work.
    ///
    /// Data from before a change is shown until it was read again. If all of it is current, nothing is read, and ``isAsked`` is
    /// false.
    ///
    /// - Parameters:
    ///   - question: The requested chart.
    ///   - environment: The console.
    /// - Returns: The data to show at once, and the work.
    mutating func ask(
        _ question: ChartQuestion,
        _ environment: ConsoleEnvironment
    ) -> (answer: ChartAnswer?, work: Effects) {
        let source = ChartSource(type: type, environment: environment)
        isAsked = true
        guard environment.hearsChanges, let extent else {
            return (nil, [.loop(.cancel("ahead"))] + read(question, environment))
        }
        guard let (answer, isFresh) = source.answer(question, data: extent, &cache) else {
            awaited = source.window(question, data: extent)
            let slow = ScreenEffect<Action>.after(Self.patience, "slow", .slow)
            return (nil, [.loop(.cancel("ahead"))] + read(question, environment) + [slow])
        }
        endWaiting()
        guard isFresh, knowsExtent else {
            let work: Effects = [.loop(.cancel("ahead")), .loop(.cancel("slow"))]
            return (answer, work + read(question, environment))
        }
        isAsked = false
        return (answer, [.loop(.cancel("load")), .loop(.cancel("slow"))])
    }

    /// The work that reads the answer to a question, except the parts that are current in the cache.
    func read(_ question: ChartQuestion, _ environment: ConsoleEnvironment) -> Effects {
        let source = ChartSource(type: type, environment: environment)
        let (isKnown, known) = (environment.hearsChanges && knowsExtent, extent)
        let cache = isKnown ? cache : ChartCache()
        return [
            .task("load") {
                do {
                    let extent = isKnown ? known : try await source.extent()
                    let answer = try await source.read(question, data: extent, cache)
                    return .loaded(.success(Action.Load(answer: answer)))
                } catch {
                    return .loaded(.failure(Failure(error)))
                }
            }
        ]
    }

    /// The work that prefetches data for the next keys, until a key requests something else.
    ///
    /// - Parameters:
    ///   - question: The current request.
    ///   - zoomed: A date on the last day of a shorter time; nil if there is no cursor.
    ///   - again: Whether to read outdated parts of the cache again.
    ///   - environment: The console.
    /// - Returns: The work.
    func ahead(
        of question: ChartQuestion,
        zoomed: Date?,
        again: Bool,
        _ environment: ConsoleEnvironment
    ) -> Effects {
        guard environment.hearsChanges, let extent else { return [] }
        let source = ChartSource(type: type, environment: environment)
        let cache = cache
        return [
            .run("ahead") { send in
                // It fails only where it is cancelled, which is looked at below.
                try? await Task.sleep(for: Self.breath)
                for key in source.next(after: question, zoomed: zoomed, data: extent) {
                    guard !(again ? cache.isFresh(key) : cache.holds(key)) else { continue }
                    // Read errors are reported when the data is actually requested.
                    guard !Task.isCancelled,
                        let chart = try? await source.chart(key)
                    else { return }
                    send(.readAhead(Action.Page(key: key, chart: chart, edition: cache.edition)))
                }
            }
        ]
    }

    /// The effect that reports a time without changes.
    static var rested: ScreenEffect<Action> { .after(rest, "rest", .rested) }

    /// Stores the answer to a question.
    mutating func keep(_ answer: ChartAnswer, to question: ChartQuestion) {
        endWaiting()
        extent = answer.extent
        knowsExtent = true
        func key(_ data: ChartData, separatesSources: Bool = false) -> ChartCache.Key {
            ChartCache.Key(
                window: data.window,
                separatesSources: separatesSources,
                countsZeros: question.countsZeros
            )
        }
        cache.keep(answer.data, as: key(answer.data, separatesSources: question.separatesSources))
        if let before = answer.before { cache.keep(before, as: key(before)) }
    }

    /// Stores a prefetched page.
    mutating func keep(_ page: Action.Page) { cache.keep(page.chart, as: page.key, edition: page.edition) }

    /// Records that the data changed: the cache is outdated, and the next reading isn't caused by a key.
    mutating func age() {
        cache.age()
        knowsExtent = false
        isAsked = false
    }

    /// Records that reading ended; the next may be caused by a key or by a change of the data.
    ///
    /// - Returns: Whether the reading was caused by a key.
    mutating func end() -> Bool {
        defer { isAsked = false }
        return isAsked
    }

    /// Records that reading takes so long that a progress message is needed.
    mutating func beSlow() { isSlow = awaited != nil }

    /// Nothing is waited for any more.
    mutating func endWaiting() {
        awaited = nil
        isSlow = false
    }
}
