import Foundation
import HealthKit
import Testing
@testable import HealthtuiFacts

/// The figures of a report are those that the rest of the program tells.
@Suite struct ReportFactsTests {
    private func facts(_ store: TestStore, _ types: [HKObjectType], from: Date? = nil, to: Date? = nil) throws
        -> ReportFacts
    {
        try ReportReader(store.person, try ReportStore.request(types, from: from, to: to)).facts()
    }

    @Test("The average of the last weeks and its change have a vote for each day")
    func averages() throws {
        let store = TestStore()
        let unit = HKUnit.count().unitDivided(by: .minute())
        func rate(_ value: Double, _ day: Int, _ hour: Double) throws -> HKSample {
            try store.quantity(.heartRate, value, unit, day, hour)
        }
        let busy = try (0..<24).map { try rate(60, 2, Double($0)) }
        try store.save(busy + [try rate(100, 1, 9), try rate(70, 40, 9), try rate(72, 41, 9)], from: TestStore.watch)
        let row = try #require(try facts(store, [HKQuantityType(.heartRate)]).rows.first)
        #expect(row.recent == .number(80))
        #expect(row.change == .number(9))
    }

    @Test("Sums are of whole days: today is left out, and so are days without data")
    func sums() throws {
        let store = TestStore()
        try store.person.save([
            try store.quantity(.stepCount, 50, .count(), 0, 9, length: 60),
            try store.quantity(.stepCount, 4_000, .count(), 1, 9, length: 60),
            try store.quantity(.stepCount, 6_000, .count(), 3, 9, length: 60),
            try store.quantity(.stepCount, 3_000, .count(), 40, 9, length: 60),
        ])
        let row = try #require(try facts(store, [HKQuantityType(.stepCount)]).rows.first)
        #expect(row.latest == .number(4_000))
        #expect(row.recent == .number(5_000))
        #expect(row.change == .number(2_000))
        let today = try facts(store, [HKQuantityType(.stepCount)], from: TestStore.time(0, 0)).rows.first
        #expect(today?.latest == .number(50))
        #expect(today?.change == nil)
    }

    @Test("A night is the time asleep, and belongs to the day on which it ends")
    func sleep() throws {
        let store = try TestStore.filled()
        let row = try #require(try facts(store, [HKCategoryType(.sleepAnalysis)]).rows.first)
        #expect(row.latest == .number(6 * 3_600))
        #expect(row.date == TestStore.time(0, 0))
    }

    @Test("Doses are counted as the plan of medications counts them")
    func doses() throws {
        let store = try ReportStore.filled()
        let plan = try MedicationPlan(.person(store.person), now: TestStore.now, calendar: TestStore.calendar)
        let found = try #require(try facts(store, ReportStore.types).medications)
        #expect(found.count == 2)
        for medication in found {
            let entry = try #require(plan.entries.first { $0.name == medication.name })
            #expect(medication.due == entry.due)
            #expect(medication.taken == entry.taken)
            #expect(medication.last == entry.last)
        }
        #expect(found.map(\.due).max() ?? 0 > 50)
        let week = try facts(store, ReportStore.types, from: TestStore.time(6, 0)).medications
        #expect(week?.map(\.due).max() == 3 * 6 + 2)
    }

    @Test("Results are those out of range in the period, the newest of each test, and all are counted")
    func laboratory() throws {
        let store = try ReportStore.filled()
        let found = try #require(try facts(store, ReportStore.types).laboratory)
        #expect(found.count == 4)
        #expect(found.out == 3)
        #expect(found.results.map(\.name) == ["HbA1c", "LDL cholesterol", "Vitamin D"])
        #expect(found.results.map(\.verdict) == [.above, .above, .below])
        let old = try #require(
            try facts(store, ReportStore.types, from: TestStore.time(1_200, 0), to: TestStore.time(300, 0)).laboratory
        )
        #expect(old.results.map(\.name) == ["Sodium"])
    }

    @Test("Readings that reach the limit are counted as they are written")
    func limit() throws {
        let store = TestStore()
        for (upper, lower, day) in [(134.4, 84.4, 1), (134.6, 70, 2), (120, 84.6, 3), (135, 85, 4)] {
            try store.person.save([try store.pressure(upper, lower, day)])
        }
        let found = try #require(try facts(store, ReportStore.types).pressure)
        #expect(found.readings.count == 4)
        #expect(found.atLimit == 3)
    }

    @Test("An electrocardiogram has a strip, the newest three at most, and all are counted by what they show")
    func strips() throws {
        let store = TestStore()
        for _ in 0..<5 { try store.electrocardiogram() }
        let found = try facts(store, ReportStore.types)
        #expect(found.electrocardiograms?.count == 3)
        #expect(found.electrocardiograms?.allSatisfy { $0.trace != nil } == true)
        #expect(found.classifications == [HKElectrocardiogram.Classification.sinusRhythm.rawValue: 5])
    }

    @Test("What has no sums and averages is counted, and its latest value is shown")
    func events() throws {
        let store = TestStore()
        try store.moods()
        let row = try #require(try facts(store, [HKObjectType.stateOfMindType()]).rows.first)
        #expect(row.recent == .number(5))
        #expect(row.trend.map(\.y).reduce(0, +) == 5)
    }

    // MARK: Periods

    private func period(_ from: Date?, _ to: Date?) -> ReportPeriod? {
        ReportPeriod(from: from, to: to, now: TestStore.now, calendar: TestStore.calendar)
    }

    @Test("A period is whole days, twelve weeks that end today unless another is wanted")
    func periods() throws {
        let usual = try #require(period(nil, nil))
        #expect(usual.days == 84)
        #expect(usual.start == TestStore.time(83, 0))
        #expect(usual.end == TestStore.time(-1, 0))
        let cut = try #require(period(TestStore.time(2, 13), TestStore.time(1, 9)))
        #expect(cut.start == TestStore.time(2, 0))
        #expect(cut.end == TestStore.time(0, 0))
        #expect(cut.days == 2)
        #expect(period(nil, TestStore.time(10, 0))?.days == 84)
    }

    @Test("A period that ends before it begins, or has no time, is none")
    func noPeriod() {
        #expect(period(TestStore.time(1, 0), TestStore.time(2, 0)) == nil)
        #expect(period(TestStore.time(1, 12), TestStore.time(1, 12)) == nil)
        #expect(period(TestStore.time(-3, 0), nil) == nil)
    }

    @Test("Two hundred years are a period like another")
    func longPeriod() throws {
        let store = try ReportStore.filled()
        let start = TestStore.time(73_000, 0)
        let facts = try facts(store, ReportStore.types, from: start)
        #expect(facts.shownTypes == ReportStore.types.count - 1)
        #expect(ReportPage(facts).html.utf8.count < 100_000)
    }

    @Test("Types are chosen once, medications and their doses are one section, and what has no samples is passed over")
    func types() throws {
        let doses = HKObjectType.medicationDoseEventType()
        let list = HKObjectType.userAnnotatedMedicationType()
        let steps = HKQuantityType(.stepCount)
        let birth = HKCharacteristicType(.dateOfBirth)
        let request = try ReportStore.request([doses, list, steps, steps, birth])
        #expect(request.types == [doses, steps])
    }
}
