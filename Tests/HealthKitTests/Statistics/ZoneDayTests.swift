import Foundation
import Testing

@testable import HealthKit

/// Days, hours, weeks, months and years in every zone of the system, against its tz database.
@Suite("Civil days in every time zone")
struct ZoneDayTests {
    /// 2009-01-01 and 2038-01-01, in seconds after 1970.
    private static let (first, last) = (1_230_768_000, 2_145_916_800)
    /// The reference date, in seconds after 1970.
    private static let reference = 978_307_200

    /// Zones of which Foundation and the system's tz database know the same changes: each may be of another year.
    private static let zones: [(identifier: String, file: ZoneFile)] = TimeZone.knownTimeZoneIdentifiers.sorted()
        .compactMap { identifier in
            guard let zone = TimeZone(identifier: identifier), let file = ZoneFile(identifier) else { return nil }
            let isSame = file.ranges(from: first - 200_000, to: last + 200_000)
                .allSatisfy { range in
                    [range.from, range.to - 1]
                        .allSatisfy {
                            zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double($0))) == range.offset
                        }
                }
            return isSame ? (identifier, file) : nil
        }

    private static let hasZones = FileManager.default.fileExists(atPath: ZoneFile.folder + "Europe/Berlin")

    private func calendar(_ zone: String) throws -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: zone))
        return calendar
    }

    private func intervals(_ zone: String, _ anchor: Int, _ components: DateComponents) throws -> IntervalCalendar {
        var components = components
        components.calendar = try calendar(zone)
        return try IntervalCalendar(anchor: Date(timeIntervalSince1970: Double(anchor)), components: components)
    }

    /// The edges of intervals over all years, in seconds after 1970.
    private func edges(_ zone: String, _ anchor: Int, _ components: DateComponents) throws -> [Int] {
        try intervals(zone, anchor, components)
            .edges(from: Double(Self.first - Self.reference), through: Double(Self.last - Self.reference))
            .edges.map { Int($0) + Self.reference }
    }

    @Test("Almost every zone is known to Foundation and to the system alike", .enabled(if: hasZones))
    func zones() {
        #expect(Self.zones.count > TimeZone.knownTimeZoneIdentifiers.count * 9 / 10)
    }

    @Test("Days begin at the first moment at which the clocks show them, 2009 to 2037", .enabled(if: hasZones))
    func days() throws {
        var count = 0
        for (zone, file) in Self.zones {
            let expected = file.dayStarts(from: Self.first, to: Self.last)
            let anchor = try #require(file.start(ofDay: 14_900))
            let found = try edges(zone, anchor, DateComponents(day: 1)).filter { $0 >= Self.first && $0 < Self.last }
            let wrong = zip(expected, found).first { $0 != $1 }
            #expect(expected.count == found.count && wrong == nil, "\(zone): \(String(describing: wrong))")
            count += expected.count
        }
        #expect(count > 10_000 * Self.zones.count)
    }

    @Test("Weeks, months and years begin where their first day does", .enabled(if: hasZones))
    func longer() throws {
        let utc = try calendar("GMT")
        /// The days, after 1970, on which a unit begins.
        func firstDays(_ component: Calendar.Component, _ from: DateComponents) throws -> [Int] {
            let start = try #require(utc.date(from: from))
            return try (0..<1_600)
                .map {
                    Int(try #require(utc.date(byAdding: component, value: $0, to: start)).timeIntervalSince1970)
                        / 86_400
                }
                .filter { $0 * 86_400 < Self.last }
        }
        let units: [(DateComponents, [Int])] = [
            (DateComponents(weekOfYear: 1), try firstDays(.weekOfYear, DateComponents(year: 2009, month: 1, day: 5))),
            (DateComponents(month: 1), try firstDays(.month, DateComponents(year: 2009, month: 2, day: 1))),
            (DateComponents(year: 1), try firstDays(.year, DateComponents(year: 2010, month: 1, day: 1))),
        ]
        for (zone, file) in Self.zones {
            for (components, firstDays) in units {
                let expected = firstDays.compactMap { file.start(ofDay: $0) }
                let found = try edges(zone, expected[0], components)
                    .filter { $0 >= expected[0] && $0 <= expected[expected.count - 1] }
                // A unit that begins on a day that the zone left out begins with the next one.
                let isWhole = expected.count == firstDays.count
                #expect(isWhole ? found == expected : Set(expected).isSubset(of: found), "\(zone) \(components)")
            }
        }
    }

    @Test("Hours are hours of elapsed time over every change of clocks", .enabled(if: hasZones))
    func hours() throws {
        for (zone, file) in Self.zones {
            let hours = try intervals(zone, Self.first, DateComponents(hour: 1))
            for change in file.changes where change > Self.first && change < Self.last {
                let time = Double(change - Self.reference)
                let interval = hours.interval(containing: time)
                #expect(interval.end - interval.start == 3_600 && interval.start <= time && time < interval.end)
            }
        }
    }

    @Test("What the console asks of days is the same: starts, neighbours, distances", .enabled(if: hasZones))
    func console() throws {
        for (zone, file) in Self.zones {
            let calendar = try calendar(zone)
            for change in file.changes where change > Self.first + 900_000 && change < Self.last - 900_000 {
                let middle = ZoneFile.floor(change + file.offset(change), 86_400)
                for day in (middle - 2)...(middle + 2) {
                    guard let start = file.start(ofDay: day) else { continue }
                    let date = Date(timeIntervalSince1970: Double(start))
                    #expect(calendar.civilStartOfDay(for: date) == date, "\(zone) \(start)")
                    #expect(calendar.civilStartOfDay(for: date.addingTimeInterval(7_200)) == date, "\(zone) \(start)")
                    #expect(calendar.civilInterval(of: .day, for: date).start == date)
                    guard let next = file.start(ofDay: day + 1) else { continue }
                    let tomorrow = Date(timeIntervalSince1970: Double(next))
                    #expect(calendar.civilDate(byAdding: .day, value: 1, to: date) == tomorrow, "\(zone) \(start)")
                    #expect(calendar.civilDate(byAdding: .day, value: -1, to: tomorrow) == date, "\(zone) \(start)")
                    #expect(calendar.civilInterval(of: .day, for: date).end == tomorrow)
                    #expect(calendar.civilDays(from: date, to: tomorrow) == 1)
                    #expect(calendar.civilDays(from: tomorrow.addingTimeInterval(-1), to: tomorrow) == 1)
                }
            }
        }
    }

    @Test("What the clocks show, Foundation tells rightly around every change of clocks", .enabled(if: hasZones))
    func components() throws {
        for (zone, file) in Self.zones {
            let calendar = try calendar(zone)
            for change in file.changes where change > Self.first && change < Self.last {
                for time in [change - 86_400, change - 1, change, change + 86_400] {
                    let local = time + file.offset(time)
                    let parts = calendar.dateComponents(
                        [.hour, .minute],
                        from: Date(timeIntervalSince1970: Double(time))
                    )
                    let shown = (local % 86_400 + 86_400) % 86_400 / 60
                    #expect((parts.hour ?? -1) * 60 + (parts.minute ?? -1) == shown, "\(zone) \(time)")
                }
            }
        }
    }

    /// Zones that have moved over the date line, in one direction or the other.
    private static let movers = [
        "America/Juneau", "America/Metlakatla", "America/Sitka", "America/Yakutat", "Asia/Manila", "Pacific/Apia",
        "Pacific/Fakaofo", "Pacific/Guam", "Pacific/Kanton", "Pacific/Kiritimati", "Pacific/Kwajalein",
        "Pacific/Pago_Pago",
    ]

    @Test(
        "R5.28 Intervals of several days count the days that a zone had, from 1842 on",
        .enabled(if: hasZones),
        arguments: movers
    )
    func severalDays(_ zone: String) throws {
        let file = try #require(ZoneFile(zone))
        let (first, last) = (-4_038_000_000, Self.last)
        let days = file.dayStarts(from: first, to: last)
        for count in [1, 2, 3, 7, 30] {
            for anchor in [10, 30_000, 55_000, 62_005] {
                let found = try intervals(zone, days[anchor], DateComponents(day: count))
                    .edges(from: Double(first - Self.reference), through: Double(last - Self.reference))
                    .edges.map { Int($0) + Self.reference }.filter { $0 >= days[0] && $0 < last }
                let expected = stride(from: anchor % count, to: days.count, by: count).map { days[$0] }
                let wrong = zip(found, expected).first { $0 != $1 }
                #expect(
                    found.count == expected.count && wrong == nil,
                    "every \(count) days: \(String(describing: wrong))"
                )
            }
        }
    }

    @Test(
        "R5.28 Weeks begin on one weekday, also where a zone left out a day",
        .enabled(if: hasZones),
        arguments: movers
    )
    func weeks(_ zone: String) throws {
        let file = try #require(ZoneFile(zone))
        // A Monday in 1850 and all after it.
        let mondays = stride(from: -43_823, to: Self.last / 86_400, by: 7).compactMap { file.start(ofDay: $0) }
        let found = try intervals(zone, mondays[0], DateComponents(weekOfYear: 1))
            .edges(from: Double(mondays[0] - Self.reference), through: Double(Self.last - Self.reference))
            .edges.map { Int($0) + Self.reference }.filter { $0 <= mondays[mondays.count - 1] }
        #expect(found == mondays)
    }

    @Test("R5.28 Steps of every other day in Apia are those of the days that were", .enabled(if: hasZones))
    func statistics() async throws {
        let test = TestStore()
        let file = try #require(ZoneFile("Pacific/Apia"))
        let (first, last) = (1_324_500_000 / 3_600 * 3_600, 1_326_500_000)
        let hours = stride(from: first, to: last, by: 3_600).map { $0 - Self.reference }
        try await test.store.save(
            hours.enumerated().map { stepSample(Double($0 + 1), Double($1), Double($1 + 1_800)) }
        )
        let days = file.dayStarts(from: first - 200_000, to: last + 400_000)
        for count in 1...7 {
            let result = try await HKStatisticsCollectionQueryDescriptor(
                predicate: .quantitySample(type: steps),
                options: .cumulativeSum,
                anchorDate: Date(timeIntervalSince1970: Double(days[0])),
                intervalComponents: DateComponents(calendar: try calendar("Pacific/Apia"), day: count)
            )
            .result(for: test.store)
            let edges = stride(from: 0, to: days.count, by: count).map { days[$0] - Self.reference } + [.max]
            let expected = zip(edges, edges.dropFirst())
                .map { low, high in
                    hours.enumerated().reduce(0) { low <= $1.element && $1.element < high ? $0 + $1.offset + 1 : $0 }
                }
            let sums = result.statistics().compactMap { $0.sumQuantity()?.doubleValue(for: .count()) }
            #expect(sums == expected.filter { $0 > 0 }.map(Double.init), "every \(count) days")
        }
    }

    @Test("3 April 2021 in Apia has 24 hours and the 4th has 25; 30 December 2011 was no day there")
    func apia() throws {
        let days = try intervals("Pacific/Apia", 1_293_876_000, DateComponents(day: 1))
        func lengths(_ text: String, _ count: Int) throws -> [Double] {
            var time = try Date(text, strategy: .iso8601).timeIntervalSinceReferenceDate
            return (0..<count)
                .map { _ in
                    let interval = days.interval(containing: time)
                    time = interval.end
                    return (interval.end - interval.start) / 3_600
                }
        }
        #expect(try lengths("2021-04-03T00:00:00+14:00", 3) == [24, 25, 24])
        #expect(try lengths("2011-12-29T00:00:00-10:00", 3) == [24, 24, 24])
        #expect(
            days.edge(
                days.index(of: try Date("2011-12-29T12:00:00-10:00", strategy: .iso8601).timeIntervalSinceReferenceDate)
                    + 1
            )
                == (try Date("2011-12-31T00:00:00+14:00", strategy: .iso8601)).timeIntervalSinceReferenceDate
        )
    }
}
