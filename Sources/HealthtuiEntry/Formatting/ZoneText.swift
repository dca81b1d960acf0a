import Foundation
import HealthKit

/// Zones of a workout, in words.
package enum ZoneText {
    /// Between which values a zone lies: `under 126 BPM`, `126–139 BPM`, `from 165 BPM`.
    ///
    /// - Parameters:
    ///   - zone: The zone.
    ///   - type: The measured type.
    ///   - locale: The user's locale.
    ///   - hasUnit: Whether to include the unit, for which a table may have no room.
    /// - Returns: The bounds; empty for a zone without any.
    package static func bounds(
        _ zone: HKWorkoutZone,
        of type: HKQuantityType,
        _ locale: Locale,
        hasUnit: Bool = true
    ) -> String {
        let unit = ValueUnit(type, locale: locale)
        func text(_ quantity: HKQuantity?) -> String? {
            unit.number(quantity).map { hasUnit ? unit.labelled($0) : unit.text($0) }
        }
        switch (text(zone.minimum), text(zone.maximum)) {
        case (nil, let most?): return ValueStrings.zone(under: most)
        case (let least?, nil): return ValueStrings.zone(from: least)
        case (.some, let most?): return "\(unit.number(zone.minimum).map(unit.text) ?? "")–\(most)"
        case (nil, nil): return ""
        }
    }
}

/// The statistics of a type within a workout, in words.
package enum StatisticsText {
    /// Statistics in words: a total, or the range from least to greatest with the average; `nil` when they are empty.
    package static func line(_ statistics: HKStatistics, _ locale: Locale) -> String? {
        let unit = ValueUnit(statistics.quantityType, locale: locale)
        if let sum = unit.number(statistics.sumQuantity()) { return unit.labelled(sum) }
        let average = unit.number(statistics.averageQuantity()).map(unit.text)
        let least = unit.number(statistics.minimumQuantity()).map(unit.text)
        let most = unit.number(statistics.maximumQuantity()).map(unit.text)
        let range: String? =
            if let least, let most { least == most ? least : "\(least)–\(most)" } else { least ?? most }
        switch (range, average) {
        case (let range?, let average?): return ValueStrings.statistics(range, unit.label, average: average)
        case (let text?, nil), (nil, let text?): return "\(text) \(unit.label)"
        case (nil, nil): return nil
        }
    }
}
