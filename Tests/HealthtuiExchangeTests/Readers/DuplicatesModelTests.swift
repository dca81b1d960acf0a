import Foundation
import Testing

@testable import HealthKit
@testable import HealthtuiExchange

/// Random days as several programs report them, held against a model that counts minute by minute (`make_sums.py`).
@Suite struct DuplicatesModelTests {
    private struct Days: Decodable {
        struct Steps: Decodable {
            /// Start and end in minutes of the day, and a number, by source.
            let samples: [[[Double]]]
            let sums: [[[Double]]]
            /// What counts in each hour.
            let hours: [Double]
        }

        struct Doses: Decodable {
            struct Source: Decodable {
                let file: Bool
                /// Seconds of the day and a value.
                let doses: [[Double]]
            }

            let sources: [Source]
            /// What counts of each source.
            let counted: [Double]
        }

        let steps: [Steps]
        let doses: [Doses]
    }

    private let person = HKHealthStore.person(location: .memory).person
    private let days: Days

    init() throws {
        days = try JSONDecoder().decode(Days.self, from: Data(Fixtures.bytes("duplicates/sums.json")))
    }

    /// The day of a case; others are far away.
    private func midnight(_ index: Int) -> Date {
        Date(timeIntervalSinceReferenceDate: Double(7_000 + 10 * index) * 86_400)
    }

    @Test("R5.29 Sums of days and hours beside samples count as the model has it, hour by hour and day by day")
    func sums() async throws {
        var series: [ReadSeries] = []
        for (index, day) in days.steps.enumerated() {
            for (sources, name, isRelayed) in [(day.samples, "Samples", false), (day.sums, "Sums", true)] {
                for (place, values) in sources.enumerated() {
                    let values = values.map { ($0[0] * 60, $0[1] * 60, $0[2]) }
                    let source = ReadSource(identifier: "\(name) \(place)", name: name)
                    series.append(
                        ReadSeries(values, source, .stepCount, since: midnight(index), isRelayed: isRelayed)
                    )
                }
            }
        }
        try person.add(series)
        let order = ["file:Samples", "file:sums:file:Sums"].flatMap { name in (0..<2).map { "\(name) \($0)" } }
        try person.setSourceOrder(HKQuantityTypeIdentifier.stepCount.rawValue, order: order, excluded: [])
        for (index, day) in days.steps.enumerated() {
            let start = midnight(index)
            let hours = try await person.sums(.stepCount, from: start, to: start + 86_400, every: 1)
            var found = Array(repeating: 0.0, count: 24)
            for hour in hours { found[Int(hour.startDate.timeIntervalSince(start) / 3_600)] = hour.values.sum ?? .nan }
            for (hour, (sum, wanted)) in zip(found, day.hours).enumerated() {
                #expect(abs(sum - wanted) < 1e-6, "case \(index), hour \(hour)")
            }
            let whole = try await person.sums(.stepCount, from: start, to: start + 86_400, every: 24)
            let wanted = day.hours.reduce(0, +)
            #expect(abs((whole.first?.values.sum ?? 0) - wanted) < 1e-6, "case \(index)")
        }
    }

    @Test("R5.30 Doses of several sources count as the model has it, source by source")
    func doses() async throws {
        var series: [ReadSeries] = []
        for (index, day) in days.doses.enumerated() {
            for (place, source) in day.sources.enumerated() {
                let name = "Source \(place)"
                series.append(
                    ReadSeries(
                        source.doses.map { ($0[0], $0[0], $0[1]) },
                        source.file ? ReadSource(identifier: name, name: name) : ReadSource(name: name),
                        .insulinDelivery,
                        since: midnight(index)
                    )
                )
            }
        }
        try person.add(series)
        let type = HKQuantityType(.insulinDelivery)
        let order = (0..<4).flatMap { ["file:Source \($0)", "import:Source \($0)"] }
        try person.setSourceOrder(type.identifier, order: order, excluded: [])
        for (index, day) in days.doses.enumerated() {
            let start = midnight(index)
            let found = try await person.sums(.insulinDelivery, from: start, to: start + 86_400, every: 24)
            let values = found.first?.values
            let all: Double = day.sources.flatMap(\.doses).map { $0[1] }.reduce(0, +)
            #expect((values?.counted ?? values?.sum) == day.counted.reduce(0, +), "case \(index)")
            #expect(values?.sum == all, "case \(index)")
            let shares = try person.explainStatistics(
                type,
                predicate: HKQuery.predicateForSamples(withStart: start, end: start + 86_400, options: []),
                intervals: nil
            )
            let counted = shares.first?.shares.map { $0.counted ?? .nan }
            #expect(counted == zip(day.sources, day.counted).filter { !$0.0.doses.isEmpty }.map(\.1), "case \(index)")
        }
    }
}
