import Foundation
import Testing

@testable import HealthKit

/// Goals of types in the store.
@Suite("Goals of types") struct TypeGoalTests {
    private let test = TestStore()

    private static func goal(
        _ value: Double,
        _ unit: String,
        _ bound: TypeGoal.Bound = .atLeast,
        second: Double? = nil
    ) -> TypeGoal {
        TypeGoal(
            bound,
            QuantityText(value: value, unit: unit),
            per: .day,
            second: second.map { QuantityText(value: $0, unit: unit) }
        )
    }

    @Test("A goal is kept, changed, removed, and all of it is taken back and done again")
    func kept() throws {
        let (first, second) = (Self.goal(8_000, "count"), Self.goal(10_000, "count"))
        try test.person.setGoal(first, for: steps)
        try test.person.setGoal(second, for: steps)
        try test.person.setGoal(second, for: steps)
        try test.person.setGoal(nil, for: steps)
        #expect(try test.person.typeGoals().isEmpty)
        #expect(try test.person.steps().map(\.kind) == [.goals, .goals, .goals], "the same again is no step")
        #expect(try test.person.steps().allSatisfy { $0.type == steps.identifier })
        _ = try test.person.undo()
        #expect(try test.person.typeGoals() == [steps.identifier: second])
        _ = try test.person.undo()
        #expect(try test.person.typeGoals() == [steps.identifier: first])
        _ = try test.person.undo()
        #expect(try test.person.typeGoals().isEmpty)
        _ = try test.person.redo()
        #expect(try test.person.typeGoals() == [steps.identifier: first])
    }

    @Test(
        "What is no goal is refused, and nothing changes",
        arguments: [
            (HKQuantityTypeIdentifier.stepCount.rawValue, goal(0, "count")),
            (HKQuantityTypeIdentifier.stepCount.rawValue, goal(-1, "count", .atMost)),
            (HKQuantityTypeIdentifier.stepCount.rawValue, goal(.infinity, "count")),
            (HKQuantityTypeIdentifier.stepCount.rawValue, goal(.nan, "count")),
            (HKQuantityTypeIdentifier.stepCount.rawValue, goal(8_000, "kg")),
            (HKQuantityTypeIdentifier.stepCount.rawValue, goal(8_000, "nonsense")),
            (HKQuantityTypeIdentifier.stepCount.rawValue, goal(8_000, "count", second: 2)),
            (HKCorrelationTypeIdentifier.bloodPressure.rawValue, goal(130, "mmHg", .atMost)),
            (HKCorrelationTypeIdentifier.bloodPressure.rawValue, goal(130, "count", .atMost, second: 80)),
            (HKCorrelationTypeIdentifier.food.rawValue, goal(1, "count")),
            (HKCategoryTypeIdentifier.sleepAnalysis.rawValue, goal(25, "hr")),
            (HKCharacteristicTypeIdentifier.dateOfBirth.rawValue, goal(1, "count")),
            ("no type", goal(1, "count")), ("", goal(1, "count")),
        ]
    )
    func refused(identifier: String, goal: TypeGoal) throws {
        #expect(throws: HKError.self) { try test.person.perform(.setTypeGoal(goal, type: identifier)) }
        #expect(try test.person.typeGoals().isEmpty && test.person.steps().isEmpty)
    }

    @Test("None at all is a goal of what is to be avoided, and below zero is one of temperatures")
    func zero() throws {
        let drinks = HKQuantityType(.numberOfAlcoholicBeverages)
        try test.person.setGoal(Self.goal(0, "count", .atMost), for: drinks)
        try test.person.setGoal(Self.goal(-2, "degC"), for: HKQuantityType(.waterTemperature))
        try test.person.setGoal(Self.goal(8, "hr"), for: HKCategoryType(.sleepAnalysis))
        try test.person.setGoal(Self.goal(130, "mmHg", .atMost, second: 80), for: HKCorrelationType(.bloodPressure))
        try test.person.setGoal(Self.goal(45, "min"), for: HKObjectType.workoutType())
        #expect(try test.person.typeGoals().count == 5)
    }

    @Test("No app can read or set them")
    func apps() throws {
        try test.person.setGoal(Self.goal(8_000, "count"), for: steps)
        let mine = PersonAccess(test.app("mine"))
        #expect(throws: HKError.self) { try mine.typeGoals() }
        #expect(throws: HKError.self) { try mine.setGoal(nil, for: steps) }
    }
}
