import Foundation
import HealthKitStore
import RandomTesting
import Testing

@testable import HealthKit

/// Imports over a service that asks for a secret, from programs that don't know it.
@Suite("Imports without the person's secret", .timeLimit(.minutes(10)))
struct ImportWithoutSecretTests {
    /// What an import of a test has: steps of minutes as rows and as sums, summaries of days, and what is known of the person.
    private struct File {
        var rows: [(minute: Int, value: Double)] = []
        var sums: [(minute: Int, value: Double, version: Double)] = []
        var summaries: [(day: Int, energy: Double)] = []
        var characteristics: CharacteristicValues?
        var superseded: [Double] = []

        var chunk: ImportChunk {
            var chunk = ImportChunk()
            let source = HKSource(name: "Watch", bundleIdentifier: "com.example.watch")
            chunk.definitions.series = [ImportedSeries(type: steps.identifier, unit: "count")]
            chunk.definitions.revisions = [HKSourceRevision(source: source, version: nil)]
            func row(_ minute: Int, _ value: Double) -> ImportedRow {
                let start = 600_000_000 + Double(minute) * 60
                let header = ImportedHeader(start: start, end: start + 30, creation: start + 31, revision: .init(0))
                return ImportedRow(series: .init(0), value: value, header: header)
            }
            chunk.rows = rows.map { row($0.minute, $0.value) }
            chunk.buckets = sums.map {
                ImportedBucket(row: row($0.minute, $0.value), identifier: "\($0.minute)", version: $0.version)
            }
            chunk.summaries = summaries.map { summary in
                var content = ActivitySummaryContent(day: "2024-02-0\(summary.day)")
                content.activeEnergyBurned = QuantityText(value: summary.energy, unit: "kcal")
                return content
            }
            chunk.characteristics = characteristics
            chunk.superseded = superseded.map {
                SupersededRow(
                    type: steps.identifier,
                    unit: "count",
                    bundleIdentifier: source.bundleIdentifier,
                    start: 600_000_000,
                    values: $0...$0
                )
            }
            return chunk
        }

        /// Whatever comes, of few different minutes, values and days, so that much of it is in any other.
        static func random(_ generator: inout SeededGenerator) -> File {
            var file = File()
            for _ in 0..<Int.random(in: 0...12, using: &generator) {
                file.rows.append(
                    (Int.random(in: 0..<8, using: &generator), Double.random(in: 1...2, using: &generator).rounded())
                )
            }
            for _ in 0..<Int.random(in: 0...6, using: &generator) {
                let value = Double(Int.random(in: 1...4, using: &generator))
                file.sums.append((Int.random(in: 100..<104, using: &generator), value, value))
            }
            for _ in 0..<Int.random(in: 0...2, using: &generator) {
                file.summaries.append(
                    (Int.random(in: 1...3, using: &generator), Double(Int.random(in: 1...2, using: &generator)))
                )
            }
            if Bool.random(using: &generator) {
                var values = CharacteristicValues()
                if Bool.random(using: &generator) { values.bloodType = Int.random(in: 1...3, using: &generator) }
                if Bool.random(using: &generator) {
                    values.dateOfBirth = "198\(Int.random(in: 0...3, using: &generator))-01-01"
                }
                file.characteristics = values
            }
            return file
        }
    }

    /// What a store holds, whatever UUIDs it has.
    private struct Contents: Equatable {
        var samples: [String]
        var days: [String]
        var characteristics: CharacteristicValues
    }

    private func contents(_ person: PersonAccess) throws -> Contents {
        var samples: [String] = []
        try person.store.port.local().personsDatabase()
            .read { reader in
                guard let type = try reader.typeID(steps.identifier) else { return }
                try reader.store.forEachSample(ScanRequest(type: type, columns: .all)) { row in
                    samples.append("\(row.start) \(row.value)")
                    return .continue
                }
            }
        let days = try person.activitySummaries().map { "\($0.day) \($0.activeEnergyBurned?.value ?? 0)" }
        return Contents(samples: samples.sorted(), days: days.sorted(), characteristics: try person.characteristics())
    }

    @discardableResult
    private func load(_ file: File, _ person: PersonAccess, restores: Bool = false) throws -> ImportOutcome {
        let session = try person.beginImport(.none, restoresDeleted: restores, named: "export.xml")
        let outcome = try session.write(file.chunk)
        try session.finish()
        return outcome
    }

    private func deleteSteps(_ person: PersonAccess, _ isDeleted: (Double) -> Bool) throws {
        var uuids: [UUID] = []
        try person.store.port.local().personsDatabase()
            .read { reader in
                guard let type = try reader.typeID(steps.identifier) else { return }
                try reader.store.forEachSample(ScanRequest(type: type, columns: .all)) { row in
                    if isDeleted(row.start) { uuids.append(row.uuid) }
                    return .continue
                }
            }
        _ = try person.delete(uuids)
    }

