import HealthEntry

/// What stands beside each offer behind `:`, in lower case and a few words: what the name leads to.
///
/// The names that are typed, such as `rings`, are not here: they are names of commands.
enum PaletteStrings {
    // MARK: Commands

    static let undo = "take back what you did last"
    static let redo = "do again what was taken back"
    static let workout = "start a workout, or go to the one that runs"
    static let goals = "goals of the rings, and your zones"
    /// What stands between two types that are to be compared.
    static let versus = ["v", "vs", "vs.", "versus"]
    static let night = "enter a night of sleep"
    static func edit(_ type: String) -> String { "Edit \(type)" }
    static let editLatest = "the latest that you added"
    static let rings = "rings of a month"
    static let log = "what you did"
    static let notices = "what the console said"
    static let lock = "lock the store"
    static let export = "write everything to a file"
    static let report = "write a report for your doctor"
    static let help = "keys that work here"
    static let quit = "leave"
    static let redraw = "draw the screen again"
    /// The key is the one that goes there too.
    static func screen(_ key: String) -> String { "screen \(key)" }
    static func key(_ key: String) -> String { "key \(key)" }

    // MARK: Filters by name

    static let filter = "filter"
    static let atrialFibrillation = "AFib: ECGs with atrial fibrillation"
    static let atrialFibrillationNames = ["atrial fibrillation"]
    /// In the language of filters, which is English.
    static let atrialFibrillationFilter = "classification=afib"
    static let outOfRangeFilter = "out of range"
    static let outOfRange = "Out of range: lab results"
    static let outOfRangeNames = ["lab results out of range", "abnormal"]

    // MARK: Times

    static let day = "go to that day"
    static let month = "go to that month"
    static let year = "go to that year"

    // MARK: Charts

    static func over(_ type: String, _ span: String) -> String { "\(type), \(span)" }
    static let opensChart = "opens its chart"
    static let overDay = "a day"
    static let overWeek = "a week"
    static let overMonth = "a month"
    static let overHalfYear = "six months"
    static let overYear = "a year"
    static let overAll = "all time"
    // What a length of time may be called, in lower case.
    static let dayNames = ["d", "day"]
    static let weekNames = ["w", "wk", "week"]
    static let monthNames = ["m", "mo", "month"]
    static let halfYearNames = ["6m", "6mo"]
    static let yearNames = ["y", "yr", "year"]
    static let allNames = ["all"]

    // MARK: What the store holds

    static let app = "app"
    static func source(_ samples: Int) -> String { "source, \(NumberText.count(samples, "sample"))" }
    static func device(_ samples: Int) -> String { "device, \(NumberText.count(samples, "sample"))" }
    static let type = "type"
    static func type(_ samples: Int) -> String {
        samples == 0 ? "type, no data" : "type, \(NumberText.count(samples, "sample"))"
    }
}
