import HealthKitLocalization
import HealthtuiEntry

/// The texts about a comparison of two types.
enum ComparisonStrings {
    /// The kind of point in a comparison.
    enum Point {
        case day
        case week
        case month
    }

    /// A number of points of a kind: `52 weeks`.
    static func count(_ count: Int, _ point: Point) -> String {
        let number = NumberText.text(count)
        switch point {
        case .month: return plural(count, one: "\(number) month", other: "\(number) months")
        case .week: return plural(count, one: "\(number) week", other: "\(number) weeks")
        case .day: return plural(count, one: "\(number) day", other: "\(number) days")
        }
    }

    /// A coefficient with two decimals and a typographic sign.
    static func coefficient(_ number: Double?) -> String {
        guard let number else { return "–" }
        let text = NumberText.text(abs(number), decimals: 2)
        return number < 0 && abs(number) >= 0.005 ? "−" + text : text
    }

    /// No lag.
    static var none: String { localized("none") }
    /// The lag of one type behind the other: `2 weeks, Weight later`.
    static func later(_ distance: String, _ type: String) -> String { localized("\(distance), \(type) later") }

    static func tooFew(_ points: Int, _ point: Point) -> String {
        localized("There are \(count(points, point)) with both; a comparison needs at least ten.")
    }
    static var constant: String {
        localized("One of them is the same all the time, so there is nothing to compare.")
    }
    static func drifted(_ span: String, _ first: String, _ firstRose: Bool, _ second: String, _ secondRose: Bool)
        -> String
    {
        let drifts =
            switch (firstRose, secondRose) {
            case (true, true): localized("Over these \(span) \(first) rose and \(second) rose.")
            case (true, false): localized("Over these \(span) \(first) rose while \(second) fell.")
            case (false, true): localized("Over these \(span) \(first) fell while \(second) rose.")
            case (false, false): localized("Over these \(span) \(first) fell and \(second) fell.")
            }
        return drifts + " " + localized("Both drifted, and any two drifts correlate.")
    }
    static func together(_ span: String, _ first: String, _ second: String, rises: Bool) -> String {
        rises
            ? localized("Over these \(span) higher \(first) went with higher \(second).")
            : localized("Over these \(span) higher \(first) went with lower \(second).")
    }
    static func apart(_ span: String, _ first: String, _ second: String) -> String {
        localized("Over these \(span) \(first) and \(second) hardly moved together.")
    }
    static func changesTogether(_ point: Point, _ figure: String, rises: Bool) -> String {
        rises
            ? localized("\(step(point)) they move the same way (\(figure)).")
            : localized("\(step(point)) they move in opposite ways (\(figure)).")
    }
    static func changesApart(_ point: Point, _ figure: String) -> String {
        localized("\(step(point)) they hardly move together (\(figure)).")
    }
    /// From one point to the next, for the beginning of a sentence.
    private static func step(_ point: Point) -> String {
        switch point {
        case .month: localized("From one month to the next")
        case .week: localized("From one week to the next")
        case .day: localized("From one day to the next")
        }
    }
    static func lagged(_ earlier: String, _ later: String, _ distance: String, _ figure: String) -> String {
        localized(
            """
            They agree best when \(later) is taken \(distance) after \(earlier) (\(figure)); of many distances one is \
            always the best.
            """
        )
    }
    /// Which day goes with which.
    static func pairing(_ isNightFirst: Bool, _ isNightSecond: Bool) -> String {
        switch (isNightFirst, isNightSecond) {
        case (false, true): localized("Each day goes with the night after it.")
        case (true, false): localized("Each night goes with the day on which it ends.")
        default: localized("Each day goes with the same day.")
        }
    }
    static var limits: String {
        localized("None of this proves that one changes the other: something else may move both, or it may be chance.")
    }
}