    private func prove(_ service: ProvingService) throws {
        _ = try service.person(ProofAnswers("1234")).types()
    }

    private func waiting(_ person: PersonAccess) throws -> [String] {
        try person.store.port.local().personsDatabase()
            .read { try $0.store.valueKeys(StoreNamespace.waitingImports) }
    }

    @Test(
        "Nothing of what is stored is said or changed, and with the secret everything becomes as if it had come with it",
        arguments: 0..<40
    )
    func unseen(_ round: Int) throws {
        var generator = SeededGenerator()
        let before = File.random(&generator)
        let coming = (0..<Int.random(in: 1...3, using: &generator)).map { _ in File.random(&generator) }
        let restores = Bool.random(using: &generator)
        let gone = Set((0..<8).filter { _ in Bool.random(using: &generator) }.map { 600_000_000 + Double($0) * 60 })
        let comment = Comment(rawValue: "seed \(generator.seed)")

        let own = HKHealthStore.person(location: .memory).person
        let reference = HKHealthStore.person(location: .memory).person
        for person in [own, reference] {
            try load(before, person)
            try deleteSteps(person) { gone.contains($0) }
        }
        let (service, empty) = (try ProvingService(own), try ProvingService())
        for service in [service] { try service.person().setPIN(ProofAnswers.secret("1234"), current: nil) }
        let known = try contents(own)
        for file in coming {
            let outcome = try load(file, service.person(), restores: restores)
            let other = try load(file, empty.person(), restores: restores)
            #expect(outcome.tallies == other.tallies, comment)
            #expect(outcome.linkedMembers == other.linkedMembers && outcome.duplicates == other.duplicates, comment)
            #expect(outcome.isUnseen == true && other.isUnseen == true, comment)
            #expect(outcome.tallies.total(\.duplicate) + outcome.tallies.total(\.deleted) == 0, comment)
            try load(file, reference, restores: restores)
        }
        // What was there is there, as often as it was.
        let now = try contents(own)
        var rest = now.samples
        for sample in known.samples {
            let place = try #require(rest.firstIndex(of: sample), comment)
            rest.remove(at: place)
        }
        #expect(known.days.allSatisfy { now.days.contains($0) }, comment)
        #expect(known.characteristics.updated(with: now.characteristics) == now.characteristics, comment)
        if known.characteristics.bloodType != nil {
            #expect(now.characteristics.bloodType == known.characteristics.bloodType, comment)
        }
        try prove(service)
        #expect(try contents(own) == contents(reference), comment)
        #expect(try waiting(own) == [], comment)
    }

    @Test("What was deleted stays deleted until the secret is given, and what doesn't bring anything back doesn't wait")
    func deleted() throws {
        let own = HKHealthStore.person(location: .memory).person
        let file = File(rows: [(0, 5), (1, 6)])
        try load(file, own)
        let service = try ProvingService(own)
        try service.person().setPIN(ProofAnswers.secret("1234"), current: nil)
        try load(file, service.person(), restores: true)
        #expect(try waiting(own) == [], "all of it was there")
        try deleteSteps(own) { $0 == 600_000_000 }
        for _ in 1...3 { try load(file, service.person(), restores: true) }
        #expect(try contents(own).samples.count == 1)
        #expect(try waiting(own).count == 2, "the same file waits once")
        try prove(service)
        #expect(try contents(own).samples.count == 2)
        // It is an import, which can be undone.
        let operation = try #require(try own.steps(limit: 1).first)
        #expect(operation.kind == .import && operation.note == "export.xml")
    }

    @Test("Of sums for the same time the last posted waits, however many come")
    func sums() throws {
        let own = HKHealthStore.person(location: .memory).person
        try load(File(sums: [(100, 1_000, 1)]), own)
        let service = try ProvingService(own)
        try service.person().setPIN(ProofAnswers.secret("1234"), current: nil)
        for version in [3, 9, 4, 2] as [Double] {
            try load(File(sums: [(100, version * 10, version)]), service.person())
        }
        #expect(try waiting(own).count == 1)
        #expect(try contents(own).samples == ["600006000.0 1000.0"])
        try prove(service)
        #expect(try contents(own).samples == ["600006000.0 90.0"])
    }

    @Test("Values that a later reading replaces stay until the secret is given")
    func superseded() throws {
        let own = HKHealthStore.person(location: .memory).person
        var chunk = File(rows: [(0, 5)]).chunk
        chunk.rows[0].header.end = chunk.rows[0].header.start
        chunk.rows[0].header.creation = chunk.rows[0].header.start
        let session = try own.beginImport(.none, restoresDeleted: false, named: "old.json")
        _ = try session.write(chunk)
        try session.finish()
        let service = try ProvingService(own)
        try service.person().setPIN(ProofAnswers.secret("1234"), current: nil)
        try load(File(superseded: [5, 7]), service.person())
        #expect(try contents(own).samples.count == 1)
        #expect(try waiting(own).count == 1, "the other one would remove nothing")
        try prove(service)
        #expect(try contents(own).samples == [])
    }

