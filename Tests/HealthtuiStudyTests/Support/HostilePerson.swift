import Foundation
@testable import HealthtuiStudy

/// Samples that are hard to merge: up to 62 sources, overlaps, repetitions, instants, microseconds, negative and large values;
/// and days of 23 to 25 hours, some of them missing.
struct HostilePerson {
    var samples: [StudySample] = []
    var days: [StudyInterval] = []
    var hours: [StudyInterval] = []

    private static let day = Microseconds.day
    private static let hour = Microseconds.hour

    init(_ random: inout some RandomNumberGenerator) {
        let origins: [Int64] = [0, 1_700_000_000, -5_000_000_000, 4_000_000_000]
        let origin = Self.pick(origins, &random) * Microseconds.second + Int64.random(in: 0..<Self.day, using: &random)
        makeDays(origin, &random)
        makeSamples(origin, &random)
    }

    private static func pick<T>(_ values: [T], _ random: inout some RandomNumberGenerator) -> T {
        values[Int.random(in: 0..<values.count, using: &random)]
    }

    private mutating func makeDays(_ origin: Int64, _ random: inout some RandomNumberGenerator) {
        let odd: [Int64] = [
            23 * Self.hour, 25 * Self.hour, Self.day - Self.hour / 2, Self.day + Self.hour / 2,
            Self.day - 2_670 * Microseconds.second, Self.day + 1_172 * Microseconds.second,
        ]
        let lengths = Array(repeating: Self.day, count: 6) + odd
        var at = origin
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            let length = Self.pick(lengths, &random)
            if Int.random(in: 0..<10, using: &random) > 0 {
                days.append(StudyInterval(start: at, end: at + length))
                for start in stride(from: at, to: at + length, by: Int(Self.hour)) {
                    hours.append(StudyInterval(start: start, end: min(start + Self.hour, at + length)))
                }
            }
            at += length
        }
    }

    private mutating func makeSamples(_ origin: Int64, _ random: inout some RandomNumberGenerator) {
        let grain = Self.pick([1, Microseconds.second, 60 * Microseconds.second, Self.hour / 4, Self.hour], &random)
        let span = Self.pick([Self.hour, Self.day, 5 * Self.day], &random)
        let sources = Array(
            Array(1...62).shuffled(using: &random).prefix(Self.pick([1, 2, 3, 3, 4, 8, 20, 62], &random))
        )
        for _ in 0..<Int.random(in: 1...Self.pick([4, 12, 40], &random), using: &random) {
            let start = origin + Int64.random(in: -span / 4..<span, using: &random) / grain * grain
            let length = Self.pick(
                [
                    0, grain, grain, 2 * grain, 5 * grain, Int64.random(in: 0..<span, using: &random),
                    Microseconds.longest,
                ],
                &random
            )
            add(Self.pick(sources, &random), start, start + min(length, Microseconds.longest), Self.value(&random))
            if Int.random(in: 0..<7, using: &random) == 0, let last = samples.last { samples.append(last) }
            if Int.random(in: 0..<7, using: &random) == 0 {
                var other = Self.pick(samples, &random)
                other.priority = Self.pick(sources, &random)
                other.value += Self.pick([0, 0, 1, Micros.one], &random)
                samples.append(other)
            }
            if Int.random(in: 0..<7, using: &random) == 0 {
                let end = Self.pick(samples, &random).end
                add(Self.pick(sources, &random), end, end + Self.pick([0, grain, 3 * grain], &random), Micros.one)
            }
        }
        samples.shuffle(using: &random)
    }

    private mutating func add(_ priority: Int, _ start: Int64, _ end: Int64, _ value: Int64) {
        let value = min(max(value, -Micros.largestValue), Micros.largestValue)
        samples.append(StudySample(priority: priority, start: start, end: end, value: value))
    }

    private static func value(_ random: inout some RandomNumberGenerator) -> Int64 {
        pick(
            [
                Int64.random(in: 0..<500, using: &random) * Micros.one,
                Int64.random(in: 0..<500_000_000, using: &random), 1, 0,
                -Int64.random(in: 1..<100_000_000, using: &random),
                Int64.random(in: -Micros.largestValue...Micros.largestValue, using: &random), Micros.largestValue - 2,
                7,
            ],
            &random
        )
    }
}

