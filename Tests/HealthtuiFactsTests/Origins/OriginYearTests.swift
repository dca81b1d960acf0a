import HealthKit
import HealthtuiFacts
import RandomTesting
import Testing

/// The year of a source or a device, and how its days are shaded.
@Suite struct OriginYearTests {
    @Test(
        "A year is 53 weeks from the first weekday, with today in the last, and its twelve months lie in what is read"
    )
    func weeks() {
        var random = SeededGenerator("years of sources")
        for _ in 0..<500 {
            let today = CalendarDay(year: 2000, month: 1, day: 1)
                .advanced(by: Int.random(in: 0..<20_000, using: &random))
            let year = OriginYear(today: today, firstWeekday: Int.random(in: 1...7, using: &random))
            #expect(year.start.weekday == year.firstWeekday)
            #expect(year.days.contains(today) && (365...371).contains(year.days.count))
            #expect(year.start.distance(to: today) / 7 == OriginYear.weeks - 1)
            #expect(year.day(week: 0, row: 0) == year.start)
            let months = year.months
            #expect(months.count == 12 && months.last?.upperBound == today.advanced(by: 1))
            #expect(months.allSatisfy { $0.lowerBound.day == 1 })
            #expect(zip(months, months.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
            #expect(months.first.map { year.read.contains($0.lowerBound) } == true)
            #expect(year.read.contains(year.start))
        }
    }

    @Test("Of all years each week from the first day to today is in one row and has a column of its own")
    func allYears() {
        var random = SeededGenerator("all years of sources")
        for _ in 0..<200 {
            let first = CalendarDay(year: 2000, month: 1, day: 1)
                .advanced(by: Int.random(in: 0..<5_000, using: &random))
            let today = first.advanced(by: Int.random(in: 0..<5_000, using: &random))
            let weekday = Int.random(in: 1...7, using: &random)
            let year = OriginYear(today: today, firstWeekday: weekday, since: first)
            #expect(year.showsAll && year.days.contains(first) && year.days.contains(today))
            let weeks = year.years.flatMap(\.weeks)
            #expect(weeks.first == first.startOfWeek(weekday) && weeks.last == today.startOfWeek(weekday))
            #expect(zip(weeks, weeks.dropFirst()).allSatisfy { $0.distance(to: $1) == 7 })
            for (span, weeks) in year.years {
                let columns = weeks.map { span.lowerBound.distance(to: $0) / 7 }
                #expect(Set(columns).count == weeks.count && columns.allSatisfy { (0..<OriginYear.weeks).contains($0) })
            }
            let bars = year.bars
            #expect(bars.first?.lowerBound == first && bars.last?.upperBound == today.advanced(by: 1))
            #expect(zip(bars, bars.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
            #expect(year.week(of: today).upperBound == today.advanced(by: 1))
        }
    }

    @Test("A day is shaded by the share of the measures: none, up to a quarter, up to half, more, all")
    func levels() {
        #expect(
            (0...8).map { OriginLevel($0, of: 8) } == [
                .none, .quarter, .quarter, .half, .half, .more, .more, .more, .all,
            ]
        )
        #expect(OriginLevel(1, of: 1) == .all)
        #expect(OriginLevel(1, of: 2) == .half)
        #expect(OriginLevel(0, of: 0) == .none)
    }
}
