import Foundation
import HealthKit
import HealthtuiTerminalUI
import Synchronization
import Testing

@testable import HealthtuiConsole

/// What a chart has at hand when a key asks for it.
@Suite struct ChartCacheTests {
    private typealias Effects = [ScreenEffect<ChartScreen.Action>]

    /// A chart by itself, whose work is done when a test says so.
    private struct Chart {
        var screen = ChartScreen(HKQuantityType(.stepCount))
        var environment: ConsoleEnvironment

        init(_ store: TestStore) { environment = store.environment() }

        /// Does the work that is asked for, and what that leads to.
        mutating func finish(_ effects: Effects, readingAhead: Bool = true) async {
            for case .loop(let effect) in effects where readingAhead || !"\(effect)".contains("ahead") {
                let actions = Mutex<[ChartScreen.Action]>([])
                await effect.perform(Send { action in actions.withLock { $0.append(action) } })
                for action in actions.withLock({ $0 }) {
                    await finish(screen.reduce(action, environment), readingAhead: readingAhead)
                }
            }
        }

        mutating func press(_ command: Command) -> Effects { screen.perform(command, environment) ?? [] }

        /// What is seen, the choice of spans first.
        var text: String {
            var grid = CellGrid(size: Size(width: 100, height: 24))
            screen.draw(in: grid.bounds, on: &grid, environment)
            return screen.trailing(environment).text + "\n" + grid.text
        }
    }

    private func isReading(_ effects: Effects) -> Bool { effects.contains { "\($0)".contains("run load") } }

    private static let steps = HKQuantityType(.stepCount).identifier
    private static let month = "22 Oct – 21 Nov 2026"
    private static let year = "1 Dec 2025 – 30 Nov 2026"

    @Test("Longer times are read before a key asks for them, and the key itself shows them")
    func longerTimes() async throws {
        var chart = Chart(try TestStore.filled())
        await chart.finish(chart.screen.open(chart.environment))
        #expect(chart.text.contains("[M]") && chart.text.contains(Self.month))
        for (label, time) in [("[6M]", "25 May – 22 Nov 2026"), ("[Y]", Self.year), ("[All]", "13 Oct – 21 Nov 2026")] {
            let effects = chart.press(.zoomOut)
            #expect(!isReading(effects), "\(label) is at hand")
            #expect(chart.text.contains(label) && chart.text.contains(time) && chart.text.contains("TOTAL"))
            await chart.finish(effects)
        }
    }

    @Test("From all time the year around the cursor is at hand")
    func zoomedIn() async throws {
        var chart = Chart(try TestStore.filled())
        await chart.finish(chart.screen.open(chart.environment))
        await chart.finish(chart.press(.spanAll))
        #expect(!isReading(chart.press(.zoomIn)))
        #expect(chart.text.contains("[Y]") && chart.text.contains("TOTAL"))
    }

    @Test("The pages before and after are at hand, of short times too")
    func pages() async throws {
        let store = try TestStore.filled()
        try store.save([try store.quantity(.stepCount, 7, .count(), 100, 9, length: 60)], from: TestStore.watch)
        var chart = Chart(store)
        await chart.finish(chart.screen.open(chart.environment))
        for span in [Command.spanMonth, .spanWeek, .spanDay] {
            await chart.finish(chart.press(span))
            let time = chart.text
            for command in [Command.earlier, .earlier, .later, .later] {
                let effects = chart.press(command)
                #expect(!isReading(effects), "\(span) \(command)")
                await chart.finish(effects)
            }
            #expect(chart.text.split(separator: "\n").first == time.split(separator: "\n").first)
        }
    }

    @Test("A chart that was seen before is cached")
    func seenBefore() async throws {
        var chart = Chart(try TestStore.filled())
        await chart.finish(chart.screen.open(chart.environment))
        let month = chart.text
        await chart.finish(chart.press(.spanYear))
        #expect(!isReading(chart.press(.spanMonth)))
        #expect(chart.text == month)
    }

