/// How a search among samples is told as it was understood: `above 100 kg, since Fri 1 Mar 2024`, and what was not
/// understood.
///
/// A condition begins in lower case, for several stand in a line with commas between them.
enum FilterStrings {
    // MARK: Conditions

    static func not(_ condition: String) -> String { "not \(condition)" }
    static func atLeast(_ amount: String) -> String { "at least \(amount)" }
    static func atMost(_ amount: String) -> String { "at most \(amount)" }
    static func above(_ amount: String) -> String { "above \(amount)" }
    static func below(_ amount: String) -> String { "below \(amount)" }
    static func containing(_ text: String) -> String { "containing \(text)" }
    static func range(_ least: String, _ most: String) -> String { "\(least) to \(most)" }
    static func since(_ day: String) -> String { "since \(day)" }
    static func before(_ day: String) -> String { "before \(day)" }
    static func on(_ day: String) -> String { "on \(day)" }
    /// Of a month or a year.
    static func within(_ time: String) -> String { "in \(time)" }
    static func timeOfDay(_ start: String, _ end: String) -> String { "between \(start) and \(end)" }
    static func weekdays(_ names: [String]) -> String { "on \(names.joined(separator: ", "))" }
    static func weekend(_ names: [String]) -> String { "on a weekend (\(names.joined(separator: ", ")))" }
    static let inWorkout = "in a workout"
    static let outOfRange = "out of range"
    static let inRange = "in range"
    /// Sources, as below.
    static func from(_ sources: String) -> String { "from \(sources)" }
    /// Devices, as below.
    static func by(_ devices: String) -> String { "by \(devices)" }
    /// Medications, as below.
    static func of(_ medications: String) -> String { "of \(medications)" }
    /// Between the names of two or three sources or devices, and between conditions of which one has to hold.
    static let or = " or "
    /// Between conditions that have to hold together, in parentheses.
    static let and = " and "
    static func others(_ names: String, _ count: Int) -> String { "\(names) or \(count) others" }
    /// Samples that have a key of metadata.
    static func with(_ key: String) -> String { "with \(key)" }
    /// A property whose text is the one that was typed, or holds it.
    static func property(_ name: String, _ isPart: Bool, _ value: String) -> String {
        isPart ? "\(name) containing “\(value)”" : "\(name) “\(value)”"
    }
    /// Behind a number that no unit follows.
    static let withoutUnit = " without a unit"

    // MARK: What was not understood

    /// The whole of an error: where, what, and what was probably meant.
    static func error(_ column: Int, _ problem: String, _ suggestion: String?) -> String {
        "column \(column): \(problem)" + (suggestion.map { "; did you mean “\($0)”?" } ?? "")
    }
    static func tooLong(_ limit: Int) -> String { "a filter can't be longer than \(NumberText.text(limit)) characters" }
    static func tooDeep(_ limit: Int) -> String { "more than \(limit) parentheses are open" }
    static func tooMany(_ limit: Int) -> String { "a filter can't have more than \(limit) conditions" }
    static let quoteIsOpen = "this quotation mark isn't closed"
    static let isNotClosed = "this parenthesis isn't closed"
    static let closesNothing = "this parenthesis closes nothing"
    static func needsCondition(_ word: String) -> String { "a condition is missing at “\(word)”" }
    static func notUnderstood(_ word: String) -> String {
        "“\(word)” isn't a source, device, date or key=value"
    }
    static func notUnderstoodOfNumbers(_ word: String) -> String {
        "“\(word)” isn't a value (>100, 70..80), source, device, date or key=value"
    }
    static func isNoCondition(_ text: String) -> String { "“\(text)” isn't a condition" }
    static func cannotBeCompared(_ type: String) -> String { "\(type) can't be compared like that" }
    static func hasNoNumber(_ type: String) -> String { "\(type) has no number to compare with" }
    static func hasNoOrder(_ name: String) -> String { "\(name) can only be compared with = and !=" }
    static func isNoText(_ name: String) -> String { "\(name) isn't a text, so ~ can't search it" }
    static func hasNoRanges(_ type: String) -> String { "\(type) has no reference ranges" }
    static let isWorkoutItself = "workouts can't be searched by the workout that they are in"
    static func isMore(_ first: String, than second: String) -> String { "\(first) is more than \(second)" }
    static func isAmbiguous(_ typed: String, _ whole: String, _ decimal: String) -> String {
        "“\(typed)” may be \(whole) or \(decimal); write one of them"
    }
    static func isSeveral(_ typed: String, _ names: String) -> String { "“\(typed)” may be \(names)" }
    static func isNoProperty(_ name: String, _ type: String) -> String {
        "\(type) has no “\(name)” (write metadata:\(name)=… for an app's own key)"
    }
    static func isNoName(_ typed: String, _ what: String, _ known: String) -> String {
        known.isEmpty ? "“\(typed)” isn't a \(what)" : "“\(typed)” isn't a \(what); there are \(known)"
    }
    static func needsValue(_ name: String) -> String { "\(name) needs a value" }
    static func needsDuration(_ text: String) -> String { "“\(text)” needs a unit of time, as in 30 min or 1h30m" }
    static let needsClock = "write two times of day, as in time 22:00-06:00"
    static let isNoSpan = "the two times of day are the same"
    static let needsWeekday = "write days, as in weekday mon,sat or weekday mon-fri"
    static func isNoDate(_ word: String) -> String { "“\(word)” isn't a date" }
}
