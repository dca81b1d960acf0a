import HealthKitLocalization

/// The texts of the preview of an import.
enum ImportTableStrings {
    /// The workouts of an activity.
    static func workouts(_ activity: String) -> String { localized("Workouts: \(activity)") }
    static var daySummaries: String { localized("Summaries of days") }
    static var attachments: String { localized("Attachments") }
}
