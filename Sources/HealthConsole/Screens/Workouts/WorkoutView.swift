/// What is shown of the workout.
enum WorkoutView: CaseIterable, Sendable {
    case overview, route, splits, events, statistics, samples

    var name: String {
        switch self {
        case .overview: "Page"
        case .route: "Map"
        case .splits: "Splits"
        case .events: "Events"
        case .statistics: "Statistics"
        case .samples: "Samples"
        }
    }
}