    @Test("Of a long time the sources apart and the page before, for comparing as well, are at hand")
    func beside() async throws {
        let store = try TestStore.filled()
        try store.save([try store.quantity(.stepCount, 700, .count(), 400, 9, length: 60)], from: TestStore.watch)
        var chart = Chart(store)
        await chart.finish(chart.screen.open(chart.environment))
        await chart.finish(chart.press(.spanYear))
        for command in [Command.separateSources, .separateSources, .compare] {
            let effects = chart.press(command)
            #expect(!isReading(effects), "\(command)")
            await chart.finish(effects)
        }
        #expect(chart.text.contains("BEFORE 700 count"))
    }

    @Test("A cached chart from before a change is shown until it is read again, and then includes the change")
    func changed() async throws {
        let store = try TestStore.filled()
        var chart = Chart(store)
        await chart.finish(chart.screen.open(chart.environment))
        let weight = StoreNews(types: [HKQuantityType(.bodyMass).identifier])
        #expect(chart.screen.storeChanged(weight, chart.environment).isEmpty, "other types are no news")
        try store.save([try store.quantity(.stepCount, 50_000, .count(), 2, 22, length: 60)], from: TestStore.watch)
        let reading = chart.screen.storeChanged(StoreNews(types: [Self.steps]), chart.environment)
        #expect(isReading(reading))
        let effects = chart.press(.spanYear)
        #expect(isReading(effects))
        #expect(chart.text.contains(Self.year) && chart.text.contains("TOTAL"), "the key is not kept waiting")
        let old = chart.text
        await chart.finish(effects)
        var fresh = Chart(store)
        await fresh.finish(fresh.screen.open(fresh.environment))
        await fresh.finish(fresh.press(.spanYear))
        #expect(chart.text.contains("TOTAL") && chart.text == fresh.text && chart.text != old)
    }

    @Test("All time is shown as it was known until it was read with what came since")
    func allTimeGrows() async throws {
        let store = try TestStore.filled()
        var chart = Chart(store)
        await chart.finish(chart.screen.open(chart.environment))
        try store.save([try store.quantity(.stepCount, 7, .count(), 700, 9, length: 60)], from: TestStore.watch)
        await chart.finish(chart.screen.storeChanged(StoreNews(types: [Self.steps]), chart.environment))
        let effects = chart.press(.spanAll)
        #expect(isReading(effects))
        #expect(chart.text.contains("[All]") && chart.text.contains("13 Oct – 21 Nov 2026"))
        await chart.finish(effects)
        #expect(chart.text.contains("2024"))
    }

    @Test("After a change nothing is read ahead again until the data rests, but for what a key leads to")
    func rests() async throws {
        var chart = Chart(try TestStore.filled())
        await chart.finish(chart.screen.open(chart.environment))
        let news = chart.screen.storeChanged(StoreNews(types: [Self.steps]), chart.environment)
        #expect(!news.contains { "\($0)".contains("ahead") })
        await chart.finish(news)
        var impatient = chart
        #expect(isReading(impatient.press(.spanYear)))
        await chart.finish(chart.screen.reduce(.reading(.rested), chart.environment))
        #expect(!isReading(chart.press(.spanYear)))
    }

    @Test("A chart that was prefetched while the data changed is read again")
    func changedMeanwhile() async throws {
        var chart = Chart(try TestStore.filled())
        await chart.finish(chart.screen.open(chart.environment), readingAhead: false)
        let ahead = chart.screen.reduce(.reading(.rested), chart.environment)
        await chart.finish(chart.screen.storeChanged(StoreNews(types: [Self.steps]), chart.environment))
        await chart.finish(ahead)
        #expect(isReading(chart.press(.spanYear)), "it may be of the data before")
        #expect(chart.text.contains(Self.year))
    }

    @Test("The cursor stays where it was moved to while the chart is read again")
    func cursorStays() async throws {
        var chart = Chart(try TestStore.filled())
        await chart.finish(chart.screen.open(chart.environment))
        let reading = chart.screen.storeChanged(StoreNews(types: [Self.steps]), chart.environment)
        for _ in 0..<3 { await chart.finish(chart.press(.cursorLeft)) }
        let cursor = try #require(chart.screen.cursor)
        await chart.finish(reading)
        #expect(chart.screen.cursor == cursor)
    }

