import HealthtuiEntry

/// A plain-language description of a comparison of two types, and of its limits.
package struct ComparisonWords: Sendable {
    /// The movement over the whole time, and from one point to the next.
    package let found: String
    /// Which day goes with which.
    package let pairing: String
    /// The limits of that conclusion.
    package let limits: String

    /// The coefficient from which numbers are said to move together.
    private static let strong = 0.3
    /// The coefficient with time from which a type is said to have risen or fallen.
    private static let drift = 0.5

    /// Describes a comparison.
    ///
    /// - Parameters:
    ///   - comparison: The comparison.
    ///   - first: The name of the first type.
    ///   - second: The name of the second.
    package init(_ comparison: TypeComparison, first: String, second: String) {
        let point = ComparisonFigures.point(comparison.period)
        limits = ComparisonStrings.limits
        pairing = ComparisonStrings.pairing(
            comparison.pairing == .dayAfterNight,
            comparison.pairing == .nightAfter
        )
        guard let pearson = comparison.pearson else {
            found =
                comparison.pairs < TypeComparison.fewest
                ? ComparisonStrings.tooFew(comparison.pairs, point) : ComparisonStrings.constant
            return
        }
        var sentences: [String] = []
        let span = ComparisonStrings.count(comparison.pairs, point)
        if let one = comparison.drifts.first, let other = comparison.drifts.second, abs(one) >= Self.drift,
            abs(other) >= Self.drift
        {
            sentences.append(ComparisonStrings.drifted(span, first, one > 0, second, other > 0))
        } else if abs(pearson) >= Self.strong {
            sentences.append(ComparisonStrings.together(span, first, second, rises: pearson > 0))
        } else {
            sentences.append(ComparisonStrings.apart(span, first, second))
        }
        if let changes = comparison.changes {
            let figure = ComparisonStrings.coefficient(changes)
            sentences.append(
                abs(changes) >= Self.strong
                    ? ComparisonStrings.changesTogether(point, figure, rises: changes > 0)
                    : ComparisonStrings.changesApart(point, figure)
            )
        }
        if let lag = comparison.lag {
            let distance = ComparisonStrings.count(abs(lag.steps), point)
            let (earlier, later) = lag.steps > 0 ? (first, second) : (second, first)
            sentences.append(
                ComparisonStrings.lagged(earlier, later, distance, ComparisonStrings.coefficient(lag.pearson))
            )
        }
        found = sentences.joined(separator: " ")
    }
}

/// The formatted figures of a comparison.
package enum ComparisonFigures {
    /// The kind of point for a period.
    static func point(_ period: StatisticsPeriod) -> ComparisonStrings.Point {
        switch period {
        case .month: .month
        case .week: .week
        default: .day
        }
    }

    /// A coefficient with two decimals and a typographic sign.
    package static func coefficient(_ number: Double?) -> String { ComparisonStrings.coefficient(number) }

    /// The number of points that have numbers of both types: `52 weeks`.
    package static func pairs(_ comparison: TypeComparison) -> String {
        ComparisonStrings.count(comparison.pairs, point(comparison.period))
    }

    /// The lag of one type behind the other: `2 weeks, Weight later`; `none` if they aren't closer with a lag than
    /// without.
    ///
    /// - Parameters:
    ///   - comparison: The comparison.
    ///   - first: The name of the first type.
    ///   - second: The name of the second.
    /// - Returns: The lag as text.
    package static func lag(_ comparison: TypeComparison, _ first: String, _ second: String) -> String {
        guard let lag = comparison.lag else { return ComparisonStrings.none }
        let distance = ComparisonStrings.count(abs(lag.steps), point(comparison.period))
        return ComparisonStrings.later(distance, lag.steps > 0 ? second : first)
    }
}
