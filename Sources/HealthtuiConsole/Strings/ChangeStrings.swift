import HealthKitLocalization
import HealthtuiEntry

/// A measure before and after a day, and the form of a mark.
enum ChangeStrings {
    static var title: String { localized("Before and after") }
    static func title(_ measure: String) -> String { localized("\(measure) before and after") }
    /// The words of a mark with its day.
    static func mark(_ text: String, _ day: String) -> String { text + ", " + day }
    static var noDay: String { localized("there is no day to compare yet") }
    static var noMarks: String { localized("there are no marks yet; m adds one") }
    static var onlyMark: String { localized("there is no other mark") }
    static var noWeeks: String { localized("no week has four days") }

    // MARK: Figures
    static var since: String { localized("SINCE") }
    static var earlier: String { localized("BEFORE THAT") }
    static var change: String { localized("CHANGE") }

    // MARK: Under the chart
    static func since(_ value: String) -> String { localized("since \(value)", context: "before and after") }
    static func before(_ value: String) -> String { localized("before \(value)", context: "before and after") }
    static func earlier(_ value: String) -> String { localized("before that \(value)", context: "before and after") }
    static func most(_ value: String) -> String { localized("\(value) most", context: "before and after") }
    static func least(_ value: String) -> String { localized("\(value) least", context: "before and after") }
    static var weekOlder: String { localized("a week before that year") }
    static var weekBefore: String { localized("a week before") }
    static var within: String { localized("since, within") }
    static var beyond: String { localized("since, beyond all") }
    static var spanMean: String { localized("mean of a span") }

    // MARK: A week
    static func mean(_ days: Int) -> String { HeatStrings.mean(days) }
    static var higher: String { localized("higher than every week of the year before") }
    static var lower: String { localized("lower than every week of the year before") }
    static var later: String { localized("later than every week of the year before") }
    static var sooner: String { localized("earlier than every week of the year before") }
    static var notBeyond: String { localized("not beyond all weeks of the year before") }

    // MARK: Beside the chart, and the table
    static var spans: String { localized("Three spans") }
    static func length(_ days: Int) -> String {
        plural(days, one: "\(NumberText.text(days)) day each", other: "\(NumberText.text(days)) days each")
    }
    /// The lengths of spans since and before, which may have more days.
    static func lengths(_ since: Int, before: Int) -> String {
        guard since != before else { return length(since) }
        let (since, before) = (NumberText.text(since), NumberText.text(before))
        return localized("days since \(since), before \(before)")
    }
    static var longest: String { localized("these are the longest spans") }
    static var shortest: String { localized("these are the shortest spans") }
    static var changeSince: String { localized("Change since") }
    static var changeBefore: String { localized("Change before that") }
    static var inWords: String { localized("In words") }
    static var weeksSince: String { localized("Weeks since") }
    static var beyondYear: String { localized("beyond the year before") }
    static var weeksBefore: String { localized("Weeks before") }
    static var weeksOlder: String { localized("Weeks before that year") }
    static var marks: String { localized("Marks") }

    // MARK: Other measures
    static var others: String { localized("The same mark on other measures") }
    static var othersOfDay: String { localized("The same day on other measures") }
    static var othersLoading: String { localized("the other measures are still being read") }
    static var noOthers: String { localized("no other pinned measure has values before and after") }
    static var foundTooFew: String { localized("too few weeks", context: "before and after") }
    static var foundWentOn: String { localized("it went on", context: "before and after") }
    static var foundOutside: String { localized("outside", context: "before and after") }
    static var foundWithin: String { localized("within", context: "before and after") }

    // MARK: The form of a mark
    static var newMark: String { localized("New mark") }
    static var name: String { localized("Words") }
    static var nameExample: String { localized("stopped drinking") }
    static var nameMissing: String { localized("Name what began or happened.") }
    static var days: String { localized("Days") }
    static var daysExample: String { localized("3 may, or 3 may 10 may") }
    static var unfinished: String { localized("The mark is not saved.") }
    static func marked(_ text: String, _ days: String) -> String { localized("marked “\(text)”, \(days)") }
    static func known(_ text: String) -> String { localized("“\(text)” is marked already") }
    static var help: String {
        localized(
            """
            A mark is a line in every chart where its days begin, and a time that you can type: since stopped drinking. \
            No app can read it.
            """
        )
    }
}
