import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import Testing

/// Small hostile worlds with known answers, in a store.
@Suite struct NamedWorldTests {
    private static let asleep = HKCategoryValueSleepAnalysis.asleepUnspecified.rawValue
    private static let core = HKCategoryValueSleepAnalysis.asleepCore.rawValue

    /// Pressures, weights and heart rates of four days, several on the first.
    private static func pressures() throws -> MeasureStore {
        let store = try MeasureStore()
        let readings: [(day: Int, hour: Int, minute: Int, upper: Double, lower: Double)] = [
            (2, 7, 0, 150, 95), (2, 7, 5, 140, 90), (2, 20, 0, 130, 85), (3, 7, 0, 120, 80), (4, 7, 0, 120, 80),
        ]
        try store.save(
            readings.map { reading in
                let time = store.time(reading.day, reading.hour, reading.minute)
                let members: Set<HKSample> = [
                    quantity(.bloodPressureSystolic, reading.upper, .millimeterOfMercury(), time),
                    quantity(.bloodPressureDiastolic, reading.lower, .millimeterOfMercury(), time),
                ]
                let type = HKCorrelationType(.bloodPressure)
                return try HKCorrelation(validating: type, start: time, end: time, objects: members)
            }
        )
        let kilogram = HKUnit.gramUnit(with: .kilo)
        let weights: [(Int, Int, Double)] = [(2, 7, 80), (2, 20, 82), (3, 7, 80), (5, 7, 80)]
        try store.save(weights.map { quantity(.bodyMass, $2, kilogram, store.time($0, $1)) })
        let beats = HKUnit.count().unitDivided(by: .minute())
        try store.save((0..<24).map { quantity(.heartRate, 60, beats, store.time(2, $0)) })
        try store.save([quantity(.heartRate, 100, beats, store.time(3, 12))])
        return store
    }

    private static func quantity(
        _ type: HKQuantityTypeIdentifier,
        _ value: Double,
        _ unit: HKUnit,
        _ time: Date
    ) -> HKQuantitySample {
        HKQuantitySample(
            type: HKQuantityType(type),
            quantity: HKQuantity(unit: unit, doubleValue: value),
            start: time,
            end: time
        )
    }

    @Test("A blood pressure is a pair each day and of all days; each day has one vote, as of weights and heart rates")
    func pressureDays() throws {
        let store = try Self.pressures()
        let span = store.day(1)..<store.day(12)
        let pairs = try store.reader.days(of: Measure(.bloodPressure), in: span)
        let found = pairs.days.mapValues { [$0.value, $0.second ?? .nan] }
        #expect(found == [store.day(2): [140, 90], store.day(3): [120, 80], store.day(4): [120, 80]])
        let whole = try #require(pairs.whole)
        #expect(abs(whole.value - 380.0 / 3) < 1e-9 && abs((whole.second ?? 0) - 250.0 / 3) < 1e-9)
        #expect(whole.days == 3 && whole.of == 11)
        let weight = try store.reader.days(of: Measure(.quantity(HKQuantityType(.bodyMass))), in: span)
        let kilograms = try #require(weight.whole)
        #expect(abs(kilograms.value - 241.0 / 3) < 1e-9 && kilograms.days == 3)
        let pulse = try store.reader.days(of: Measure(.quantity(HKQuantityType(.heartRate))), in: span)
        // In HealthKit's average of both days 24 readings of 60 and one of 100 are nearly 60.
        let unit = HKUnit.count().unitDivided(by: .minute())
        let mean = try #require(pulse.whole)
        let perMinute = HKQuantity(unit: HKQuantityType(.heartRate).canonicalUnit, doubleValue: mean.value)
        #expect(abs(perMinute.doubleValue(for: unit) - 80) < 1e-9 && mean.days == 2)
    }

    @Test("Of mornings only the readings of mornings make the days, both numbers of them")
    func mornings() throws {
        let store = try Self.pressures()
        var reader = store.reader
        reader.condition = .checked(.timeOfDay(ClockSpan(start: 18_000, end: 43_200)))
        let days = try reader.days(of: Measure(.bloodPressure), in: store.day(1)..<store.day(12)).days
        #expect(days[store.day(2)]?.value == 145 && days[store.day(2)]?.second == 92.5)
        #expect(days[store.day(3)]?.value == 120 && days.count == 3)
    }

    @Test("Half an hour awake is no sleep: it is time awake within the night, whoever looks from wherever")
    func awake() throws {
        for zone in ["Europe/Berlin", "Asia/Kolkata", "America/Santiago", "Pacific/Apia"] {
            let store = try MeasureStore(zone)
            try store.save([
                store.category(.sleepAnalysis, Self.asleep, store.time(1, 23), minutes: 450),
                store.category(
                    .sleepAnalysis,
                    HKCategoryValueSleepAnalysis.awake.rawValue,
                    store.time(2, 2),
                    minutes: 30
                ),
            ])
            let expected: [(Measure.SleepPart, Double)] = [
                (.sleep, 25_200), (.night, 25_200), (.awake, 1_800), (.awakenings, 1), (.naps, 0),
                (.bedtime, 82_800), (.wakeTime, 23_400),
            ]
            for (part, value) in expected {
                #expect(try store.values(Measure(.sleep(part))) == [2: value], "\(part) in \(zone)")
            }
            // Nobody recorded stages, or time in bed.
            for part in [Measure.SleepPart.deep, .inBed, .efficiency] {
                #expect(try store.values(Measure(.sleep(part))).isEmpty, "\(part) in \(zone)")
            }
        }
    }

    @Test("A sample of three days is left out and counted; three days of samples without a gap are one sleep")
    func threeDays() throws {
        let long = try MeasureStore()
        try long.save([long.category(.sleepAnalysis, Self.core, long.time(2, 12), minutes: 3 * 1_440)])
        var days = try long.reader.days(of: Measure(.sleep(.night)), in: long.day(1)..<long.day(12))
        #expect(days.days.isEmpty && days.whole == nil && days.leftOut == 1)
        let chain = try MeasureStore()
        // Nine samples of ten hours, each of which begins two hours before the last one ends.
        try chain.save(
            (0..<9)
                .map { number in
                    let start = chain.time(2, 12).addingTimeInterval(Double(number) * 28_800)
                    return chain.category(.sleepAnalysis, Self.core, start, minutes: 600)
                }
        )
        days = try chain.reader.days(of: Measure(.sleep(.night)), in: chain.day(1)..<chain.day(12))
        #expect(days.days.mapValues(\.value) == [chain.day(5): 74 * 3_600])
        #expect(days.whole?.days == 1 && days.leftOut == 0)
    }

    @Test("The first day of a sleep's measure is the day on which the first sleep ends")
    func firstDay() throws {
        let store = try MeasureStore()
        try store.save(
            (3..<6).map { store.category(.sleepAnalysis, Self.core, store.time($0, 22), minutes: 480) }
        )
        let days = try store.reader.days(of: Measure(.sleep(.night)))
        #expect(days.recorded == store.day(4)...store.day(6))
        #expect(days.span == store.day(4)..<store.day(13))
        #expect(days.days.keys.sorted() == [store.day(4), store.day(5), store.day(6)])
    }
}
