import Foundation
import Testing

@testable import HealthKit

@Suite("Predicates over workouts")
struct WorkoutPredicateTests {
    private let metre = HKUnit.meter()
    private let beats = HKUnit.count().unitDivided(by: .minute())

    private func statistics(_ low: Double, _ average: Double, _ high: Double) -> WorkoutStatisticsContent {
        WorkoutStatisticsContent(
            type: HKQuantityTypeIdentifier.heartRate.rawValue,
            start: time(0),
            end: time(3600),
            average: QuantityText(value: average, unit: "count/min"),
            minimum: QuantityText(value: low, unit: "count/min"),
            maximum: QuantityText(value: high, unit: "count/min")
        )
    }

    private func workout(_ content: WorkoutContent) -> HKWorkout {
        HKWorkout(ObjectAttributes(), content: content, start: time(0), end: time(3600))
    }

    private var run: HKWorkout {
        var content = WorkoutContent(activityType: HKWorkoutActivityType.running.rawValue, duration: 3000)
        content.setTotal(.distance, QuantityText(value: 10, unit: "km"))
        content.setTotal(.energy, QuantityText(value: 600, unit: "kcal"))
        content.statistics = [statistics(90, 140, 180)]
        return workout(content)
    }

    private func activity(_ type: HKWorkoutActivityType, _ start: Double, _ end: Double?) -> WorkoutActivityContent {
        WorkoutActivityContent(
            uuid: UUID(),
            configuration: WorkoutConfigurationContent(activityType: type.rawValue),
            start: time(start),
            end: end.map(time),
            duration: end.map { $0 - start },
            metadata: nil,
            statistics: [statistics(100, 150, 190)]
        )
    }

    private var triathlon: HKWorkout {
        var content = WorkoutContent(activityType: HKWorkoutActivityType.swimBikeRun.rawValue)
        content.activities = [
            activity(.swimming, 0, 1000), activity(.cycling, 1100, 2500), activity(.running, 2600, 3600),
        ]
        return workout(content)
    }

    private func holds(_ predicate: NSPredicate, _ workout: HKWorkout) throws -> Bool {
        let byFilter = try SampleFilter(predicate).matches(SampleSubject(workout))
        #expect(predicate.evaluate(with: workout) == byFilter)
        return byFilter
    }

    @Test("R4.16: objects of a workout are those added to it, not those within its time")
    func association() throws {
        let run = run
        let predicate = HKQuery.predicateForObjects(from: run)
        #expect(try matches(predicate, TestRow(start: 1e9, end: 1e9, workouts: [run.uuid])))
        #expect(try !matches(predicate, TestRow(start: 10, end: 20, workouts: [UUID()])))
        #expect(try !matches(predicate, TestRow(start: 10, end: 20)))
        let others = NSCompoundPredicate(notPredicateWithSubpredicate: predicate)
        #expect(try matches(others, TestRow(start: 10, end: 20)))
        #expect(try !matches(others, TestRow(workouts: [run.uuid])))
    }

