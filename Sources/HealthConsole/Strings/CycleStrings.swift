import HealthEntry

/// The calendar of cycles.
enum CycleStrings {
    static let title = "Cycle Tracking"
    /// What is being loaded; stands behind that word.
    static let loading = "cycles"
    static let noPeriods = "No periods recorded yet."
    static let addHint = "a adds one, L lists what there is."

    // MARK: Figures
    static let cycle = "CYCLE"
    static let period = "PERIOD"
    static let last = "LAST PERIOD"
    static let next = "NEXT PERIOD"
    static func days(_ lengths: ClosedRange<Int>) -> String {
        lengths.lowerBound == lengths.upperBound
            ? NumberText.count(lengths.lowerBound, "day") : "\(lengths.lowerBound)–\(lengths.upperBound) days"
    }
    static func length(_ days: Int) -> String { NumberText.count(days, "day") }
    static func dayNumber(_ day: Int) -> String { "day \(day)" }
    static func about(_ day: String) -> String { "about \(day)" }

    // MARK: The prediction
    static func predicted(_ cycles: Int, _ lengths: String, _ first: String, _ last: String) -> String {
        first == last
            ? "A prediction, from your last \(cycles) cycles of \(lengths): the next period begins about \(first)."
            : "A prediction, from your last \(cycles) cycles of \(lengths): the next period begins between \(first) and \(last)."
    }
    static let tooFew =
        "No prediction: it takes three complete cycles of 15 to 60 days, and a last one that isn't longer."
    static let interrupted = "No prediction while pregnancy, lactation or a contraceptive is recorded."

    // MARK: Days
    static func fact(_ type: String, _ value: String) -> String { "\(type): \(value)" }
    static let nothing = "nothing recorded"
    static let expected = "the next period may begin (predicted)"
    static let nothingThatDay = "nothing was recorded on that day"
    static let oldest = "this is the oldest cycle"
    static let newest = "this is the newest cycle"

    // MARK: Legend
    static let light = "light"
    static let medium = "medium"
    static let heavy = "heavy"
    static let spotting = "spotting"
    static let surge = "ovulation test positive"
    static let otherTest = "other test"
    static let symptom = "symptom"
    static let predictedStart = "predicted start"
}