/// The merge as plainly as it can be said: sets of covered times, whole numbers.
enum PlainMerge {
    private static func subtract(_ pieces: [StudyInterval], _ hole: StudyInterval) -> [StudyInterval] {
        pieces.flatMap { piece in
            [
                StudyInterval(start: piece.start, end: min(piece.end, hole.start)),
                StudyInterval(start: max(piece.start, hole.end), end: piece.end),
            ]
            .filter { $0.start < $0.end }
        }
    }

    private static func rounded(_ a: Int128, _ b: Int128) -> Int128 {
        let twice = 2 * a + b
        let whole = twice / (2 * b)
        return twice % (2 * b) < 0 ? whole - 1 : whole
    }

    static func totals(_ samples: [StudySample], in intervals: [StudyInterval]) -> [StudyMerge.Total] {
        var totals = Array(repeating: StudyMerge.Total(), count: intervals.count)
        var covered: [StudyInterval] = []
        for sample in samples {
            for (index, interval) in intervals.enumerated() where sample.touches(interval) { totals[index].count += 1 }
        }
        for priority in Set(samples.map(\.priority)).sorted() {
            var own: [StudyInterval] = []
            let mine = samples.filter { $0.priority == priority }
                .sorted { ($0.start, $1.end, $1.value) < ($1.start, $0.end, $0.value) }
            for sample in mine {
                guard sample.start < sample.end else {
                    let isCovered = covered.contains { $0.start <= sample.start && sample.start < $0.end }
                    for (index, interval) in intervals.enumerated() where !isCovered && sample.touches(interval) {
                        totals[index].total += Int128(sample.value)
                    }
                    continue
                }
                var pieces = [StudyInterval(start: sample.start, end: sample.end)]
                for hole in covered + own { pieces = subtract(pieces, hole) }
                for piece in pieces {
                    for (index, interval) in intervals.enumerated() {
                        let (low, high) = (max(piece.start, interval.start), min(piece.end, interval.end))
                        guard low < high else { continue }
                        let length = Int128(sample.end - sample.start)
                        totals[index].total +=
                            rounded(Int128(sample.value) * Int128(high - sample.start), length)
                            - rounded(Int128(sample.value) * Int128(low - sample.start), length)
                        totals[index].covered += high - low
                    }
                }
                own.append(StudyInterval(start: sample.start, end: sample.end))
            }
            covered += own
        }
        return totals
    }

    static func measures(
        _ samples: [StudySample],
        _ style: StudyStyle,
        in intervals: [StudyInterval]
    ) -> [StudyMeasures.Measure?] {
        intervals.map { interval in
            let inside = samples.filter { $0.touches(interval) }
            guard
                let latest = inside.max(by: {
                    ($0.end, $0.start, $1.priority, $0.value) < ($1.end, $1.start, $0.priority, $1.value)
                })
            else { return nil }
            let values = inside.map(\.value)
            var (weighted, weight): (Int128, Int128) = (0, 0)
            if style == .byTime {
                let starts = Set(inside.map(\.start)).sorted()
                for (time, next) in zip(starts, starts.dropFirst()) {
                    let instants = inside.filter { $0.start == time && $0.end == time }.map(\.value)
                    guard !instants.isEmpty else { continue }
                    let sum = instants.reduce(Int128(0)) { $0 + Int128($1) }
                    weighted += rounded(sum, Int128(instants.count)) * Int128(next - time)
                    weight += Int128(next - time)
                }
                for sample in inside where sample.end > sample.start {
                    let length = Int128(min(sample.end, interval.end) - max(sample.start, interval.start))
                    weighted += Int128(sample.value) * length
                    weight += length
                }
            }
            let sum = values.reduce(Int128(0)) { $0 + Int128($1) }
            return StudyMeasures.Measure(
                minimum: values.min() ?? 0,
                maximum: values.max() ?? 0,
                average: weight > 0 ? rounded(weighted, weight) : rounded(sum, Int128(values.count)),
                latest: latest.value,
                count: inside.count
            )
        }
    }
}
