import Foundation
import HealthKit

/// Reads the days of Garmin's export: sums that name no source, and the resting heart rate.
struct GarminDays {
    /// The members that are read of a day.
    static let values: [(name: String, type: HKQuantityTypeIdentifier, unit: String)] = [
        ("totalSteps", .stepCount, "count"), ("activeKilocalories", .activeEnergyBurned, "kcal"),
        ("restingHeartRate", .restingHeartRate, "count/min"),
    ]

    private static let names = Set(values.map(\.name)).union(["restingHeartRateTimestamp", "totalDistanceMeters"])

    /// The fields of an entry.
    private struct Day {
        var numbers: [String: Double] = [:]
        var date: WallTime?
        /// When the day began and ended, in seconds since the reference date.
        var start: Double?
        var end: Double?

        /// Whether it needs no zone.
        var hasTimes: Bool {
            guard let start, let end else { return false }
            return (0...25 * 3_600).contains(end - start)
        }
    }

    /// The zone of days that don't say when they began.
    let zone: TimeZone?
    private var distances = 0

    init(zone: TimeZone?) { self.zone = zone }

    /// Whether some day doesn't say when it began.
    ///
    /// - Parameter file: The file.
    /// - Returns: Whether there is one; `false` for an unreadable file, which the import reports.
    static func needsZone(_ file: MemberFile) -> Bool {
        struct Found: Error {}
        do {
            try JSONItems(file.stream(), depth: 1)
                .visit { item in
                    let day = try day(item)
                    if day.date != nil, !day.hasTimes { throw Found() }
                }
        } catch {
            return error is Found
        }
        return false
    }

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - sink: Receives the samples.
    /// - Throws: ``ImportError`` for invalid JSON, and what the sink throws.
    mutating func read(_ file: MemberFile, _ sink: inout ReaderSink) throws {
        try JSONItems(file.stream(), depth: 1)
            .visit { item in
                let place = "[\(item.index ?? 0)]"
                guard let day = try? Self.day(item), let span = span(day) else {
                    return sink.refuse("not a day with its date", at: place)
                }
                if day.numbers["totalDistanceMeters"] != nil { distances += 1 }
                for (name, type, unit) in Self.values {
                    guard let value = day.numbers[name], value > 0 else { continue }
                    var times = span
                    if type == .restingHeartRate, let milliseconds = day.numbers["restingHeartRateTimestamp"],
                        milliseconds > 0, milliseconds < 4_102_444_800_000
                    {
                        let time = milliseconds / 1_000 - Date.timeIntervalBetween1970AndReferenceDate
                        times = (time, time)
                    }
                    var sample = Self.sample(type, unit, value, times)
                    // The last day of an export isn't over: a later one has more of it.
                    sample.identity = ReadIdentity(["garmin day", name, "\(span.start)"], changed: file.changed)
                    try sink.take(sample, at: "\(place).\(name)")
                }
            }
    }

    /// Reports what wasn't read.
    ///
    /// - Parameter sink: Gets the numbers.
    func finish(_ sink: inout ReaderSink) {
        sink.passOver("distances of days, of whatever activities", distances, isData: false)
    }

    /// A daily value of unknown composition.
    private static func sample(
        _ type: HKQuantityTypeIdentifier,
        _ unit: String,
        _ value: Double,
        _ times: (start: Double, end: Double)
    ) -> ReadSample {
        var sample = ReadSample(
            type: type.rawValue,
            unit: unit,
            value: value,
            start: Date(timeIntervalSinceReferenceDate: times.start),
            end: Date(timeIntervalSinceReferenceDate: times.end),
            source: GarminActivity.source
        )
        // The sources of the sum are unknown.
        sample.isRelayed = true
        return sample
    }

    private func span(_ day: Day) -> (start: Double, end: Double)? {
        if day.hasTimes, let start = day.start, let end = day.end { return (start, end) }
        guard let date = day.date, let zone else { return nil }
        return (date.dayStart(in: zone), date.nextDay.dayStart(in: zone))
    }

    private static func day(_ item: JSONItems.Item) throws -> Day {
        let walk = item.walk
        var day = Day()
        func time(_ range: Range<Int>) -> Double? {
            walk.text(range).flatMap { WallTime.iso($0) }.map { $0.time.time(offset: $0.offset ?? 0) }
        }
        try walk.forEachMember(of: item.range) { name, range in
            switch name {
            case "calendarDate": day.date = walk.text(range).flatMap { WallTime.iso($0 + "T00:00")?.time }
            case "wellnessStartTimeGmt": day.start = time(range)
            case "wellnessEndTimeGmt": day.end = time(range)
            case _ where names.contains(name): day.numbers[name] = walk.number(range)
            default: break
            }
        }
        return day
    }
}
