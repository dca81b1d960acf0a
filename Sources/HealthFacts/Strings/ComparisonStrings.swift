import HealthEntry

/// The words about two types that are compared.
package enum ComparisonStrings {
    /// What a point is, in the singular.
    static func unit(_ period: StatisticsPeriod) -> String {
        switch period {
        case .month: "month"
        case .week: "week"
        default: "day"
        }
    }

    static func count(_ count: Int, _ unit: String) -> String { NumberText.count(count, unit) }

    /// How many points have numbers of both: `52 weeks`.
    package static func pairs(_ comparison: TypeComparison) -> String {
        count(comparison.pairs, unit(comparison.period))
    }

    /// A coefficient to two places, with the sign that figures have.
    package static func coefficient(_ number: Double?) -> String {
        guard let number else { return "–" }
        let text = NumberText.text(abs(number), decimals: 2)
        return number < 0 && abs(number) >= 0.005 ? "−" + text : text
    }

    /// By how much one follows the other: `2 weeks`; `none` where that is no closer than at the same time.
    package static func lag(_ comparison: TypeComparison, _ first: String, _ second: String) -> String {
        guard let lag = comparison.lag else { return "none" }
        return count(abs(lag.steps), unit(comparison.period)) + ", \(lag.steps > 0 ? second : first) later"
    }

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
