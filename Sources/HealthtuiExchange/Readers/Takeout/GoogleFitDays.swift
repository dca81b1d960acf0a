import Foundation
import HealthKit

/// Reads the daily metrics of Google Fit: a table with the quarter hours of a day.
///
/// The sources of their sums are unknown, so they are only used for days without a stream.
struct GoogleFitDays {
    /// The columns that are read, by their names.
    static let columns: [(name: String, type: HKQuantityTypeIdentifier, unit: String)] = [
        ("Step count", .stepCount, "count"), ("Distance (m)", .distanceWalkingRunning, "m"),
    ]

    /// The types that streams and days have.
    static let types = Set(columns.map(\.type))

    /// When there were values of a type: the first and the last of each day of UTC.
    struct Recorded {
        private var days: [Int: (first: Double, last: Double)] = [:]

        /// Adds a value by its times in seconds since the reference date, which are before 2100.
        mutating func add(from start: Double, to end: Double) {
            for time in [start, end] {
                let day = Int((time / 86_400).rounded(.down))
                let known = days[day] ?? (time, time)
                days[day] = (min(known.first, time), max(known.last, time))
            }
        }

        /// Whether there is a value in a span, which is a day of some zone.
        func holds(from start: Double, to end: Double) -> Bool {
            let first = Int((start / 86_400).rounded(.down))
            return (first...(first + 2))
                .contains { day in days[day].map { $0.last > start && $0.first < end } ?? false }
        }
    }

    private let recorded: [HKQuantityTypeIdentifier: Recorded]
    /// Entries that aren't read, with their number.
    private var passed: [String: Int] = [:]

    private static let mostPassed = 1_000

    init(_ recorded: [HKQuantityTypeIdentifier: Recorded]) { self.recorded = recorded }

    /// Reads the table of a day.
    ///
    /// - Parameters:
    ///   - file: The table.
    ///   - day: The day, which only the file's name says.
    ///   - sink: Receives the sums.
    /// - Throws: ``ImportError`` for what isn't such a table, and what the sink throws.
    mutating func read(_ file: MemberFile, of day: WallTime, _ sink: inout ReaderSink) throws {
        let lines = SeparatedLines(file.stream())
        let header = try lines.next() ?? []
        var sums = [Double?](repeating: nil, count: Self.columns.count)
        let places = Self.columns.map { header.firstIndex(of: $0.name) }
        var offsets: (first: Int, last: Int)?
        var others: [Int: Int] = [:]
        while let row = try lines.next() {
            let place = "line \(lines.line)"
            guard row.count > 1, let begins = GoogleFitFile.offset(row[0]), let ends = GoogleFitFile.offset(row[1])
            else {
                sink.refuse("not a time with its offset", at: place)
                continue
            }
            offsets = (offsets?.first ?? begins, ends)
            for (index, column) in places.enumerated() {
                guard let column, column < row.count, !row[column].isEmpty else { continue }
                guard let value = Self.number(row[column]), value >= 0 else {
                    sink.refuse("\(Self.columns[index].name): not a number", at: place)
                    continue
                }
                sums[index] = (sums[index] ?? 0) + value
            }
            for (index, cell) in row.enumerated().dropFirst(2) where !cell.isEmpty && !places.contains(index) {
                others[index, default: 0] += 1
            }
        }
        for (index, count) in others.sorted(by: { $0.key < $1.key }) {
            let name = index < header.count ? header[index] : "column \(index + 1)"
            pass("daily metrics: \(name.printableName)", count)
        }
        guard let offsets else { return }
        let (start, end) = (day.time(offset: offsets.first), day.nextDay.time(offset: offsets.last))
        for (column, sum) in zip(Self.columns, sums) {
            guard let sum, sum > 0 else { continue }
            if recorded[column.type]?.holds(from: start, to: end) == true {
                pass("daily metrics: days that a stream has", 1)
                continue
            }
            var sample = Self.sample(column.type, column.unit, sum, start, end)
            // The last day of an export isn't over: a later one has more of it.
            sample.identity = ReadIdentity(["google-fit day", column.name, "\(start)"], changed: file.changed)
            try sink.take(sample, at: "line 2")
        }
    }

    private mutating func pass(_ part: String, _ count: Int) {
        guard passed.count < Self.mostPassed || passed[part] != nil else { return }
        passed[part, default: 0] += count
    }

    /// Reports what wasn't read.
    ///
    /// - Parameter sink: Gets the numbers.
    func finish(_ sink: inout ReaderSink) {
        for (part, count) in passed.sorted(by: { $0.key < $1.key }) { sink.passOver(part, count, isData: false) }
    }

    /// The sum of a day.
    private static func sample(
        _ type: HKQuantityTypeIdentifier,
        _ unit: String,
        _ sum: Double,
        _ start: Double,
        _ end: Double
    ) -> ReadSample {
        var sample = ReadSample(
            type: type.rawValue,
            unit: unit,
            value: sum,
            start: Date(timeIntervalSinceReferenceDate: start),
            end: Date(timeIntervalSinceReferenceDate: end),
            source: GoogleFitKind.source
        )
        // The sources of the sum are unknown.
        sample.isRelayed = true
        return sample
    }

    /// Counts the rows of the table of all days.
    ///
    /// - Parameters:
    ///   - file: The table.
    ///   - hasDays: Whether there are tables of days, whose sums it repeats.
    ///   - sink: Counts them.
    /// - Throws: ``ImportError``.
    static func count(_ file: MemberFile, hasDays: Bool, _ sink: inout ReaderSink) throws {
        let lines = SeparatedLines(file.stream())
        var count = -1
        while try lines.next() != nil { count += 1 }
        sink.passOver("daily metrics: sums of all days in one table", count, isData: !hasDays)
    }

    private static func number(_ text: String) -> Double? {
        text.utf8.count <= 64 ? withByteSlice(of: text) { $0.decimal }.flatMap { $0.isFinite ? $0 : nil } : nil
    }
}
