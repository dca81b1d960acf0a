import Foundation

/// An object of a class with its own fields for predicates.
package protocol RecordFieldProviding {
    /// The value of a field, or the set of its values where it has several; `.none` for a field of another class.
    func value(of field: RecordField) -> FilterValue
}

extension HKCDADocumentSample: RecordFieldProviding {
    package func value(of field: RecordField) -> FilterValue {
        switch field {
        case .documentTitle: .text(content.title)
        case .documentPatient: .text(content.patientName)
        case .documentAuthor: .text(content.authorName)
        case .documentCustodian: .text(content.custodianName)
        default: .none
        }
    }
}

extension HKElectrocardiogram: RecordFieldProviding {
    package func value(of field: RecordField) -> FilterValue {
        switch field {
        case .heartbeatClassification: .integer(classification.rawValue)
        case .symptomsStatus: .integer(symptomsStatus.rawValue)
        case .averageHeartRate: .quantity(averageHeartRate)
        default: .none
        }
    }
}

extension HKClinicalRecord: RecordFieldProviding {
    package func value(of field: RecordField) -> FilterValue {
        switch field {
        case .resourceType: .text(content.resource?.type)
        case .resourceIdentifier: .text(content.resource?.identifier)
        default: .none
        }
    }
}

extension HKVerifiableClinicalRecord: RecordFieldProviding {
    package func value(of field: RecordField) -> FilterValue {
        switch field {
        case .verifiableRelevantDate: .date(relevantDate)
        case .verifiableRecordType: .set(Set(content.recordTypes.map { .text($0) }))
        case .verifiableSourceType: .text(content.sourceType)
        default: .none
        }
    }
}

extension HKMedicationDoseEvent: RecordFieldProviding {
    package func value(of field: RecordField) -> FilterValue {
        switch field {
        case .doseStatus: .integer(content.status)
        case .doseLogOrigin: .integer(content.schedule)
        case .doseScheduledDate: content.scheduledDate.map { .date($0) } ?? .none
        case .doseConcept: .text(content.concept.text)
        default: .none
        }
    }
}

extension HKStateOfMind: RecordFieldProviding {
    package func value(of field: RecordField) -> FilterValue {
        switch field {
        case .stateOfMindValence: .number(content.valence)
        case .stateOfMindKind: .integer(content.kind)
        case .stateOfMindLabel: .set(Set(content.labels.map { .integer($0) }))
        case .stateOfMindAssociation: .set(Set(content.associations.map { .integer($0) }))
        default: .none
        }
    }
}

extension AnnotatedMedicationContent: RecordFieldProviding {
    package func value(of field: RecordField) -> FilterValue {
        switch field {
        case .medicationHasSchedule: .integer(hasSchedule ? 1 : 0)
        case .medicationIsArchived: .integer(isArchived ? 1 : 0)
        default: .none
        }
    }
}
