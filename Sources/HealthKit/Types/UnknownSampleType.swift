import Synchronization

/// The type of imported samples whose identifier has no HealthKit type.
///
/// Only the person meets it: apps can neither name it nor read such samples.
package final class UnknownSampleType: HKSampleType, @unchecked Sendable {}

/// The type of correlations of a kind that HealthKit has no type for, for an export: their members are known.
package final class ForeignCorrelationType: HKCorrelationType, @unchecked Sendable {
    convenience init(of type: HKSampleType) { self.init(entry: type.entry) }
}

extension HKSampleType {
    private static let stored = Mutex<[String: HKSampleType]>([:])

    /// The type of the samples that a store has under an identifier, whether HealthKit has a type for them or not.
    ///
    /// Health records of a kind that HealthKit doesn't know, such as patients, have a separate clinical type.
    ///
    /// - Parameter identifier: Any text.
    /// - Returns: The one instance for that identifier; `nil` for a type of HealthKit that has no samples.
    package static func ofStored(_ identifier: String) -> HKSampleType? {
        if let known = HKObjectType.type(identifier: identifier) { return known as? HKSampleType }
        return stored.withLock { types in
            if let known = types[identifier] { return known }
            let made = make(identifier)
            // A program that meets more reads strange files one after the other.
            if types.count < 10_000 { types[identifier] = made }
            return made
        }
    }

    private static func make(_ identifier: String) -> HKSampleType {
        if let unknown = UnknownCase(identifier: identifier), let type = HKObjectType.type(identifier: unknown.type) {
            return UnknownSampleType(
                entry: CatalogueEntry(
                    hidden: identifier,
                    kind: .category,
                    name: "\(type.entry.englishName) (\(unknown.name))",
                    summary: "samples with a value that this version doesn't know"
                )
            )
        }
        guard let kind = clinicalKind(identifier) else {
            return UnknownSampleType(
                entry: CatalogueEntry(hidden: identifier, kind: .category, name: identifier, summary: "unknown samples")
            )
        }
        return HKClinicalType(
            entry: CatalogueEntry(
                hidden: identifier,
                kind: .clinical,
                name: "\(words(kind)) Records",
                summary: "health records of a kind that HealthKit has no type for"
            )
        )
    }

    /// The kind of health records of an identifier, such as `Patient`.
    private static func clinicalKind(_ identifier: String) -> Substring? {
        let (prefix, suffix) = ("HKClinicalTypeIdentifier", "Record")
        guard identifier.hasPrefix(prefix), identifier.hasSuffix(suffix),
            identifier.utf8.count > prefix.utf8.count + suffix.utf8.count
        else { return nil }
        return identifier.dropFirst(prefix.count).dropLast(suffix.count)
    }

    /// A name such as `MedicationDispense` as words.
    private static func words(_ name: Substring) -> String {
        var words = ""
        for character in name {
            if character.isUppercase, let last = words.last, last.isLowercase { words.append(" ") }
            words.append(character)
        }
        return words
    }
}
