import Foundation
import HealthKit
import HealthtuiFacts
import Testing

@testable import HealthtuiConsole

/// The numbers of a day's sleep, out of a store.
@Suite struct SleepMeasureTests {
    private func sample(_ value: HKCategoryValueSleepAnalysis, _ from: Double, _ to: Double) throws -> HKSample {
        try HKCategorySample(
            validating: HKCategoryType(.sleepAnalysis),
            value: value.rawValue,
            start: TestStore.time(1, from),
            end: TestStore.time(1, to)
        )
    }

    private func values(_ store: TestStore) throws -> [Measure.SleepPart: Double] {
        let reader = MeasureReader(.person(store.person), calendar: TestStore.calendar, now: TestStore.now)
        let day = CalendarDay(TestStore.time(1, 12), on: CivilClock(TestStore.calendar.timeZone))
        return try Measure.SleepPart.allCases.reduce(into: [:]) { values, part in
            let days = try reader.days(of: Measure(.sleep(part)), in: day..<day.advanced(by: 1))
            values[part] = days.days[day]?.value
        }
    }

    @Test("Each part of sleep has its number: all sleep, the night, its stages and times awake, naps and time in bed")
    func parts() throws {
        let store = TestStore()
        try store.save(
            [
                sample(.asleepCore, -1, 2), sample(.asleepDeep, 2, 3), sample(.awake, 3, 3.5),
                sample(.asleepREM, 3.5, 7), sample(.asleepCore, 14, 14.5), sample(.inBed, -1.5, 7),
            ],
            from: TestStore.watch
        )
        let expected: [Measure.SleepPart: Double] = [
            .sleep: 28_800, .night: 27_000, .naps: 1, .napTime: 1_800, .deep: 3_600, .core: 10_800, .rem: 12_600,
            .awake: 1_800, .awakenings: 1, .inBed: 30_600, .efficiency: 27_000.0 / 30_600 * 100, .bedtime: 81_000,
            .wakeTime: 25_200,
        ]
        #expect(try values(store) == expected)
    }

    @Test("What no source recorded isn't known: stages, times awake, time in bed")
    func unknown() throws {
        let store = TestStore()
        try store.save([sample(.asleepUnspecified, -1, 7)], from: TestStore.phone)
        let expected: [Measure.SleepPart: Double] = [
            .sleep: 28_800, .night: 28_800, .naps: 0, .napTime: 0, .bedtime: 82_800, .wakeTime: 25_200,
        ]
        #expect(try values(store) == expected)
        let bed = TestStore()
        try bed.save([sample(.inBed, -1, 7)], from: TestStore.phone)
        #expect(try values(bed) == [.inBed: 28_800])
    }

    @Test("A sample of more than a day is left out, and the answer counts it")
    func leftOut() throws {
        let store = TestStore()
        try store.save([sample(.asleepUnspecified, -1, 7), sample(.asleepUnspecified, -20, 12)], from: TestStore.phone)
        let reader = MeasureReader(.person(store.person), calendar: TestStore.calendar, now: TestStore.now)
        let days = try reader.days(of: Measure(.sleep(.night)))
        #expect(days.leftOut == 1 && days.days.values.map(\.value) == [28_800])
    }
}
