import HealthKitLocalization
import HealthtuiEntry

/// The calendar of cycles.
enum CycleStrings {
    static var title: String { localized("Cycle Tracking") }
    /// The name of the data in a loading message.
    static var loading: String { localized("cycles") }
    static var noPeriods: String { localized("No periods recorded yet.") }
    static var addHint: String { localized("a adds one, L lists what there is.") }

    // MARK: Figures
    static var cycle: String { localized("CYCLE") }
    static var period: String { localized("PERIOD") }
    static var last: String { localized("LAST PERIOD") }
    static var next: String { localized("NEXT PERIOD") }
    static func days(_ lengths: ClosedRange<Int>) -> String {
        let (least, most) = (lengths.lowerBound, lengths.upperBound)
        if least == most { return length(least) }
        return plural(most, one: "\(least)–\(most) day", other: "\(least)–\(most) days")
    }
    static func length(_ days: Int) -> String {
        plural(days, one: "\(NumberText.text(days)) day", other: "\(NumberText.text(days)) days")
    }
    static func dayNumber(_ day: Int) -> String { localized("day \(day)") }
    static func about(_ day: String) -> String { localized("about \(day)") }

    // MARK: The prediction
    static func predicted(_ cycles: Int, _ lengths: String, _ first: String, _ last: String) -> String {
        let lastCycles = plural(
            cycles,
            one: "your last \(cycles) cycle",
            other: "your last \(cycles) cycles",
            context: "A prediction, from"
        )
        return first == last
            ? localized("A prediction, from \(lastCycles) of \(lengths): the next period begins about \(first).")
            : localized(
                """
                A prediction, from \(lastCycles) of \(lengths): the next period begins between \(first) and \(last).
                """
            )
    }
    static var tooFew: String {
        localized("No prediction: it takes three complete cycles of 15 to 60 days, and a last one that isn't longer.")
    }
    static var interrupted: String {
        localized("No prediction while pregnancy, lactation or a contraceptive is recorded.")
    }

    // MARK: Days
    static func fact(_ type: String, _ value: String) -> String { localized("\(type): \(value)") }
    static var nothing: String { localized("nothing recorded") }
    static var expected: String { localized("the next period may begin (predicted)") }
    static var nothingThatDay: String { localized("nothing was recorded on that day") }
    static var oldest: String { localized("this is the oldest cycle") }
    static var newest: String { localized("this is the newest cycle") }

    // MARK: Legend
    static var light: String { localized("light") }
    static var medium: String { localized("medium") }
    static var heavy: String { localized("heavy") }
    static var spotting: String { localized("spotting") }
    static var surge: String { localized("ovulation test positive") }
    static var otherTest: String { localized("other test") }
    static var symptom: String { localized("symptom") }
    static var predictedStart: String { localized("predicted start") }
}
