import Foundation
import HealthKit
import RandomTesting
import Testing

/// The minutes of days: each moment once, cut at midnight.
@Suite struct DayMinutesTests {
    private static let zones = ["Europe/Berlin", "Asia/Kolkata", "America/Santiago", "Pacific/Apia"]

    private static func clock(_ zone: String) throws -> CivilClock {
        CivilClock(try #require(TimeZone(identifier: zone)))
    }

    private static func minutes(_ spans: [(Date, Date)]) -> DayMinutes {
        var minutes = DayMinutes()
        for (start, end) in spans { minutes.add(from: start, to: end) }
        return minutes
    }

    @Test("Ten minutes that two programs recorded are ten minutes")
    func eachMomentOnce() throws {
        let clock = try Self.clock("Europe/Berlin")
        let day = CalendarDay(year: 2026, month: 11, day: 2)
        let start = day.start(on: clock).addingTimeInterval(9 * 3_600)
        let minutes = Self.minutes([
            (start, start.addingTimeInterval(600)), (start, start.addingTimeInterval(600)),
            (start.addingTimeInterval(300), start.addingTimeInterval(900)),
        ])
        #expect(minutes.seconds(in: day..<day.advanced(by: 1), on: clock) == [day: 900])
    }

    @Test("A session over midnight counts on both days, and the part outside of the asked days on none")
    func cutAtMidnight() throws {
        let clock = try Self.clock("Europe/Berlin")
        let day = CalendarDay(year: 2026, month: 11, day: 3)
        let next = day.advanced(by: 1)
        let midnight = next.start(on: clock)
        let minutes = Self.minutes([(midnight.addingTimeInterval(-600), midnight.addingTimeInterval(900))])
        #expect(minutes.seconds(in: day..<next.advanced(by: 1), on: clock) == [day: 600, next: 900])
        #expect(minutes.seconds(in: next..<next.advanced(by: 1), on: clock) == [next: 900])
        #expect(minutes.seconds(in: day..<next, on: clock) == [day: 600])
    }

    @Test("An instant is a day of no minutes; a sample that ends before it starts is nothing")
    func instants() throws {
        let clock = try Self.clock("Asia/Kolkata")
        let day = CalendarDay(year: 2026, month: 11, day: 3)
        let noon = day.start(on: clock).addingTimeInterval(43_200)
        let span = day..<day.advanced(by: 1)
        #expect(Self.minutes([(noon, noon)]).seconds(in: span, on: clock) == [day: 0])
        #expect(Self.minutes([(noon, noon.addingTimeInterval(-60))]).seconds(in: span, on: clock).isEmpty)
        #expect(Self.minutes([(.distantPast, .distantFuture)]).seconds(in: span, on: clock) == [day: 86_400])
    }

    @Test("A day that a zone left out has no minutes, and loses none")
    func dayThatNeverWas() throws {
        let clock = try Self.clock("Pacific/Apia")
        let first = CalendarDay(year: 2011, month: 12, day: 29)
        let start = first.start(on: clock)
        let days = Self.minutes([(start, start.addingTimeInterval(2 * 86_400))])
            .seconds(in: first..<first.advanced(by: 4), on: clock)
        #expect(days == [first: 86_400, CalendarDay(year: 2011, month: 12, day: 31): 86_400])
    }

    @Test(
        "In random worlds the days are those of a count minute by minute, however samples are cut, doubled and shuffled"
    )
    func randomWorlds() throws {
        var random = SeededGenerator("minutes of days")
        for _ in 0..<40 {
            let clock = try Self.clock(try #require(Self.zones.randomElement(using: &random)))
            let first = CalendarDay(year: 2026, month: 4, day: 2).advanced(by: Int.random(in: 0..<300, using: &random))
            let span = first..<first.advanced(by: 3)
            let start = first.start(on: clock)
            // Steps of five minutes, since no clock changes within one.
            var spans: [(Int, Int)] = []
            for _ in 0..<Int.random(in: 1...12, using: &random) {
                let begin = Int.random(in: -100..<1_000, using: &random)
                spans.append((begin, begin + Int.random(in: 1...90, using: &random)))
            }
            var covered: Set<Int> = []
            for (begin, end) in spans { covered.formUnion(begin..<end) }
            var expected: [CalendarDay: Double] = [:]
            for step in covered {
                let day = CalendarDay(start.addingTimeInterval(Double(step) * 300), on: clock)
                if span.contains(day) { expected[day, default: 0] += 300 }
            }
            let cut = spans.flatMap { begin, end in
                let middle = Int.random(in: begin...end, using: &random)
                return [(begin, middle), (middle, end), (begin, end)]
            }
            for world in [spans, cut.shuffled(using: &random)] {
                let dates = world.filter { $0.0 < $0.1 }
                    .map { begin, end in
                        (
                            start.addingTimeInterval(Double(begin) * 300),
                            start.addingTimeInterval(Double(end) * 300)
                        )
                    }
                #expect(Self.minutes(dates).seconds(in: span, on: clock) == expected, "seed \(random.seed)")
            }
        }
    }
}
