import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import Testing

/// The days of events, minutes, workouts, rings, lab tests, moods, doses and cycles, with known answers.
@Suite struct MeasureRecordsTests {
    @Test("Headaches that aren't present don't count; the first one that is begins the days without")
    func events() throws {
        let store = try MeasureStore()
        try store.save([
            store.category(.headache, HKCategoryValueSeverity.notPresent.rawValue, store.time(2, 9), minutes: 60),
            store.category(.headache, HKCategoryValueSeverity.moderate.rawValue, store.time(3, 9), minutes: 60),
            store.category(.headache, HKCategoryValueSeverity.severe.rawValue, store.time(3, 15), minutes: 60),
            store.category(
                .appleStandHour,
                HKCategoryValueAppleStandHour.stood.rawValue,
                store.time(2, 8),
                minutes: 60
            ),
            store.category(.appleStandHour, HKCategoryValueAppleStandHour.idle.rawValue, store.time(2, 9), minutes: 60),
            store.category(
                .appleStandHour,
                HKCategoryValueAppleStandHour.stood.rawValue,
                store.time(2, 10),
                minutes: 60
            ),
            store.category(.highHeartRateEvent, 0, store.time(2, 9), minutes: 10),
        ])
        let headache = HKCategoryType(.headache)
        #expect(try store.values(Measure(.events(headache))) == [3: 2])
        #expect(try store.values(Measure(.severity(headache))) == [2: 0, 3: 2.5])
        #expect(try store.values(Measure(.events(HKCategoryType(.appleStandHour)))) == [2: 2])
        #expect(try store.values(Measure(.events(HKCategoryType(.highHeartRateEvent)))) == [2: 1])
        let days = try store.reader.days(of: Measure(.events(headache)), in: store.day(1)..<store.day(12))
        #expect(days.recorded?.lowerBound == store.day(3))
        #expect(days.day(store.day(2)) == nil)
        #expect(days.whole?.days == 9)
        #expect(days.whole?.total == 2)
    }

    @Test("Mindful minutes of two programs count once, and those over midnight on both days")
    func minutes() throws {
        let store = try MeasureStore()
        let session = store.category(.mindfulSession, 0, store.time(2, 9), minutes: 10)
        try store.save([session, store.category(.mindfulSession, 0, store.time(3, 23, 50), minutes: 20)])
        try store.save(
            [store.category(.mindfulSession, 0, store.time(2, 9), minutes: 10)],
            from: MeasureStore.strava
        )
        let mindful = Measure(.minutes(HKCategoryType(.mindfulSession)))
        #expect(try store.values(mindful) == [2: 600, 3: 600, 4: 600])
        #expect(try store.values(mindful, 4...5) == [4: 600])
    }

    @Test("R7.27 a run that two sources recorded counts once, on the day on which it begins")
    func workouts() throws {
        let store = try MeasureStore()
        try store.save([
            store.workout(.running, store.time(2, 23, 30), minutes: 60, kilometers: 10, kilocalories: 600),
            store.workout(.running, store.time(4, 18), minutes: 40, kilometers: 8, kilocalories: 400),
            store.workout(.running, store.time(5, 7), minutes: 30),
            store.workout(.yoga, store.time(5, 18), minutes: 60, kilocalories: 150),
            store.workout(.cycling, store.time(6, 18), minutes: 60, kilometers: 20, kilocalories: 500),
        ])
        try store.save(
            [store.workout(.running, store.time(4, 18), minutes: 40, kilometers: 8, kilocalories: 400)],
            from: MeasureStore.strava
        )
        try store.person.setSourceOrder(
            HKObjectType.workoutType().identifier,
            order: ["com.apple.health.watch", "com.strava"],
            excluded: []
        )
        #expect(try store.values(Measure(.workouts(nil, .count))) == [2: 1, 4: 1, 5: 2, 6: 1])
        #expect(try store.values(Measure(.workouts(nil, .time))) == [2: 3_600, 4: 2_400, 5: 5_400, 6: 3_600])
        #expect(try store.values(Measure(.workouts(nil, .energy))) == [2: 600, 4: 400, 5: 150, 6: 500])
        #expect(try store.values(Measure(.workouts(.running, .distance))) == [2: 10, 4: 8])
        // The run without a distance has no pace, and slows none down.
        #expect(try store.values(Measure(.workouts(.running, .pace))) == [2: 360, 4: 300])
        let span = store.day(1)..<store.day(12)
        let pace = try store.reader.days(of: Measure(.workouts(.running, .pace)), in: span)
        #expect(pace.whole.map { abs($0.value - 6_000 / 18) < 1e-9 } == true)
        let rides = try store.reader.days(of: Measure(.workouts(.cycling, .count)), in: span)
        #expect(rides.recorded?.lowerBound == store.day(6))
        #expect(rides.whole?.days == 6)
        #expect(try store.reader.days(of: Measure(.workouts(.swimming, .count)), in: span).whole == nil)
    }

    @Test("A lab test has its newest unit; bounds keep their sign, and other units stand apart")
    func laboratory() throws {
        let store = try MeasureStore()
        try store.save([
            store.result("CRP", code: "1988-5", "0.9", "mg/dL", on: "2026-11-02"),
            store.result("C-reactive protein", code: "1988-5", "<14", "mg/L", on: "2026-11-03"),
            store.result("CRP", code: "1988-5", "5", "mg/L", on: "2026-11-05"),
            store.result("Ferritin", "80", "ug/L", on: "2026-11-05"),
        ])
        let days = try store.reader.days(of: Measure(.laboratory("CRP")), in: store.day(1)..<store.day(12))
        #expect(days.resultUnit == "mg/L")
        #expect(days.days.mapValues(\.value) == [store.day(3): 14, store.day(5): 5])
        #expect(days.days[store.day(3)]?.comparator == "<")
        #expect(days.days[store.day(5)]?.usual?.high == 3)
        #expect(days.apart.map(\.value) == [0.9] && days.apart.map(\.unit) == ["mg/dL"])
        #expect(days.whole?.value == 5)
        #expect(days.whole?.mean == nil)
        #expect(days.recorded?.lowerBound == store.day(2))
        #expect(try store.reader.days(of: Measure(.laboratory("Ferritin"))).whole?.value == 80)
        #expect(try store.reader.days(of: Measure(.laboratory("no such test"))).whole == nil)
    }

