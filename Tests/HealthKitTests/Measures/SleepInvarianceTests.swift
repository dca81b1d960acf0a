import Foundation
import RandomTesting
import Testing

@testable import HealthKit

/// What the days of sleep don't depend on.
@Suite struct SleepInvarianceTests {
    private static let seeds: [UInt64] = {
        let first = newSeed()
        print("worlds of sleep: TEST_SEED=\(first)")
        // All of them take seconds.
        let isSoak = ProcessInfo.processInfo.environment["SOAK_MINUTES"] != nil
        return (0..<(isSoak ? 400 : 80)).map { first &+ $0 }
    }()

    @Test("Samples that are cut in two, shuffled or doubled make the same nights")
    func samplesInAnyForm() {
        for seed in Self.seeds {
            let world = SleepWorld(seed: seed)
            let days = world.days
            #expect(days.days.count >= 4, "seed \(seed)")
            var generator = SeededGenerator(seed: seed)
            #expect(world.cut(&generator).days == days, "cut, seed \(seed)")
            var other = world
            other.samples.shuffle(using: &generator)
            #expect(other.days == days, "shuffled, seed \(seed)")
            other.samples += world.samples
            #expect(other.days == days, "doubled, seed \(seed)")
        }
    }

    @Test("Time in bed changes no time asleep")
    func timeInBed() {
        for seed in Self.seeds.prefix(100) {
            var world = SleepWorld(seed: seed)
            let asleep = world.days.days.compactMap(\.asleep)
            guard let first = world.samples.first else { continue }
            world.add(first.start - 3_600, first.start + 72_000, SleepWorld.bed)
            #expect(world.days.days.compactMap(\.asleep) == asleep, "seed \(seed)")
        }
    }

    @Test("Each moment asleep is in one sleep, and sleeps don't overlap")
    func everyMoment() {
        for seed in Self.seeds.prefix(100) {
            let world = SleepWorld(seed: seed)
            let sleeps = world.days.days.flatMap(\.sleeps).sorted { $0.start < $1.start }
            for (sleep, next) in zip(sleeps, sleeps.dropFirst()) { #expect(sleep.end <= next.start, "seed \(seed)") }
            let ranges = sleeps.flatMap(\.ranges)
            for (range, next) in zip(ranges, ranges.dropFirst()) { #expect(range.end <= next.start, "seed \(seed)") }
            let moments = world.samples
                .filter { $0.value != SleepWorld.bed && $0.value != SleepWorld.awake }
                .map { ($0.start + $0.end) / 2 }
            for moment in moments {
                let date = Date(timeIntervalSinceReferenceDate: moment)
                #expect(sleeps.count { $0.start <= date && date < $0.end } <= 1, "seed \(seed)")
            }
            let all = ranges.filter { $0.value != SleepWorld.awake }.reduce(0) { $0 + $1.duration }
            let summed = world.days.days.compactMap(\.asleep).reduce(0, +)
            #expect(abs(all - summed) < 0.01, "seed \(seed)")
        }
    }

    @Test(
        "Moment by moment the first source that says asleep or awake counts, awake before a stage, a stage before sleep"
    )
    func momentByMoment() {
        for seed in Self.seeds.prefix(20) {
            var world = SleepWorld(seed: seed)
            world.sources.chosen.order = ["source2", "source0", "source1"]
            let ranges = world.days.days.flatMap(\.sleeps).flatMap(\.ranges)
            let told = world.samples.filter { $0.value != SleepWorld.bed }
            let first = told.map(\.start).min() ?? 0
            for time in stride(from: first + 1, to: first + 7 * 86_400, by: 1_787) {
                let date = Date(timeIntervalSinceReferenceDate: time)
                let shown = ranges.first { $0.start <= date && date < $0.end }?.value
                let now = told.filter { $0.start <= time && time < $0.end }
                let source = world.sources.chosen.order.first { bundle in now.contains { $0.bundle == bundle } }
                let values = now.filter { $0.bundle == source }.map(\.value)
                if values.contains(SleepWorld.awake) {
                    #expect(shown == SleepWorld.awake || shown == nil, "seed \(seed)")
                } else if let stage = values.filter({ $0 != SleepWorld.unspecified }).min() {
                    #expect(shown.map { values.contains($0) && $0 >= stage } == true, "seed \(seed)")
                } else {
                    #expect(shown == values.first, "seed \(seed)")
                }
            }
        }
    }

    @Test("Any window of days says of them what reading everything says")
    func windows() {
        for seed in Self.seeds.prefix(200) {
            let world = SleepWorld(seed: seed)
            let all = world.days
            var generator = SeededGenerator(seed: seed)
            guard let lower = all.days.randomElement(using: &generator)?.day,
                let upper = all.days.randomElement(using: &generator)?.day
            else { continue }
            let span = min(lower, upper)..<max(lower, upper).advanced(by: 1)
            let clock = CivilClock(world.zone)
            var reach = SleepReach(
                DateInterval(start: span.lowerBound.start(on: clock), end: span.upperBound.start(on: clock)),
                world.sources,
                zone: world.zone
            )
            var some: [SleepSample] = []
            var reads = 0
            repeat {
                let from = reach.interval.start.timeIntervalSinceReferenceDate
                let to = reach.interval.end.timeIntervalSinceReferenceDate
                some = world.samples.filter { $0.end > from && $0.start < to }.sorted { $0.start < $1.start }
                reads += 1
            } while reach.widen(some) && reads < 50
            #expect(reads < 10, "seed \(seed)")
            let found = SleepFold.days(some, world.sources, zone: world.zone).days(in: span)
            #expect(found == all.days(in: span), "\(lower.text) and \(upper.text), seed \(seed)")
        }
    }

    @Test("Years of stages take a moment, and so do thousands of samples over each other")
    func manySamples() {
        var world = SleepWorld()
        let first = world.time("2016-11-01 23:00")
        for night in 0..<730 {
            for stage in 0..<15 {
                let start = first + Double(night * 86_400 + stage * 1_800)
                world.add(start, start + 1_800, [SleepWorld.core, SleepWorld.deep, SleepWorld.rem][stage % 3])
            }
        }
        #expect(world.days.days.count == 730)
        #expect(world.days.days.allSatisfy { $0.asleep == 27_000 && $0.sleeps.count == 1 })
        var heap = SleepWorld()
        for number in 0..<4_000 {
            heap.add(first + Double(number), first + Double(number) + 40_000, SleepWorld.core, number % 7)
        }
        #expect(heap.days.days.first?.asleep == 43_999)
    }
}
