import Foundation
import Synchronization
import Testing

@testable import HealthKit

@Suite("Medications in a person's list")
struct MedicationListTests {
    private let test = TestStore()
    private let type = HKObjectType.userAnnotatedMedicationType()

    private func save(_ name: String, archived: Bool = false, scheduled: Bool = false, nickname: String? = nil) throws
        -> UUID
    {
        let medication = HKUserAnnotatedMedication(
            AnnotatedMedicationContent(
                concept: MedicationConceptContent(
                    identifier: ConceptIdentifierContent(domain: .medication, identifier: name),
                    displayText: name,
                    generalForm: .capsule,
                    codings: [HKClinicalCoding(system: "s", version: "1", code: name)]
                ),
                nickname: nickname,
                isArchived: archived,
                hasSchedule: scheduled
            )
        )
        return try test.store.database()
            .write {
                try $0.save(medication, revision: test.store.principal.revision, now: Date())
            }
    }

    private func names(_ store: HKHealthStore, _ predicate: NSPredicate? = nil, limit: Int? = nil) async throws
        -> [String]
    {
        try await HKUserAnnotatedMedicationQueryDescriptor(predicate: predicate, limit: limit).result(for: store)
            .map(\.medication.displayText)
    }

    @Test("medications come back as they were; one with a known identity takes the place of the other")
    func roundTrip() async throws {
        let first = try save("Aspirin")
        #expect(try save("Aspirin", archived: true, scheduled: true, nickname: "white") == first)
        let found = try await HKUserAnnotatedMedicationQueryDescriptor().result(for: test.store)
        let medication = try #require(found.first)
        #expect(found.count == 1)
        #expect(medication.isArchived && medication.hasSchedule && medication.nickname == "white")
        #expect(medication.medication.generalForm == .capsule)
        #expect(medication.medication.relatedCodings == [HKClinicalCoding(system: "s", version: "1", code: "Aspirin")])
        #expect(try archived(medication) == medication)
    }

    @Test("predicates over schedule and archive hit and miss, and the limit holds")
    func predicates() async throws {
        _ = try save("A", archived: true)
        _ = try save("B", scheduled: true)
        _ = try save("C")
        let store = test.store
        #expect(try await names(store) == ["A", "B", "C"])
        #expect(try await names(store, limit: 2) == ["A", "B"])
        let archived = HKQuery.predicateForUserAnnotatedMedications(isArchived: true)
        let current = HKQuery.predicateForUserAnnotatedMedications(isArchived: false)
        let scheduled = HKQuery.predicateForUserAnnotatedMedications(hasSchedule: true)
        #expect(try await names(store, archived) == ["A"])
        #expect(try await names(store, NSCompoundPredicate(notPredicateWithSubpredicate: archived)) == ["B", "C"])
        #expect(try await names(store, scheduled) == ["B"])
        let both = NSCompoundPredicate(andPredicateWithSubpredicates: [archived, scheduled])
        #expect(try await names(store, both) == [])
        #expect(try await names(store, NSPredicate(format: "hasSchedule == NO AND isArchived == NO")) == ["C"])
        let medications = try await HKUserAnnotatedMedicationQueryDescriptor().result(for: store)
        #expect(medications.map { current.evaluate(with: $0) } == [false, true, true])
    }

    @Test("R1.14 an app sees the medications that the person chose, and asks each time")
    func permission() async throws {
        let one = try save("A")
        let two = try save("B", archived: true)
        let prompt = ChoosingPrompt()
        let app = test.app("pillbox", prompt: prompt)
        #expect(await code { _ = try await names(app) } == .errorAuthorizationNotDetermined)
        prompt.choice.withLock { $0 = [one] }
        try await app.requestPerObjectReadAuthorization(for: type, predicate: nil)
        #expect(prompt.asked.withLock { $0 } == [[one, two]])
        #expect(try await names(app) == ["A"])
        prompt.choice.withLock { $0 = [two] }
        let predicate = HKQuery.predicateForUserAnnotatedMedications(isArchived: true)
        try await app.requestPerObjectReadAuthorization(for: type, predicate: predicate)
        #expect(prompt.asked.withLock { $0.last } == [two])
        #expect(try await names(app) == ["A", "B"])
    }

    @Test("the query gives each medication and says which is the last, or that there is none")
    func query() async throws {
        func run() async -> [String] {
            let (stream, continuation) = AsyncStream<String>.makeStream()
            let query = HKUserAnnotatedMedicationQuery(predicate: nil, limit: HKObjectQueryNoLimit) {
                _,
                medication,
                done,
                error in
                continuation.yield("\(medication?.medication.displayText ?? "none") \(done) \(error == nil)")
                if done { continuation.finish() }
            }
            test.store.execute(query)
            return await stream.reduce(into: []) { $0.append($1) }
        }
        #expect(await run() == ["none true true"])
        _ = try save("A")
        _ = try save("B")
        #expect(await run() == ["A false true", "B true true"])
    }
}
