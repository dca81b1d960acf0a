import HealthKit
import Testing

@Suite struct GregorianDateTests {
    @Test("Dates follow one another as the lengths of their months say, over the leap years and before the year 1")
    func datesFollow() {
        for start in [GregorianDate(year: -5, month: 1, day: 1), GregorianDate(year: 1896, month: 1, day: 1)] {
            var expected = start
            for number in start.number...start.number + 5_500 {
                #expect(GregorianDate(number: number) == expected && expected.number == number)
                let isLast = expected.day == GregorianDate.length(ofMonth: expected.month, year: expected.year)
                let endsYear = isLast && expected.month == 12
                expected = GregorianDate(
                    year: expected.year + (endsYear ? 1 : 0),
                    month: endsYear ? 1 : expected.month + (isLast ? 1 : 0),
                    day: isLast ? 1 : expected.day + 1
                )
            }
        }
    }

    @Test("Known dates have their numbers and texts")
    func known() {
        #expect(GregorianDate(year: 2001, month: 1, day: 1).number == 0)
        #expect(GregorianDate(year: 1970, month: 1, day: 1).number == -11_323)
        #expect(GregorianDate(year: 1, month: 1, day: 1).number == -730_485)
        #expect(GregorianDate(number: 2_921_573) == GregorianDate(year: 9999, month: 12, day: 31))
        #expect(GregorianDate(year: 476, month: 9, day: 4).text == "0476-09-04")
        #expect([1900, 2000, 2023, 2024].map { GregorianDate.length(ofMonth: 2, year: $0) } == [28, 29, 28, 29])
    }

    @Test("A number beyond a million years is the nearest date within them")
    func farAway() {
        #expect(GregorianDate(number: .max) == GregorianDate(number: 365_000_000))
        #expect(GregorianDate(number: .min) == GregorianDate(number: -365_000_000))
    }
}
