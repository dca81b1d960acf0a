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
    static func range(_ least: String, _ most: String) -> String { "\(least) to \(most)" }
    static func since(_ day: String) -> String { "since \(day)" }
    static func before(_ day: String) -> String { "before \(day)" }
    static func on(_ day: String) -> String { "on \(day)" }
    /// Of a month or a year.
    static func within(_ time: String) -> String { "in \(time)" }
    /// Sources, as below.
    static func from(_ sources: String) -> String { "from \(sources)" }
    /// Devices, as below.
    static func by(_ devices: String) -> String { "by \(devices)" }
    /// Between the names of two or three sources or devices.
    static let or = " or "
    static func others(_ names: String, _ count: Int) -> String { "\(names) or \(count) others" }
    /// Samples that have a key of metadata.
    static func with(_ key: String) -> String { "with \(key)" }

    // MARK: What was not understood

    static let tooLong = "that is too long to look for"
    static func notUnderstood(_ word: String) -> String {
        "“\(word)” is no source, device, date or key=value"
    }
    static func notUnderstoodOfNumbers(_ word: String) -> String {
        "“\(word)” is no value (>100, 70..80), source, device, date or key=value"
    }
    static func cannotBeCompared(_ type: String) -> String { "\(type) cannot be compared like that" }
    static func hasNoNumber(_ type: String) -> String { "\(type) has no number to compare with" }
    static func isMore(_ first: String, than second: String) -> String { "\(first) is more than \(second)" }
}
