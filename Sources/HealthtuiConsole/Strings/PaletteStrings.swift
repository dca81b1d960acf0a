import HealthKitLocalization
import HealthtuiEntry

/// The descriptions next to the suggestions after `:`, in lower case and a few words: the target of each name.
///
/// The names that are typed, such as `rings`, are not here: they are names of commands.
enum PaletteStrings {
    // MARK: Commands

    static var undo: String { localized("take back what you did last") }
    static var redo: String { localized("do again what was taken back") }
    static var workout: String { localized("start a workout, or go to the one that runs") }
    static var goals: String { localized("goals of types, days met and streaks") }
    static var ringGoals: String { localized("goals of the rings, and your zones") }
    // Words behind a measure that sort its days.
    static let least = ["least", "lowest", "wenigste", "wenigsten", "niedrigste"]
    static let most = ["most", "highest", "meiste", "meisten", "höchste"]
    /// The word between two measures to compare.
    static let versus = ["v", "vs", "vs.", "versus", "gegen"]
    /// The same behind the shell's `compare`.
    static let and = ["and", "with", "und", "mit"]
    /// The shell's command before a sample to be saved.
    static let add = "add"
    /// The word before a type to request its pattern of weekdays and hours.
    static let patternWord = "pattern"
    static let heatWord = "heat"
    static var pattern: String { localized("weekdays and hours") }
    static var heat: String { localized("each hour of each weekday") }
    static var night: String { localized("enter a night of sleep") }
    static func edit(_ type: String) -> String { localized("Edit \(type)") }
    static var editLatest: String { localized("the latest that you added") }
    static var rings: String { localized("rings of a month") }
    static var log: String { localized("what you did") }
    static var notices: String { localized("what the console said") }
    static var lock: String { localized("lock the store") }
    static var export: String { localized("write everything to a file") }
    static var report: String { localized("write a report for your doctor") }
    static var help: String { localized("keys that work here") }
    static var quit: String { localized("leave") }
    static var redraw: String { localized("draw the screen again") }
    /// The key is the one that goes there too.
    static func screen(_ key: String) -> String { localized("screen \(key)") }
    static func key(_ key: String) -> String { localized("key \(key)") }

    // MARK: Filters by name

    static var filter: String { localized("filter") }
    static var atrialFibrillation: String { localized("AFib: ECGs with atrial fibrillation") }
    static let atrialFibrillationNames = ["atrial fibrillation"]
    /// In the language of filters, which is English.
    static let atrialFibrillationFilter = "classification=afib"
    static let outOfRangeFilter = "out of range"
    static var outOfRange: String { localized("Out of range: lab results") }
    static let outOfRangeNames = ["lab results out of range", "abnormal"]

    // MARK: Times

    static var day: String { localized("go to that day") }
    static var days: String { localized("go to those days") }
    static var week: String { localized("go to that week") }
    static var month: String { localized("go to that month") }
    static var year: String { localized("go to that year") }

    // MARK: Measures

    /// The answer is a list of days.
    static var answers: String { localized("lists its days") }
    static var change: String { localized("before and after") }
    static func since(_ measure: String, _ time: String) -> String { localized("\(measure) since \(time)") }
    static func sorted(least: Bool) -> String {
        least ? localized("the least first") : localized("the most first")
    }
    static func pairs(_ days: String) -> String { localized("\(days) have both.") }
    // Bounds of a measure, on whose days another is given.
    static func under(_ value: String) -> String { localized("under \(value)", context: "compared days") }
    static func over(_ value: String) -> String { localized("over \(value)", context: "compared days") }
    static func between(_ least: String, _ most: String) -> String {
        localized("\(least) – \(most)", context: "compared days")
    }

    // MARK: A sample to be saved

    static func entry(_ type: String, _ value: String, _ time: String) -> String {
        localized("\(type) \(value), \(time)")
    }
    static var adds: String { localized("add it, as entered by you") }
    static var willBeSaved: String { localized("Will be saved") }
    static var enterShows: String { localized("Enter twice saves") }
    static var enterSaves: String { localized("Enter again saves  Esc leave") }
    static func new(_ value: String, _ time: String) -> String { localized("New: \(value), \(time)") }
    static func before(_ value: String, _ time: String, _ source: String) -> String {
        localized("Before it: \(value), \(time), \(source)")
    }
    static func changed(_ difference: String) -> String { localized("Change: \(difference)") }
    static var noneBefore: String { localized("There is none before it.") }
    static var isThere: String { localized("One with this value and time is already stored.") }
    static var isNew: String { localized("None has this value and time.") }

    // MARK: Charts

    static func over(_ type: String, _ span: String) -> String { localized("\(type), \(span)") }
    static var opensChart: String { localized("opens its chart") }
    static var overDay: String { localized("a day") }
    static var overWeek: String { localized("a week") }
    static var overMonth: String { localized("a month") }
    static var overHalfYear: String { localized("six months") }
    static var overYear: String { localized("a year") }
    static var overAll: String { localized("all time") }
    // Names of a length of time, in lower case.
    static let dayNames = ["d", "day"]
    static let weekNames = ["w", "wk", "week"]
    static let monthNames = ["m", "mo", "month"]
    static let halfYearNames = ["6m", "6mo"]
    static let yearNames = ["y", "yr", "year"]
    static let allNames = ["all"]

    // MARK: What the store holds

    static var app: String { localized("app") }
    static func source(_ samples: Int) -> String {
        plural(
            samples,
            one: "source, \(NumberText.text(samples)) sample",
            other: "source, \(NumberText.text(samples)) samples"
        )
    }
    static func device(_ samples: Int) -> String {
        plural(
            samples,
            one: "device, \(NumberText.text(samples)) sample",
            other: "device, \(NumberText.text(samples)) samples"
        )
    }
    static var type: String { localized("type") }
    static func type(_ samples: Int) -> String {
        samples == 0
            ? localized("type, no data")
            : localized("type, \(SharedStrings.samples(samples))")
    }
}
