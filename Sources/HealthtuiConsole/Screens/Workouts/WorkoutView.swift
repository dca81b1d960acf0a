/// The view of the workout.
enum WorkoutView: CaseIterable, Sendable {
    case overview, route, splits, events, statistics, samples

    var name: String {
        switch self {
        case .overview: WorkoutStrings.page
        case .route: WorkoutStrings.map
        case .splits: WorkoutStrings.splits
        case .events: WorkoutStrings.events
        case .statistics: WorkoutStrings.statistics
        case .samples: SharedStrings.samplesHeading
        }
    }
}
