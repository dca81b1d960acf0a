import Foundation
import Testing

@testable import HealthKit
@testable import HealthtuiExchange

/// Sums that a file reports without naming their sources, beside the samples of others.
@Suite struct RelayedSumTests {
    private let store: HKHealthStore
    private let person: PersonAccess
    private let midnight = Date(timeIntervalSinceReferenceDate: 7_000 * 86_400)

    init() {
        (store, person) = HKHealthStore.person(location: .memory)
    }

    /// Imports values of a source, each with its start and end in hours of the day.
    @discardableResult
    private func add(
        _ values: [(Double, Double, Double)],
        _ source: ReadSource,
        isRelayed: Bool = false,
        _ type: HKQuantityTypeIdentifier = .stepCount
    ) throws -> ImportSummary {
        let values = values.map { ($0.0 * 3_600, $0.1 * 3_600, $0.2) }
        return try person.add([ReadSeries(values, source, type, since: midnight, isRelayed: isRelayed)])
    }

    private let phone = ReadSource(name: "Phone")
    private let ring = ReadSource(identifier: "ring", name: "Ring")
    private let cloud = ReadSource(identifier: "cloud", name: "Cloud")

    /// The sums of the day's intervals, by the hour at which they begin.
    private func sums(
        every hours: Int,
        _ type: HKQuantityTypeIdentifier = .stepCount,
        from start: Double = 0,
        to end: Double = 24
    ) async throws -> [Int: Double] {
        let (from, to) = (midnight + start * 3_600, midnight + end * 3_600)
        let unit = HKQuantityType(type).canonicalUnit
        var sums: [Int: Double] = [:]
        for statistics in try await person.sums(type, from: from, to: to, every: hours, asApps: true) {
            let sum = statistics.sumQuantity()?.doubleValue(for: unit)
            sums[Int(statistics.startDate.timeIntervalSince(midnight) / 3_600)] = sum.map { ($0 * 1e6).rounded() / 1e6 }
        }
        return sums
    }

    @Test("R5.29 A day's sum adds what it has beyond the samples of the day, whatever comes first")
    func topsUp() async throws {
        try add([(0, 24, 9_120)], ring, isRelayed: true)
        #expect(try await sums(every: 24) == [0: 9_120])
        try add([(8, 9, 4_000), (17, 18.5, 5_000)], phone)
        #expect(try await sums(every: 24) == [0: 9_120])
        try add([(20, 21, 1_000)], phone)
        #expect(try await sums(every: 24) == [0: 10_000])
    }

    @Test("R5.29 What a sum adds is spread over the times without a sample")
    func gaps() async throws {
        try add([(0, 24, 9_200)], ring, isRelayed: true)
        try add([(8, 12, 9_000)], phone)
        #expect(try await sums(every: 4) == [0: 40, 4: 40, 8: 9_000, 12: 40, 16: 40, 20: 40])
        try add([(0, 8, 0), (12, 24, 0)], phone)
        #expect(try await sums(every: 24) == [0: 9_000], "no gap is left")
    }

    @Test("R5.29 An hour has the same amount, whether it is asked for alone or with the day")
    func alone() async throws {
        try add([(0, 24, 9_200)], ring, isRelayed: true)
        try add([(8, 9, 3_000), (12, 13, 6_000), (14, 14, 5)], phone)
        let day = try await sums(every: 1)
        #expect(day.count == 24)
        for hour in [0, 7, 8, 12, 14, 23] {
            let alone = try await sums(every: 1, from: Double(hour), to: Double(hour) + 1)
            #expect(alone[hour] == day[hour])
        }
    }

    @Test("R5.29 Sums of hours add before a day's, and of two days' the larger is the total")
    func several() async throws {
        try add([(0, 24, 5_000)], ring, isRelayed: true)
        try add([(8, 9, 3_000), (9, 10, 1_500)], cloud, isRelayed: true)
        #expect(try await sums(every: 24) == [0: 5_000])
        #expect(try await sums(every: 1)[8] == 3_000)
        try add([(0, 24, 5_500)], ReadSource(name: "Band"), isRelayed: true)
        #expect(try await sums(every: 24) == [0: 5_500])
    }

