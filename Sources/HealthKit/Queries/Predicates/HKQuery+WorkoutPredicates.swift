import Foundation

// Predicates over workouts and their activities.
extension HKQuery {
    /// The samples that were added to a workout; not those that are merely within its time (R4.16).
    ///
    /// - Parameter workout: The workout.
    /// - Returns: A predicate for sample queries.
    public class func predicateForObjects(from workout: HKWorkout) -> NSPredicate {
        FilterPredicate(.compare(FilterComparison(.workout, .equal, .workout(workout.uuid))))
    }

    /// The effort scores that were related to a workout, or to one of its activities (R7.14).
    ///
    /// - Parameters:
    ///   - workout: The workout.
    ///   - activity: One of its activities; `nil` for the workout with all of them.
    /// - Returns: A predicate for queries of effort scores.
    public class func predicateForWorkoutEffortSamplesRelated(
        workout: HKWorkout,
        activity: HKWorkoutActivity?
    ) -> NSPredicate {
        FilterPredicate(.compare(FilterComparison(.workout, .equal, .workout(activity?.uuid ?? workout.uuid))))
    }

    /// The workouts of an activity type.
    ///
    /// The type of a multisport workout is its own, not that of its parts; for those see
    /// `predicateForWorkouts(activityPredicate:)` (R4.17).
    ///
    /// - Parameter workoutActivityType: The activity type.
    /// - Returns: A predicate for queries of workouts.
    public class func predicateForWorkouts(with workoutActivityType: HKWorkoutActivityType) -> NSPredicate {
        FilterPredicate(.compare(FilterComparison(.workoutType, .equal, .activityType(workoutActivityType))))
    }

    /// The workouts whose duration satisfies a comparison with another.
    ///
    /// - Parameters:
    ///   - operatorType: The comparison: one of the six operators for numbers; queries reject others (R4.19).
    ///   - duration: Seconds.
    /// - Returns: A predicate for queries of workouts.
    public class func predicateForWorkouts(
        with operatorType: HKPredicateOperator,
        duration: TimeInterval
    ) -> NSPredicate {
        predicate { try comparison(.workoutDuration, operatorType, .number(duration)) }
    }

    /// The workouts whose total energy satisfies a comparison with another.
    ///
    /// - Parameters:
    ///   - operatorType: The comparison: one of the six operators for numbers; queries reject others (R4.19).
    ///   - totalEnergyBurned: A quantity of energy.
    /// - Returns: A predicate for queries of workouts.
    public class func predicateForWorkouts(
        with operatorType: HKPredicateOperator,
        totalEnergyBurned: HKQuantity
    ) -> NSPredicate {
        predicate { try total(.energy, operatorType, totalEnergyBurned, like: .kilocalorie()) }
    }

    /// The workouts whose total distance satisfies a comparison with another.
    ///
    /// - Parameters:
    ///   - operatorType: The comparison: one of the six operators for numbers; queries reject others (R4.19).
    ///   - totalDistance: A length.
    /// - Returns: A predicate for queries of workouts.
    public class func predicateForWorkouts(
        with operatorType: HKPredicateOperator,
        totalDistance: HKQuantity
    ) -> NSPredicate {
        predicate { try total(.distance, operatorType, totalDistance, like: .meter()) }
    }

    /// The workouts whose number of swimming strokes satisfies a comparison with another.
    ///
    /// - Parameters:
    ///   - operatorType: The comparison: one of the six operators for numbers; queries reject others (R4.19).
    ///   - totalSwimmingStrokeCount: A count.
    /// - Returns: A predicate for queries of workouts.
    public class func predicateForWorkouts(
        with operatorType: HKPredicateOperator,
        totalSwimmingStrokeCount: HKQuantity
    ) -> NSPredicate {
        predicate { try total(.strokes, operatorType, totalSwimmingStrokeCount, like: .count()) }
    }

    /// The workouts whose number of flights climbed satisfies a comparison with another.
    ///
    /// - Parameters:
    ///   - operatorType: The comparison: one of the six operators for numbers; queries reject others (R4.19).
    ///   - totalFlightsClimbed: A count.
    /// - Returns: A predicate for queries of workouts.
    public class func predicateForWorkouts(
        with operatorType: HKPredicateOperator,
        totalFlightsClimbed: HKQuantity
    ) -> NSPredicate {
        predicate { try total(.flights, operatorType, totalFlightsClimbed, like: .count()) }
    }

