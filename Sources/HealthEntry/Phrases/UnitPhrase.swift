import Foundation
import HealthKit

/// Finds the unit that a person means: HealthKit's own strings, in any capitals, and everyday words for them.
package enum UnitPhrase {
    /// The unit of a type that a text names.
    ///
    /// - Parameters:
    ///   - text: What a person typed, such as `kg`, `BPM`, `lbs` or `mmol/L`.
    ///   - type: The type that is measured.
    /// - Returns: A unit compatible with the type.
    /// - Throws: ``EntryError`` that says which units fit.
    package static func unit(_ text: String, for type: HKQuantityType) throws -> HKUnit {
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        let folded = fold(trimmed)
        let exact = HKUnit.named(trimmed)
        if let exact, type.is(compatibleWith: exact), !exact.isNull() { return exact }
        if let label = type.entry.unitLabel, fold(label) == folded { return type.displayUnit }
        for candidate in everyday[folded] ?? [] {
            if let unit = HKUnit.named(candidate), type.is(compatibleWith: unit) { return unit }
        }
        for candidate in suggestions(for: type) where fold(candidate) == folded {
            if let unit = HKUnit.named(candidate) { return unit }
        }
        let fitting = suggestions(for: type).map { Self.label($0) }.joined(separator: ", ")
        let problem = exact == nil ? "“\(trimmed)” is no unit" : "\(trimmed) does not measure \(type.entry.name)"
        throw EntryError("\(problem); use \(fitting)")
    }

    /// The units that people measure a type in, the usual one first.
    ///
    /// - Parameter type: The type.
    /// - Returns: Unit strings, all compatible with the type.
    package static func suggestions(for type: HKQuantityType) -> [String] {
        var names = [type.displayUnit.unitString, type.canonicalUnit.unitString]
        for group in families {
            let fitting = group.filter { name in HKUnit.named(name).map { type.is(compatibleWith: $0) } ?? false }
            names += fitting
        }
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }
    }

    /// A unit string as people write it: the molar mass of glucose left out.
    ///
    /// - Parameter unit: A unit string.
    /// - Returns: The short form, which ``unit(_:for:)`` reads back.
    package static func label(_ unit: String) -> String { unit.hasPrefix("mmol<") ? "mmol/L" : unit }

    /// Lower case, without blanks, with one sign for each operation.
    private static func fold(_ text: String) -> String {
        text.lowercased().filter { !$0.isWhitespace }
            .replacing("·", with: "*").replacing("µ", with: "mc").replacing("μ", with: "mc")
    }

    private static let glucose = "mmol<\(HKUnitMolarMassBloodGlucose)>/L"

    /// Units that measure the same, in the order in which they are offered.
    private static let families: [[String]] = [
        ["kg", "g", "lb", "oz", "st", "mg", "mcg"],
        ["m", "km", "cm", "mm", "mi", "yd", "ft", "in"],
        ["min", "s", "hr", "d", "ms"],
        ["kcal", "kJ", "Cal"],
        ["L", "mL", "fl_oz_us", "fl_oz_imp", "cup_us", "cup_imp", "pt_us", "pt_imp"],
        ["degC", "degF", "K"],
        ["mmHg", "kPa", "cmAq", "Pa"],
        ["mg/dL", glucose],
        ["m/s", "km/hr", "mi/hr", "ft/s"],
        ["count/min", "count/s", "Hz"],
        ["L/min", "L/s"],
    ]

    /// Everyday words, folded, and what they may mean.
    private static let everyday: [String: [String]] = {
        let words: [(String, String)] = [
            ("kg", "kgs kilo kilos kilogram kilograms kilogramme kilogrammes"),
            ("g", "gram grams gramme grammes"),
            ("mg", "milligram milligrams"),
            ("mcg", "ug microgram micrograms"),
            ("lb", "lbs pound pounds"),
            ("oz", "ounce ounces"),
            ("st", "stone stones"),
            ("m", "meter meters metre metres"),
            ("km", "kms kilometer kilometers kilometre kilometres"),
            ("cm", "centimeter centimeters centimetre centimetres"),
            ("mi", "mile miles"),
            ("yd", "yard yards"),
            ("ft", "foot feet ' ′ ’"),
            ("in", "inch inches \" ″ ” ''"),
            ("min", "mins minute minutes m"),
            ("s", "sec secs second seconds"),
            ("ms", "millisecond milliseconds"),
            ("hr", "h hour hours hrs"),
            ("d", "day days"),
            ("kcal", "kilocalorie kilocalories"),
            ("Cal", "calories calorie cals"),
            ("kJ", "kilojoule kilojoules"),
            ("L", "liter liters litre litres"),
            ("mL", "milliliter milliliters millilitre millilitres cc"),
            ("fl_oz_us", "floz fl.oz."),
            ("cup_us", "cup cups"),
            ("degC", "c °c celsius"),
            ("degF", "f °f fahrenheit"),
            ("count/min", "bpm beats/min breaths/min /min rpm br/min beats breaths"),
            ("count", "x times steps step flights floors units unit"),
            ("IU", "iu units unit u"),
            ("m/s", "mps"),
            ("km/hr", "km/h kmh kph"),
            ("mi/hr", "mph mi/h"),
            (glucose, "mmol/l mmol"),
            ("mg/dL", "mgdl"),
            ("mL/(kg*min)", "ml/kg/min ml/kg*min ml/min/kg vo2max"),
            ("kcal/(kg*hr)", "met mets kcal/kg/hr kcal/hr*kg"),
            ("dBASPL", "db dba decibel decibels"),
            ("W", "watt watts"),
            ("%", "percent pct ٪ ％"),
        ]
        var table: [String: [String]] = [:]
        for (unit, names) in words {
            for name in names.split(separator: " ") { table[fold(String(name)), default: []].append(unit) }
        }
        return table
    }()
}
