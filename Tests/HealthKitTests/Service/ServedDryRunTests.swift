import Foundation
import HealthKitStore
import Testing

@testable import HealthKit

/// Dry runs over a service: they say what is stored, so that the service asks for the person's secret.
@Suite("Dry runs over a service")
struct ServedDryRunTests {
    /// Steps of minutes.
    private static func chunk(_ minutes: [Int]) -> ImportChunk {
        var chunk = ImportChunk()
        let source = HKSource(name: "Watch", bundleIdentifier: "com.example.watch")
        chunk.definitions.series = [ImportedSeries(type: steps.identifier, unit: "count")]
        chunk.definitions.revisions = [HKSourceRevision(source: source, version: nil)]
        chunk.rows = minutes.map { minute in
            let start = 600_000_000 + Double(minute) * 60
            let header = ImportedHeader(start: start, end: start + 30, creation: start + 31, revision: .init(0))
            return ImportedRow(series: .init(0), value: Double(minute), header: header)
        }
        return chunk
    }

    private func load(_ minutes: [Int], _ person: PersonAccess) throws -> ImportOutcome {
        let session = try person.beginImport(.none, restoresDeleted: false, named: "export.xml")
        let outcome = try session.write(Self.chunk(minutes))
        try session.finish()
        return outcome
    }

    @Test("Without the PIN it is refused, and with it says what is there already and changes nothing")
    func proven() throws {
        let own = HKHealthStore.person(location: .memory).person
        _ = try load([1, 2], own)
        let service = try ProvingService(own)
        try service.person().setPIN(ProofAnswers.secret("1234"), current: nil)
        do {
            _ = try service.person().forDryRun()
            Issue.record("it isn't refused")
        } catch let error as HKError {
            #expect(error.ownerChallenge != nil)
        }
        let known = service.person(ProofAnswers("1234"))
        let outcome = try load([1, 2, 3], known.forDryRun())
        #expect(outcome.tallies[.records].added == 1 && outcome.tallies[.records].duplicate == 2)
        #expect(outcome.isUnseen == nil)
        let part = try #require(outcome.parts?.first)
        #expect(part.key.source == "Watch" && part.added == 1 && part.duplicate == 2)
        #expect(part.sum == 6 && part.range == 1...3 && part.values == 3)
        let query = SampleListQuery(type: steps)
        #expect(try own.samples(query, ascending: true, limit: 10).count == 2)
        #expect(try own.steps(limit: 10).count == 1)
        // The import that follows says the same.
        let real = try load([1, 2, 3], known)
        #expect(real.tallies == outcome.tallies)
        #expect(real.parts == nil)
    }

    @Test("A copy that was begun on another connection is none of this one")
    func otherConnection() throws {
        let own = HKHealthStore.person(location: .memory).person
        let service = try ProvingService(own)
        try service.person().setPIN(ProofAnswers.secret("1234"), current: nil)
        let dry = try service.person(ProofAnswers("1234")).forDryRun()
        let copy = try #require(dry.scratch)
        let number = try #require(copy.number)
        let other = service.person(ProofAnswers("1234"))
        let port = try #require(other.store.port as? ServicePort)
        #expect(throws: HKError.self) {
            try port.perform(BeginImportCall(file: "a", restoresDeleted: false, dryRun: number))
        }
    }

    @Test("A store that is locked takes its copy along")
    func locked() throws {
        let own = HKHealthStore.person(location: .memory).person
        _ = try load([1], own)
        let database = try own.store.port.local().personsDatabase()
        let copy = try database.store.scratchCopy()
        #expect(try copy.read { try $0.currentAnchor } == database.store.read { try $0.currentAnchor })
        copy.lock()
        #expect(throws: StoreError.self) { try copy.read { try $0.currentAnchor } }
        #expect(try database.store.read { try $0.currentAnchor } > 0)
    }
}
