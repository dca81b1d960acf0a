import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiTerminalUI

extension SampleForm {
    /// A description of the type, as a sentence.
    var summary: String? { Self.sentence(type.entry.summary) }

    private static func sentence(_ text: String) -> String? {
        text.first.map { $0.uppercased() + text.dropFirst() + "." }
    }

    var timesHelp: String? { AddStrings.howToWriteTimes }

    var endsHelp: String? { EntryRules.isInterval(type) ? AddStrings.howToWriteEnds : nil }

    /// The units that a value may be typed in.
    var unitsHelp: String? { (type as? HKQuantityType).flatMap(Self.units) }

    private static func units(_ type: HKQuantityType) -> String? {
        let units = UnitPhrase.suggestions(for: type)
        return units.count > 1 ? AddStrings.units(units.prefix(6).joined(separator: ", ")) : nil
    }

    /// The quantity type of a field: that of the sample, or one of blood pressure's two.
    private func quantity(_ field: String) -> HKQuantityType? {
        switch field {
        case Self.systolic: EntryRules.pressurePair(type)?.systolic
        case Self.diastolic: EntryRules.pressurePair(type)?.diastolic
        case Self.value: type as? HKQuantityType
        default: nil
        }
    }

    /// The help for one field.
    func help(_ field: String) -> [String] {
        switch field {
        case Self.start: [AddStrings.howToWriteTimes]
        case Self.end: [AddStrings.howToWriteEnds, AddStrings.howToWriteTimes]
        case Self.systolic: [AddStrings.systolicHelp] + [quantity(field).flatMap(Self.units)].compactMap { $0 }
        case Self.diastolic: [AddStrings.diastolicHelp] + [quantity(field).flatMap(Self.units)].compactMap { $0 }
        case Self.value: [summary, unitsHelp, quantity(field) == nil ? AddStrings.choosing : nil].compactMap { $0 }
        default: form[field].map { if case .choice = $0.content { [AddStrings.choosing] } else { [] } } ?? []
        }
    }

    /// The valid numbers in the fields, to be drawn across the last month's; not for types that add up over a day.
    func typed(_ environment: ConsoleEnvironment) -> [(value: Double, text: String)] {
        let context = environment.entryContext
        return [Self.value, Self.systolic, Self.diastolic]
            .compactMap { id in
                guard let type = quantity(id), type.aggregationStyle != .cumulative else { return nil }
                let unit = environment.unit(type)
                let phrase = QuantityPhrase(type: type, defaultUnit: context.unit(for: type), style: context.numbers)
                // Input that can't be parsed isn't drawn; saving reports the error.
                guard let quantity = try? phrase.quantity(form[id]?.value ?? ""), let number = unit.number(quantity)
                else {
                    return nil
                }
                return (number, unit.text(number))
            }
    }
}
