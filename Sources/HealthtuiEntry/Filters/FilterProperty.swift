import HealthKit

/// A property of a type's samples that a filter can compare: `classification=afib`, `duration > 30 min`.
struct FilterProperty: Sendable {
    /// The kind of value it's compared with.
    enum Kind: Sendable {
        /// One of some values; ordered ones can be compared by more and less.
        case choice([Choice], isOrdered: Bool)
        /// A name in the store: the samples of those that hold the text.
        case medication
        case text
        case number
        case quantity(HKQuantityType)
        case seconds
        /// A number and a unit as a health record spells it.
        case recordValue
    }

    /// The evaluator of the comparison.
    enum Target: Sendable {
        case stored(FilterField)
        case checked(SampleProperty)
    }

    /// A value by its names.
    struct Choice: Sendable {
        let value: Int
        let label: String
        /// Alternative names, in lower case.
        let otherNames: [String]
    }

    /// The name that is offered.
    let name: String
    let kind: Kind
    let target: Target
    var otherNames: [String] = []
    /// Whether its values are found by their names alone.
    var isSpoken = false
    /// The value that is offered first; `nil` for none.
    var example: String?

    var names: [String] { [name] + otherNames }
}

extension FilterProperty {
    /// The properties of a type's samples beside their value, source, device and metadata.
    static func all(of type: HKSampleType) -> [FilterProperty] {
        special(type) + [
            FilterProperty(
                name: FilterWords.duration,
                kind: .seconds,
                target: type is HKWorkoutType ? .stored(.workoutDuration) : .checked(.duration)
            )
        ]
    }

    private static func special(_ type: HKSampleType) -> [FilterProperty] {
        switch type {
        case let type as HKCategoryType: category(type)
        case is HKWorkoutType: workout
        case is HKElectrocardiogramType: electrocardiogram
        case is HKClinicalType: clinical
        case is HKStateOfMindType: stateOfMind
        case is HKMedicationDoseEventType: dose
        case is HKDocumentType: document
        case is HKScoredAssessmentType:
            [FilterProperty(name: FilterWords.score, kind: .number, target: .checked(.score))]
        case is HKCorrelationType where type.identifier == BloodPressure.type?.identifier: bloodPressure
        default: []
        }
    }

    // MARK: Types

    private static func category(_ type: HKCategoryType) -> [FilterProperty] {
        guard let enumeration = type.enumeration, enumeration.cases.count > 1 else { return [] }
        // The order of severities is that of their values; other values have none.
        let isSeverity = enumeration.name == "HKCategoryValueSeverity"
        return [
            FilterProperty(
                name: isSeverity ? FilterWords.severity : FilterWords.value,
                kind: .choice(choices(enumeration), isOrdered: isSeverity),
                target: .stored(.categoryValue),
                otherNames: isSeverity ? [FilterWords.value] : [],
                isSpoken: true
            )
        ]
    }

    private static var workout: [FilterProperty] {
        [
            FilterProperty(
                name: FilterWords.activity,
                kind: choice("HKWorkoutActivityType"),
                target: .stored(.workoutType),
                isSpoken: true,
                example: FilterWords.running
            ),
            FilterProperty(
                name: FilterWords.distance,
                kind: .quantity(HKQuantityType(.distanceWalkingRunning)),
                target: .stored(.workoutTotal(.distance))
            ),
            FilterProperty(
                name: FilterWords.energy,
                kind: .quantity(HKQuantityType(.activeEnergyBurned)),
                target: .stored(.workoutTotal(.energy))
            ),
            FilterProperty(
                name: FilterWords.strokes,
                kind: .quantity(HKQuantityType(.swimmingStrokeCount)),
                target: .stored(.workoutTotal(.strokes))
            ),
            FilterProperty(
                name: FilterWords.flights,
                kind: .quantity(HKQuantityType(.flightsClimbed)),
                target: .stored(.workoutTotal(.flights))
            ),
        ]
    }

