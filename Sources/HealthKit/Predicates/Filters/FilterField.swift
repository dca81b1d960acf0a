import Foundation

/// A property that a predicate can test: one of HealthKit's key paths.
package enum FilterField: Hashable, Sendable {
    // Every object.
    case uuid, source, sourceRevision, device, correlation, workout, electrocardiogram
    case deviceProperty(String)
    case metadata(String)
    // Every sample.
    case startDate, endDate
    /// In the printed form of `predicateForSamples(withStart:end:options:)` only: its meaning is not documented, so that it
    /// holds for every sample (R4.2).
    case offsetFromStartDate
    // Quantity samples. Of a series, the quantity is the sum or the average.
    case quantity, minimum, maximum, mostRecent, mostRecentStartDate, mostRecentEndDate, mostRecentDuration, count
    // Category samples.
    case categoryValue
    // Workouts.
    case workoutType, workoutDuration
    case workoutTotal(WorkoutTotalField)
    case workoutStatistic(StatisticField, String)
    // The activities of a workout.
    case activityType, activityDuration, activityStartDate, activityEndDate
    case activityStatistic(StatisticField, String)
    // Activity summaries.
    case dateComponents
    // Samples of special classes.
    case record(RecordField)
}

/// The totals of a workout; the raw value is the key path.
package enum WorkoutTotalField: String, CaseIterable, Hashable, Sendable {
    case distance = "totalDistance"
    case energy = "totalEnergyBurned"
    case strokes = "totalSwimmingStrokeCount"
    case flights = "totalFlightsClimbed"
}

/// The statistics of a workout or of its activities; the raw value is the key path of the workout's.
package enum StatisticField: String, CaseIterable, Hashable, Sendable {
    case sum = "sumQuantity"
    case minimum = "minimumQuantity"
    case maximum = "maximumQuantity"
    case average = "averageQuantity"

    /// The key path of an activity's statistic.
    var activityKey: String { "activity" + rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

    func value(in statistics: HKStatistics?) -> FilterValue {
        guard let statistics else { return .none }
        return switch self {
        case .sum: .quantity(statistics.sumQuantity())
        case .minimum: .quantity(statistics.minimumQuantity())
        case .maximum: .quantity(statistics.maximumQuantity())
        case .average: .quantity(statistics.averageQuantity())
        }
    }
}

/// The fields of samples of special classes; the raw value is the key path.
package enum RecordField: String, CaseIterable, Hashable, Sendable {
    case documentTitle = "title"
    case documentPatient = "patient_name"
    case documentAuthor = "author_name"
    case documentCustodian = "custodian_name"
    case resourceType = "FHIRResource.resourceType"
    case resourceIdentifier = "FHIRResource.identifier"
    case heartbeatClassification = "ecg_public_classification"
    case symptomsStatus = "ecg_symptoms_status"
    case averageHeartRate = "ecg_average_heart_rate"
    case doseStatus = "status"
    case doseLogOrigin = "logOrigin"
    case doseScheduledDate = "scheduledDate"
    case doseConcept = "medicationConceptIdentifier"
    // Apple publishes no key paths for states of mind: these are ours.
    case stateOfMindValence = "valence"
    case stateOfMindKind = "kind"
    case stateOfMindLabel = "label"
    case stateOfMindAssociation = "association"
    case medicationHasSchedule = "hasSchedule"
    case medicationIsArchived = "isArchived"
    // Nor for verifiable clinical records.
    case verifiableRelevantDate = "relevantDate"
    case verifiableRecordType = "recordTypes"
    case verifiableSourceType = "sourceType"

    var kind: FilterField.Kind {
        switch self {
        case .documentTitle, .documentPatient, .documentAuthor, .documentCustodian: .text
        case .resourceType, .resourceIdentifier, .doseConcept: .text
        case .heartbeatClassification, .symptomsStatus, .doseStatus, .doseLogOrigin: .number
        case .averageHeartRate: .quantity
        case .doseScheduledDate: .date
        case .stateOfMindValence, .stateOfMindKind, .stateOfMindLabel, .stateOfMindAssociation: .number
        case .medicationHasSchedule, .medicationIsArchived: .number
        case .verifiableRelevantDate: .date
        case .verifiableRecordType, .verifiableSourceType: .text
        }
    }
}

extension FilterField {
    /// The kind of a field's value, which determines the values that it can be compared with.
    package enum Kind: Sendable {
        case uuid, date, source, revision, device, text, number, quantity, workout, electrocardiogram, membership, day
        /// Texts, numbers, dates and quantities, as metadata has them.
        case any
    }

    /// Whose field it is.
    package enum Scope: Sendable {
        case sample, activity, summary
    }

    package var kind: Kind {
        switch self {
        case .uuid: .uuid
        case .source: .source
        case .sourceRevision: .revision
        case .device: .device
        case .deviceProperty: .text
        case .metadata: .any
        case .correlation: .membership
        case .workout: .workout
        case .electrocardiogram: .electrocardiogram
        case .startDate, .endDate, .offsetFromStartDate, .mostRecentStartDate, .mostRecentEndDate: .date
        case .activityStartDate, .activityEndDate: .date
        case .quantity, .minimum, .maximum, .mostRecent: .quantity
        case .workoutTotal, .workoutStatistic, .activityStatistic: .quantity
        case .count, .mostRecentDuration, .categoryValue: .number
        case .workoutType, .workoutDuration, .activityType, .activityDuration: .number
        case .dateComponents: .day
        case .record(let field): field.kind
        }
    }

    package var scope: Scope {
        switch self {
        case .activityType, .activityDuration, .activityStartDate, .activityEndDate, .activityStatistic: .activity
        case .dateComponents: .summary
        default: .sample
        }
    }

    /// Whether the field is a date that every sample has.
    var isTime: Bool { self == .startDate || self == .endDate || self == .offsetFromStartDate }
}
