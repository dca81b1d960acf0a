import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts

/// The axis of one of two compared measures: lengths in hours or minutes, times of day around the usual one.
struct ComparedAxis: Sendable {
    private let format: MeasureFormat
    private let divisor: Double
    private let suffix: String
    /// The usual time of day, at the centre of the axis; `nil` for values that aren't times of day.
    private let usual: Double?
    /// The unit's name; empty where each label names it.
    let label: String

    /// An axis.
    ///
    /// - Parameters:
    ///   - format: How the measure's values are written.
    ///   - numbers: The numbers that are drawn, in the person's unit.
    ///   - count: The name of the counted things.
    init(_ format: MeasureFormat, _ numbers: [Double], count: String) {
        self.format = format
        usual = format.measure.kind == .clock ? ClockMean(numbers).seconds ?? 43_200 : nil
        switch format.measure.unit {
        case .duration: (divisor, suffix) = ChartUnit(.duration).axis(upTo: numbers.max() ?? 0)
        case .clock: (divisor, suffix) = (3_600, "")
        case .pace: (divisor, suffix) = (60, "")
        default: (divisor, suffix) = (1, "")
        }
        label = format.measure.unit == .count ? count : format.label
    }

    /// The position of a number on the axis.
    func place(_ number: Double) -> Double {
        (usual.map { $0 + ClockMean.distance(number, from: $0) } ?? number) / divisor
    }

    /// The label of a place.
    func text(_ place: Double) -> String {
        guard suffix.isEmpty else { return NumberText.exact(place) + suffix }
        let number = place * divisor
        guard usual != nil else { return format.writtenAlone(number) }
        let rest = number.truncatingRemainder(dividingBy: 86_400)
        return format.writtenAlone(rest < 0 ? rest + 86_400 : rest)
    }

    /// The position named by a label, so that ticks are only where their labels are exact.
    func written(_ place: Double) -> Double {
        guard place.isFinite else { return place }
        switch format.measure.unit {
        case .duration: return (place * 100).rounded() / 100
        case .clock, .pace: return (place * 60).rounded() / 60
        case .count: return (place * 10).rounded() / 10
        case .severity: return place.rounded()
        default: return format.rounded(place)
        }
    }
}