    private static var electrocardiogram: [FilterProperty] {
        [
            FilterProperty(
                name: FilterWords.classification,
                kind: choice("HKElectrocardiogram.Classification", FilterWords.classifications),
                target: .stored(.record(.heartbeatClassification)),
                isSpoken: true,
                example: FilterWords.afib
            ),
            FilterProperty(
                name: FilterWords.heartRate,
                kind: .quantity(HKQuantityType(.heartRate)),
                target: .stored(.record(.averageHeartRate)),
                otherNames: FilterWords.averageHeartRates
            ),
            FilterProperty(
                name: FilterWords.symptoms,
                kind: choice("HKElectrocardiogram.SymptomsStatus"),
                target: .stored(.record(.symptomsStatus))
            ),
        ]
    }

    private static var clinical: [FilterProperty] {
        [
            FilterProperty(name: FilterWords.name, kind: .text, target: .checked(.recordName), isSpoken: true),
            FilterProperty(name: FilterWords.value, kind: .recordValue, target: .checked(.recordValue(unit: ""))),
            FilterProperty(name: FilterWords.status, kind: .text, target: .checked(.recordStatus)),
            FilterProperty(name: FilterWords.code, kind: .text, target: .checked(.recordCode)),
            FilterProperty(name: FilterWords.resource, kind: .text, target: .stored(.record(.resourceType))),
        ]
    }

    private static var stateOfMind: [FilterProperty] {
        [
            FilterProperty(name: FilterWords.valence, kind: .number, target: .stored(.record(.stateOfMindValence))),
            FilterProperty(
                name: FilterWords.label,
                kind: choice("HKStateOfMind.Label"),
                target: .stored(.record(.stateOfMindLabel)),
                isSpoken: true
            ),
            FilterProperty(
                name: FilterWords.association,
                kind: choice("HKStateOfMind.Association"),
                target: .stored(.record(.stateOfMindAssociation)),
                isSpoken: true
            ),
            FilterProperty(
                name: FilterWords.kind,
                kind: choice("HKStateOfMind.Kind"),
                target: .stored(.record(.stateOfMindKind))
            ),
        ]
    }

    private static var dose: [FilterProperty] {
        [
            FilterProperty(
                name: FilterWords.medication,
                kind: .medication,
                target: .stored(.record(.doseConcept)),
                isSpoken: true
            ),
            FilterProperty(
                name: FilterWords.status,
                kind: choice("HKMedicationDoseEvent.LogStatus"),
                target: .stored(.record(.doseStatus)),
                isSpoken: true
            ),
            FilterProperty(
                name: FilterWords.schedule,
                kind: choice("HKMedicationDoseEvent.ScheduleType"),
                target: .stored(.record(.doseLogOrigin))
            ),
        ]
    }

    private static var document: [FilterProperty] {
        [
            FilterProperty(
                name: FilterWords.title,
                kind: .text,
                target: .stored(.record(.documentTitle)),
                isSpoken: true
            ),
            FilterProperty(name: FilterWords.patient, kind: .text, target: .stored(.record(.documentPatient))),
            FilterProperty(name: FilterWords.author, kind: .text, target: .stored(.record(.documentAuthor))),
            FilterProperty(name: FilterWords.custodian, kind: .text, target: .stored(.record(.documentCustodian))),
        ]
    }

    private static var bloodPressure: [FilterProperty] {
        [
            FilterProperty(
                name: FilterWords.systolic,
                kind: .quantity(BloodPressure.systolicType),
                target: .checked(.systolic)
            ),
            FilterProperty(
                name: FilterWords.diastolic,
                kind: .quantity(BloodPressure.diastolicType),
                target: .checked(.diastolic)
            ),
        ]
    }

    // MARK: Choices

    private static func choice(_ enumeration: String, _ otherNames: [String: [String]] = [:]) -> Kind {
        .choice(
            TypeCatalogue.shared.enumeration(enumeration).map { choices($0, otherNames) } ?? [],
            isOrdered: false
        )
    }

    private static func choices(_ enumeration: Enumeration, _ otherNames: [String: [String]] = [:]) -> [Choice] {
        enumeration.cases.map {
            Choice(
                value: $0.value,
                label: $0.label,
                otherNames: [$0.englishLabel.lowercased(), $0.name.lowercased(), $0.constant.lowercased()]
                    + (otherNames[$0.name] ?? [])
            )
        }
    }
}
