import Foundation
import Testing

@testable import HealthKit

@Suite("Activity summaries")
struct ActivitySummaryTests {
    let test = TestStore()
    let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .current
        return calendar
    }()

    private var app: HKHealthStore { test.app("rings") }

    private func allow() throws {
        try test.grant("rings", HKObjectType.activitySummaryType(), read: true, share: nil)
    }

    private func time(_ day: Int, _ hour: Int, _ minute: Int = 0) throws -> Date {
        try #require(
            calendar.date(from: DateComponents(year: 2024, month: 5, day: day, hour: hour, minute: minute))
        )
    }

    private func components(_ day: Int) -> DateComponents {
        DateComponents(calendar: calendar, era: 1, year: 2024, month: 5, day: day)
    }

    private func store(_ day: Int, energy: Double, goal: Double? = nil) throws {
        var content = ActivitySummaryContent(day: "2024-05-0\(day)")
        content.activeEnergyBurned = QuantityText(value: energy, unit: "Cal")
        content.activeEnergyBurnedGoal = goal.map { QuantityText(value: $0, unit: "Cal") }
        content.appleExerciseTime = QuantityText(value: 31, unit: "min")
        content.appleExerciseTimeGoal = QuantityText(value: 45, unit: "min")
        content.appleStandHours = QuantityText(value: 11, unit: "count")
        try test.person.store.port.local().personsDatabase().write { try $0.setActivitySummary(content) }
    }

    private func saveSamples(_ day: Int) throws {
        let energy = HKQuantitySample(
            type: HKQuantityType(.activeEnergyBurned),
            quantity: HKQuantity(unit: .kilocalorie(), doubleValue: 250),
            start: try time(day, 9),
            end: try time(day, 10)
        )
        let exercise = HKQuantitySample(
            type: HKQuantityType(.appleExerciseTime),
            quantity: HKQuantity(unit: .minute(), doubleValue: 10),
            start: try time(day, 9),
            end: try time(day, 9, 10)
        )
        let stood = try [(8, 0), (9, 0), (9, 0), (10, 1)]
            .map { hour, value in
                HKCategorySample(
                    type: HKCategoryType(.appleStandHour),
                    value: value,
                    start: try time(day, hour),
                    end: try time(day, hour, 59)
                )
            }
        try test.person.save([energy, exercise] + stood)
    }

    private func summaries(_ predicate: NSPredicate? = nil) async throws -> [HKActivitySummary] {
        try await HKActivitySummaryQueryDescriptor(predicate: predicate).result(for: app)
    }

    @Test("R1.22 a summary needs its own permission: asked for, denied, granted")
    func permission() async throws {
        try store(1, energy: 500)
        #expect(await code { _ = try await summaries() } == .errorAuthorizationNotDetermined)
        try test.grant("rings", HKObjectType.activitySummaryType(), read: false, share: nil)
        #expect(try await summaries().isEmpty)
        try allow()
        #expect(try await summaries().count == 1)
    }

    @Test("R6.2 a stored summary keeps its quantities and goals")
    func stored() async throws {
        try allow()
        try store(1, energy: 512.5, goal: 680)
        let summary = try #require(try await summaries().first)
        #expect(summary.activeEnergyBurned.doubleValue(for: .kilocalorie()) == 512.5)
        #expect(summary.activeEnergyBurnedGoal.doubleValue(for: .kilocalorie()) == 680)
        #expect(summary.exerciseTimeGoal?.doubleValue(for: .minute()) == 45)
        #expect(summary.appleExerciseTimeGoal == summary.exerciseTimeGoal)
        #expect(summary.appleStandHours.doubleValue(for: .count()) == 11)
        #expect(summary.dateComponents(for: calendar).day == 1)
        #expect(summary.dateComponents(for: calendar).calendar == calendar)
    }

    @Test("R6.4 a day without a stored summary is computed from its samples, R6.6 with goals of the day before")
    func computed() async throws {
        try allow()
        try store(1, energy: 500, goal: 680)
        try saveSamples(3)
        let summary = try #require(try await summaries(HKQuery.predicateForActivitySummary(with: components(3))).first)
        #expect(summary.activeEnergyBurned.doubleValue(for: .kilocalorie()) == 250)
        #expect(summary.appleExerciseTime.doubleValue(for: .minute()) == 10)
        #expect(summary.appleStandHours.doubleValue(for: .count()) == 2)
        #expect(summary.activeEnergyBurnedGoal.doubleValue(for: .kilocalorie()) == 680)
        #expect(summary.appleExerciseTimeGoal.doubleValue(for: .minute()) == 45)
        #expect(summary.appleStandHoursGoal.doubleValue(for: .count()) == 12)
    }

    @Test("R6.5 a workout of a phone adds its time to exercise, what was exercised meanwhile counted once")
    func workout() async throws {
        try allow()
        try saveSamples(3)
        try test.person.save([HKWorkout(activityType: .yoga, start: try time(3, 9, 5), end: try time(3, 9, 35))])
        #expect(try await summaries().first?.appleExerciseTime.doubleValue(for: .minute()) == 35)
    }

    @Test("R5.29 a day's sum of exercise has the time of workouts in it", arguments: [(20.0, 40.0), (70, 70)])
    func sums(sum: Double, wanted: Double) async throws {
        try allow()
        try saveSamples(3)
        try test.person.save([HKWorkout(activityType: .yoga, start: try time(3, 14), end: try time(3, 14, 30))])
        let day = HKQuantitySample(
            type: HKQuantityType(.appleExerciseTime),
            quantity: HKQuantity(unit: .minute(), doubleValue: sum),
            start: try time(3, 0),
            end: try time(4, 0)
        )
        let ring = HKSource(name: "Ring", bundleIdentifier: HKSource.sumPrefix + "ring")
        try test.store.database()
            .write { writer in
                try writer.save([day], revision: HKSourceRevision(source: ring, version: nil), now: time(5, 0))
            }
        let minutes = try #require(try await summaries().first).appleExerciseTime.doubleValue(for: .minute())
        #expect(abs(minutes - wanted) < 1e-6)
    }

    @Test("R4.20 a range of days includes both ends")
    func range() async throws {
        try allow()
        for day in 1...5 { try store(day, energy: Double(day)) }
        let predicate = HKQuery.predicate(forActivitySummariesBetweenStart: components(2), end: components(4))
        #expect(try await summaries(predicate).map { $0.dateComponents(for: calendar).day } == [2, 3, 4])
    }

    @Test("R6.8 updates carry the days that changed, and only those")
    func updates() async throws {
        try allow()
        try store(1, energy: 1)
        try saveSamples(3)
        var iterator = HKActivitySummaryQueryDescriptor(predicate: nil).results(for: app).makeAsyncIterator()
        #expect(try await iterator.next()?.count == 2)
        let more = HKQuantitySample(
            type: HKQuantityType(.activeEnergyBurned),
            quantity: HKQuantity(unit: .kilocalorie(), doubleValue: 50),
            start: try time(3, 12),
            end: try time(3, 13)
        )
        try test.person.save([more])
        let changed = try #require(try await iterator.next())
        #expect(changed.map { $0.activeEnergyBurned.doubleValue(for: .kilocalorie()) } == [300])
    }

    @Test("R6.1 a summary may be made, changed, copied and archived by an app, and has no day")
    func own() throws {
        let summary = HKActivitySummary()
        summary.activeEnergyBurned = HKQuantity(unit: .kilocalorie(), doubleValue: 12)
        summary.standHoursGoal = HKQuantity(unit: .count(), doubleValue: 10)
        let copy = try #require(summary.copy() as? HKActivitySummary)
        #expect(copy == summary)
        copy.isPaused = true
        #expect(copy != summary)
        let data = try NSKeyedArchiver.archivedData(withRootObject: summary, requiringSecureCoding: true)
        let read = try NSKeyedUnarchiver.unarchivedObject(ofClass: HKActivitySummary.self, from: data)
        #expect(read == summary)
        #expect(summary.dateComponents(for: calendar).day == nil)
    }

    @Test("a day is counted in the calendar that is asked for")
    func calendars() throws {
        let day = try #require(CalendarDay(text: "2024-05-03"))
        #expect(day.text == "2024-05-03")
        let buddhist = day.components(in: Calendar(identifier: .buddhist))
        #expect(buddhist.year == 2567 && buddhist.month == 5 && buddhist.day == 3)
        #expect(CalendarDay(text: "2024-13-01") == nil && CalendarDay(text: "2024") == nil)
    }
}
