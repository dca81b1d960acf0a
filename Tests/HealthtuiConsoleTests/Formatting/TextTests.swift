import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiEntry
import Testing

@Suite struct NumberTextTests {
    @Test(
        arguments: [
            (0, 0, "0"), (999, 0, "999"), (1_000, 0, "1,000"), (-1_234_567.89, 1, "-1,234,567.9"), (0.04, 1, "0.0"),
            (-0.04, 1, "0.0"), (70.25, 2, "70.25"), (Double.nan, 0, "–"), (Double.infinity, 2, "–"),
            (1e300, 0, "1e+300"),
            (5, 99, "5.000000000"), (5, -3, "5"),
        ] as [(Double, Int, String)]
    )
    func groupsAndRounds(value: Double, decimals: Int, text: String) {
        #expect(NumberText.text(value, decimals: decimals) == text)
    }

    @Test func writesAsManyDecimalsAsThereAre() {
        #expect(NumberText.exact(154.3) == "154.3")
        #expect(NumberText.exact(70) == "70")
        #expect(NumberText.exact(1_000.5) == "1,000.5")
    }

    @Test func writesLengthsOfTime() {
        #expect(NumberText.duration(45) == "45 s")
        #expect(NumberText.duration(420) == "7 min")
        #expect(NumberText.duration(25_920) == "7 h 12 min")
        #expect(NumberText.duration(7_200) == "2 h")
        #expect(NumberText.duration(.infinity) == "–")
    }
}

@Suite struct DateTextTests {
    private let dates = DateText(calendar: TestStore.calendar, now: TestStore.now)

    @Test func namesNearDaysAndDatesFarOnes() {
        #expect(dates.moment(TestStore.time(0, 14.3)) == "today 14:18")
        #expect(dates.moment(TestStore.time(1, 7.5)) == "yesterday 07:30")
        #expect(dates.day(TestStore.time(-1, 7.5)) == "tomorrow")
        #expect(dates.day(TestStore.time(2, 1)) == "Thu 19 Nov")
        #expect(dates.day(TestStore.time(365, 1)) == "Fri 21 Nov 2025")
        #expect(dates.full(TestStore.time(0, 14.3)) == "Sat 21 Nov 2026 14:18:00")
    }

    @Test func writesSpansOnce() {
        #expect(dates.span(TestStore.time(0, 9), TestStore.time(0, 9.5)) == "today 09:00 – 09:30")
        #expect(dates.span(TestStore.time(1, 23), TestStore.time(0, 7)) == "yesterday 23:00 – today 07:00")
        #expect(dates.span(TestStore.time(0, 9), TestStore.time(0, 9)) == "today 09:00")
        #expect(dates.span(TestStore.time(0, 9), .distantFuture) == "today 09:00 – no end")
    }

    @Test("A span within a minute is shown to the second, and one within a second as one time")
    func writesShortSpansToTheSecond() {
        let start = TestStore.time(0, 7).addingTimeInterval(5)
        #expect(dates.span(start, start.addingTimeInterval(35)) == "today 07:00:05 – 07:00:40")
        #expect(dates.span(start, start.addingTimeInterval(0.4)) == "today 07:00:05")
        #expect(dates.span(start, start.addingTimeInterval(60)) == "today 07:00 – 07:01")
        let day = 24 * 3_600.0
        #expect(dates.span(start, start.addingTimeInterval(day)) == "today 07:00 – tomorrow 07:00")
    }
}

@Suite struct ValueUnitTests {
    @Test func showsPercentagesOutOfAHundred() {
        let unit = ValueUnit(HKQuantityType(.oxygenSaturation), locale: Locale(identifier: "de_DE"))
        #expect(unit.labelled(HKQuantity(unit: .percent(), doubleValue: 0.97)) == "97 %")
    }

    @Test func showsThePlacesUnits() {
        let weight = HKQuantity(unit: .gramUnit(with: .kilo), doubleValue: 70)
        let type = HKQuantityType(.bodyMass)
        #expect(ValueUnit(type, locale: Locale(identifier: "en_US")).labelled(weight) == "154.3 lb")
        #expect(ValueUnit(type, locale: Locale(identifier: "de_DE")).labelled(weight) == "70.0 kg")
    }

    @Test func countsAreRoundedDown() {
        let unit = ValueUnit(HKQuantityType(.stepCount), locale: Locale(identifier: "de_DE"))
        #expect(unit.text(885.9) == "885")
    }
}