    @Test("The latest daily mood is the day's; of momentary emotions it is the mean")
    func moods() throws {
        let store = try MeasureStore()
        func mood(_ date: Date, _ kind: HKStateOfMind.Kind, _ valence: Double) throws -> HKSample {
            try HKStateOfMind(validating: date, kind: kind, valence: valence, labels: [], associations: [])
        }
        try store.save([
            mood(store.time(2, 20), .dailyMood, 0.5), mood(store.time(2, 21), .dailyMood, -0.25),
            mood(store.time(2, 9), .momentaryEmotion, 1), mood(store.time(2, 10), .momentaryEmotion, -0.5),
        ])
        #expect(try store.values(Measure(.mind(.mood))) == [2: -0.25])
        #expect(try store.values(Measure(.mind(.emotions))) == [2: 0.25])
    }

    @Test("Doses are those taken of those due, by medication or of all")
    func doses() throws {
        let store = try MeasureStore()
        let (metformin, ibuprofen) = (try store.medication("Metformin"), try store.medication("Ibuprofen"))
        func dose(_ concept: HKHealthConceptIdentifier, _ taken: Bool, at date: Date, due: Date?) throws -> HKSample {
            try HKMedicationDoseEvent(
                of: concept,
                status: taken ? .taken : .skipped,
                at: date,
                due: due.map { ($0, 1) }
            )
        }
        try store.save([
            dose(metformin, true, at: store.time(3, 0, 30), due: store.time(2, 22)),
            dose(metformin, false, at: store.time(3, 22), due: store.time(3, 22)),
            dose(ibuprofen, true, at: store.time(3, 12), due: nil),
        ])
        #expect(try store.values(Measure(.doses(.taken, of: nil))) == [3: 2])
        #expect(try store.values(Measure(.doses(.taken, of: "Ibuprofen"))) == [3: 1])
        #expect(try store.values(Measure(.doses(.adherence, of: "Metformin"))) == [2: 100, 3: 0])
        #expect(try store.values(Measure(.doses(.adherence, of: "Ibuprofen"))).isEmpty)
        let all = try store.reader.days(of: Measure(.doses(.adherence, of: nil)), in: store.day(1)..<store.day(12))
        #expect(all.whole?.value == 50)
    }

    @Test("A cycle has its length on its last day, and a period on its last day once it is over")
    func cycles() throws {
        let store = try MeasureStore()
        func flow(_ date: Date) -> HKSample {
            HKCategorySample(
                type: HKCategoryType(.menstrualFlow),
                value: HKCategoryValueVaginalBleeding.medium.rawValue,
                start: date,
                end: date.addingTimeInterval(3_600),
                metadata: [HKMetadataKeyMenstrualCycleStart: false]
            )
        }
        let first = store.time(10, 8).addingTimeInterval(-28 * 86_400)
        let before = first.addingTimeInterval(-30 * 86_400)
        try store.save(
            [before, first, store.time(10, 8), store.time(11, 8)]
                .map { date in
                    HKCategorySample(
                        type: HKCategoryType(.menstrualFlow),
                        value: HKCategoryValueVaginalBleeding.medium.rawValue,
                        start: date,
                        end: date.addingTimeInterval(3_600),
                        metadata: [HKMetadataKeyMenstrualCycleStart: date != store.time(11, 8)]
                    )
                } + [flow(first.addingTimeInterval(86_400))]
        )
        let lengths = try store.reader.days(of: Measure(.cycle(.length)))
        #expect(lengths.days.mapValues(\.value) == [store.day(9): 28, store.day(9).advanced(by: -28): 30])
        #expect(lengths.whole?.value == 28)
        // The period of the 10th may go on today.
        #expect(try store.reader.days(of: Measure(.cycle(.period))).days.values.map(\.value).sorted() == [1, 2])
    }

    @Test("Only the samples that meet a condition make the days")
    func conditions() throws {
        let store = try MeasureStore()
        let headache = HKCategoryType(.headache)
        try store.save([
            store.category(.headache, HKCategoryValueSeverity.mild.rawValue, store.time(3, 6), minutes: 10),
            store.category(.headache, HKCategoryValueSeverity.mild.rawValue, store.time(3, 15), minutes: 10),
        ])
        var reader = store.reader
        reader.condition = .checked(.timeOfDay(ClockSpan(start: 0, end: 43_200)))
        let days = try reader.days(of: Measure(.events(headache)), in: store.day(1)..<store.day(12))
        #expect(days.days.mapValues(\.value) == [store.day(3): 1])
        #expect(throws: HKError.self) { try reader.ringDays(of: store) }
    }
}

extension MeasureReader {
    /// Asks for a ring, which can't be made of some samples.
    fileprivate func ringDays(of store: MeasureStore) throws {
        try store.save([store.category(.appleStandHour, 0, store.time(3, 8), minutes: 60)])
        _ = try days(of: Measure(.rings(.stand)), in: store.day(1)..<store.day(12))
    }
}
