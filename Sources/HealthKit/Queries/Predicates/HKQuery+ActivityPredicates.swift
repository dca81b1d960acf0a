import Foundation

// Predicates over the activities of workouts, for `predicateForWorkouts(activityPredicate:)` alone (R4.17).
extension HKQuery {
    /// The activities of a type.
    ///
    /// - Parameter workoutActivityType: The activity type.
    /// - Returns: A predicate for workout activities.
    public class func predicateForWorkoutActivities(workoutActivityType: HKWorkoutActivityType) -> NSPredicate {
        FilterPredicate(.compare(FilterComparison(.activityType, .equal, .activityType(workoutActivityType))))
    }

    /// The activities whose duration satisfies a comparison with another.
    ///
    /// - Parameters:
    ///   - operatorType: The comparison: one of the six operators for numbers; queries reject others (R4.19).
    ///   - duration: Seconds.
    /// - Returns: A predicate for workout activities.
    public class func predicateForWorkoutActivities(
        operatorType: HKPredicateOperator,
        duration: TimeInterval
    ) -> NSPredicate {
        predicate { try comparison(.activityDuration, operatorType, .number(duration)) }
    }

    /// The activities of a period; the rules are those of `predicateForSamples(withStart:end:options:)`.
    ///
    /// - Parameters:
    ///   - startDate: The start of the period; `nil` for no limit.
    ///   - endDate: The end of the period; `nil` for no limit.
    ///   - options: How activities that reach beyond its ends count.
    /// - Returns: A predicate for workout activities.
    public class func predicateForWorkoutActivities(
        start startDate: Date?,
        end endDate: Date?,
        options: HKQueryOptions = []
    ) -> NSPredicate {
        FilterPredicate(TimeFields.activity.filter(start: startDate, end: endDate, options: options))
    }

    /// The activities whose sum of a quantity type satisfies a comparison with another.
    ///
    /// - Parameters:
    ///   - operatorType: The comparison: one of the six operators for numbers; queries reject others (R4.19).
    ///   - quantityType: The type of the samples that were added to the workout.
    ///   - sumQuantity: The quantity to compare with; queries reject an incompatible unit.
    /// - Returns: A predicate for workout activities.
    public class func predicateForWorkoutActivities(
        operatorType: HKPredicateOperator,
        quantityType: HKQuantityType,
        sumQuantity: HKQuantity
    ) -> NSPredicate {
        predicate { try statistic(.activity(.sum), quantityType, operatorType, sumQuantity) }
    }

    /// The activities whose smallest quantity of a type satisfies a comparison with another.
    ///
    /// - Parameters:
    ///   - operatorType: The comparison: one of the six operators for numbers; queries reject others (R4.19).
    ///   - quantityType: The type of the samples that were added to the workout.
    ///   - minimumQuantity: The quantity to compare with; queries reject an incompatible unit.
    /// - Returns: A predicate for workout activities.
    public class func predicateForWorkoutActivities(
        operatorType: HKPredicateOperator,
        quantityType: HKQuantityType,
        minimumQuantity: HKQuantity
    ) -> NSPredicate {
        predicate { try statistic(.activity(.minimum), quantityType, operatorType, minimumQuantity) }
    }

    /// The activities whose largest quantity of a type satisfies a comparison with another.
    ///
    /// - Parameters:
    ///   - operatorType: The comparison: one of the six operators for numbers; queries reject others (R4.19).
    ///   - quantityType: The type of the samples that were added to the workout.
    ///   - maximumQuantity: The quantity to compare with; queries reject an incompatible unit.
    /// - Returns: A predicate for workout activities.
    public class func predicateForWorkoutActivities(
        operatorType: HKPredicateOperator,
        quantityType: HKQuantityType,
        maximumQuantity: HKQuantity
    ) -> NSPredicate {
        predicate { try statistic(.activity(.maximum), quantityType, operatorType, maximumQuantity) }
    }

    /// The activities whose average quantity of a type satisfies a comparison with another.
    ///
    /// - Parameters:
    ///   - operatorType: The comparison: one of the six operators for numbers; queries reject others (R4.19).
    ///   - quantityType: The type of the samples that were added to the workout.
    ///   - averageQuantity: The quantity to compare with; queries reject an incompatible unit.
    /// - Returns: A predicate for workout activities.
    public class func predicateForWorkoutActivities(
        operatorType: HKPredicateOperator,
        quantityType: HKQuantityType,
        averageQuantity: HKQuantity
    ) -> NSPredicate {
        predicate { try statistic(.activity(.average), quantityType, operatorType, averageQuantity) }
    }
}
