import Foundation
import HealthKitStore
import Testing

@testable import HealthKit

/// Imported objects that files know by a name, as chunks bring them.
@Suite("Imports of objects with names")
struct NamedImportTests {
    private let person = HKHealthStore.person(location: .memory).person

    /// A workout of some heart rates, in two parts, of a file of some date.
    private static func chunks(_ rates: [Double], version: Double) -> [ImportChunk] {
        let source = HKSource(name: "Edge", bundleIdentifier: HKSource.filePrefix + "fit:1:4314")
        func header(_ start: Double, _ end: Double) -> ImportedHeader {
            ImportedHeader(start: start, end: end, creation: end, revision: .init(0))
        }
        var identity = ImportedIdentity(["1", "4314", "77"], version: version)
        var digest = ImportedIdentity.Digest()
        for rate in rates { digest.add("\(rate) ".utf8) }
        identity.digest = digest.value
        let rows = rates.enumerated()
            .map { second, rate in
                let time = 600_000_000 + Double(second)
                return ImportedRow(series: .init(0), value: rate, header: header(time, time))
            }
        var first = ImportChunk()
        first.definitions.series = [ImportedSeries(type: "HKQuantityTypeIdentifierHeartRate", unit: "count/min")]
        first.definitions.revisions = [HKSourceRevision(source: source, version: nil)]
        first.workouts = [
            ImportedWorkout(
                header: header(600_000_000, 600_000_600),
                content: WorkoutContent(activityType: HKWorkoutActivityType.running.rawValue),
                number: .init(0),
                identity: identity
            )
        ]
        first.members = [ImportedMembers(workout: .init(0), rows: Array(rows.prefix(1)))]
        var last = ImportChunk()
        last.members = [ImportedMembers(workout: .init(0), rows: Array(rows.dropFirst()))]
        last.completed = [.init(0)]
        return [first, last]
    }

    @Test("Numbers that are added together have the digest of the same ones added one by one")
    func digestOfNumbers() {
        for count in [0, 1, 8_191, 8_192, 8_193, 30_000] {
            let numbers = (0..<count).map { Double($0) * 0.1 }
            var one = ImportedIdentity.Digest()
            var all = ImportedIdentity.Digest()
            one.add([7, 8, 9])
            all.add([7, 8, 9])
            for number in numbers { withUnsafeBytes(of: number.bitPattern.littleEndian) { one.add($0) } }
            numbers.withUnsafeBytes { all.add(words: $0) }
            #expect(one.value == all.value, "\(count)")
        }
    }

    private func load(_ chunks: [ImportChunk], keepsBack: Bool = false) throws -> ImportTallies {
        let gate = try person.store.port.local()
        let session = try gate.answer(
            ImportCall(file: "a.fit", restoresDeleted: false),
            .none,
            keepsBack: keepsBack
        )
        var tallies = ImportTallies()
        for chunk in chunks { tallies = tallies + (try session.write(chunk)).tallies }
        try session.finish()
        return tallies
    }

    private func rates() throws -> [Double] {
        let perMinute = HKUnit.count().unitDivided(by: .minute())
        return try person.samples(SampleListQuery(type: HKQuantityType(.heartRate)), ascending: true, limit: 10)
            .compactMap { ($0 as? HKQuantitySample)?.quantity.doubleValue(for: perMinute) }
    }

    private func workouts() throws -> [UUID] {
        try person.samples(SampleListQuery(type: .workoutType()), ascending: true, limit: 10).map(\.uuid)
    }

    @Test("An import that stops between the parts of a workout goes on where it stopped, and replaces only at the end")
    func interrupted() throws {
        let earlier = Self.chunks([100, 110], version: 1)
        let later = Self.chunks([100, 120, 130], version: 2)
        #expect(try load(earlier)[.workouts].added == 1)
        let before = try workouts()
        _ = try load(Array(later.prefix(1)))
        #expect(try workouts().count == 2)
        #expect(Set(try workouts()).isSuperset(of: before))
        #expect(try load(later)[.workouts].added == 1)
        #expect(try workouts().count == 1)
        #expect(try rates() == [100, 120, 130])
        #expect(try load(later)[.records].duplicate == 3)
        #expect(try load(earlier)[.workouts].duplicate == 1)
        #expect(try rates() == [100, 120, 130])
    }

    @Test("Chunks that were sent say the same, those of earlier versions too")
    func sent() throws {
        for chunk in Self.chunks([100, 110], version: 1) + [ImportChunk()] {
            let value = try CallEncoder.value(of: chunk)
            let read = try CallDecoder.value(ImportChunk.self, from: value)
            #expect(read.members.map(\.rows.count) == chunk.members.map(\.rows.count))
            #expect(read.members.first?.rows.first?.value == chunk.members.first?.rows.first?.value)
            #expect(read.completed == chunk.completed)
            #expect(read.workouts.first?.identity == chunk.workouts.first?.identity)
            #expect(read.startsFile == chunk.startsFile)
        }
        var chunk = ImportChunk()
        chunk.startsFile = true
        #expect(try CallDecoder.value(ImportChunk.self, from: CallEncoder.value(of: chunk)).startsFile)
    }

    @Test("Without the person's secret nothing is replaced, and a later import with it replaces")
    func withoutSecret() throws {
        let earlier = Self.chunks([100, 110], version: 1)
        let later = Self.chunks([100, 120], version: 2)
        _ = try load(earlier)
        let before = try workouts()
        _ = try load(later, keepsBack: true)
        #expect(try workouts() == before)
        #expect(try rates() == [100, 110])
        _ = try load(later)
        #expect(try workouts() != before)
        #expect(try rates() == [100, 120])
    }

    @Test("Names become the same identifiers in every version")
    func identifiers() {
        let identity = ImportedIdentity(["1", "4314", "77"], version: 0)
        // BLAKE2b of 1:14:43142:77, as any other program computes it.
        #expect(identity.identifier == "51a07423426b2a36ab509f93207eac28")
        #expect(identity.identifier == ImportedIdentity(["1", "4314", "77"], version: 5).identifier)
        #expect(identity.identifier != ImportedIdentity(["14", "314", "77"], version: 0).identifier)
    }

    @Test("What another source added to a workout goes over to the one that replaces it")
    func moved() throws {
        _ = try load(Self.chunks([100, 110], version: 1))
        let run = try #require(
            try person.samples(SampleListQuery(type: .workoutType()), ascending: true, limit: 1).first as? HKWorkout
        )
        try person.store.port.local().personsDatabase()
            .write { writer in
                let now = Date(timeIntervalSinceReferenceDate: 600_000_100)
                let energy = HKQuantitySample(
                    type: HKQuantityType(.activeEnergyBurned),
                    quantity: HKQuantity(unit: .kilocalorie(), doubleValue: 5),
                    start: now,
                    end: now
                )
                try writer.save([energy], revision: .health, now: now)
                try writer.writer.link(
                    parent: run.uuid,
                    child: energy.uuid,
                    role: LinkRole.workoutSample.rawValue
                )
            }
        _ = try load(Self.chunks([100], version: 2))
        var query = SampleListQuery(type: HKQuantityType(.activeEnergyBurned))
        query.workout = try #require(
            try person.samples(SampleListQuery(type: .workoutType()), ascending: true, limit: 1).first as? HKWorkout
        )
        #expect(query.workout?.uuid != run.uuid)
        #expect(try person.samples(query, ascending: true, limit: 10).count == 1)
    }
}
