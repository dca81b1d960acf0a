import Foundation
import HealthKit

// Conditions on metadata: `motion context=active`, `motion context=`, `metadata:com.example.key=x`.
extension SampleFilterPhrase {
    /// `motion context=active`, `note=`, which asks whether the key is there.
    func metadata(
        _ typed: String,
        _ sign: FilterSign,
        _ value: String,
        _ run: FilterRun,
        _ column: Int
    ) throws -> FilterTerm? {
        let isOwn = typed.lowercased().hasPrefix(FilterWords.metadata)
        let key = MetadataPhrase.key(isOwn ? String(typed.dropFirst(FilterWords.metadata.count)) : typed)
        guard isOwn || TypeCatalogue.shared.metadataKeys[key] != nil else {
            let labels = TypeCatalogue.shared.metadataKeys.values.map { $0.label.lowercased() }.sorted()
            throw FilterError(
                column: run.column,
                word: typed,
                problem: FilterStrings.isNoProperty(typed, type.entry.name),
                suggestion: Nearest.word(to: typed, among: FilterProperty.all(of: type).flatMap(\.names) + labels)
            )
        }
        let label = TypeCatalogue.shared.metadataKeys[key]?.label ?? key
        guard !value.isEmpty else {
            guard sign.relation == .equal else {
                throw FilterError(column: column, word: typed, problem: FilterStrings.needsValue(typed))
            }
            return try stored(HKQuery.predicateForObjects(withMetadataKey: key), FilterStrings.with(label.lowercased()))
        }
        let meant = try MetadataPhrase(context: context).value(value, for: key, isAsked: true)
        guard meant is String || sign.relation != .contains else {
            throw FilterError(column: column, word: value, problem: FilterStrings.isNoText(typed))
        }
        return try stored(
            HKQuery.predicateForObjects(withMetadataKey: key, operatorType: sign.relation.operatorType, value: meant),
            label.lowercased() + " " + sign.words(value)
        )
    }
}
