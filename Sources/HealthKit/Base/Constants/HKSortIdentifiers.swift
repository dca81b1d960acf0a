import Foundation

/// The sort key of the end date of a sample.
public let HKSampleSortIdentifierEndDate: String = "HKSampleSortIdentifierEndDate"

/// The sort key of the start date of a sample.
public let HKSampleSortIdentifierStartDate: String = "HKSampleSortIdentifierStartDate"

/// The sort key of the duration of a workout.
public let HKWorkoutSortIdentifierDuration: String = "HKWorkoutSortIdentifierDuration"

/// The sort key of the total distance of a workout.
public let HKWorkoutSortIdentifierTotalDistance: String = "HKWorkoutSortIdentifierTotalDistance"

/// The sort key of the total energy burned of a workout.
public let HKWorkoutSortIdentifierTotalEnergyBurned: String = "HKWorkoutSortIdentifierTotalEnergyBurned"

/// The sort key of the total flights climbed of a workout.
public let HKWorkoutSortIdentifierTotalFlightsClimbed: String = "totalFlightsClimbed"

/// The sort key of the total swimming stroke count of a workout.
public let HKWorkoutSortIdentifierTotalSwimmingStrokeCount: String = "totalSwimmingStrokeCount"
