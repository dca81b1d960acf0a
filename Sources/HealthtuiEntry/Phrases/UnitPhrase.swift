import Foundation
import HealthKit

/// Finds the unit that a person means: HealthKit's own strings, in any capitals, and everyday words for them.
package enum UnitPhrase {
    /// The unit of a type that a text names.
    ///
    /// - Parameters:
    ///   - text: The user's text, such as `kg`, `BPM`, `lbs` or `mmol/L`.
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
        let problem =
            exact == nil ? EntryStrings.isNoUnit(trimmed) : EntryStrings.doesNotMeasure(trimmed, type.entry.name)
        throw EntryError(EntryStrings.useUnit(problem, fitting))
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
        var table: [String: [String]] = [:]
        for (unit, words) in UnitStrings.everyday {
            let unit = unit == label(glucose) ? glucose : unit
            for word in words.split(separator: " ") { table[fold(String(word)), default: []].append(unit) }
        }
        return table
    }()
}
