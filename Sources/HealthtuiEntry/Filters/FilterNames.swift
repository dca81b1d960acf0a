import HealthKit

/// The names in a store that a filter can use: the sources and devices of a type, medications and marks.
package struct FilterNames: Sendable {
    /// A medication by the name that it is shown with.
    package struct Medication: Hashable, Sendable {
        package let name: String
        /// The identity that doses have, as predicates compare it.
        package let concept: String

        package init(name: String, concept: String) {
            self.name = name
            self.concept = concept
        }
    }

    package var sources: [HKSource]
    package var devices: [HKDevice]
    package var medications: [Medication]

    package var marks: TimeMarks

    package init(
        sources: [HKSource] = [],
        devices: [HKDevice] = [],
        medications: [Medication] = [],
        marks: TimeMarks = .none
    ) {
        self.sources = sources
        self.devices = devices
        self.medications = medications
        self.marks = marks
    }

    /// Reads what a store has for a type.
    ///
    /// - Parameters:
    ///   - type: The type of the samples.
    ///   - person: Access to the store.
    /// - Throws: `HKError` when the store cannot be read.
    package init(of type: HKSampleType, _ person: PersonAccess) throws {
        marks = TimeMarks(try person.marks())
        sources = try person.sources().filter { $0.types[type.identifier] != nil }.map(\.source)
        devices = try person.devices().filter { $0.types[type.identifier] != nil }.map(\.device)
        medications =
            type is HKMedicationDoseEventType
            ? try person.medications()
                .map {
                    let name = $0.medication.displayText
                    return Medication(
                        name: $0.nickname.map { $0 + " " + name } ?? name,
                        concept: $0.medication.identifier.description
                    )
                } : []
    }
}