    /// The workouts with at least one activity that a predicate holds for.
    ///
    /// - Parameter activityPredicate: A predicate for workout activities.
    /// - Returns: A predicate for queries of workouts.
    public class func predicateForWorkouts(activityPredicate: NSPredicate) -> NSPredicate {
        do {
            return FilterPredicate(.activity(try SampleFilter(activityPredicate, scope: .activity)))
        } catch {
            let reason = (error as? HKError)?.text ?? "\(error)"
            return FilterPredicate(.unsupported(format: HKPredicateKeyPathWorkoutActivity, reason: reason))
        }
    }

    /// The workouts whose sum of a quantity type satisfies a comparison with another.
    ///
    /// - Parameters:
    ///   - operatorType: The comparison: one of the six operators for numbers; queries reject others (R4.19).
    ///   - quantityType: The type of the samples that were added to the workout.
    ///   - sumQuantity: The quantity to compare with; queries reject an incompatible unit.
    /// - Returns: A predicate for queries of workouts.
    public class func predicateForWorkouts(
        operatorType: HKPredicateOperator,
        quantityType: HKQuantityType,
        sumQuantity: HKQuantity
    ) -> NSPredicate {
        predicate { try statistic(.workout(.sum), quantityType, operatorType, sumQuantity) }
    }

    /// The workouts whose smallest quantity of a type satisfies a comparison with another.
    ///
    /// - Parameters:
    ///   - operatorType: The comparison: one of the six operators for numbers; queries reject others (R4.19).
    ///   - quantityType: The type of the samples that were added to the workout.
    ///   - minimumQuantity: The quantity to compare with; queries reject an incompatible unit.
    /// - Returns: A predicate for queries of workouts.
    public class func predicateForWorkouts(
        operatorType: HKPredicateOperator,
        quantityType: HKQuantityType,
        minimumQuantity: HKQuantity
    ) -> NSPredicate {
        predicate { try statistic(.workout(.minimum), quantityType, operatorType, minimumQuantity) }
    }

    /// The workouts whose largest quantity of a type satisfies a comparison with another.
    ///
    /// - Parameters:
    ///   - operatorType: The comparison: one of the six operators for numbers; queries reject others (R4.19).
    ///   - quantityType: The type of the samples that were added to the workout.
    ///   - maximumQuantity: The quantity to compare with; queries reject an incompatible unit.
    /// - Returns: A predicate for queries of workouts.
    public class func predicateForWorkouts(
        operatorType: HKPredicateOperator,
        quantityType: HKQuantityType,
        maximumQuantity: HKQuantity
    ) -> NSPredicate {
        predicate { try statistic(.workout(.maximum), quantityType, operatorType, maximumQuantity) }
    }

    /// The workouts whose average quantity of a type satisfies a comparison with another.
    ///
    /// - Parameters:
    ///   - operatorType: The comparison: one of the six operators for numbers; queries reject others (R4.19).
    ///   - quantityType: The type of the samples that were added to the workout.
    ///   - averageQuantity: The quantity to compare with; queries reject an incompatible unit.
    /// - Returns: A predicate for queries of workouts.
    public class func predicateForWorkouts(
        operatorType: HKPredicateOperator,
        quantityType: HKQuantityType,
        averageQuantity: HKQuantity
    ) -> NSPredicate {
        predicate { try statistic(.workout(.average), quantityType, operatorType, averageQuantity) }
    }
}

extension HKQuery {
    /// The owner of a statistic that a predicate compares.
    enum StatisticOwner {
        case workout(StatisticField)
        case activity(StatisticField)
    }

    static func statistic(
        _ owner: StatisticOwner,
        _ type: HKQuantityType,
        _ operatorType: HKPredicateOperator,
        _ quantity: HKQuantity
    ) throws -> SampleFilter {
        guard type.is(compatibleWith: quantity.unit) else {
            throw HKError.invalid(
                "The unit \(quantity.unit.unitString) of the predicate is not compatible with \(type.identifier)"
            )
        }
        let field: FilterField =
            switch owner {
            case .workout(let statistic): .workoutStatistic(statistic, type.identifier)
            case .activity(let statistic): .activityStatistic(statistic, type.identifier)
            }
        return try comparison(field, operatorType, .quantity(quantity))
    }

    private static func total(
        _ total: WorkoutTotalField,
        _ operatorType: HKPredicateOperator,
        _ quantity: HKQuantity,
        like unit: HKUnit
    ) throws -> SampleFilter {
        guard quantity.is(compatibleWith: unit) else {
            throw HKError.invalid(
                "The unit \(quantity.unit.unitString) of the predicate is not compatible with \(total.rawValue)"
            )
        }
        return try comparison(.workoutTotal(total), operatorType, .quantity(quantity))
    }
}

extension FilterValue {
    /// The raw value of an activity type.
    static func activityType(_ type: HKWorkoutActivityType) -> FilterValue { .integer(Int(clamping: type.rawValue)) }
}
