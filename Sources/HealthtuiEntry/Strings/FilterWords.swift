/// The words of the filter language: what a person types after `/` and behind `--where`, and what Tab offers.
///
/// They are documented in Documentation/Filters.md.
enum FilterWords {
    // MARK: Between conditions
    static let and = "and"
    static let or = "or"
    static let not = "not"

    // MARK: Conditions
    static let time = "time"
    static let weekday = "weekday"
    static let weekend = "weekend"
    static let inWorkout = "in workout"
    static let outOfRange = "out of range"
    static let inRange = "in range"
    static let source = "source"
    static let device = "device"
    /// Before the key of an app that HealthKit does not know: `metadata:key=value`.
    static let metadata = "metadata:"
    static let since = "since"
    static let before = "before"
    /// The words before a day, a month or a year.
    static let prepositions = ["since", "from", "after", "before", "until", "in", "on"]
    static let partsOfDay = ["morning", "afternoon", "evening", "night"]
    static let night = "time 22:00-06:00"
    static let workweek = "weekday mon-fri"
    /// The weekdays from Sunday on; three letters are enough.
    static let weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]

    // MARK: Properties
    static let value = "value"
    static let duration = "duration"
    static let severity = "severity"
    static let activity = "activity"
    static let running = "running"
    static let distance = "distance"
    static let energy = "energy"
    static let strokes = "strokes"
    static let flights = "flights"
    static let classification = "classification"
    static let afib = "afib"
    static let heartRate = "heart rate"
    static let averageHeartRates = ["average heart rate", "average"]
    static let symptoms = "symptoms"
    static let name = "name"
    static let status = "status"
    static let code = "code"
    static let resource = "resource"
    static let valence = "valence"
    static let label = "label"
    static let association = "association"
    static let kind = "kind"
    static let medication = "medication"
    static let schedule = "schedule"
    static let title = "title"
    static let patient = "patient"
    static let author = "author"
    static let custodian = "custodian"
    static let score = "score"
    static let systolic = "systolic"
    static let diastolic = "diastolic"

    /// Alternative names of the classifications of electrocardiograms, by their names in Swift.
    static let classifications = [
        "atrialFibrillation": ["afib", "af", "a-fib"], "sinusRhythm": ["sinus", "normal"],
    ]
}
