import Foundation
import Testing

@testable import HealthKit
@testable import HealthtuiExchange

/// Doses and meals that two programs report.
@Suite struct DoubledInstantTests {
    private let person = HKHealthStore.person(location: .memory).person
    private let midnight = Date(timeIntervalSinceReferenceDate: 7_000 * 86_400)
    private let phone = ReadSource(name: "Phone")
    private let pump = ReadSource(identifier: "pump", name: "Pump")
    private let cloud = ReadSource(identifier: "cloud", name: "Cloud")

    private func add(_ doses: [(Double, Double)], _ source: ReadSource) throws {
        let values = doses.map { ($0.0, $0.0, $0.1) }
        try person.add([ReadSeries(values, source, .insulinDelivery, since: midnight)])
    }

    /// The sum as apps get it, and as it counts.
    private func sums(from start: Double = 0, to end: Double = 86_400) async throws -> [Double?] {
        let found = try await person.sums(.insulinDelivery, from: midnight + start, to: midnight + end, every: 24)
        #expect(found.count == 1)
        return [found.first?.values.sum, found.first?.values.counted]
    }

    @Test("R5.30 A dose that a file and another source report counts once, up to two minutes apart")
    func once() async throws {
        try add([(30_000, 6), (50_000, 4), (70_000, 2)], phone)
        try add([(30_000, 6), (50_120, 4), (70_121, 2)], pump)
        #expect(try await sums() == [24, 14])
    }

    @Test("R5.30 Doses pair one for one, and two of one source are two")
    func oneForOne() async throws {
        try add([(30_000, 6), (30_060, 6)], phone)
        try add([(30_010, 6), (30_050, 6), (30_070, 6)], pump)
        #expect(try await sums() == [30, 18])
        try add([(30_020, 6)], cloud)
        #expect(try await sums() == [36, 18])
    }

    @Test("R5.30 Other values, two Apple exports, and spans of time count beside each other")
    func others() async throws {
        try add([(30_000, 6)], phone)
        try add([(30_000, 6)], ReadSource(name: "Watch"))
        #expect(try await sums() == [12, nil])
        try add([(30_000, 5)], pump)
        #expect(try await sums() == [17, nil])
        try person.add([ReadSeries([(40_000, 40_600, 1)], phone, .insulinDelivery, since: midnight)])
        try person.add([ReadSeries([(40_700, 41_300, 1)], pump, .insulinDelivery, since: midnight)])
        #expect(try await sums() == [19, nil])
    }

    @Test("R5.30 Two days have one dose around midnight once together")
    func midnights() async throws {
        try add([(-20, 6), (40_000, 1)], phone)
        try add([(30, 6), (-40_000, 1)], pump)
        let days = [try await sums(from: -86_400, to: 0), try await sums()]
        let counted = days.map { ($0[1] ?? $0[0]) ?? .nan }
        #expect(counted.reduce(0, +) == 8)
        #expect(days.map { $0[0] } == [7, 7])
    }

    @Test("R5.30 Queries of apps count both, also where they ask as the owner does")
    func apps() async throws {
        try add([(30_000, 6)], phone)
        try add([(30_000, 6)], pump)
        let found = try await person.sums(
            .insulinDelivery,
            from: midnight,
            to: midnight + 86_400,
            every: 24,
            asApps: true
        )
        #expect(found.map(\.values.sum) == [12] && found.map(\.values.counted) == [nil])
    }

    @Test("R5.30 The explanation names what counted once, and its numbers are the total")
    func explained() throws {
        try add([(30_000, 6), (40_000, 3)], phone)
        try add([(30_000, 6), (60_000, 2)], pump)
        let type = HKQuantityType(.insulinDelivery)
        try person.setSourceOrder(type.identifier, order: ["import:Phone", "file:pump"], excluded: [])
        let shares = try #require(try person.explainStatistics(type, predicate: nil, intervals: nil).first).shares
        #expect(shares.map(\.source.name) == ["Phone", "Pump"])
        #expect(shares.map(\.counted) == [9, 2] && shares.map(\.recorded) == [9, 8])
        #expect(shares.map(\.doubled) == [0, 1])
    }

    @Test("R5.30 A source that the person left out makes no double")
    func excluded() async throws {
        try add([(30_000, 6)], phone)
        try add([(30_000, 6)], pump)
        let order = ["import:Phone", "file:pump"]
        let type = HKQuantityTypeIdentifier.insulinDelivery.rawValue
        try person.setSourceOrder(type, order: order, excluded: ["import:Phone"])
        #expect(try await sums() == [6, nil])
    }
}
