import HealthKitLocalization
import HealthtuiEntry

/// The descriptions beside the suggestions behind `:`, in lower case and a few words: the target of each name.
///
/// The names that are typed, such as `rings`, are not here: they are names of commands.
enum PaletteStrings {
    // MARK: Commands

    static var undo: String { localized("take back what you did last") }
    static var redo: String { localized("do again what was taken back") }
    static var workout: String { localized("start a workout, or go to the one that runs") }
    static var goals: String { localized("goals of types, days met and streaks") }
    static var ringGoals: String { localized("goals of the rings, and your zones") }
    /// The word between two types to compare.
    static let versus = ["v", "vs", "vs.", "versus"]
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
