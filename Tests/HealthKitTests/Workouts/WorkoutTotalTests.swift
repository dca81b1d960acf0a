import Foundation
import Testing

@testable import HealthKit

/// What a workout says of its totals: iOS 16 and later write them among its statistics.
@Suite("Totals of workouts")
struct WorkoutTotalTests {
    private let test = TestStore()

    private func workout(_ activity: HKWorkoutActivityType, _ statistics: [(HKQuantityTypeIdentifier, Double, String)])
        -> HKWorkout
    {
        var content = WorkoutContent(activityType: activity.rawValue)
        content.statistics = statistics.map { type, sum, unit in
            WorkoutStatisticsContent(
                type: type.rawValue,
                start: at(0),
                end: at(60),
                sum: QuantityText(value: sum, unit: unit)
            )
        }
        return HKWorkout(ObjectAttributes(), content: content, start: at(0), end: at(60))
    }

    @Test("Totals come from the statistics that a workout was saved with, by its activity's distance")
    func fromStatistics() async throws {
        let run = workout(
            .running,
            [
                (.distanceWalkingRunning, 5.2, "km"), (.activeEnergyBurned, 300, "kcal"),
                (.basalEnergyBurned, 80, "kcal"),
            ]
        )
        try await test.store.save(run)
        let stored = try #require(try await test.store.all(.workoutType()).first as? HKWorkout)
        #expect(stored.totalDistance == HKQuantity(unit: .meter(), doubleValue: 5_200))
        #expect(stored.totalEnergyBurned == HKQuantity(unit: .kilocalorie(), doubleValue: 300))
        #expect(stored.totalFlightsClimbed == nil)
        let far = HKQuery.predicateForWorkouts(
            with: .greaterThan,
            totalDistance: HKQuantity(unit: .meter(), doubleValue: 5_000)
        )
        #expect(try await test.store.all(.workoutType(), far).count == 1, "predicates see the same")
        #expect(stored.allStatistics.count == 3)
    }

    @Test("A distance of another kind is the workout's too, and parts add up; a total of its own goes before both")
    func distances() {
        let rowing = workout(.rowing, [(.distanceCycling, 2, "km")])
        #expect(rowing.totalDistance == HKQuantity(unit: .meter(), doubleValue: 2_000))
        let triathlon = workout(
            .swimBikeRun,
            [
                (.distanceSwimming, 500, "m"), (.distanceCycling, 20, "km"),
            ]
        )
        #expect(triathlon.totalDistance == HKQuantity(unit: .meter(), doubleValue: 20_500))
        var content = triathlon.content
        content.setTotal(.distance, QuantityText(value: 21, unit: "km"))
        #expect(content.savedTotal(.distance) == HKQuantity(unit: .meter(), doubleValue: 21_000))
        #expect(workout(.running, []).totalDistance == nil)
    }

    @Test("R2.23 samples that are added afterwards change statistics and no total")
    func added() async throws {
        let run = workout(.running, [(.activeEnergyBurned, 300, "kcal")])
        try await test.store.save(run)
        let distance = HKQuantitySample(
            type: HKQuantityType(.distanceWalkingRunning),
            quantity: HKQuantity(unit: .meter(), doubleValue: 700),
            start: at(10),
            end: at(20)
        )
        try await test.store.addSamples([distance], to: run)
        let stored = try #require(try await test.store.all(.workoutType()).first as? HKWorkout)
        #expect(stored.statistics(for: distance.quantityType)?.sumQuantity() == distance.quantity)
        #expect(stored.totalDistance == nil)
        #expect(stored.totalEnergyBurned == HKQuantity(unit: .kilocalorie(), doubleValue: 300))
    }
}
