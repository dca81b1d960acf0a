import Foundation
import HealthKit

extension SampleEdit {
    /// The nutrients of a food in the order of their names; `nil` for what is no food whose nutrients can be told apart.
    package static func nutrients(of food: HKSample) -> [HKQuantitySample]? {
        guard let food = food as? HKCorrelation,
            food.correlationType.identifier == HKCorrelationTypeIdentifier.food.rawValue
        else { return nil }
        let members = food.objects.compactMap { $0 as? HKQuantitySample }
        guard !members.isEmpty, members.count == food.objects.count, members.allSatisfy({ $0.count == 1 }),
            Set(members.map(\.quantityType)).count == members.count
        else { return nil }
        return members.sorted {
            ($0.quantityType.entry.name, $0.uuid.uuidString) < ($1.quantityType.entry.name, $1.uuid.uuidString)
        }
    }

    /// The nutrients of a food, of which each that was not typed stays as it is.
    func food(_ old: HKCorrelation, _ context: EntryContext) throws -> SampleDraft.Content {
        func problem(_ text: String, _ nutrient: HKQuantityType? = nil) -> SampleDraft.Problems {
            SampleDraft.Problems([SampleDraft.Problem(nutrient.map { .nutrient($0.identifier) } ?? .value, text)])
        }
        guard let nutrients = Self.nutrients(of: old) else {
            throw problem(EntryStrings.isAddedAnew(old.sampleType.entry.name))
        }
        guard value.allSatisfy(\.isWhitespace) else { throw problem(EntryStrings.foodHasNutrients) }
        let known = Set(nutrients.map(\.quantityType.identifier))
        if let other = amounts.keys.sorted().first(where: { !known.contains($0) }) {
            throw problem(EntryStrings.isNotInFood(HKObjectType.type(identifier: other)?.entry.name ?? other))
        }
        let parts = try nutrients.map { nutrient -> (HKQuantityType, HKQuantity) in
            let type = nutrient.quantityType
            guard let text = amounts[type.identifier], !text.allSatisfy(\.isWhitespace) else {
                return (type, nutrient.quantity)
            }
            if let wrong = Self.problem(text, of: type, context, isForced: isForced) { throw problem(wrong, type) }
            return (type, try Self.number(text, type, context, isForced: isForced))
        }
        return .correlation(old.correlationType, parts)
    }
}
