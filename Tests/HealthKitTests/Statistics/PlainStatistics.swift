import Foundation

@testable import HealthKit

/// Statistics computed as plainly as can be, straight from the rules: what random statistics are compared with.
///
/// It shares nothing with HealthKit but the types of the answers: times are whole seconds, each moment is looked at by
/// itself, and days come from the tz database.
struct PlainStatistics {
    /// A sample: whole seconds after the reference date, and a number in the type's canonical unit.
    struct Sample {
        var source: Int
        var start: Int
        var end: Int
        var value: Double
        var duration: Double { Double(end - start) }

        func touches(_ low: Int, _ high: Int) -> Bool { (start >= low && start < high) || (start < low && end > low) }
    }

    /// What is expected of an interval, or of one source in it.
    struct Values {
        var sum: Double?
        var average: Double?
        var minimum: Double?
        var maximum: Double?
        var latest: Double?
        var duration: Double?
    }

    let style: HKQuantityAggregationStyle
    let options: HKStatisticsOptions
    /// Numbers of sources that count, the first one first.
    let order: [Int]
    let samples: [Sample]

    init(style: HKQuantityAggregationStyle, options: HKStatisticsOptions, order: [Int], samples: [Sample]) {
        self.style = style
        self.options = options
        self.order = order
        self.samples = samples.filter { order.contains($0.source) }
    }

    /// What all sources together say of an interval; `nil` when no sample touches it.
    func values(_ low: Int, _ high: Int) -> Values? { values(low, high, order, isMerged: true) }

    /// What one source alone says.
    func values(of source: Int, _ low: Int, _ high: Int) -> Values? { values(low, high, [source], isMerged: false) }

    private func values(_ low: Int, _ high: Int, _ sources: [Int], isMerged: Bool) -> Values? {
        let here = samples.filter { sources.contains($0.source) && $0.touches(low, high) }
        guard !here.isEmpty else { return nil }
        var values = Values()
        if options.contains(.cumulativeSum) {
            values.sum = isMerged ? mergedSum(here, low, high) : here.reduce(0) { $0 + share($1, low, high) }
        }
        if options.contains(.discreteMin) { values.minimum = here.map(\.value).min() }
        if options.contains(.discreteMax) { values.maximum = here.map(\.value).max() }
        if options.contains(.discreteAverage) { values.average = average(here, low, high) }
        if options.contains(.mostRecent) { values.latest = here.max(by: isEarlier)?.value }
        if options.contains(.duration) {
            values.duration = pieces(here, low, high)
                .reduce(0) { $0 + (covers(here, $1) ? Double($1.high - $1.low) : 0) }
        }
        return values
    }

    private func overlap(_ sample: Sample, _ low: Int, _ high: Int) -> Double {
        Double(max(0, min(sample.end, high) - max(sample.start, low)))
    }

    /// The part of a sample that lies in an interval.
    private func share(_ sample: Sample, _ low: Int, _ high: Int) -> Double {
        sample.end > sample.start ? sample.value * overlap(sample, low, high) / sample.duration : sample.value
    }

    /// Ranges of time in which the same samples run.
    private func pieces(_ here: [Sample], _ low: Int, _ high: Int) -> [(low: Int, high: Int)] {
        let edges = Set(here.flatMap { [max(low, min(high, $0.start)), max(low, min(high, $0.end))] }).sorted()
        return zip(edges, edges.dropFirst()).map { ($0, $1) }
    }

    private func covers(_ here: [Sample], _ piece: (low: Int, high: Int)) -> Bool {
        here.contains { $0.start <= piece.low && $0.end >= piece.high }
    }

    /// Each moment counts for the first source that has it, and there for the sample that began first, of those the
    /// longest, of those the largest.
    private func mergedSum(_ here: [Sample], _ low: Int, _ high: Int) -> Double {
        var sum = 0.0
        for piece in pieces(here, low, high) {
            let running = here.filter { $0.start <= piece.low && $0.end >= piece.high }
            guard let first = order.first(where: { source in running.contains { $0.source == source } }) else {
                continue
            }
            let counted = running.filter { $0.source == first }
                .min { ($0.start, -$0.end, -$0.value) < ($1.start, -$1.end, -$1.value) }
            if let counted { sum += counted.value * Double(piece.high - piece.low) / counted.duration }
        }
        for instant in here where instant.start == instant.end {
            let before = order.prefix { $0 != instant.source }
            let isInside = samples.contains {
                before.contains($0.source) && $0.start <= instant.start && instant.start < $0.end
            }
            if !isInside { sum += instant.value }
        }
        return sum
    }

    private func isEarlier(_ left: Sample, _ right: Sample) -> Bool {
        let places = (order.firstIndex(of: left.source) ?? 0, order.firstIndex(of: right.source) ?? 0)
        return (left.end, left.start, -places.0, left.value) < (right.end, right.start, -places.1, right.value)
    }

