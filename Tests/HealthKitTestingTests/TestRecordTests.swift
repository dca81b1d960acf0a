import Foundation
import HealthKit
import HealthKitTesting
import Testing

@Suite("Records of the system in a test's store")
struct TestRecordTests {
    private let test: HealthKitTestStore
    private let date = Date(timeIntervalSinceReferenceDate: 1000)

    init() throws { test = try HealthKitTestStore(now: Date(timeIntervalSinceReferenceDate: 5000)) }

    @Test("an electrocardiogram with its symptoms is read by the app under test")
    func electrocardiogram() async throws {
        let type = HKObjectType.electrocardiogramType()
        let symptom = HKCategoryType(.rapidPoundingOrFlutteringHeartbeat)
        try await test.healthStore.requestAuthorization(toShare: [], read: [type, symptom])
        let noted = HKCategorySample(type: symptom, value: 1, start: date, end: date)
        try test.watch()
            .saveElectrocardiogram(
                start: date,
                microvolts: [1, 2, 3],
                classification: .atrialFibrillation,
                averageHeartRate: 120,
                symptomsStatus: .present,
                symptoms: [noted]
            )
        let found = try await HKSampleQueryDescriptor(predicates: [.electrocardiogram()], sortDescriptors: [])
            .result(for: test.healthStore)
        let ecg = try #require(found.first)
        #expect(ecg.classification == .atrialFibrillation && ecg.numberOfVoltageMeasurements == 3)
        var voltages: [Double] = []
        for try await each in HKElectrocardiogramQueryDescriptor(ecg).results(for: test.healthStore) {
            voltages.append(
                each.quantity(for: .appleWatchSimilarToLeadI)?.doubleValue(for: .voltUnit(with: .micro)) ?? 0
            )
        }
        #expect(voltages == [1, 2, 3])
        let symptoms = try await HKSampleQueryDescriptor(
            predicates: [
                .categorySample(
                    type: symptom,
                    predicate: HKQuery.predicateForObjectsAssociated(electrocardiogram: ecg)
                )
            ],
            sortDescriptors: []
        )
        .result(for: test.healthStore)
        #expect(symptoms.map(\.uuid) == [noted.uuid])
    }

    @Test("a clinical record is read by the app under test")
    func clinicalRecord() async throws {
        let type = HKClinicalType(.labResultRecord)
        try await test.healthStore.requestAuthorization(toShare: [], read: [type])
        try test.app("Hospital")
            .saveClinicalRecord(
                type,
                displayName: "Glucose",
                resourceType: .observation,
                identifier: "1",
                data: Data("{}".utf8)
            )
        let found = try await HKSampleQueryDescriptor(
            predicates: [.clinicalRecord(type: type)],
            sortDescriptors: []
        )
        .result(for: test.healthStore)
        #expect(found.first?.displayName == "Glucose" && found.first?.startDate == test.now)
        #expect(found.first?.fhirResource?.fhirVersion == .primaryR4())
    }

    @Test("medications are read as far as the person permits, and doses with them")
    func medications() async throws {
        let aspirin = try test.health.saveMedication("Aspirin", hasSchedule: true)
        try test.health.saveMedication("Insulin", form: .injection)
        let dose = HKObjectType.medicationDoseEventType()
        try test.health.saveDose(of: aspirin.medication.medication, at: date, scheduledDate: date, scheduledQuantity: 2)
        test.permissions = .allowObjects([aspirin.uuid])
        let store = test.healthStore
        try await store.requestPerObjectReadAuthorization(for: .userAnnotatedMedicationType(), predicate: nil)
        let medications = try await HKUserAnnotatedMedicationQueryDescriptor().result(for: store)
        #expect(medications.map(\.medication.displayText) == ["Aspirin"])
        test.permissions = .allowAll
        try await store.requestAuthorization(toShare: [], read: [dose])
        let predicate = HKQuery.predicateForMedicationDoseEvent(
            medicationConceptIdentifier: aspirin.medication.medication.identifier
        )
        let doses = try await HKSampleQueryDescriptor(
            predicates: [.sample(type: dose, predicate: predicate)],
            sortDescriptors: []
        )
        .result(for: store)
        #expect((doses.first as? HKMedicationDoseEvent)?.doseQuantity == 2)
    }

    @Test("a verifiable record is given as the person chooses")
    func verifiableRecord() async throws {
        let record = try test.health.saveVerifiableRecord(
            [.immunization],
            items: ["Dose 1"],
            fullName: "Ada",
            issuer: "https://issuer.example",
            relevantDate: date
        )
        let query = HKVerifiableClinicalRecordQueryDescriptor(
            recordTypes: [.immunization],
            sourceTypes: [.smartHealthCard]
        )
        test.permissions = .allowObjects([record.uuid])
        #expect(try await query.result(for: test.healthStore).map(\.itemNames) == [["Dose 1"]])
        test.permissions = .denyAll
        #expect(try await query.result(for: test.healthStore).isEmpty)
    }

    @Test("an electrocardiogram saved while the machine is locked keeps its voltages")
    func locked() async throws {
        let type = HKObjectType.electrocardiogramType()
        try await test.healthStore.requestAuthorization(toShare: [], read: [type])
        let ecg = try HealthKitTestStore().watch().saveElectrocardiogram(start: date, microvolts: [4, 5])
        test.isLocked = true
        try test.watch().save(ecg)
        test.isLocked = false
        var count = 0
        for try await _ in HKElectrocardiogramQueryDescriptor(ecg).results(for: test.healthStore) { count += 1 }
        #expect(count == 2)
    }
}
