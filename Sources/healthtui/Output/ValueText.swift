import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiEntry

/// Writes values for people: in the unit they use, with as many digits as say something.
struct ValueText: Sendable {
    var locale = Locale.person()

    /// The unit in which people see a type.
    func unit(for type: HKQuantityType) -> HKUnit { LocaleUnits.defaultUnit(for: type, locale: locale) }

    /// The label of a type's unit; empty for a bare count.
    func label(_ unit: HKUnit, for type: HKQuantityType) -> String {
        if unit == HKUnit.count() { return "" }
        if unit == type.displayUnit, let label = type.entry.unitLabel { return label }
        return UnitPhrase.label(unit.unitString)
    }

    /// A quantity with its unit: `72 BPM`, `98 %`.
    func quantity(_ quantity: HKQuantity, _ type: HKQuantityType, unit: HKUnit? = nil) -> String {
        let unit = unit ?? self.unit(for: type)
        // A unit that doesn't fit shows the quantity in its own.
        guard let number = try? quantity.doubleValue(validating: unit) else { return quantity.description }
        let text = Self.number(unit == HKUnit.percent() ? number * 100 : number, decimals: type.entry.decimals)
        let label = label(unit, for: type)
        return label.isEmpty ? text : "\(text) \(label)"
    }

    /// A short description of a sample.
    func sample(_ sample: HKSample) -> String {
        switch sample {
        case let sample as HKQuantitySample:
            return quantity(sample.quantity, sample.quantityType)
        case let sample as HKCategorySample:
            return sample.categoryType.enumeration?.case(value: sample.value)?.label ?? String(sample.value)
        case let sample as HKCorrelation:
            return correlation(sample)
        case let workout as HKWorkout:
            let minutes = Self.number(workout.duration / 60, decimals: 0)
            return "\(workout.activityLabel) \(minutes) min"
        default:
            return SampleText.record(sample) ?? ""
        }
    }

    private func correlation(_ sample: HKCorrelation) -> String {
        if let pair = EntryRules.pressurePair(sample.correlationType),
            let systolic = sample.objects(for: pair.systolic).first as? HKQuantitySample,
            let diastolic = sample.objects(for: pair.diastolic).first as? HKQuantitySample
        {
            let unit = unit(for: pair.systolic)
            let upper = systolic.quantity.converted(to: unit).map { Self.number($0, decimals: 0) } ?? "?"
            return "\(upper)/\(quantity(diastolic.quantity, pair.diastolic, unit: unit))"
        }
        return sample.objects.count.of("sample")
    }

    /// The digits with commas between thousands.
    private static func grouped(_ text: String) -> String {
        let parts = text.split(separator: ".", maxSplits: 1)
        guard let whole = parts.first.flatMap({ Int($0) }) else { return text }
        let fraction = parts.count > 1 ? "." + parts[1] : ""
        return (text.hasPrefix("-") && whole == 0 ? "-" : "") + whole.grouped + fraction
    }

    /// A number with the given decimals, or with more where it would lose all but three of its digits.
    static func number(_ number: Double, decimals: Int) -> String {
        guard number.isFinite else { return "–" }
        let size = abs(number)
        guard size < 1e15 else { return number.description }
        let significant = size > 0 ? 2 - Int(log10(size).rounded(.down)) : 0
        let places = max(0, min(decimals, 9), min(significant, 6))
        var text = String(format: "%.\(places)f", number)
        if text.contains(".") {
            while text.hasSuffix("0") { text.removeLast() }
            if text.hasSuffix(".") { text.removeLast() }
        }
        return text == "-0" ? "0" : grouped(text)
    }
}
