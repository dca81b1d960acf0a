import Foundation
import Testing

@testable import HealthKit

@Suite("Doses of medications")
struct MedicationDoseTests {
    private let checks = RecordChecks()
    private let aspirin = concept("aspirin")
    private let insulin = concept("insulin")

    private static func concept(_ text: String) -> HKHealthConceptIdentifier {
        HKHealthConceptIdentifier(ConceptIdentifierContent(domain: .medication, identifier: text))
    }

    @Test("R4.21 scheduled doses and doses as needed come back as they were")
    func roundTrip() async throws {
        let scheduled = try HKMedicationDoseEvent(
            of: aspirin,
            status: .taken,
            at: at(100.5),
            due: (at(90.25), 0.1 + 0.2),
            unit: .gramUnit(with: .milli)
        )
        try await checks.pass(scheduled) { found in
            #expect(found.scheduledDate == at(90.25) && found.scheduledDoseQuantity == 0.1 + 0.2)
            #expect(found.doseQuantity == 0.1 + 0.2 && found.unit == .gramUnit(with: .milli))
            #expect(found.logStatus == .taken && found.scheduleType == .schedule)
            return found.medicationConceptIdentifier == aspirin
        }
        try checkIncompleteArchives(of: scheduled)
        let needed = try HKMedicationDoseEvent(of: insulin, status: .taken, at: at(5))
        try await checks.pass(needed) { found in
            #expect(found.scheduledDate == nil && found.scheduledDoseQuantity == nil)
            #expect(found.doseQuantity == 1 && found.unit == .count())
            return found.scheduleType == .asNeeded
        }
        #expect(try HKMedicationDoseEvent(of: insulin, status: .skipped, at: at(5)).doseQuantity == nil)
        #expect(needed.medicationDoseEventType == needed.sampleType)
    }

    @Test("R4.19 R4.21 predicates over medication, status and due date hit and miss")
    func predicates() async throws {
        let store = checks.test.store
        let taken = try HKMedicationDoseEvent(of: aspirin, status: .taken, at: at(11), due: (at(10), 1))
        let skipped = try HKMedicationDoseEvent(of: insulin, status: .skipped, at: at(21), due: (at(20), 2))
        let needed = try HKMedicationDoseEvent(of: insulin, status: .taken, at: at(31))
        let all = [taken.uuid, skipped.uuid, needed.uuid]
        try await store.save([taken, skipped, needed])
        func found(_ predicate: NSPredicate) async throws -> [UUID] {
            try await store.all(HKObjectType.medicationDoseEventType(), predicate).map(\.uuid)
        }
        typealias Query = HKQuery
        #expect(
            try await found(Query.predicateForMedicationDoseEvent(medicationConceptIdentifier: aspirin)) == [all[0]]
        )
        let both = Query.predicateForMedicationDoseEvent(medicationConceptIdentifiers: [aspirin, insulin])
        #expect(try await found(both) == all)
        #expect(try await found(Query.predicateForMedicationDoseEvent(medicationConceptIdentifiers: [])) == [])
        #expect(try await found(Query.predicateForMedicationDoseEvent(status: .skipped)) == [all[1]])
        #expect(try await found(Query.predicateForMedicationDoseEvent(status: .snoozed)) == [])
        #expect(try await found(Query.predicateForMedicationDoseEvent(statuses: [4, 5])) == all)
        #expect(try await found(Query.predicateForMedicationDoseEvent(scheduledDate: at(20))) == [all[1]])
        #expect(try await found(Query.predicateForMedicationDoseEvent(scheduledDates: [at(10), at(31)])) == [all[0]])
        func due(_ start: Double?, _ end: Double?) async throws -> [UUID] {
            let predicate = Query.predicateForMedicationDoseEvent(
                scheduledStart: start.map { at($0) },
                end: end.map { at($0) }
            )
            return try await found(predicate)
        }
        #expect(try await due(10, 20) == [all[0]])
        #expect(try await due(nil, 20.5) == [all[0], all[1]])
        #expect(try await due(10.5, nil) == [all[1]])
        #expect(try await due(nil, nil) == all)
        let byKey = NSPredicate(format: "%K == %@", HKPredicateKeyPathMedicationConceptIdentifier, insulin)
        #expect(try await found(byKey) == [all[1], all[2]])
        #expect(try await found(NSPredicate(format: "%K == 4", HKPredicateKeyPathStatus)) == [all[0], all[2]])
        #expect(try await found(NSPredicate(format: "%K == 1", HKPredicateKeyPathLogOrigin)) == [all[2]])
        let late = NSPredicate(format: "%K > %@", HKPredicateKeyPathScheduledDate, at(15))
        #expect(try await found(late) == [all[1]])
    }

    @Test("identifiers, codes and medications are archived, compared and hashed by what they say")
    func values() throws {
        #expect(try archived(aspirin) == aspirin)
        #expect(aspirin != insulin && aspirin.domain == .medication)
        let code = HKClinicalCoding(system: "http://www.nlm.nih.gov/research/umls/rxnorm", version: nil, code: "1191")
        #expect(try archived(code) == code)
        #expect(HKClinicalCoding(system: code.system, version: "2", code: "1191") != code)
        #expect(Set([code, HKClinicalCoding(system: code.system, version: nil, code: "1191")]).count == 1)
        let medication = HKMedicationConcept(
            MedicationConceptContent(
                identifier: aspirin.content,
                displayText: "Aspirin 100 mg",
                generalForm: .tablet,
                codings: [code]
            )
        )
        #expect(try archived(medication) == medication)
        #expect(medication.identifier == aspirin && medication.generalForm == .tablet)
        #expect(medication.relatedCodings == [code] && medication.displayText == "Aspirin 100 mg")
    }

    @Test("numbers that are none are refused")
    func validation() {
        #expect(throws: HKError.self) {
            try HKMedicationDoseEvent(of: aspirin, status: .taken, at: at(0), due: (at(0), .nan))
        }
        #expect(throws: HKError.self) { try HKMedicationDoseEvent(of: Self.concept(""), status: .taken, at: at(0)) }
    }
}
