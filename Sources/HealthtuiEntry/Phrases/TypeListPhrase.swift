import Foundation
import HealthKit

/// Types as a person lists them: names, short names or identifiers with commas between them.
package enum TypeListPhrase {
    /// The types of a list.
    ///
    /// - Parameters:
    ///   - text: The list.
    ///   - fits: Whether a type may be in it.
    /// - Returns: The types in the order in which they were written, each once.
    /// - Throws: ``EntryError``, which names the first item that isn't a type or doesn't fit, and for an empty list.
    package static func types(_ text: String, where fits: (HKObjectType) -> Bool) throws -> [HKObjectType] {
        var types: [HKObjectType] = []
        for part in text.split(separator: ",") {
            let name = part.trimmingCharacters(in: .whitespaces)
            guard !name.isEmpty else { continue }
            guard let type = TypeCatalogue.resolve(name)?.type else {
                let similar = TypeCatalogue.search(name).prefix(5).map(\.shortName)
                throw EntryError(
                    similar.isEmpty
                        ? TypeListStrings.unknown(name)
                        : TypeListStrings.unknown(name, similar: similar.joined(separator: ", "))
                )
            }
            guard fits(type) else { throw EntryError(TypeListStrings.hasNoSamples(type.entry.name)) }
            if !types.contains(type) { types.append(type) }
        }
        guard !types.isEmpty else { throw EntryError(TypeListStrings.isEmpty) }
        return types
    }

    /// Types as a person would list them, so that ``types(_:where:)`` reads the same ones again.
    package static func text(_ types: [HKObjectType]) -> String {
        types.map { type in
            let name = type.entry.name
            let isRead = !name.contains(",") && TypeCatalogue.resolve(name)?.identifier == type.identifier
            return isRead ? name : type.identifier
        }
        .joined(separator: ", ")
    }
}
