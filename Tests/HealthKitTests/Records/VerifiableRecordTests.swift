import Foundation
import Synchronization
import Testing

@testable import HealthKit

@Suite("Verifiable clinical records")
struct VerifiableRecordTests {
    private let test = TestStore()
    private let prompt = ChoosingPrompt()
    private typealias Kind = HKVerifiableClinicalRecordCredentialType
    private typealias Format = HKVerifiableClinicalRecordSourceType

    private func save(
        _ types: [HKVerifiableClinicalRecordCredentialType],
        _ time: Double = 0,
        format: HKVerifiableClinicalRecordSourceType = .smartHealthCard
    ) async throws -> HKVerifiableClinicalRecord {
        let content = VerifiableRecordContent(
            recordTypes: types.map(\.rawValue),
            issuer: "https://issuer.example",
            subject: VerifiableSubjectContent(
                fullName: "Ada Lovelace",
                birth: DateComponents(year: 1815, month: 12, day: 10)
            ),
            issued: at(time + 0.25),
            expiration: at(1e9),
            items: ["Dose 1", "Dose 2"],
            sourceType: format,
            data: Data("eyJ6aXAi.fQ.c2ln".utf8)
        )
        let record = try HKVerifiableClinicalRecord(content: content, relevant: at(time))
        try await test.store.save(record)
        return record
    }

    private func found(
        _ store: HKHealthStore,
        _ types: [HKVerifiableClinicalRecordCredentialType],
        formats: [HKVerifiableClinicalRecordSourceType] = [.smartHealthCard],
        _ predicate: NSPredicate? = nil
    ) async throws -> [UUID] {
        try await HKVerifiableClinicalRecordQueryDescriptor(
            recordTypes: types,
            sourceTypes: formats,
            predicate: predicate
        )
        .result(for: store).map(\.uuid)
    }

    @Test("a record comes back from the store and from an archive as it was")
    func roundTrip() async throws {
        let record = try await save([.covid19, .immunization], 7)
        let read = try #require(
            try await HKVerifiableClinicalRecordQueryDescriptor(
                recordTypes: [.covid19],
                sourceTypes: [.smartHealthCard]
            )
            .result(for: test.store).first
        )
        for each in [read, try archived(record)] {
            #expect(each.uuid == record.uuid && each.recordTypes == record.recordTypes)
            #expect(each.issuerIdentifier == "https://issuer.example" && each.itemNames == ["Dose 1", "Dose 2"])
            #expect(each.issuedDate == at(7.25) && each.relevantDate == at(7) && each.expirationDate == at(1e9))
            #expect(each.sourceType == .smartHealthCard && each.dataRepresentation == Data("eyJ6aXAi.fQ.c2ln".utf8))
            #expect(each.jwsRepresentation == each.dataRepresentation)
            #expect(each.subject.fullName == "Ada Lovelace" && each.subject.dateOfBirthComponents?.year == 1815)
            #expect(each.subject == record.subject)
        }
        #expect(try archived(record.subject) == record.subject)
        try checkIncompleteArchives(of: record)
    }

    @Test("records are found by what they attest, by format and by date")
    func predicates() async throws {
        let both = try await save([.covid19, .immunization], 10)
        let one = try await save([.covid19, .laboratory], 20)
        let european = try await save([.covid19], 30, format: .euDigitalCOVIDCertificate)
        let store = test.store
        #expect(try await found(store, [.covid19]) == [both.uuid, one.uuid])
        #expect(try await found(store, [.covid19, .immunization]) == [both.uuid])
        #expect(try await found(store, [.recovery]) == [])
        #expect(try await found(store, [.covid19], formats: [.euDigitalCOVIDCertificate]) == [european.uuid])
        func within(_ start: Double, _ end: Double) -> NSPredicate {
            HKQuery.predicateForVerifiableClinicalRecords(
                withRelevantDateWithin: DateInterval(start: at(start), end: at(end))
            )
        }
        #expect(try await found(store, [.covid19], within(10, 15)) == [both.uuid])
        #expect(try await found(store, [.covid19], within(11, 19)) == [])
        #expect(try await found(store, [.covid19], within(15, 20)) == [one.uuid])
    }

    @Test("R1.15 each run asks, and the app gets what the person chose for that run")
    func permission() async throws {
        let first = try await save([.covid19], 10)
        let second = try await save([.covid19], 20)
        _ = try await save([.laboratory], 30)
        let app = test.app("verifier", prompt: prompt)
        prompt.choice.withLock { $0 = [first.uuid] }
        #expect(try await found(app, [.covid19]) == [first.uuid])
        prompt.choice.withLock { $0 = [second.uuid] }
        #expect(try await found(app, [.covid19]) == [second.uuid])
        prompt.choice.withLock { $0 = [] }
        #expect(try await found(app, [.covid19]) == [])
        prompt.choice.withLock { $0 = nil }
        #expect(await code { _ = try await found(app, [.covid19]) } == .errorUserCanceled)
        #expect(prompt.asked.withLock { $0 } == Array(repeating: [first.uuid, second.uuid], count: 4))
    }

    @Test("apps can neither ask for, nor save, nor list verifiable records")
    func hidden() async throws {
        let record = try await save([.covid19])
        #expect(!HKObjectType.all.contains { $0 is VerifiableRecordType } && !record.sampleType.canBeShared)
        #expect(await code { _ = try await test.app("a").all(record.sampleType) } == .errorAuthorizationNotDetermined)
        #expect(await code { try await test.app("a").save(record) } == .errorAuthorizationNotDetermined)
    }

    @Test("the query without formats is one for SMART Health Cards")
    func query() async throws {
        let record = try await save([.covid19])
        let query = HKVerifiableClinicalRecordQuery(recordTypes: ["a"], predicate: nil) { _, _, _ in }
        #expect(query.sourceTypes == [.smartHealthCard] && query.recordTypes == ["a"])
        let uuids: [UUID]? = await withCheckedContinuation { continuation in
            test.store.execute(
                HKVerifiableClinicalRecordQuery(recordTypes: record.recordTypes, predicate: nil) { _, records, _ in
                    continuation.resume(returning: records?.map(\.uuid))
                }
            )
        }
        #expect(uuids == [record.uuid])
    }
}
