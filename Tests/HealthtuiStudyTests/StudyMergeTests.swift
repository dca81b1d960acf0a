import Foundation
import RandomTesting
import Testing

@testable import HealthtuiStudy

@Suite("The merge of a study") struct StudyMergeTests {
    @Test("Totals are those of brute force, for hostile people")
    func totals() {
        var random = SeededGenerator("study totals")
        for _ in 0..<600 {
            let person = HostilePerson(&random)
            for intervals in [person.days, person.hours] {
                let found = StudyMerge.totals(of: person.samples, in: intervals)
                #expect(found == PlainMerge.totals(person.samples, in: intervals), "TEST_SEED=\(random.seed)")
            }
        }
    }

    @Test("Least, greatest, average and latest are those of brute force, for hostile people")
    func measures() {
        var random = SeededGenerator("study measures")
        for _ in 0..<600 {
            let person = HostilePerson(&random)
            for style in [StudyStyle.plain, .byTime] {
                for intervals in [person.days, person.hours] {
                    let found = StudyMeasures.of(person.samples, style, in: intervals)
                    #expect(
                        found == PlainMerge.measures(person.samples, style, in: intervals),
                        "TEST_SEED=\(random.seed)"
                    )
                }
            }
        }
    }

    @Test("Hours add up to their day, to the last digit")
    func hoursAddUp() {
        var random = SeededGenerator("study hours")
        for _ in 0..<300 {
            let person = HostilePerson(&random)
            let days = StudyMerge.totals(of: person.samples, in: person.days)
            let hours = StudyMerge.totals(of: person.samples, in: person.hours)
            for (day, total) in zip(person.days, days) {
                let own = zip(person.hours, hours).filter { $0.0.start >= day.start && $0.0.end <= day.end }.map(\.1)
                #expect(own.reduce(0) { $0 + $1.total } == total.total, "TEST_SEED=\(random.seed)")
                #expect(own.reduce(0) { $0 + $1.covered } == total.covered, "TEST_SEED=\(random.seed)")
            }
        }
    }

    @Test("The order of samples does not matter")
    func order() {
        var random = SeededGenerator("study order")
        for _ in 0..<100 {
            let person = HostilePerson(&random)
            let shuffled = person.samples.shuffled(using: &random)
            #expect(
                StudyMerge.totals(of: person.samples, in: person.hours)
                    == StudyMerge.totals(of: shuffled, in: person.hours)
            )
            #expect(
                StudyMeasures.of(person.samples, .byTime, in: person.hours)
                    == StudyMeasures.of(shuffled, .byTime, in: person.hours)
            )
        }
    }

    @Test("Decimals have one spelling and are read back, and nothing else is")
    func decimals() {
        var random = SeededGenerator("study decimals")
        for _ in 0..<2_000 {
            let value =
                Int64.random(in: -Micros.largestTotal...Micros.largestTotal, using: &random)
                >> Int.random(in: 0..<60, using: &random)
            #expect(Micros.parse(ArraySlice(Micros.text(value).utf8)) == value)
        }
        for text in [
            "", "-", ".5", "1.", "1.0", "1.50", "01", "-0", "+1", "1e3", "0.1234567", "NaN", " 1", "1,5", "--1",
        ] {
            #expect(Micros.parse(ArraySlice(text.utf8)) == nil, "\(text)")
        }
        #expect(Micros.rounded(0.000_000_5) == 0)
        #expect(Micros.rounded(0.000_001_5) == 2)
        #expect(Micros.rounded(1e9 + 1) == nil)
        #expect(Micros.rounded(.nan) == nil)
    }

    @Test("Days are written and read as the calendar has them")
    func days() {
        #expect(StudyDay("2001-01-01")?.number == 0)
        #expect(StudyDay("2024-02-29")?.text == "2024-02-29")
        for text in ["2023-02-29", "2024-13-01", "2024-00-10", "2024-1-01", "20240101", "2024-04-31", "abcd-ef-gh"] {
            #expect(StudyDay(text) == nil, "\(text)")
        }
        for number in stride(from: -70_000, through: 40_000, by: 13) {
            #expect(StudyDay(StudyDay(number: number).text)?.number == number)
        }
    }

    @Test(
        "Days are cut as the store's own clock cuts them, whatever the zone did",
        arguments: [
            "Europe/Berlin", "America/Vancouver", "Australia/Lord_Howe", "Pacific/Apia", "America/Sao_Paulo",
            "Asia/Kathmandu",
            "Africa/Casablanca", "UTC",
        ]
    )
    func cut(_ name: String) throws {
        let zone = try #require(TimeZone(identifier: name))
        let (first, last) = try (#require(StudyDay("2011-01-01")), #require(StudyDay("2012-12-31")))
        let cut = DayCut(zone: zone, from: first, through: last)
        for (day, next) in zip(cut.days, cut.days.dropFirst()) {
            #expect(day.interval.end == next.interval.start)
            #expect(day.day < next.day)
        }
        let skipped = name == "Pacific/Apia" ? 1 : 0
        #expect(cut.days.count == last.number - first.number + 1 - skipped)
        for hours in [cut.hours, cut.clockHours] {
            let byDay = Dictionary(grouping: hours, by: \.day)
            for day in cut.days {
                let own = byDay[day.day] ?? []
                #expect(own.first?.interval.start == day.interval.start)
                #expect(own.last?.interval.end == day.interval.end)
            }
        }
        #expect(cut.clockHours.allSatisfy { (0..<24).contains($0.hour) })
    }
}
