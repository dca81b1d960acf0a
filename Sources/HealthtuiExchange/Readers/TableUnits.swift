import Foundation
import HealthKit

/// The units of columns.
enum TableUnits {
    /// A unit, and the factor that converts numbers to it.
    struct Choice: Equatable {
        var unit: String
        var scale = 1.0
        /// The guess that was made from the values.
        var note: String?
        /// An open question, and the units to pass.
        var question: (text: String, units: [String])?

        static func == (left: Choice, right: Choice) -> Bool { left.unit == right.unit && left.scale == right.scale }
    }

    /// The unit that a person names for percentages that are fractions of one: `0.97` is 97 %.
    static let partsOfOne = "1"

    private static let glucose = "mmol<\(HKUnitMolarMassBloodGlucose)>/L"

    /// Units as tables write them, in lowercase.
    private static let names: [String: String] = [
        "lbs": "lb", "pounds": "lb", "kgs": "kg", "kilograms": "kg", "bpm": "count/min", "rpm": "count/min",
        "brpm": "count/min", "beats/min": "count/min", "breaths/min": "count/min", "c": "degC", "°c": "degC",
        "celsius": "degC", "f": "degF", "°f": "degF", "fahrenheit": "degF", "percent": "%", "calories": "kcal",
        "kilocalories": "kcal", "kj": "kJ", "grams": "g", "gram": "g", "miles": "mi", "mile": "mi", "meters": "m",
        "metres": "m", "feet": "ft", "inches": "in", "steps": "count", "mmol/l": glucose, "mg/dl": "mg/dL",
        "ml": "mL", "l": "L", "liters": "L", "litres": "L", "hours": "hr", "hrs": "hr", "h": "hr", "hour": "hr",
        "minutes": "min", "mins": "min", "minute": "min", "seconds": "s", "sec": "s", "secs": "s", "mmhg": "mmHg",
        "ml/kg/min": "mL/(kg*min)", "km/h": "km/hr", "kmh": "km/hr", "kph": "km/hr", "mph": "mi/hr", "kpa": "kPa",
        "iu": "IU", "u": "IU", "w": "W", "watts": "W", "μg": "mcg", "µg": "mcg", "ug": "mcg", "centimeters": "cm",
        "1/min": "count/min", "/min": "count/min", "s/min": "count/min", "schläge/min": "count/min",
        "min.": "min", "std": "hr", "std.": "hr", "stunden": "hr", "minuten": "min", "sekunden": "s",
        "schritte": "count", "pfund": "lb",
    ]

    /// Words that are always units at the end of a name.
    private static let words: Set<String> = [
        "kg", "lb", "lbs", "st", "cm", "km", "mi", "miles", "bpm", "%", "mmhg", "mg/dl", "mmol/l", "kcal", "kj", "ms",
        "km/h", "mph", "ml", "mg", "mcg", "°c", "°f", "celsius", "fahrenheit", "grams", "meters", "metres", "ft",
        "percent", "kpa",
    ]

    static func isUnitWord(_ text: String) -> Bool { words.contains(text.lowercased()) }

    /// A unit by its text in a table, or `nil` for an unknown one.
    static func unit(_ text: String) -> HKUnit? { HKUnit.named(names[text.lowercased()] ?? text) }

    /// Whether a text is a unit that some HealthKit type is measured in.
    static func isMeasured(_ text: String) -> Bool { !types(in: text).isEmpty }

    /// The types measured in a unit, the most requested first.
    static func types(in text: String) -> [CatalogueEntry] {
        guard !text.isEmpty, let unit = unit(text) else { return [] }
        return TypeCatalogue.shared.entries
            .filter { ($0.type as? HKQuantityType)?.is(compatibleWith: unit) ?? false }
            .sorted { ($0.prominence ?? .max, $0.identifier) < ($1.prominence ?? .max, $1.identifier) }
    }

    /// Whether 0 means that a type wasn't measured: no one has a weight, a height or body fat of 0.
    static func isUnmeasuredAtZero(_ type: HKQuantityType) -> Bool {
        type.identifier == HKQuantityTypeIdentifier.bodyFatPercentage.rawValue
            || EntryBounds.exceeded(by: HKQuantity(unit: type.canonicalUnit, doubleValue: 0), of: type) != nil
    }

    /// The numbers of a column without a unit.
    struct Values {
        /// The numbers of the first rows.
        var sample: [Double]
        /// The minimum and maximum of all numbers.
        var extremes: [Double]
        /// Whether every number has its own unit.
        var haveUnits: Bool

        /// Makes values.
        ///
        /// - Parameters:
        ///   - sample: The numbers of the first rows.
        ///   - extent: The extent of all numbers.
        ///   - haveUnits: Whether every number has its own unit.
        ///   - type: The type, which determines whether 0 is a value.
        init(_ sample: [Double], _ extent: NumberExtent, haveUnits: Bool, _ type: HKQuantityType) {
            let hasZero = extent.hasZero && !TableUnits.isUnmeasuredAtZero(type)
            self.sample = hasZero ? sample : sample.filter { $0 != 0 }
            extremes = (extent.least <= extent.most ? [extent.least, extent.most] : []) + (hasZero ? [0] : [])
            self.haveUnits = haveUnits
        }

        var isEmpty: Bool { extremes.isEmpty }
    }

