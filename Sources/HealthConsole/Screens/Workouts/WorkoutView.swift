/// What is shown of the workout.
enum WorkoutView: CaseIterable, Sendable {
    case overview, route, splits, events, statistics, samples

    var name: String {
        switch self {
        case .overview: WorkoutTexts.page
        case .route: WorkoutTexts.map
        case .splits: WorkoutTexts.splits
        case .events: WorkoutTexts.events
        case .statistics: WorkoutTexts.statistics
        case .samples: SharedTexts.samplesHeading
        }
    }
}
