import Foundation
import HealthKit

/// An activity of a TCX file, as far as it is read.
struct TCXActivity {
    /// The longest time of a lap: a month.
    static let longestLap = 31 * 86_400.0
    private static let day = 86_400.0

    /// The device or program that recorded it.
    struct Creator {
        var name = ""
        var unit = ""
        var major: String?
        var minor: String?

        /// The version of its software; zero is none.
        var version: String? {
            guard let major else { return nil }
            let version = [major, minor].compactMap { $0 }.joined(separator: ".")
            return version.allSatisfy({ $0 == "0" || $0 == "." }) ? nil : version
        }

        var source: ReadSource {
            ReadSource(
                identifier: "tcx:\(name)",
                name: name.isEmpty ? "TCX" : name,
                version: version,
                productType: name.isEmpty ? nil : name
            )
        }

        var device: HKDevice? {
            guard !name.isEmpty else { return nil }
            return HKDevice(fields: [name, nil, nil, nil, nil, version, unit.isEmpty ? nil : unit, nil])
        }
    }

    /// A lap; what the file doesn't say is not a number.
    struct Lap {
        let line: Int
        var start = Double.nan
        /// In seconds, without pauses.
        var seconds = Double.nan
        var distance = Double.nan
        var calories = Double.nan
        var firstPoint = Double.nan
        var lastPoint = Double.nan
        var tracks = 0

        var end: Double { [start + seconds, lastPoint, start].filter(\.isFinite).max() ?? .nan }
    }

    let line: Int
    let activity: HKWorkoutActivityType
    var isIndoor: Bool?
    /// The file's word for the activity, if it is unknown.
    var unknownName: String?
    var id = ""
    var idTime: Double?
    var laps: [Lap] = []
    var points = TrackPoints()
    /// The number of the part of the track that the next points are of.
    var part: UInt32 = 0
    var creator = Creator()

    init(line: Int, sport: String) {
        self.line = line
        switch sport.isEmpty ? TrackActivity.unknown : TrackActivity.named(sport) {
        case .activity(let known, let indoor): (activity, isIndoor) = (known, indoor)
        case .vehicle, .unknown:
            activity = .other
            if !sport.isEmpty { unknownName = sport }
        }
    }

    init(transition line: Int) {
        self.line = line
        activity = .transition
    }

    /// Notes the time of a point of the last lap.
    mutating func note(time: Double) {
        guard let last = laps.indices.last, time.isFinite else { return }
        if laps[last].firstPoint.isNaN { laps[last].firstPoint = time }
        laps[last].lastPoint = max(laps[last].lastPoint.isNaN ? time : laps[last].lastPoint, time)
    }

    /// The laps as they are stored: each with a start near its points, and none beyond the start of the next.
    ///
    /// - Parameters:
    ///   - span: The times of the first and the last point that are kept.
    ///   - report: Receives the laps that are left out.
    /// - Returns: The laps, in the order of the file.
    func soundLaps(_ span: ClosedRange<Double>?, _ report: inout TrackReport) -> [(start: Double, end: Double)] {
        var sound: [(start: Double, end: Double)] = []
        for lap in laps {
            var lap = lap
            if let span {
                // Points that were left out say nothing of the lap.
                if lap.lastPoint > span.upperBound { lap.lastPoint = span.upperBound }
                let isFar = lap.start < span.lowerBound - Self.day || lap.start > span.upperBound + Self.day
                if lap.start.isFinite, isFar {
                    report.note("a lap that starts more than a day from the points", line: lap.line)
                    continue
                }
            }
            if lap.start.isNaN, span?.contains(lap.firstPoint) ?? false { lap.start = lap.firstPoint }
            guard lap.start.isFinite, lap.end.isFinite else {
                report.note("a lap without a start", line: lap.line)
                continue
            }
            if let last = sound.last {
                guard lap.start >= last.start else {
                    report.note("a lap that starts before the one before it", line: lap.line)
                    continue
                }
                sound[sound.count - 1].end = min(last.end, lap.start)
            }
            sound.append((lap.start, lap.end))
        }
        return sound
    }

    /// The sum of what the laps say, or `nil` if none says anything.
    func sum(_ field: (Lap) -> Double) -> Double? {
        let sum = laps.map(field).filter { $0.isFinite && $0 > 0 }.reduce(0, +)
        return sum > 0 && sum.isFinite ? sum : nil
    }
}