    @Test("R5.29 What is shorter than an hour, and insulin, counts as a sample")
    func others() async throws {
        try add([(8, 8.5, 300)], phone)
        try add([(9, 9.5, 200)], ring, isRelayed: true)
        #expect(try await sums(every: 24) == [0: 500])
        let sources = try person.samples(SampleListQuery(type: HKQuantityType(.stepCount)), ascending: true, limit: 10)
            .map(\.sourceRevision.source.bundleIdentifier)
        #expect(sources == ["import:Phone", "file:ring"])
        try add([(7, 7, 6)], phone, .insulinDelivery)
        try add([(8, 9, 1)], ring, isRelayed: true, .insulinDelivery)
        #expect(try await sums(every: 24, .insulinDelivery) == [0: 7])
    }

    @Test("R5.29 The explanation names what each source added")
    func explained() async throws {
        try add([(8, 9, 9_000)], phone)
        try add([(0, 24, 9_120)], ring, isRelayed: true)
        let type = HKQuantityType(.stepCount)
        let shares = try #require(try person.explainStatistics(type, predicate: nil, intervals: nil).first).shares
        #expect(shares.map(\.source.name) == ["Phone", "Ring"])
        #expect(shares.map(\.recorded) == [9_000, 9_120] && shares.map(\.counted) == [9_000, 120])
        #expect(shares.map(\.samples) == [1, 1])
    }

    @Test("R5.29 A day's steps of a table count beside the phone's; a later table replaces the day")
    func table() async throws {
        try add([(8, 9, 9_000)], phone)
        let day = midnight.formatted(.iso8601.year().month().day())
        func read(_ text: String, after seconds: Double) throws -> ImportSummary {
            let bytes = Array(text.utf8)
            let reader = TableReader(try #require(TableFile.guess(bytes)), zone: .gmt, source: "CSV")
            return try ReaderImport(person)
                .run(bytes, from: "table.csv", with: reader, posted: midnight + 86_400 + seconds)
        }
        #expect(try read("Date,Steps\n\(day),9050\n", after: 0).added == 1)
        #expect(try await sums(every: 24) == [0: 9_050])
        _ = try read("Date,Steps\n\(day),9120\n", after: 60)
        #expect(try await sums(every: 24) == [0: 9_120])
        #expect(try read("Date,Steps\n\(day),9120\n", after: 120).added == 0)
        let sums = try person.samples(SampleListQuery(type: HKQuantityType(.stepCount)), ascending: true, limit: 10)
            .filter { $0.sourceRevision.source.name == "CSV" }
        #expect(sums.count == 1)
        #expect(sums.first?.startDate == midnight && sums.first?.endDate == midnight + 86_400)
    }

    @Test("R5.29 Rows on the hour, each an hour from the one before, are the sums of hours")
    func hours() async throws {
        try add([(8, 8.5, 400)], phone)
        let day = midnight.formatted(.iso8601.year().month().day())
        func read(_ hours: [Int]) throws {
            let rows = hours.map { "\(day) \($0 < 10 ? "0" : "")\($0):00,\($0 * 100)\n" }
            let bytes = Array(("Date,Steps\n" + rows.joined()).utf8)
            let reader = TableReader(try #require(TableFile.guess(bytes)), zone: .gmt, source: "CSV")
            _ = try ReaderImport(person).run(bytes, from: "table.csv", with: reader)
        }
        try read(Array(4...20))
        let found = try await sums(every: 1)
        #expect(found[8] == 800 && found[9] == 900 && found.values.reduce(0, +) == 20_400)
    }

    @Test("Rows of one day are no sums of it: meals of a date each count")
    func meals() async throws {
        let day = midnight.formatted(.iso8601.year().month().day())
        let bytes = Array("Date,Water (ml)\n\(day),200\n\(day),300\n".utf8)
        let reader = TableReader(try #require(TableFile.guess(bytes)), zone: .gmt, source: "CSV")
        _ = try ReaderImport(person).run(bytes, from: "table.csv", with: reader)
        let query = HKStatisticsQueryDescriptor(
            predicate: .quantitySample(type: HKQuantityType(.dietaryWater)),
            options: .cumulativeSum
        )
        let sum = try await query.result(for: store)?.sumQuantity()
        #expect(sum?.doubleValue(for: .literUnit(with: .milli)) == 500)
    }
}
