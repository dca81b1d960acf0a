import Foundation
import Testing

@testable import HealthKit

@Suite("Clinical records")
struct ClinicalRecordTests {
    private let checks = RecordChecks()
    private let allergies = HKClinicalType(.allergyRecord)

    private func record(
        _ identifier: String = "a1",
        type: HKFHIRResourceType = .allergyIntolerance,
        name: String = "Penicillin"
    ) throws -> HKClinicalRecord {
        let resource = HKFHIRResource(
            FHIRResourceContent(
                version: FHIRVersionContent(major: 4, minor: 0, patch: 1),
                type: type,
                identifier: identifier,
                data: Data(#"{"resourceType":"AllergyIntolerance","id":"a1","note":"ü 🏥"}"#.utf8),
                sourceURL: URL(string: "https://example.org/fhir/AllergyIntolerance/a1")
            )
        )
        return try HKClinicalRecord(type: allergies, displayName: name, resource: resource, added: at(7.125))
    }

    @Test("R4.21 a record comes back as it was, and begins and ends when it was added")
    func roundTrip() async throws {
        let sample = try record()
        try await checks.pass(sample) { found in
            let resource = try #require(found.fhirResource)
            #expect(found.startDate == at(7.125) && found.endDate == at(7.125))
            #expect(resource.fhirVersion == .primaryR4() && resource.resourceType == .allergyIntolerance)
            #expect(resource.sourceURL?.host == "example.org" && resource.identifier == "a1")
            return found.displayName == "Penicillin" && found.clinicalType == allergies
                && resource.data == sample.fhirResource?.data
        }
        try checkIncompleteArchives(of: sample)
        let bare = try HKClinicalRecord(type: allergies, displayName: "Note", resource: nil, added: at(1))
        try await checks.pass(bare) { $0.fhirResource == nil }
    }

    @Test("R4.21 predicates over type, identifier and source hit and miss")
    func predicates() async throws {
        let store = checks.test.store
        let first = try record("a1")
        let second = try record("a2", type: .condition)
        try await store.save([first, second])
        let source = try #require(try await store.all(allergies).first).sourceRevision.source
        func found(_ predicate: NSPredicate) async throws -> [UUID] {
            try await store.all(allergies, predicate).map(\.uuid)
        }
        #expect(try await found(HKQuery.predicateForClinicalRecords(withFHIRResourceType: .condition)) == [second.uuid])
        #expect(try await found(HKQuery.predicateForClinicalRecords(withFHIRResourceType: .coverage)) == [])
        func identity(_ source: HKSource, _ identifier: String) -> NSPredicate {
            HKQuery.predicateForClinicalRecords(
                from: source,
                fhirResourceType: .allergyIntolerance,
                identifier: identifier
            )
        }
        #expect(try await found(identity(source, "a1")) == [first.uuid])
        #expect(try await found(identity(source, "a2")) == [])
        #expect(try await found(identity(HKSource(name: "Other", bundleIdentifier: "other"), "a1")) == [])
        let key = HKPredicateKeyPathClinicalRecordFHIRResourceIdentifier
        #expect(
            try await found(NSPredicate(format: "%K BEGINSWITH 'a' AND %K ENDSWITH '2'", key, key)) == [second.uuid]
        )
        let typeKey = HKPredicateKeyPathClinicalRecordFHIRResourceType
        #expect(try await found(NSPredicate(format: "%K == %@", typeKey, "Condition")) == [second.uuid])
        let query = HKSampleQueryDescriptor(
            predicates: [.clinicalRecord(type: allergies, predicate: identity(source, "a1"))],
            sortDescriptors: []
        )
        #expect(try await query.result(for: store).map(\.displayName) == ["Penicillin"])
        #expect(store.supportsHealthRecords())
    }

    @Test("an app cannot ask to save clinical records")
    func readOnly() { #expect(!allergies.canBeShared) }

    @Test("versions of FHIR are read, told and compared")
    func versions() throws {
        let version = try HKFHIRVersion(fromVersionString: "4.0.1")
        #expect(version == .primaryR4() && version.hash == HKFHIRVersion.primaryR4().hash)
        #expect(version.fhirRelease == .r4 && version.stringRepresentation == "4.0.1")
        #expect(version.majorVersion == 4 && version.minorVersion == 0 && version.patchVersion == 1)
        #expect(HKFHIRVersion.primaryDSTU2().stringRepresentation == "1.0.2")
        #expect(HKFHIRVersion.primaryDSTU2().fhirRelease == .dstu2)
        #expect(try HKFHIRVersion(fromVersionString: "3.0.2").fhirRelease == .unknown)
        #expect(try archived(version) == version)
        for text in ["", "4", "4.0", "4.0.1.2", "4..1", "a.b.c", "-4.0.1", "+4.0.1", "4.0.1 ", "٤.0.1"] {
            #expect(throws: HKError.self, "\(text)") { try HKFHIRVersion(fromVersionString: text) }
        }
    }

    @Test("a resource needs a type and an identifier, and is archived")
    func resources() throws {
        let resource = try #require(try record().fhirResource)
        #expect(try archived(resource) == resource)
        #expect(throws: HKError.invalid("A FHIR resource has a type and an identifier")) { try record("") }
        #expect(throws: HKError.self) { try record(type: HKFHIRResourceType(rawValue: "")) }
    }
}