    /// Units that values of a kind may have if none is stated; the first family that fits is used.
    private static let families: [[String]] = [
        ["kg", "lb", "st", "g"], ["mg/dL", glucose], ["mmHg", "kPa"], ["count/min"], ["kcal", "kJ"],
        ["km", "mi", "m", "cm", "ft", "in"], ["degC", "degF"], ["mL", "L", "fl_oz_us"], ["min", "hr", "s", "ms"],
        ["km/hr", "m/s", "mi/hr"], ["W"], ["mL/(kg*min)"], ["dBASPL"], ["IU"], ["count"], ["L/min"],
    ]

    /// The range of most people's values, for distinguishing units; narrower than the allowed range.
    private static let usual: [HKQuantityTypeIdentifier: (ClosedRange<Double>, String)] = [
        .height: (1.1...2.3, "m"), .bodyMass: (35...220, "kg"), .leanBodyMass: (25...150, "kg"),
        .waistCircumference: (0.5...1.8, "m"), .bodyTemperature: (33...43, "degC"),
        .basalBodyTemperature: (33...43, "degC"), .bloodGlucose: (40...500, "mg/dL"),
        .bloodPressureSystolic: (70...250, "mmHg"), .bloodPressureDiastolic: (35...160, "mmHg"),
        .heartRateVariabilitySDNN: (3...400, "ms"), .heartRateVariabilityRMSSD: (3...400, "ms"),
        .oxygenSaturation: (0.5...1, "%"), .bodyFatPercentage: (0.03...0.7, "%"),
        .walkingDoubleSupportPercentage: (0.05...0.8, "%"),
    ]

    /// The unit of a column.
    ///
    /// - Parameters:
    ///   - type: The type of its values.
    ///   - stated: The unit that the header or the person names; empty for none.
    ///   - values: The values.
    /// - Returns: The unit; `nil` if the stated one doesn't fit the type.
    static func choose(_ type: HKQuantityType, _ stated: String, _ values: Values) -> Choice? {
        if type.canonicalUnit == .percent() { return percent(type, stated, values) }
        if !stated.isEmpty {
            guard let unit = unit(stated), type.is(compatibleWith: unit) else { return nil }
            return Choice(unit: unit.unitString)
        }
        let family = families.first {
            $0.contains { name in HKUnit.named(name).map { type.is(compatibleWith: $0) } ?? false }
        }
        let isTime = type.canonicalUnit.isCompatible(with: .second())
        let candidates = family ?? [type.canonicalUnit.unitString]
        // Times between heartbeats are always written in milliseconds.
        if isTime, usual[HKQuantityTypeIdentifier(rawValue: type.identifier)] != nil { return Choice(unit: "ms") }
        if candidates.count == 1 || values.isEmpty { return Choice(unit: candidates[0]) }
        let fitting = candidates.filter { isUsual(values, $0, 1, type) }
        // Stones and feet are followed by a second number; one alone is just as likely something else.
        let isKnown = usual[HKQuantityTypeIdentifier(rawValue: type.identifier)] != nil
        if fitting.count == 1, !["st", "ft"].contains(fitting[0]), isKnown {
            return Choice(unit: fitting[0], note: "the unit is guessed from the values")
        }
        let offered = Array((fitting + candidates.filter { !fitting.contains($0) }).prefix(max(3, fitting.count)))
        var choice = Choice(unit: offered[0], note: "the unit is a guess")
        choice.question = ("the unit is not said", offered.map { $0.hasPrefix("mmol<") ? "mmol/L" : $0 })
        return choice
    }

    /// The unit of percentages: HealthKit uses fractions of one, most tables use hundredths.
    private static func percent(
        _ type: HKQuantityType,
        _ stated: String,
        _ values: Values
    ) -> Choice? {
        let hundredths = Choice(unit: "%", scale: 0.01)
        let parts = Choice(unit: "%", scale: 1)
        if stated == partsOfOne { return parts }
        guard stated.isEmpty || unit(stated) == .percent() else { return nil }
        if values.extremes.contains(where: { $0 > 1.000_001 }) {
            return Choice(unit: "%", scale: 0.01, note: "97 is 97 %")
        }
        if values.isEmpty { return hundredths }
        let fitting = [hundredths, parts].filter { isUsual(values, "%", $0.scale, type) }
        let isKnown = usual[HKQuantityTypeIdentifier(rawValue: type.identifier)] != nil
        if isKnown, fitting.count == 1 {
            return fitting[0] == parts ? Choice(unit: "%", scale: 1, note: "0.97 is 97 %") : hundredths
        }
        if !stated.isEmpty { return hundredths }
        var choice = Choice(unit: "%", scale: 1, note: "0.97 is 97 %")
        choice.question = ("whether 1 is 1 % or 100 % is not said", ["%", partsOfOne])
        return choice
    }

    /// Whether values in a unit are plausible for people.
    private static func isUsual(_ values: Values, _ unit: String, _ scale: Double, _ type: HKQuantityType) -> Bool {
        guard let unit = HKUnit.named(unit), type.is(compatibleWith: unit) else { return false }
        func quantities(_ values: [Double]) -> [HKQuantity] {
            values.map { HKQuantity(unit: unit, doubleValue: $0 * scale) }
        }
        if quantities(values.extremes).contains(where: { EntryBounds.exceeded(by: $0, of: type) != nil }) {
            return false
        }
        guard let (range, usualUnit) = usual[HKQuantityTypeIdentifier(rawValue: type.identifier)],
            let base = HKUnit.named(usualUnit), !values.sample.isEmpty
        else { return true }
        let sorted = quantities(values.sample).compactMap { $0.converted(to: base) }.sorted()
        return range.contains(sorted[sorted.count / 2])
    }
}
