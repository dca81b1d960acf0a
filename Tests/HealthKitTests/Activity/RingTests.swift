import Foundation
import RandomTesting
import Testing

@testable import HealthKit

/// Rings that a person sets and that move while samples arrive.
@Suite("Rings")
struct RingTests {
    private let test = TestStore()
    private let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .current
        return calendar
    }()

    private func day(_ day: Int) -> CalendarDay { CalendarDay(year: 2024, month: 5, day: day) }

    private func time(_ day: Int, _ hour: Int, _ minute: Int = 0) throws -> Date {
        try #require(calendar.date(from: DateComponents(year: 2024, month: 5, day: day, hour: hour, minute: minute)))
    }

    private func energy(_ value: Double, _ start: Date, _ end: Date) -> HKQuantitySample {
        HKQuantitySample(
            type: HKQuantityType(.activeEnergyBurned),
            quantity: HKQuantity(unit: .kilocalorie(), doubleValue: value),
            start: start,
            end: end
        )
    }

    private func save(_ value: Double, day: Int) throws {
        try test.person.save([energy(value, try time(day, 9), try time(day, 10))])
    }

    private func store(_ day: Int, energy: Double, goal: Double) throws {
        var content = ActivitySummaryContent(day: self.day(day).text)
        content.activeEnergyBurned = QuantityText(value: energy, unit: "kcal")
        content.activeEnergyBurnedGoal = QuantityText(value: goal, unit: "kcal")
        content.appleExerciseTimeGoal = QuantityText(value: 40, unit: "min")
        try test.person.store.port.local().personsDatabase().write { try $0.setActivitySummary(content) }
    }

    private func summary(_ day: Int) throws -> HKActivitySummary {
        try #require(try test.person.summaries(from: self.day(day), through: self.day(day)).first)
    }

    private func rings(_ day: Int) throws -> ActivityRings { ActivityRings(try summary(day)) }

    @Test("R6.9 the last day that an import brought goes on with its samples; days before stay as they came")
    func lastDay() throws {
        try store(3, energy: 300, goal: 600)
        try store(4, energy: 300, goal: 600)
        for day in 3...4 { try save(100, day: day) }
        #expect(try rings(3).move.value == 300)
        #expect(try rings(4).move.value == 300, "what was exported is more than its samples")
        for day in 3...4 { try test.person.save([energy(250, try time(day, 12), try time(day, 13))]) }
        #expect(try rings(3).move.value == 300)
        #expect(try rings(4).move.value == 350)
        #expect(try rings(4).move.goal == 600)
    }

    @Test("R6.6 goals hold from the day on which the person set them, until an import brings later ones")
    func goals() throws {
        for day in [2, 5, 8] { try save(100, day: day) }
        #expect(try rings(2).exercise.goal == 30 && rings(2).stand.goal == 12 && rings(2).move.goal == 0)
        try test.person.setGoals(ActivityGoals(energy: 500, stand: 10), from: day(4))
        #expect(try rings(2).move.goal == 0)
        #expect(try rings(5).move.goal == 500 && rings(5).stand.goal == 10 && rings(5).exercise.goal == 30)
        #expect(try rings(5).move.share == 0.2)
        try store(6, energy: 10, goal: 700)
        #expect(try rings(5).move.goal == 500)
        #expect(try rings(8).move.goal == 700 && rings(8).exercise.goal == 40, "the import's are later")
        #expect(try rings(8).stand.goal == 10, "which the import does not say")
        try test.person.setGoals(ActivityGoals(energy: 650), from: day(6))
        #expect(try rings(6).move.goal == 650 && rings(6).exercise.goal == 40, "set on the last day itself")
        #expect(try rings(8).move.goal == 650)
        #expect(try test.person.goals(on: day(6)).energy == 650)
        #expect(try test.person.goals(on: day(30)).exercise == 40)
        #expect(try test.person.chosenGoals(on: day(5)) == ActivityGoals(energy: 500, stand: 10))
    }

    @Test(
        "R6.6 goals that cannot be are refused, and nothing changes",
        arguments: [
            ActivityGoals(energy: 0), ActivityGoals(energy: -1), ActivityGoals(energy: .infinity),
            ActivityGoals(moveTime: 1_441), ActivityGoals(exercise: .nan), ActivityGoals(stand: 25),
        ]
    )
    func impossibleGoals(goals: ActivityGoals) throws {
        #expect(throws: HKError.self) { try test.person.setGoals(goals, from: day(1)) }
        #expect(try test.person.chosenGoals(on: day(1)) == ActivityGoals())
    }

    @Test("R6.2 rings are paused from a day through a day, or until the person goes on")
    func pauses() throws {
        for day in 1...9 { try save(100, day: day) }
        func paused() throws -> [Int] { try (1...9).filter { try rings($0).isPaused } }
        try test.person.pauseRings(from: day(2), through: day(3))
        #expect(try paused() == [2, 3])
        try test.person.pauseRings(from: day(5), through: nil)
        #expect(try paused() == [2, 3, 5, 6, 7, 8, 9])
        #expect(try test.person.ringPause(on: day(7))?.first == day(5))
        #expect(try test.person.ringPause(on: day(4)) == nil)
        try test.person.resumeRings(on: day(8))
        #expect(try paused() == [2, 3, 5, 6, 7])
        try test.person.resumeRings(on: day(5))
        #expect(try paused() == [2, 3])
        try test.person.resumeRings(on: day(3))
        #expect(try paused() == [2])
        try store(2, energy: 1, goal: 1)
        #expect(try paused() == [2], "a day of an import too")
        #expect(throws: HKError.self) { try test.person.pauseRings(from: day(4), through: day(3)) }
    }

    @Test("R6.3 the move ring counts energy or minutes, as the person chose")
    func moveMode() throws {
        var me = CharacteristicValues()
        me.activityMoveMode = HKActivityMoveMode.appleMoveTime.rawValue
        try test.person.setCharacteristics(me)
        try save(100, day: 2)
        let minutes = HKQuantitySample(
            type: HKQuantityType(.appleMoveTime),
            quantity: HKQuantity(unit: .minute(), doubleValue: 45),
            start: try time(2, 9),
            end: try time(2, 10)
        )
        try test.person.save([minutes])
        try test.person.setGoals(ActivityGoals(energy: 500, moveTime: 90), from: day(1))
        #expect(try summary(2).activityMoveMode == .appleMoveTime)
        #expect(try rings(2).move == ActivityRings.Ring(value: 45, goal: 90, unit: "min"))
        #expect(ActivityRings.Kind.stand.name(inWheelchair: true) == "Roll")
    }

    @Test("R6.6 without a goal, and with numbers that are none, a ring is open")
    func shares() {
        let summary = HKActivitySummary()
        summary.activeEnergyBurned = HKQuantity(unit: .kilocalorie(), doubleValue: 100)
        #expect(ActivityRings(summary).move.share == 0)
        summary.activeEnergyBurnedGoal = HKQuantity(unit: .kilocalorie(), doubleValue: 50)
        #expect(ActivityRings(summary).move.share == 2)
        summary.activeEnergyBurned = HKQuantity(unit: .kilocalorie(), doubleValue: .nan)
        #expect(ActivityRings(summary).move.share == 0)
        summary.activeEnergyBurned = HKQuantity(unit: .meter(), doubleValue: 3)
        #expect(ActivityRings(summary).move.share == 0)
    }

    @Test("R6.8 a running query hears of samples, goals and pauses of the days that it is about")
    func updates() async throws {
        try test.grant("rings", HKObjectType.activitySummaryType(), read: true, share: nil)
        try save(100, day: 2)
        let components = DateComponents(calendar: calendar, era: 1, year: 2024, month: 5, day: 2)
        let predicate = HKQuery.predicateForActivitySummary(with: components)
        var iterator = HKActivitySummaryQueryDescriptor(predicate: predicate).results(for: test.app("rings"))
            .makeAsyncIterator()
        #expect(try await iterator.next()?.count == 1)
        try save(70, day: 3)
        try test.person.save([energy(50, try time(2, 12), try time(2, 13))])
        let moved = try #require(try await iterator.next()?.first)
        #expect(moved.activeEnergyBurned.doubleValue(for: .kilocalorie()) == 150)
        try test.person.setGoals(ActivityGoals(energy: 300), from: day(1))
        #expect(try await iterator.next()?.first?.activeEnergyBurnedGoal.doubleValue(for: .kilocalorie()) == 300)
        try test.person.pauseRings(from: day(2), through: day(2))
        #expect(try await iterator.next()?.first?.isPaused == true)
    }

    @Test("R6.8 what is added up from changes alone is what is added up anew")
    func incremental() throws {
        let seed = newSeed()
        var random = SeededGenerator(seed: seed)
        let filter = SummaryFilter(from: day(2), through: day(12))
        var known: ActivityDays?
        var saved: [HKSample] = []
        let start = try time(1, 0)
        for round in 0..<60 {
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                let from = start.addingTimeInterval(Double(Int.random(in: 0..<(14 * 1_440), using: &random)) * 60)
                let length = Double(Int.random(in: 1...180, using: &random)) * 60
                let sample: HKSample =
                    switch Int.random(in: 0..<4, using: &random) {
                    case 0: HKWorkout(activityType: .yoga, start: from, end: from.addingTimeInterval(length * 8))
                    case 1:
                        HKCategorySample(
                            type: HKCategoryType(.appleStandHour),
                            value: Int.random(in: 0...1, using: &random),
                            start: from,
                            end: from.addingTimeInterval(60)
                        )
                    case 2:
                        HKQuantitySample(
                            type: HKQuantityType(.appleExerciseTime),
                            quantity: HKQuantity(unit: .minute(), doubleValue: length / 60),
                            start: from,
                            end: from.addingTimeInterval(length)
                        )
                    default: energy(Double.random(in: 1...100, using: &random), from, from.addingTimeInterval(length))
                    }
                try test.person.save([sample])
                saved.append(sample)
            }
            if !saved.isEmpty, Int.random(in: 0..<3, using: &random) == 0 {
                let gone = saved.remove(at: Int.random(in: 0..<saved.count, using: &random))
                try test.person.delete([gone.uuid])
            }
            let (kept, fresh) = try test.person.store.port.local().personsDatabase()
                .read { reader in
                    let calculator = ActivitySummaryCalculator(reader)
                    var none: ActivityDays?
                    return (
                        try calculator.summaries(filter, known: &known), try calculator.summaries(filter, known: &none)
                    )
                }
            #expect(kept.map(\.day) == fresh.map(\.day), "round \(round), seed \(seed)")
            for (one, other) in zip(kept, fresh) {
                for path in [
                    \ActivitySummaryContent.activeEnergyBurned, \.appleExerciseTime, \.appleStandHours,
                ] {
                    let difference = (one[keyPath: path]?.value ?? 0) - (other[keyPath: path]?.value ?? 0)
                    #expect(abs(difference) < 1e-6, "round \(round), seed \(seed)")
                }
            }
        }
    }
}
