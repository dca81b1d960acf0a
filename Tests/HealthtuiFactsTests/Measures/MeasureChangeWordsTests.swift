import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import Testing

/// Texts about before and after.
@Suite struct MeasureChangeWordsTests {
    private static let mark = CalendarDay(year: 2026, month: 8, day: 31)

    private func words(
        _ measure: Measure,
        since: Int,
        _ value: (Int) -> Double?
    ) -> (change: MeasureChange, words: MeasureChangeWords) {
        let days = (-371..<since).compactMap { day in value(day).map { (Self.mark.advanced(by: day), MeasureDay($0)) } }
        let end = Self.mark.advanced(by: since)
        let change = MeasureChange(
            MeasureDays.of(measure, Dictionary(uniqueKeysWithValues: days), today: end),
            since: Self.mark..<end
        )
        let format = MeasureFormat(measure) { ValueUnit($0, locale: Locale(identifier: "en_US")) }
        return (change, MeasureChangeWords(change, format))
    }

    @Test("A change has both numbers in its sentence, with signs and the weeks that say so")
    func sentences() {
        let fell = words(.night, since: 40) { $0 < 0 ? 28_800 : 25_200 }
        #expect(fell.words.difference?.hasPrefix("−1 h") == true)
        #expect(fell.words.found == "Outside what it was. 4 of 4 weeks since are lower than all 52 before.")
        let went = words(.night, since: 60) { 28_800 - Double($0) * 60 }
        #expect(went.change.found == .wentOn)
        #expect(went.words.found == "It went on: −1 h since, −1 h before that.")
        let within = words(.bedtime, since: 40) { 80_000 + Double(($0 % 10 + 10) % 10) * 60 }
        #expect(within.words.found.hasPrefix("Within what it was. 0 of 4 weeks since are "))
        #expect(within.words.limits.contains("why"))
    }

    @Test("Where there are too few weeks, that and no verdict is said; where too few days, not even numbers")
    func few() {
        let weeks = words(.pulse, since: 20) { _ in 60 }
        #expect(weeks.words.found.hasPrefix("Too few weeks for more than the numbers: 1 since and 52 before"))
        let days = words(.pulse, since: 2) { _ in 60 }
        #expect(days.words.found.hasPrefix("Too few days"))
        let results = words(Measure(.laboratory("Glucose")), since: 60) { _ in 5 }
        #expect(results.words.found == "Of results there are only the numbers.")
    }

    @Test("Distances are of the scale, wherever its zero is, and 0 has no sign")
    func distances() {
        let temperature = Measure(.quantity(HKQuantityType(.bodyTemperature)))
        let format = MeasureFormat(temperature) { ValueUnit($0, locale: Locale(identifier: "en_US")) }
        #expect(format.difference(37.5, 37).hasPrefix("+0.9"))
        #expect(format.difference(0.5, 0, isRelative: true).hasPrefix("+0.9"))
        #expect(!format.difference(37, 37).contains("+"))
        let bedtime = MeasureFormat(.bedtime) { ValueUnit($0, locale: Locale(identifier: "en_US")) }
        #expect(bedtime.difference(1_800, 84_600).hasPrefix("+1 h"))
    }
}
