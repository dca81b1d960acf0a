import HealthEntry

/// What a comparison of two types says, in plain sentences, and what it does not.
package struct ComparisonWords: Sendable {
    /// How they moved over the whole time, and from one point to the next.
    package let found: String
    /// What that does not prove.
    package let limits: String

    /// From which coefficient on numbers are said to move together.
    private static let strong = 0.3
    /// From which coefficient with time on a type is said to have risen or fallen.
    private static let drift = 0.5

    /// The words for a comparison.
    ///
    /// - Parameters:
    ///   - comparison: The comparison.
    ///   - first: The name of the first type.
    ///   - second: The name of the second.
    package init(_ comparison: TypeComparison, first: String, second: String) {
        let point = ComparisonFigures.point(comparison.period)
        limits = ComparisonStrings.limits
        guard let pearson = comparison.pearson else {
            found =
                comparison.pairs < Correlation.fewest
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

/// The figures of a comparison as people read them.
package enum ComparisonFigures {
    /// What a point is.
    static func point(_ period: StatisticsPeriod) -> ComparisonStrings.Point {
        switch period {
        case .month: .month
        case .week: .week
        default: .day
        }
    }

    /// A coefficient to two places, with the sign that figures have.
    package static func coefficient(_ number: Double?) -> String { ComparisonStrings.coefficient(number) }

    /// How many points have numbers of both: `52 weeks`.
    package static func pairs(_ comparison: TypeComparison) -> String {
        ComparisonStrings.count(comparison.pairs, point(comparison.period))
    }

    /// By how much one follows the other: `2 weeks, Weight later`; `none` where that is no closer than at the same time.
    ///
    /// - Parameters:
    ///   - comparison: The comparison.
    ///   - first: The name of the first type.
    ///   - second: The name of the second.
    /// - Returns: The lag in words.
    package static func lag(_ comparison: TypeComparison, _ first: String, _ second: String) -> String {
        guard let lag = comparison.lag else { return ComparisonStrings.none }
        let distance = ComparisonStrings.count(abs(lag.steps), point(comparison.period))
        return ComparisonStrings.later(distance, lag.steps > 0 ? second : first)
    }
}
