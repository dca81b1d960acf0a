import Foundation
import Testing

@testable import HealthKit
@testable import HealthtuiStudy

/// Compares what goes to a study with the statistics that the person's own store computes.
struct StoreComparison {
    /// How many days, hours and single values were equal within what is allowed.
    private(set) var days = 0
    private(set) var hours = 0
    private(set) var values = 0
    /// The differences.
    private(set) var differences: [String] = []

    let store: HKHealthStore
    let zone: TimeZone

    init(_ store: HKHealthStore, _ zone: TimeZone) {
        self.store = store
        self.zone = zone
    }

    /// A day or an hour as it goes out.
    private struct Row {
        let start: Int64
        let end: Int64
        /// Total, minimum, maximum, average, latest.
        let values: [Double?]
        let covered: Double?
        let count: Int

        init?(_ line: Substring, _ table: StudyTable) {
            let fields = line.split(separator: ",", omittingEmptySubsequences: false)
            // Days have a date, both ends and a zone before their values, hours a date, a number and both ends.
            let first = 4
            let times = table == .days ? 1 : 2
            guard fields.count == first + 7, let start = Int64(fields[times]), let end = Int64(fields[times + 1]),
                let count = Int(fields[first + 6])
            else { return nil }
            self.start = start
            self.end = end
            self.count = count
            values = (0..<5).map { Double(fields[first + $0]) }
            covered = Double(fields[first + 5]).map { $0 / 1e6 }
        }
    }

    /// Compares the tables of a person.
    /// - Throws: The errors of the store.
    mutating func compare(_ tables: [PreparedTable]) async throws {
        let groups = Dictionary(grouping: tables.filter { $0.key.table == .days || $0.key.table == .hours }) {
            [$0.key.table.rawValue, $0.key.type]
        }
        for tables in groups.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }).map(\.value) {
            guard let key = tables.first?.key, let type = StudyType(key.type), let unit = type.unit else { continue }
            let lines = tables.flatMap { String(decoding: $0.bytes, as: UTF8.self).split(separator: "\n") }
            let rows = lines.compactMap { Row($0, key.table) }
            guard rows.count == lines.count else {
                differences.append("\(key) can't be read")
                continue
            }
            try await compare(rows, key, type, unit)
        }
    }

    private mutating func compare(
        _ rows: [Row],
        _ key: ContributionManifest.Key,
        _ type: StudyType,
        _ unit: HKUnit
    ) async throws {
        guard let first = rows.first else { return }
        let isTotal = type.style == .total
        var step = key.table == .days ? DateComponents(day: 1) : DateComponents(hour: 1)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        (step.calendar, step.timeZone) = (calendar, zone)
        let query = HKStatisticsCollectionQueryDescriptor(
            predicate: .quantitySample(type: HKQuantityType(HKQuantityTypeIdentifier(rawValue: type.identifier))),
            options: isTotal
                ? [.cumulativeSum, .duration] : [.discreteAverage, .discreteMin, .discreteMax, .mostRecent],
            anchorDate: Date(timeIntervalSince1970: Double(first.start) / 1e6),
            intervalComponents: step
        )
        var found: [Int64: HKStatistics] = [:]
        for statistics in try await query.result(for: store).statistics() {
            found[Int64((statistics.startDate.timeIntervalSince1970 * 1e6).rounded())] = statistics
        }
        for row in rows {
            guard let own = found[row.start],
                Int64((own.endDate.timeIntervalSince1970 * 1e6).rounded()) == row.end
            else {
                // The last hour of a day is short where clocks change by half an hour; statistics go on by whole ones.
                if key.table == .days { differences.append("\(key): the store has no day at \(row.start)") }
                continue
            }
            if key.table == .days { days += 1 } else { hours += 1 }
            let quantities =
                isTotal
                ? [own.sumQuantity(), nil, nil, nil, nil]
                : [
                    nil, own.minimumQuantity(), own.maximumQuantity(), own.averageQuantity(), own.mostRecentQuantity(),
                ]
            // A sample is in two pieces at most for each that covers some of it; each is rounded to a millionth.
            let pieces = isTotal ? Double(2 * row.count + 1) : 2
            for (value, quantity) in zip(row.values, quantities) {
                check(value, quantity?.doubleValue(for: unit), pieces, key, row)
            }
            if isTotal { check(row.covered, own.duration()?.doubleValue(for: .second()), 1, key, row) }
        }
    }

    private mutating func check(
        _ value: Double?,
        _ own: Double?,
        _ pieces: Double,
        _ key: ContributionManifest.Key,
        _ row: Row
    ) {
        if value == nil, own == nil { return }
        guard let value, let own, abs(value - own) <= pieces * 1e-6 + abs(own) * 1e-9 else {
            differences.append("\(key) at \(row.start): \(value as Any) of \(row.count), the store has \(own as Any)")
            return
        }
        values += 1
    }
}
