import HealthEntry

/// The words about two types that are compared.
enum ComparisonStrings {
    // What a point is
    static let month = "month"
    static let week = "week"
    static let day = "day"

    static func count(_ count: Int, _ unit: String) -> String { NumberText.count(count, unit) }

    /// A coefficient to two places, with the sign that figures have.
    static func coefficient(_ number: Double?) -> String {
        guard let number else { return "–" }
        let text = NumberText.text(abs(number), decimals: 2)
        return number < 0 && abs(number) >= 0.005 ? "−" + text : text
    }

    /// No lag.
    static let none = "none"
    /// By how much one follows the other: `2 weeks, Weight later`.
    static func later(_ distance: String, _ type: String) -> String { "\(distance), \(type) later" }

    static func tooFew(_ count: Int, _ unit: String) -> String {
        "There are \(NumberText.count(count, unit)) with both; a comparison needs at least three."
    }
    static let constant = "One of them is the same all the time, so there is nothing to compare."
    static func drifted(_ span: String, _ first: String, _ firstRose: Bool, _ second: String, _ secondRose: Bool)
        -> String
    {
        let verbs = (firstRose ? "rose" : "fell", secondRose ? "rose" : "fell")
        let link = firstRose == secondRose ? "and" : "while"
        return "Over these \(span) \(first) \(verbs.0) \(link) \(second) \(verbs.1). "
            + "Both drifted, and any two drifts correlate."
    }
    static func together(_ span: String, _ first: String, _ second: String, rises: Bool) -> String {
        "Over these \(span) higher \(first) went with \(rises ? "higher" : "lower") \(second)."
    }
    static func apart(_ span: String, _ first: String, _ second: String) -> String {
        "Over these \(span) \(first) and \(second) hardly moved together."
    }
    static func changesTogether(_ unit: String, _ figure: String, rises: Bool) -> String {
        "From one \(unit) to the next they move \(rises ? "the same way" : "in opposite ways") (\(figure))."
    }
    static func changesApart(_ unit: String, _ figure: String) -> String {
        "From one \(unit) to the next they hardly move together (\(figure))."
    }
    static func lagged(_ earlier: String, _ later: String, _ distance: String, _ figure: String) -> String {
        "They agree best when \(later) is taken \(distance) after \(earlier) (\(figure)); "
            + "of many distances one is always the best."
    }
    static let limits =
        "None of this proves that one changes the other: something else may move both, or it may be chance."
}
