import HealthKitLocalization
import HealthtuiEntry

/// The texts of measures: names of what has a number a day.
package enum MeasureStrings {
    static var days: String { localized("days") }
    /// Beside a pace, such as `5:32`: minutes for one unit of distance.
    static func pace(_ unit: String) -> String { localized("min/\(unit)") }
    /// The severity of a symptom, from its mean.
    static func severity(_ mean: Double) -> String {
        switch mean {
        case ..<0.5: localized("none")
        case ..<1.5: localized("mild")
        case ..<2.5: localized("moderate")
        default: localized("severe")
        }
    }
}
