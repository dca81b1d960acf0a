import HealthKitLocalization

/// Two measures that are compared.
///
/// The texts about the findings are in HealthtuiFacts.
enum CompareStrings {
    static func title(_ first: String, _ second: String) -> String { localized("\(first) and \(second)") }
    /// The unit of a line, and where its axis is.
    static func side(_ unit: String, isRight: Bool) -> String {
        isRight ? localized("\(unit), right") : localized("\(unit), left")
    }
    /// The position of a line's axis, for labels with units.
    static func side(_ isRight: Bool) -> String { isRight ? localized("right") : localized("left") }
    static var pearson: String { localized("PEARSON") }
    static var spearman: String { localized("SPEARMAN") }
    static var pairs: String { localized("PAIRS") }
    static var lag: String { localized("LAG") }
    /// Before the correlation of the changes from one point to the next.
    static var changes: String { localized("CHANGES") }
    static var proof: String { localized("None of this proves that one changes the other.") }
    static var nothing: String { localized("there is no day with both") }
    static func weekOf(_ day: String) -> String { localized("week of \(day)") }
    static var eachMonth: String { localized("Each month a point") }
    static var eachWeek: String { localized("Each week a point") }
    static var eachDay: String { localized("Each day a point") }
    static func withZeros(_ days: String) -> String { localized("\(days), days without anything as 0") }
    static var noZeros: String { localized("a day without anything is 0 only of what adds up") }
    /// The palette's description of two measures.
    static var offer: String { localized("two lines, and how closely they move together") }
}
