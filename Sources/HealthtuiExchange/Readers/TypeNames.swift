import HealthKit
import HealthKitLocalization

/// The names of types in all of the program's languages.
///
/// A file means the same to every reader, so this doesn't depend on the person's language.
enum TypeNames {
    /// Identifiers by folded names; an empty one for a name that several types have.
    private static let identifiers: [String: String] = {
        var found: [String: String] = [:]
        for language in MessageCatalogue.builtInLanguages {
            guard let catalogue = MessageCatalogue.builtIn(language) else { continue }
            TextLocale(catalogue)
                .during {
                    for entry in TypeCatalogue.shared.entries {
                        let name = FoldedName.of(entry.name)
                        found[name] = found[name, default: entry.identifier] == entry.identifier ? entry.identifier : ""
                    }
                }
        }
        return found
    }()

    /// The type of a name such as `Gewicht`.
    ///
    /// - Parameter name: The name, folded.
    /// - Returns: The type; `nil` if no type, or more than one, has that name.
    static func type(_ name: String) -> HKObjectType? {
        identifiers[name].flatMap { HKObjectType.type(identifier: $0) }
    }
}
