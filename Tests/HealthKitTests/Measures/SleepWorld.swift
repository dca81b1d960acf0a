import Foundation
import RandomTesting

@testable import HealthKit

/// A week of sleep of a made-up person.
struct SleepWorld {
    var samples: [SleepSample] = []
    let zone: TimeZone
    var sources = SleepSources()

    /// Zones with clocks that change at night, at midnight, by half an hour; that left a day out; far from Greenwich.
    static let zones = [
        "Europe/Berlin", "Asia/Kolkata", "America/Santiago", "Pacific/Apia", "Australia/Lord_Howe", "Africa/Cairo",
    ]
    /// First days whose weeks hold changes of clocks, or the day that Apia left out.
    private static let firstDays = ["2026-10-21", "2026-03-25", "2011-12-26", "2026-09-02", "2026-06-01"]

    static let unspecified = HKCategoryValueSleepAnalysis.asleepUnspecified.rawValue
    static let awake = HKCategoryValueSleepAnalysis.awake.rawValue
    static let core = HKCategoryValueSleepAnalysis.asleepCore.rawValue
    static let deep = HKCategoryValueSleepAnalysis.asleepDeep.rawValue
    static let rem = HKCategoryValueSleepAnalysis.asleepREM.rawValue
    static let bed = HKCategoryValueSleepAnalysis.inBed.rawValue

    /// A world with no samples.
    init(_ zone: String = "Europe/Berlin") { self.zone = TimeZone(identifier: zone) ?? .gmt }

    /// The world of a seed.
    init(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        self.init(Self.zones.randomElement(using: &generator) ?? "GMT")
        let day = Self.firstDays.randomElement(using: &generator) ?? "2026-06-01"
        let first = time("\(day) 00:00")
        if Bool.random(using: &generator) {
            sources.chosen.order = [1, 0].map { "source\($0)" }
        }
        sources.standard = [2, 0, 1].map { "source\($0)" }
        // Whoever flies carries samples of two zones.
        let flight = Int.random(in: 0..<14, using: &generator)
        let away = Self.zones.randomElement(using: &generator)
        for night in 0..<7 {
            let carried = night < flight ? nil : away
            let hour = [22, 23, 24, 25, 13, 20].randomElement(using: &generator) ?? 23
            let start = first + Double(night * 86_400 + hour * 3_600 + Int.random(in: 0..<3_600, using: &generator))
            for source in 0..<([1, 1, 2, 3].randomElement(using: &generator) ?? 1) {
                addNight(source, start, carried, &generator)
            }
            if Int.random(in: 0..<10, using: &generator) < 3 {
                let nap = first + Double(night * 86_400 + 54_000)
                add(nap, nap + Double.random(in: 900..<5_400, using: &generator), Self.unspecified, 0, carried)
            }
        }
    }

    private mutating func addNight(
        _ source: Int,
        _ start: Double,
        _ zone: String?,
        _ generator: inout SeededGenerator
    ) {
        var from = start + (source == 0 ? 0 : Double.random(in: -900..<900, using: &generator))
        let end = from + Double.random(in: 14_400..<32_400, using: &generator)
        if Int.random(in: 0..<3, using: &generator) == 0 {
            add(from - 1_200, end + 600, Self.bed, source, zone)
        }
        guard Int.random(in: 0..<10, using: &generator) < 7 else {
            add(from, end, Self.unspecified, source, zone)
            return
        }
        let stages = [Self.core, Self.core, Self.deep, Self.rem, Self.awake]
        while from < end {
            let to = min(end, from + Double.random(in: 300..<5_400, using: &generator))
            // Some parts of a night are recorded by nobody, some twice.
            if Int.random(in: 0..<12, using: &generator) > 0 {
                add(from, to, stages.randomElement(using: &generator) ?? Self.core, source, zone)
            }
            if Int.random(in: 0..<12, using: &generator) == 0 {
                add(from - 200, to, stages.randomElement(using: &generator) ?? Self.core, source, zone)
            }
            from = to
        }
    }

    /// Adds a sample.
    mutating func add(_ start: Double, _ end: Double, _ value: Int, _ source: Int = 0, _ zone: String? = nil) {
        samples.append(
            SleepSample(
                start: start,
                end: end,
                value: value,
                bundle: "source\(source)",
                source: "Source \(source)",
                zone: zone
            )
        )
    }

    /// Adds a sample between times such as `2026-11-01 22:00` of the world's zone.
    mutating func add(_ start: String, _ end: String, _ value: Int = core, _ source: Int = 0, zone: String? = nil) {
        add(time(start), time(end), value, source, zone)
    }

    /// The moment at which the world's clocks show a time such as `2026-11-01 22:00`.
    func time(_ text: String) -> Double { Self.time(text, zone) }

    /// The moment at which clocks show a time.
    static func time(_ text: String, _ zone: TimeZone) -> Double {
        let parts = text.split { "- :".contains($0) }.compactMap { Int($0) }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        guard parts.count == 5 else { return .nan }
        let local = calendar.date(
            from: DateComponents(year: parts[0], month: parts[1], day: parts[2], hour: parts[3], minute: parts[4])
        )
        return CivilClock(zone).moment(local?.timeIntervalSinceReferenceDate ?? .nan)
    }

    /// The days of all samples.
    var days: SleepDays { SleepFold.days(samples, sources, zone: zone) }

    /// Each sample cut in two at a random moment.
    func cut(_ generator: inout SeededGenerator) -> SleepWorld {
        var world = self
        world.samples = samples.flatMap { sample in
            let middle = Double.random(in: sample.start...sample.end, using: &generator)
            guard middle > sample.start, middle < sample.end else { return [sample] }
            var (first, second) = (sample, sample)
            (first.end, second.start) = (middle, middle)
            return [first, second]
        }
        return world
    }
}