    @Test(
        "A secret that was given for imports holds for them however long that lasts, and over another connection"
    )
    func standing() throws {
        let own = HKHealthStore.person(location: .memory).person
        try load(File(sums: [(100, 1_000, 1)]), own)
        let service = try ProvingService(own)
        try service.person().setPIN(ProofAnswers.secret("1234"), current: nil)
        let importer = service.person()
        #expect(throws: HKError.self) { try importer.proveForImports(ProofAnswers.secret("0000")) }
        try importer.proveForImports(ProofAnswers.secret("1234"))
        service.clock.pass(OwnerProof.idleTime * 4)
        var outcome = try load(File(sums: [(100, 2_000, 2)]), importer)
        #expect(outcome.isUnseen == nil && outcome.tallies[.records].added == 1)
        service.served.cutConnections()
        // An import that was underway when the connection was cut isn't asked for again: it fails, once.
        let again = File(sums: [(100, 2_000, 2)])
        do { outcome = try load(again, importer) } catch is HKError { outcome = try load(again, importer) }
        #expect(outcome.isUnseen == nil && outcome.tallies[.records].duplicate == 1)
        // Another PIN ends it.
        try service.person().setPIN(ProofAnswers.secret("9876"), current: ProofAnswers.secret("1234"))
        outcome = try load(File(sums: [(100, 3_000, 3)]), importer)
        #expect(outcome.isUnseen == true)
        #expect(try contents(own).samples == ["600006000.0 2000.0"])
    }

    @Test("Once nothing is asked for, nothing waits; before there is a PIN, it does")
    func off() throws {
        let own = HKHealthStore.person(location: .memory).person
        try load(File(sums: [(100, 1_000, 1)]), own)
        let service = try ProvingService(own)
        #expect(try load(File(sums: [(100, 7, 2)]), service.person()).isUnseen == true)
        #expect(try contents(own).samples == ["600006000.0 1000.0"])
        try service.person().setPIN(nil, current: nil)
        #expect(try contents(own).samples == ["600006000.0 7.0"])
        #expect(try load(File(sums: [(100, 8, 3)]), service.person()).isUnseen == nil)
    }

    @Test(
        "A copy of a store without the secret brings objects, and neither deletions nor settings, and says nothing of this store"
    )
    func merge() throws {
        let folder = ProofFolder()
        let other = HKHealthStore.person(location: .file(folder.path("other.store"))).person
        try load(File(rows: [(0, 5), (1, 6), (2, 7)]), other)
        try deleteSteps(other) { $0 == 600_000_000 }
        try other.setGrants([steps.identifier: Grant(read: true)], app: "com.example.app")
        _ = try other.backUp(to: folder.path("copy.store"), replacing: false)
        var said: [StoreMergeSummary] = []
        for isKnown in [false, true] {
            let own = HKHealthStore.person(location: .file(folder.path("own-\(isKnown).store"))).person
            if isKnown { try load(File(rows: [(0, 5), (1, 6)]), own) }
            let service = try ProvingService(own)
            try service.person().setPIN(ProofAnswers.secret("1234"), current: nil)
            let summary = try service.person()
                .merge(copyAt: folder.path("copy.store"), named: "copy", .none, restoresDeleted: false)
            said.append(summary)
            #expect(try contents(own).samples.count == (isKnown ? 3 : 2))
            #expect(try own.grants(app: "com.example.app").isEmpty, "permissions need the secret")
            #expect(throws: HKError.self) {
                _ = try service.person()
                    .merge(copyAt: folder.path("copy.store"), named: "copy", .none, restoresDeleted: true)
            }
        }
        #expect(said[0] == said[1])
        #expect(said[0].isUnseen == true && said[0].counts.total(\.added) == 2)
    }

    @Test("A save that would take the place of an earlier version needs the secret")
    func syncIdentifiers() throws {
        let service = try ProvingService()
        func sample(_ value: Double, _ version: Int) -> HKQuantitySample {
            HKQuantitySample(
                type: steps,
                quantity: HKQuantity(unit: .count(), doubleValue: value),
                start: Date(timeIntervalSinceReferenceDate: 0),
                end: Date(timeIntervalSinceReferenceDate: 60),
                metadata: [HKMetadataKeySyncIdentifier: "a", HKMetadataKeySyncVersion: version]
            )
        }
        #expect(throws: HKError.self) { try service.person().save([sample(1, 1)]) }
        try service.person(ProofAnswers("1234")).save([sample(1, 1)])
    }
}
