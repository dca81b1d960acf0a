import HealthKitLocalization

/// Descriptions of a search among samples as it was parsed: `above 100 kg, since Fri 1 Mar 2024`, and of input that wasn't
/// understood.
///
/// A condition begins in lower case, for several stand in a line with commas between them.
enum FilterStrings {
    // MARK: Conditions

    static func not(_ condition: String) -> String { localized("not \(condition)") }
    static func atLeast(_ amount: String) -> String { localized("at least \(amount)") }
    static func atMost(_ amount: String) -> String { localized("at most \(amount)") }
    static func above(_ amount: String) -> String { localized("above \(amount)") }
    static func below(_ amount: String) -> String { localized("below \(amount)") }
    static func containing(_ text: String) -> String { localized("containing \(text)") }
    static func range(_ least: String, _ most: String) -> String { localized("\(least) to \(most)") }
    static func since(_ day: String) -> String { localized("since \(day)") }
    static func before(_ day: String) -> String { localized("before \(day)") }
    static func on(_ day: String) -> String { localized("on \(day)") }
    /// Of a month or a year.
    static func within(_ time: String) -> String { localized("in \(time)") }
    static func timeOfDay(_ start: String, _ end: String) -> String { localized("between \(start) and \(end)") }
    static func weekdays(_ names: [String]) -> String { localized("on \(names.joined(separator: ", "))") }
    static func weekend(_ names: [String]) -> String { localized("on a weekend (\(names.joined(separator: ", ")))") }
    static var inWorkout: String { localized("in a workout") }
    static var outOfRange: String { localized("out of range") }
    static var inRange: String { localized("in range") }
    /// Sources, as below.
    static func from(_ sources: String) -> String { localized("from \(sources)") }
    /// Devices, as below.
    static func by(_ devices: String) -> String { localized("by \(devices)") }
    /// Medications, as below.
    static func of(_ medications: String) -> String { localized("of \(medications)") }
    /// Names of sources or devices, or conditions of which one has to hold.
    static func or(_ names: [String]) -> String {
        names.dropFirst().reduce(names.first ?? "") { localized("\($0) or \($1)") }
    }
    /// Conditions that have to hold together, in parentheses.
    static func and(_ conditions: [String]) -> String {
        conditions.dropFirst().reduce(conditions.first ?? "") { localized("\($0) and \($1)") }
    }
    static func others(_ names: String, _ count: Int) -> String {
        plural(count, one: "\(names) or \(count) other", other: "\(names) or \(count) others")
    }
    /// Samples that have a key of metadata.
    static func with(_ key: String) -> String { localized("with \(key)") }
    /// A property whose text is the one that was typed, or holds it.
    static func property(_ name: String, _ isPart: Bool, _ value: String) -> String {
        isPart ? localized("\(name) containing “\(value)”") : localized("\(name) “\(value)”")
    }
    /// A number that no unit follows.
    static func withoutUnit(_ number: String) -> String { localized("\(number) without a unit") }

    // MARK: What was not understood

    /// The whole of an error: where, what, and what was probably meant.
    static func error(_ column: Int, _ problem: String, _ suggestion: String?) -> String {
        guard let suggestion else { return localized("column \(plain: column): \(problem)") }
        return localized("column \(plain: column): \(problem); did you mean “\(suggestion)”?")
    }
    static func tooLong(_ limit: Int) -> String {
        localized("a filter can't be longer than \(NumberText.text(limit)) characters")
    }
    static func tooDeep(_ limit: Int) -> String { localized("more than \(limit) parentheses are open") }
    static func tooMany(_ limit: Int) -> String { localized("a filter can't have more than \(limit) conditions") }
    static var quoteIsOpen: String { localized("this quotation mark isn't closed") }
    static var isNotClosed: String { localized("this parenthesis isn't closed") }
    static var closesNothing: String { localized("this parenthesis closes nothing") }
    static func needsCondition(_ word: String) -> String { localized("a condition is missing at “\(word)”") }
    static func notUnderstood(_ word: String) -> String {
        localized("“\(word)” isn't a source, device, date or key=value")
    }
    static func notUnderstoodOfNumbers(_ word: String) -> String {
        localized("“\(word)” isn't a value (>100, 70..80), source, device, date or key=value")
    }
    static func isNoCondition(_ text: String) -> String { localized("“\(text)” isn't a condition") }
    static var conditionIsMissing: String { localized("Enter a condition, such as < 6 h or 150..180") }
    static func isNoLength(_ text: String) -> String {
        localized("“\(text)” isn't a length of time, such as 6 h 30 min")
    }
    static func isNoTimeOfDay(_ text: String) -> String { localized("“\(text)” isn't a time of day, such as 23:30") }
    static func hasNoUnit(_ unit: String, _ units: [String]) -> String {
        let names = units.joined(separator: ", ")
        return names.isEmpty
            ? localized("“\(unit)”: this measure has no unit")
            : localized("“\(unit)” isn't a unit of this measure, which has \(names)")
    }
    static func cannotBeCompared(_ type: String) -> String { localized("\(type) can't be compared like that") }
    static func hasNoNumber(_ type: String) -> String { localized("\(type) has no number to compare with") }
    static func hasNoOrder(_ name: String) -> String { localized("\(name) can only be compared with = and !=") }
    static func isNoText(_ name: String) -> String { localized("\(name) isn't a text, so ~ can't search it") }
    static func hasNoRanges(_ type: String) -> String { localized("\(type) has no reference ranges") }
    static var isWorkoutItself: String { localized("workouts can't be searched by the workout that they are in") }
    static func isMore(_ first: String, than second: String) -> String { localized("\(first) is more than \(second)") }
    static func isAmbiguous(_ typed: String, _ whole: String, _ decimal: String) -> String {
        localized("“\(typed)” may be \(whole) or \(decimal); write one of them")
    }
    static func isSeveral(_ typed: String, _ names: String) -> String { localized("“\(typed)” may be \(names)") }
    static func isNoProperty(_ name: String, _ type: String) -> String {
        localized("\(type) has no “\(name)” (write metadata:\(name)=… for an app's own key)")
    }
    static func isNoName(_ typed: String, _ what: String, _ known: String) -> String {
        known.isEmpty
            ? localized("“\(typed)” isn't a \(what)") : localized("“\(typed)” isn't a \(what); there are \(known)")
    }
    static func needsValue(_ name: String) -> String { localized("\(name) needs a value") }
    static func needsDuration(_ text: String) -> String {
        localized("“\(text)” needs a unit of time, as in 30 min or 1h30m")
    }
    static var needsClock: String { localized("write two times of day, as in time 22:00-06:00") }
    static var isNoSpan: String { localized("the two times of day are the same") }
    static var needsWeekday: String { localized("write days, as in weekday mon,sat or weekday mon-fri") }
    static func isNoDate(_ word: String) -> String { localized("“\(word)” isn't a date") }
}