    @Test("R4.17: activity type, duration and totals")
    func own() throws {
        #expect(try holds(HKQuery.predicateForWorkouts(with: .running), run))
        #expect(try !holds(HKQuery.predicateForWorkouts(with: .walking), run))
        #expect(try holds(HKQuery.predicateForWorkouts(with: .greaterThan, duration: 2999), run))
        #expect(try !holds(HKQuery.predicateForWorkouts(with: .greaterThan, duration: 3000), run))
        let miles = HKQuantity(unit: .mile(), doubleValue: 6)
        #expect(try holds(HKQuery.predicateForWorkouts(with: .greaterThan, totalDistance: miles), run))
        #expect(try !holds(HKQuery.predicateForWorkouts(with: .lessThan, totalDistance: miles), run))
        let energy = HKQuantity(unit: .kilocalorie(), doubleValue: 600)
        #expect(try holds(HKQuery.predicateForWorkouts(with: .equalTo, totalEnergyBurned: energy), run))
        let strokes = HKQuantity(unit: .count(), doubleValue: 0)
        #expect(
            try !holds(
                HKQuery.predicateForWorkouts(with: .greaterThanOrEqualTo, totalSwimmingStrokeCount: strokes),
                run
            )
        )
        #expect(
            try !holds(HKQuery.predicateForWorkouts(with: .greaterThanOrEqualTo, totalFlightsClimbed: strokes), run)
        )
        #expect(try !matches(HKQuery.predicateForWorkouts(with: .running), TestRow(object: someSteps(1))))
    }

    @Test("R4.17: sums, minima, maxima and averages by type")
    func statistics() throws {
        let heartRate = HKQuantityType(.heartRate)
        let distance = HKQuantityType(.distanceWalkingRunning)
        func beat(_ value: Double) -> HKQuantity { HKQuantity(unit: beats, doubleValue: value) }
        #expect(
            try holds(
                HKQuery.predicateForWorkouts(
                    operatorType: .equalTo,
                    quantityType: heartRate,
                    averageQuantity: beat(140)
                ),
                run
            )
        )
        #expect(
            try holds(
                HKQuery.predicateForWorkouts(
                    operatorType: .lessThan,
                    quantityType: heartRate,
                    minimumQuantity: beat(91)
                ),
                run
            )
        )
        #expect(
            try !holds(
                HKQuery.predicateForWorkouts(
                    operatorType: .greaterThan,
                    quantityType: heartRate,
                    maximumQuantity: beat(180)
                ),
                run
            )
        )
        let five = HKQuantity(unit: .meterUnit(with: .kilo), doubleValue: 5)
        #expect(
            try holds(
                HKQuery.predicateForWorkouts(operatorType: .greaterThan, quantityType: distance, sumQuantity: five),
                run
            )
        )
        #expect(
            try !holds(
                HKQuery.predicateForWorkouts(
                    operatorType: .greaterThan,
                    quantityType: HKQuantityType(.distanceCycling),
                    sumQuantity: five
                ),
                run
            )
        )
    }

    @Test("R4.17: the type of a multisport workout is not that of its parts, which activity predicates find")
    func multisport() throws {
        #expect(try !holds(HKQuery.predicateForWorkouts(with: .cycling), triathlon))
        #expect(try holds(HKQuery.predicateForWorkouts(with: .swimBikeRun), triathlon))
        let cycling = HKQuery.predicateForWorkoutActivities(workoutActivityType: .cycling)
        #expect(try holds(HKQuery.predicateForWorkouts(activityPredicate: cycling), triathlon))
        #expect(try !holds(HKQuery.predicateForWorkouts(activityPredicate: cycling), run))
        let long = HKQuery.predicateForWorkoutActivities(operatorType: .greaterThan, duration: 1200)
        let longRun = NSCompoundPredicate(andPredicateWithSubpredicates: [
            HKQuery.predicateForWorkoutActivities(workoutActivityType: .running), long,
        ])
        #expect(try holds(HKQuery.predicateForWorkouts(activityPredicate: long), triathlon))
        #expect(try !holds(HKQuery.predicateForWorkouts(activityPredicate: longRun), triathlon))
    }

    @Test("R4.17: activities are found by time and by statistics")
    func activities() throws {
        let early = HKQuery.predicateForWorkoutActivities(start: time(0), end: time(500))
        #expect(triathlon.workoutActivities.map { early.evaluate(with: $0) } == [true, false, false])
        let whole = HKQuery.predicateForWorkoutActivities(start: time(1000), end: time(2600), options: .strictStartDate)
        #expect(triathlon.workoutActivities.map { whole.evaluate(with: $0) } == [false, true, false])
        let type = HKQuantityType(.heartRate)
        let limit = HKQuantity(unit: beats, doubleValue: 150)
        let hard = HKQuery.predicateForWorkoutActivities(
            operatorType: .greaterThanOrEqualTo,
            quantityType: type,
            averageQuantity: limit
        )
        #expect(try holds(HKQuery.predicateForWorkouts(activityPredicate: hard), triathlon))
        for predicate in [
            HKQuery.predicateForWorkoutActivities(operatorType: .lessThan, quantityType: type, maximumQuantity: limit),
            HKQuery.predicateForWorkoutActivities(
                operatorType: .greaterThan,
                quantityType: type,
                minimumQuantity: limit
            ),
            HKQuery.predicateForWorkoutActivities(operatorType: .equalTo, quantityType: type, sumQuantity: limit),
        ] {
            #expect(try !holds(HKQuery.predicateForWorkouts(activityPredicate: predicate), triathlon))
        }
    }

    @Test("R4.17: an activity predicate alone is refused for samples, and a sample's for activities")
    func scope() {
        let activity = HKQuery.predicateForWorkoutActivities(workoutActivityType: .cycling)
        #expect(throws: HKError.self) { try SampleFilter(activity) }
        let wrong = HKQuery.predicateForWorkouts(activityPredicate: HKQuery.predicateForWorkouts(with: .cycling))
        #expect(throws: HKError.self) { try SampleFilter(wrong) }
        let workouts = HKQuery.predicateForWorkouts(activityPredicate: activity)
        #expect(throws: HKError.self) { try SampleFilter(HKQuery.predicateForWorkouts(activityPredicate: workouts)) }
        #expect(throws: HKError.self) { try SummaryFilter(workouts) }
    }
}