    @Test("While a long time is read, no figure is shown under another time")
    func captions() async throws {
        var chart = Chart(try TestStore.filled())
        await chart.finish(chart.screen.open(chart.environment), readingAhead: false)
        let before = chart.text
        let effects = chart.press(.spanYear)
        #expect(isReading(effects))
        #expect(chart.text == before, "the last chart stands as a whole")
        _ = chart.screen.reduce(.reading(.slow), chart.environment)
        #expect(chart.text.contains("[Y]") && chart.text.contains(Self.year) && chart.text.contains("loading"))
        #expect(!chart.text.contains("TOTAL") && !chart.text.contains("count"))
        #expect(chart.press(.open).isEmpty && chart.press(.why).isEmpty, "there is no bar to open")
        await chart.finish(effects)
        #expect(chart.text.contains(Self.year) && chart.text.contains("TOTAL"))
    }

    @Test("Pages turned faster than they are read are all turned")
    func fastPages() async throws {
        let store = try TestStore.filled()
        try store.save([try store.quantity(.stepCount, 7, .count(), 400, 9, length: 60)], from: TestStore.watch)
        var chart = Chart(store)
        await chart.finish(chart.screen.open(chart.environment))
        _ = chart.press(.earlier)
        _ = chart.press(.earlier)
        await chart.finish(chart.press(.earlier))
        #expect(chart.text.contains("22 Jul – 21 Aug 2026"))
    }

    @Test("If the store doesn't report its changes, every key reads it")
    func deaf() async throws {
        let store = try TestStore.filled()
        var chart = Chart(store)
        chart.environment = chart.environment.at(TestStore.now, hearsChanges: false)
        await chart.finish(chart.screen.open(chart.environment))
        for command in [Command.spanYear, .spanMonth, .spanYear] {
            let effects = chart.press(command)
            #expect(isReading(effects))
            await chart.finish(effects)
        }
        #expect(chart.text.contains(Self.year))
    }

    @Test("A failure leaves the chart that is seen, and keys go on from there")
    func failure() async throws {
        var chart = Chart(try TestStore.filled())
        await chart.finish(chart.screen.open(chart.environment), readingAhead: false)
        _ = chart.press(.spanYear)
        let reported = chart.screen.reduce(
            .reading(.loaded(.failure(Failure(CocoaError(.fileReadUnknown))))),
            chart.environment
        )
        #expect(reported.contains { if case .notice = $0 { true } else { false } })
        #expect(chart.text.contains("[M]") && chart.text.contains(Self.month))
        await chart.finish(chart.press(.zoomOut))
        #expect(chart.text.contains("[6M]"))
    }

    @Test("A cache keeps no more charts than it has room for, and those that were asked for last")
    func room() throws {
        let calendar = TestStore.calendar
        var cache = ChartCache()
        func key(_ day: Int) -> ChartCache.Key {
            let window = ChartWindow(.day, ending: TestStore.time(day, 12), data: nil, calendar: calendar)
            return ChartCache.Key(window: window)
        }
        for day in 0..<ChartCache.limit { cache.keep(ChartData(.totals, key(day).window, []), as: key(day)) }
        #expect(cache.take(key(0)) != nil)
        for day in ChartCache.limit..<(2 * ChartCache.limit - 1) {
            cache.keep(ChartData(.totals, key(day).window, []), as: key(day))
        }
        #expect(cache.holds(key(0)) && !cache.holds(key(1)) && cache.holds(key(2 * ChartCache.limit - 2)))
        #expect(cache.isFresh(key(0)))
        let edition = cache.edition
        cache.age()
        #expect(cache.holds(key(0)) && !cache.isFresh(key(0)))
        cache.keep(ChartData(.totals, key(0).window, []), as: key(0), edition: edition)
        #expect(!cache.isFresh(key(0)), "read from what the data was before")
        cache.keep(ChartData(.totals, key(0).window, []), as: key(0))
        #expect(cache.isFresh(key(0)))
    }
}
