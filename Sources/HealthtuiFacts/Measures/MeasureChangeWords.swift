import HealthtuiEntry

/// A plain-language description of a measure before and after a day, and of its limits.
package struct MeasureChangeWords: Sendable {
    /// The finding about the change, with its numbers.
    package let found: String
    /// The limits of that conclusion.
    package let limits: String
    /// The change, and that of the spans before, with their signs; `nil` where there is none.
    package let difference: String?
    package let earlierDifference: String?

    /// Describes a change.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - format: How the measure's values are written.
    package init(_ change: MeasureChange, _ format: MeasureFormat) {
        limits = MeasureChangeStrings.limits
        let difference = Self.difference(change.after, change.before, format)
        let earlier = Self.difference(change.before, change.earlier, format)
        self.difference = difference
        earlierDifference = earlier
        let isUp = (change.difference ?? 0) > 0
        let isClock = format.measure.kind == .clock
        let weeks = MeasureChangeStrings.weeks(
            change.weeksOutside,
            of: change.weeks.count,
            before: change.weeksBefore.count,
            isClock ? isUp ? .later : .earlier : isUp ? .higher : .lower
        )
        switch change.found {
        case .tooFew:
            if !change.hasNumbers {
                found = MeasureChangeStrings.tooFew
            } else if format.measure.kind == .result {
                found = MeasureChangeStrings.resultsOnly
            } else {
                found = MeasureChangeStrings.tooFewWeeks(change.weeks.count, change.weeksBefore.count)
            }
        case .wentOn: found = MeasureChangeStrings.wentOn(difference ?? "", earlier ?? "")
        case .outside: found = MeasureChangeStrings.outside + " " + weeks
        case .within: found = MeasureChangeStrings.within + " " + weeks
        }
    }

    /// The mean of a span, or the latest result, with both numbers of a pair.
    ///
    /// - Parameters:
    ///   - span: The span.
    ///   - format: How the measure's values are written.
    /// - Returns: The text; `nil` where nothing is known.
    package static func level(_ span: MeasureChange.Span, _ format: MeasureFormat) -> String? {
        span.level.map { format.labelled($0, span.value?.second) }
    }

    /// How much single days vary, without a sign.
    package static func spread(_ span: MeasureChange.Span, _ format: MeasureFormat) -> String? {
        span.spread.map { spread in
            let first = format.difference(spread, 0, isRelative: true)
            let second = span.secondSpread.map { "/" + format.difference($0, 0, isRelative: true) } ?? ""
            return "± " + (first + second).replacing("+", with: "")
        }
    }

    /// How many days of a span have a value: `79 of 82 days`.
    package static func days(_ span: MeasureChange.Span) -> String {
        MeasureChangeStrings.days(span.known, of: span.days.count)
    }

    /// How many days of some have a value: `79 of 82 days`.
    package static func days(_ known: Int, of all: Int) -> String { MeasureChangeStrings.days(known, of: all) }

    private static func difference(
        _ after: MeasureChange.Span,
        _ before: MeasureChange.Span,
        _ format: MeasureFormat
    ) -> String? {
        guard let new = after.level, let old = before.level else { return nil }
        let first = format.difference(new, old)
        guard let newSecond = after.value?.second, let oldSecond = before.value?.second else { return first }
        return first + "/" + format.difference(newSecond, oldSecond)
    }
}
