import Foundation

/// A question about one's data that one command answers, and the keys by which the console answers it.
struct MeasureQuestion {
    /// A step of a recorded session.
    enum Step {
        /// A key, as sessions name it.
        case press(String)
        /// What is typed into a field, and not counted.
        case typed(String)
    }

    /// The line after `healthtui`.
    let text: String
    /// The names of the measures that the answer names.
    let measures: [String]
    /// The keys from the summary; empty where the console has no screen of it.
    let steps: [Step]

    private init(_ text: String, of measures: [String] = [], keys: [Step] = []) {
        (self.text, self.measures, steps) = (text, measures, keys)
    }

    private init(_ text: String, of measures: [String] = [], asked line: String) {
        self.init(text, of: measures, keys: [.press(":"), .typed(line), .press("enter")])
    }

    /// The line's words; those in quotes are joined.
    var words: [String] {
        text.split(separator: "'", omittingEmptySubsequences: false).enumerated()
            .flatMap { place, part in
                place % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
            }
    }

    /// How many keys it takes; what is typed isn't counted.
    var count: Int {
        steps.count { step in
            if case .press = step { return true }
            return false
        }
    }

    /// All of them, in an order in which each finds what it needs.
    static let all = [
        MeasureQuestion("mark 'stopped drinking' 1 sep"),
        MeasureQuestion(
            "mark 'new medication' 3 oct",
            keys: [
                .press(":"), .typed("steps"), .press("enter"), .press("m"), .press("ctrl+u"), .typed("new medication"),
                .press("tab"), .press("ctrl+u"), .typed("3 oct"), .press("ctrl+s"),
            ]
        ),
        MeasureQuestion("stats sleep last week", of: ["sleep"], asked: "sleep last week"),
        MeasureQuestion(
            "stats night this month --where '< 6 h' --summary",
            of: ["night"],
            asked: "night <6h this month"
        ),
        MeasureQuestion("stats bedtime last 30 days --summary", of: ["bedtime"], asked: "bedtime last 30 days"),
        MeasureQuestion("stats naps this year --by month", of: ["naps"], asked: "naps this year by month"),
        MeasureQuestion("stats bp last month --of morning --summary", of: ["bp"], asked: "bp last month"),
        MeasureQuestion("stats bp 24 nov to 26 nov --summary", of: ["bp"], asked: "bp 24 nov to 26 nov"),
        MeasureQuestion(
            "stats weight --rolling 7",
            of: ["weight"],
            keys: [.press(":"), .typed("weight"), .press("enter"), .press("r")]
        ),
        MeasureQuestion("stats steps --sort least --limit 1", of: ["steps"], asked: "steps least"),
        MeasureQuestion(
            "stats steps this year --where '>= 8000' --summary",
            of: ["steps"],
            asked: "steps >=8000 this year"
        ),
        MeasureQuestion(
            "stats 'running distance' this year --by week --against 'last year'",
            of: ["running distance"],
            asked: "running distance this year by week"
        ),
        MeasureQuestion("stats 'running pace' --by month", of: ["running pace"], asked: "running pace by month"),
        MeasureQuestion("stats headache this year --by month", of: ["headache"], asked: "headache this year by month"),
        MeasureQuestion("stats doses --by week", of: ["doses"], asked: "doses by week"),
        MeasureQuestion("stats LDL last 5 years", asked: "lab"),
        MeasureQuestion("stats alcohol --by week --sort most", of: ["alcohol"], asked: "alcohol by week most"),
        MeasureQuestion("change rhr since 'stopped drinking'", of: ["rhr"], asked: "rhr since stopped drinking"),
        MeasureQuestion("change weight last 7 days", of: ["weight"], asked: "change weight last 7 days"),
        MeasureQuestion("change bp this month", of: ["bp"], asked: "change bp this month"),
        MeasureQuestion(
            "change headache since 'new medication'",
            of: ["headache"],
            asked: "change headache since new medication"
        ),
        MeasureQuestion("compare caffeine sleep", of: ["caffeine", "sleep"], asked: "caffeine v sleep"),
        MeasureQuestion("compare sleep hrv", of: ["sleep", "hrv"], asked: "sleep v hrv"),
        MeasureQuestion("pattern sleep", of: ["sleep"]),
        MeasureQuestion("pattern glucose --heat", of: ["glucose"], asked: "heat glucose"),
        MeasureQuestion(
            "samples heartRate --where '> 150 and not in workout and this month'",
            keys: [
                .press(":"), .typed("heart rate"), .press("enter"), .press("/"),
                .typed(">150 and not in workout and this month"), .press("enter"),
            ]
        ),
        MeasureQuestion(
            "add bp 131/80 yesterday 7:30",
            keys: [.press(":"), .typed("bp 131/80 yesterday 7:30"), .press("enter"), .press("enter")]
        ),
    ]
}
