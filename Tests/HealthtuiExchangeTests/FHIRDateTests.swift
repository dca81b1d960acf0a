import Foundation
import Testing

@testable import HealthtuiExchange

@Suite("Dates as FHIR writes them")
struct FHIRDateTests {
    private static let berlin = TimeZone(identifier: "Europe/Berlin") ?? .gmt

    @Test(
        "A year, a month and a day begin where the reader is, a moment where its zone says",
        arguments: [
            ("2021", "2020-12-31T23:00:00Z", FHIRDate.Precision.year), ("2021-07", "2021-06-30T22:00:00Z", .month),
            ("2021-07-04", "2021-07-03T22:00:00Z", .day), ("2021-07-04T10:30:00Z", "2021-07-04T10:30:00Z", .moment),
            ("2021-07-04T10:30:05-05:30", "2021-07-04T16:00:05Z", .moment),
            ("2021-07-04T10:30", "2021-07-04T08:30:00Z", .moment),
        ]
    )
    func read(text: String, moment: String, precision: FHIRDate.Precision) throws {
        let date = try #require(FHIRDate(text, in: Self.berlin))
        #expect(date.date == (try Date(moment, strategy: .iso8601)))
        #expect(date.precision == precision)
    }

    @Test("Fractions of a second are kept")
    func fractions() throws {
        let whole = try #require(FHIRDate("2021-07-04T10:30:05Z", in: .gmt))
        let later = try #require(FHIRDate("2021-07-04T10:30:05.250Z", in: .gmt))
        #expect(later.date.timeIntervalSince(whole.date) == 0.25)
    }

    @Test(
        "What is no date is none",
        arguments: [
            "", "T", "-", "21", "20211", "2021-13", "2021-02-29", "2021-00-01", "2021-07-04T", "2021-07T10:00:00Z",
            "2021-07-04T24:00:00Z", "2021-07-04T10:60:00Z", "2021-07-04T10:30:61Z", "2021-07-04T10:30:00+25:00",
            "2021-07-04T10:30:00+0100", "2021-07-04T10:30:-5Z", "2021-07-04T10:30:nanZ", "2021-07-04T10:30:infZ",
            "2021-07-04-05", "today", "２０２１-07-04", "99999999999999999999",
        ]
    )
    func none(text: String) { #expect(FHIRDate(text, in: .gmt) == nil) }

    @Test("A card's day without a time is its noon in Greenwich; a month alone is none")
    func cards() throws {
        #expect(CardClaims.date("2021-07-04") == (try Date("2021-07-04T12:00:00Z", strategy: .iso8601)))
        #expect(CardClaims.date("2021-07") == nil)
    }
}
