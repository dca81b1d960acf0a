import HealthKit
import HealthtuiEntry
import HealthtuiFacts

/// A question about a measure: `night <6h this month`, `rhr since stopped drinking`, `caffeine v sleep`.
package struct MeasureQuestion: Hashable, Sendable {
    package enum Form: Hashable, Sendable {
        /// The days, weeks, months or years that meet a condition, in an order; of none the latest first.
        case rows(by: StatisticsPeriod, condition: String?, order: MeasureTable.Order?)
        /// Before and after.
        case change
        /// Beside another measure.
        case comparison(Measure)
    }

    package let measure: Measure
    package let form: Form
    /// The time that was named; `nil` for none.
    package let range: TimeRange?

    /// The measure by days, without any other part of the question.
    static func plain(_ measure: Measure) -> MeasureQuestion {
        MeasureQuestion(measure: measure, form: .rows(by: .day, condition: nil, order: nil), range: nil)
    }

    /// The same measure before and after the beginning of the time.
    var asChange: MeasureQuestion {
        guard isPlain, range?.start != nil else { return self }
        return MeasureQuestion(measure: measure, form: .change, range: range)
    }

    /// Whether the question has nothing but a time.
    var isPlain: Bool { form == .rows(by: .day, condition: nil, order: nil) }
}
