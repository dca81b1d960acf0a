import Foundation

/// A code of a terminology, such as RxNorm.
package struct ClinicalCodingContent: RecordContent, Codable {
    package var system: String
    package var version: String?
    package var code: String

    package func check() throws {}
}

/// The identifier of a health concept.
package struct ConceptIdentifierContent: RecordContent, Codable {
    package var domain: String
    package var identifier: String

    package init(domain: HKHealthConceptDomain, identifier: String) {
        self.domain = domain.rawValue
        self.identifier = identifier
    }

    package func check() throws {
        guard !domain.isEmpty, !identifier.isEmpty else {
            throw HKError.invalid("The identifier of a health concept has a domain and a text")
        }
    }

    /// The identifier in the form that predicates compare.
    var text: String { "\(domain)/\(identifier)" }
}

/// The content of a medication.
package struct MedicationConceptContent: RecordContent, Codable {
    package var identifier: ConceptIdentifierContent
    package var displayText: String
    package var generalForm: String
    package var codings: Set<ClinicalCodingContent>

    package func check() throws { try identifier.check() }
}

/// A medication in a person's list.
package struct AnnotatedMedicationContent: RecordContent, Codable {
    package var concept: MedicationConceptContent
    package var nickname: String?
    package var isArchived: Bool
    package var hasSchedule: Bool

    package init(concept: MedicationConceptContent, nickname: String?, isArchived: Bool, hasSchedule: Bool) {
        self.concept = concept
        self.nickname = nickname
        self.isArchived = isArchived
        self.hasSchedule = hasSchedule
    }

    package func check() throws { try concept.check() }
}

/// A person's action for one dose of a medication.
package struct DoseContent: RecordContent, Codable {
    package var concept: ConceptIdentifierContent
    package var schedule: Int
    /// Seconds since the reference date.
    package var scheduledDate: Double?
    package var scheduledQuantity: Double?
    package var quantity: Double?
    package var status: Int
    package var unit: String

    package func check() throws {
        try concept.check()
        guard let knownSchedule else { throw HKError.invalid("\(schedule) isn't a dose schedule type") }
        guard knownStatus != nil else { throw HKError.invalid("\(status) isn't a dose status") }
        guard knownUnit != nil else { throw HKError.invalid("“\(unit)” isn't a dose unit") }
        guard [scheduledDate, scheduledQuantity, quantity].allSatisfy({ $0?.isFinite ?? true }) else {
            throw HKError.invalid("The quantities and the date of a dose are numbers")
        }
        switch (knownSchedule, scheduledDate, scheduledQuantity) {
        case (.schedule, .some, .some), (.asNeeded, nil, nil): return
        case (.schedule, _, _): throw HKError.invalid("A scheduled dose has a scheduled date and quantity")
        case (.asNeeded, _, _): throw HKError.invalid("A dose taken as needed has no scheduled date and quantity")
        }
    }
}
