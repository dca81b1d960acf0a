import Foundation
import HealthKitResources

/// The catalogue of types, enumerations, metadata keys and workout activities: `Resources/catalogue.json`, read once.
package struct TypeCatalogue: Sendable {
    /// The catalogue of this build.
    package static let shared = TypeCatalogue()

    /// Every type, in the order of the catalogue.
    package let entries: [CatalogueEntry]
    /// Every enumeration by its name in Swift.
    package let enumerations: [String: Enumeration]
    /// Every HealthKit metadata key by its raw key.
    package let metadataKeys: [String: MetadataKeyEntry]

    private let places: [String: Int]

    private struct File {
        var types: [CatalogueEntry] = []
        var enumerations: [Enumeration] = []
        var metadata: [MetadataKeyEntry] = []

        init(_ scanner: inout CatalogueScanner) throws {
            try scanner.object { key, scanner in
                switch key {
                case "types": types = try scanner.array { try CatalogueEntry(&$0) }
                case "enumerations": enumerations = try scanner.array { try Enumeration(&$0) }
                case "metadata": metadata = try scanner.array { try MetadataKeyEntry(&$0) }
                default: throw scanner.fault("there is no list \(key)")
                }
            }
            try scanner.end()
        }
    }

    private init() {
        let size = Int(resource_catalogue_size)
        var scanner = CatalogueScanner(UnsafeBufferPointer(start: resource_catalogue_start(), count: size))
        let file: File
        do {
            file = try File(&scanner)
        } catch {
            // The file is part of the binary and covered by a test, so only a broken build gets here.
            raiseException("HKCatalogueException", "The built-in catalogue cannot be read: \(error)")
        }
        entries = file.types
        enumerations = Dictionary(file.enumerations.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        metadataKeys = Dictionary(file.metadata.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
        places = Dictionary(
            file.types.enumerated().map { ($1.identifier, $0) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// The entry of a type.
    ///
    /// - Parameter identifier: A raw identifier, such as `HKQuantityTypeIdentifierHeartRate`.
    /// - Returns: The entry, or nil if there is no such type.
    package func entry(identifier: String) -> CatalogueEntry? { places[identifier].map { entries[$0] } }

    /// The cases of an enumeration.
    ///
    /// - Parameter name: The name in Swift, such as `HKBiologicalSex` or `HKWorkoutActivityType`.
    /// - Returns: The enumeration, or nil if there is none with that name.
    package func enumeration(_ name: String) -> Enumeration? { enumerations[name] }

    /// The workout activities: raw values, names in Swift, in exports (`HKWorkoutActivityTypeRunning`) and for display.
    package var workoutActivities: Enumeration? { enumerations["HKWorkoutActivityType"] }

    /// The entry of a metadata key.
    ///
    /// - Parameter key: A raw key, such as `HKTimeZone`.
    /// - Returns: The entry, or nil if it isn't a HealthKit key.
    package func metadataKey(_ key: String) -> MetadataKeyEntry? { metadataKeys[key] }
}
