import HealthKitLocalization

/// The texts about what an import would bring.
enum ImportTableStrings {
    /// The workouts of an activity.
    static func workouts(_ activity: String) -> String { localized("Workouts: \(activity)") }
    static var daySummaries: String { localized("Summaries of days") }
    static var attachments: String { localized("Attachments") }
}
