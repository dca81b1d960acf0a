import Foundation
import HealthKit
import HealthKitLocalization

/// The display of a quantity type's values: the unit, its label, and the number of decimals.
package struct ValueUnit: Sendable, Hashable {
    package let unit: HKUnit
    package let label: String
    package let decimals: Int
    /// Percentages are stored as shares of one and shown out of a hundred.
    package let factor: Double
    /// Whether sums are rounded down, as counts of things are (R5.8).
    private let countsWholes: Bool

    /// The unit shown to a user in a locale.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - locale: The user's locale.
    ///   - chosen: The unit that the user chose instead; one that doesn't fit the type is ignored.
    package init(_ type: HKQuantityType, locale: Locale, chosen: HKUnit? = nil) {
        let entry = type.entry
        let fitting = chosen.flatMap { type.is(compatibleWith: $0) ? $0 : nil }
        unit = fitting ?? LocaleUnits.defaultUnit(for: type, locale: locale)
        let isCommon = unit.unitString == type.displayUnit.unitString
        label = localizedName(
            isCommon ? entry.unitLabel ?? unit.unitString : Self.label(unit.unitString),
            context: "unit"
        )
        decimals = isCommon ? entry.decimals : Self.decimals(unit.unitString, common: entry.decimals)
        factor = unit.unitString == HKUnit.percent().unitString ? 100 : 1
        countsWholes = type.aggregationStyle == .cumulative && unit.unitString == HKUnit.count().unitString
    }

    /// The number that is shown for a quantity; `nil` when the quantity is of another kind.
    package func number(_ quantity: HKQuantity?) -> Double? {
        quantity?.converted(to: unit).map { $0 * factor }
    }

    /// A shown number without its unit.
    package func text(_ number: Double) -> String { NumberText.text(whole(number), decimals: decimals) }

    /// The number that ``text(_:)`` writes: what is left between two of these adds up as it is read.
    package func shown(_ number: Double) -> Double {
        let whole = whole(number)
        guard whole.isFinite, abs(whole) < 1e15 else { return whole }
        return Double(String(format: "%.\(decimals)f", whole)) ?? whole
    }

    private func whole(_ number: Double) -> Double {
        countsWholes && number.isFinite && number > 0 && number < 1e15 ? number.rounded(.down) : number
    }

    /// A shown number with its unit.
    package func labelled(_ number: Double) -> String { text(number) + " " + label }

    package func labelled(_ quantity: HKQuantity?) -> String { number(quantity).map(labelled) ?? "–" }

    private static func label(_ unit: String) -> String {
        if unit.hasPrefix("mmol<"), let end = unit.firstIndex(of: ">") {
            return "mmol" + unit[unit.index(after: end)...]
        }
        return NumberStrings.units[unit] ?? unit
    }

    private static func decimals(_ unit: String, common: Int) -> Int {
        decimals[unit] ?? max(1, common)
    }

    private static let decimals = ["Cal": 0, "kJ": 0, "kcal": 0, "yd": 0, "ft": 2, "mi": 2, "ft/s": 2]
}