    private func average(_ here: [Sample], _ low: Int, _ high: Int) -> Double {
        func mean(_ numbers: [Double]) -> Double { numbers.reduce(0, +) / Double(numbers.count) }
        switch style {
        case .discreteTemporallyWeighted:
            var weighted = here.reduce(0) { $0 + $1.value * overlap($1, low, high) }
            var weight = here.reduce(0) { $0 + overlap($1, low, high) }
            // What is measured at a moment holds until the next sample of the interval begins.
            for moment in Set(here.filter { $0.start == $0.end }.map(\.start)) {
                guard let next = here.map(\.start).filter({ $0 > moment }).min() else { continue }
                let held = here.filter { $0.start == moment && $0.end == moment }.map(\.value)
                weighted += mean(held) * Double(next - moment)
                weight += Double(next - moment)
            }
            return weight > 0 ? weighted / weight : mean(here.map(\.value))
        case .discreteEquivalentContinuousLevel:
            let weight = here.reduce(0) { $0 + overlap($1, low, high) }
            let energies = here.map { pow(10, $0.value / 10) }
            let total = zip(here, energies).reduce(0) { $0 + $1.1 * overlap($1.0, low, high) }
            return 10 * log10(weight > 0 ? total / weight : mean(energies))
        default: return mean(here.map(\.value))
        }
    }
}

/// Edges of intervals from the tz database and the plain calendar.
struct PlainIntervals {
    enum Unit: CaseIterable { case hours, days, weeks, months, years }

    let file: ZoneFile
    let unit: Unit
    let count: Int
    /// The day, after 1970, at whose beginning an interval starts.
    let anchorDay: Int
    /// When the days around the anchor begin; one that the zone left out is missing.
    private let starts: [Int]

    private static let reference = 978_307_200

    /// Where the zone left out the anchor's day, the next one is meant.
    init(file: ZoneFile, unit: Unit, count: Int, anchorDay day: Int) {
        self.file = file
        self.unit = unit
        self.count = count
        anchorDay = file.start(ofDay: day) == nil ? day + 1 : day
        starts = unit == .days ? file.dayStarts(from: (day - 400) * 86_400, to: (day + 400) * 86_400) : []
    }

    /// The first moment of a day, in seconds after the reference date; of the next one where clocks pass over it.
    static func start(ofDay day: Int, _ file: ZoneFile) -> Int {
        (file.start(ofDay: day) ?? file.start(ofDay: day + 1) ?? day * 86_400) - reference
    }

    var anchor: Int { Self.start(ofDay: anchorDay, file) }

    func edge(_ k: Int) -> Int {
        switch unit {
        case .hours: anchor + k * count * 3_600
        case .days: starts[(starts.firstIndex(of: anchor + Self.reference) ?? 0) + k * count] - Self.reference
        case .weeks: Self.start(ofDay: anchorDay + 7 * k * count, file)
        case .months: Self.start(ofDay: Self.day(anchorDay, monthsLater: k * count), file)
        case .years: Self.start(ofDay: Self.day(anchorDay, monthsLater: 12 * k * count), file)
        }
    }

    /// All edges around a range of time.
    func edges(from low: Int, to high: Int) -> [Int] {
        var k = 0
        while edge(k) > low { k -= 1 }
        while edge(k + 1) <= low { k += 1 }
        var edges = [edge(k)]
        while edges[edges.count - 1] <= high {
            k += 1
            if edge(k) > edges[edges.count - 1] { edges.append(edge(k)) }
        }
        return edges
    }

    var components: DateComponents {
        switch unit {
        case .hours: DateComponents(hour: count)
        case .days: DateComponents(day: count)
        case .weeks: DateComponents(weekOfYear: count)
        case .months: DateComponents(month: count)
        case .years: DateComponents(year: count)
        }
    }

    private static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

    private static func length(_ year: Int, _ month: Int) -> Int {
        [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    }

    /// The day some months later; the last one of a month that is too short.
    static func day(_ day: Int, monthsLater months: Int) -> Int {
        var (year, month, rest) = (1970, 1, day)
        while rest >= length(year, month) {
            rest -= length(year, month)
            (year, month) = month == 12 ? (year + 1, 1) : (year, month + 1)
        }
        let all = (year - 1970) * 12 + month - 1 + months
        let (targetYear, targetMonth) = (1970 + ZoneFile.floor(all, 12), all - 12 * ZoneFile.floor(all, 12) + 1)
        var result = min(rest, length(targetYear, targetMonth) - 1)
        for year in 1970..<max(1970, targetYear) { result += isLeap(year) ? 366 : 365 }
        for month in 1..<targetMonth { result += length(targetYear, month) }
        return result
    }
}
