import Foundation
import HealthKit

extension SampleDraft {
    /// The contents of a sample, apart from its times and metadata.
    enum Content {
        case quantity(HKQuantityType, HKQuantity)
        case category(HKCategoryType, Int)
        case correlation(HKCorrelationType, [(HKQuantityType, HKQuantity)])

        func sample(start: Date, end: Date, metadata: [String: Any]) throws -> HKSample {
            switch self {
            case .quantity(let type, let quantity):
                return try HKQuantitySample(
                    validating: type,
                    quantity: quantity,
                    start: start,
                    end: end,
                    metadata: metadata
                )
            case .category(let type, let value):
                return try HKCategorySample(validating: type, value: value, start: start, end: end, metadata: metadata)
            case .correlation(let type, let parts):
                let members = try parts.map {
                    try HKQuantitySample(validating: $0, quantity: $1, start: start, end: end, metadata: metadata)
                }
                return try HKCorrelation(
                    validating: type,
                    start: start,
                    end: end,
                    objects: Set(members),
                    metadata: metadata
                )
            }
        }
    }

    func content(_ context: EntryContext) throws -> Content {
        if let type = type as? HKQuantityType { return .quantity(type, try quantity(value, type, context)) }
        if let type = type as? HKCategoryType { return .category(type, try category(type)) }
        guard let type = type as? HKCorrelationType, let pair = EntryRules.pressurePair(type) else {
            throw EntryError(EntryStrings.cannotBeAdded(type.entry.name))
        }
        return .correlation(type, try pressure(pair, context))
    }

    private func quantity(_ text: String, _ type: HKQuantityType, _ context: EntryContext) throws -> HKQuantity {
        let phrase = QuantityPhrase(type: type, defaultUnit: context.unit(for: type), style: context.numbers)
        do {
            if !unit.allSatisfy(\.isWhitespace) { _ = try UnitPhrase.unit(unit, for: type) }
        } catch let error as EntryError {
            throw FieldProblem(field: .unit, text: error.text)
        }
        let quantity = try phrase.quantity(text, unit: unit)
        if !isForced, let doubt = EntryBounds.doubt(about: quantity, of: type) { throw EntryError(doubt) }
        return quantity
    }

    /// `118/76`, with or without a unit behind it.
    private func pressure(
        _ pair: (systolic: HKQuantityType, diastolic: HKQuantityType),
        _ context: EntryContext
    ) throws -> [(HKQuantityType, HKQuantity)] {
        let text = value.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.isEmpty else { throw EntryError(EntryStrings.pressureIsMissing) }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
            .map { $0.trimmingCharacters(in: .whitespaces) }
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else {
            throw EntryError(EntryStrings.isNoPressure(text))
        }
        let diastolic = try quantity(parts[1], pair.diastolic, context)
        var draft = self
        if draft.unit.isEmpty { draft.unit = diastolic.unit.unitString }
        let systolic = try draft.quantity(parts[0], pair.systolic, context)
        if !isForced, systolic.compare(diastolic) != .orderedDescending {
            throw EntryError(EntryStrings.upperComesFirst(text))
        }
        return [(pair.systolic, systolic), (pair.diastolic, diastolic)]
    }

    /// A category's value by number, name, name in exports or label; the only one there is may be left out.
    private func category(_ type: HKCategoryType) throws -> Int {
        let text = value.trimmingCharacters(in: .whitespacesAndNewlines)
        guard let values = type.enumeration else {
            guard let number = Int(text), type.allows(value: number) else {
                throw EntryError(
                    text.isEmpty ? EntryStrings.valueIsMissing : EntryStrings.isNoValue(text, type.entry.name)
                )
            }
            return number
        }
        if text.isEmpty, values.cases.count == 1, let only = values.cases.first { return only.value }
        if let choice = values.case(named: text) { return choice.value }
        let labels = values.cases.map(\.label).joined(separator: ", ")
        let problem = text.isEmpty ? EntryStrings.valueIsMissing : EntryStrings.isNoValue(text, type.entry.name)
        throw EntryError(EntryStrings.writeOne(problem, labels))
    }
}
