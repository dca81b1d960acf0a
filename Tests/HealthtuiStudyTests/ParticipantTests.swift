import Foundation
import RandomTesting
import Testing

@testable import HealthKit
@testable import HealthtuiStudy

@Suite("Taking part in a study") struct ParticipantTests {
    private static let zone = TimeZone(identifier: "Europe/Berlin") ?? .gmt
    private let world: StudyWorld
    private let store: HKHealthStore
    private let person: PersonAccess
    private let participant: Participant

    init() throws {
        world = try StudyWorld()
        (store, person) = HKHealthStore.person(location: .memory, clock: { StudyWorld.now })
        participant = Participant(person)
    }

    /// A moment of the study, in hours since its first day began in Berlin.
    private static func at(_ hours: Double) -> Date {
        Date(timeIntervalSince1970: 1_773_961_200 + hours * 3_600)
    }

    private func save(
        _ type: HKQuantityTypeIdentifier,
        _ value: Double,
        _ unit: HKUnit,
        from start: Double,
        to end: Double,
        source: String = "a"
    ) throws {
        let sample = HKQuantitySample(
            type: HKQuantityType(type),
            quantity: HKQuantity(unit: unit, doubleValue: value),
            start: Self.at(start),
            end: Self.at(end)
        )
        let revision = HKSourceRevision(source: HKSource(name: source, bundleIdentifier: source), version: "1")
        try store.database().write { try $0.save([sample], revision: revision, now: StudyWorld.now) }
    }

    private func agree() throws -> Participation {
        try participant.agree(
            to: world.folder.study,
            .init(text: "text", language: "en", zone: Self.zone, code: nil),
            now: StudyWorld.now
        )
    }

    private func tables() throws -> PersonTables {
        try participant.tables(
            for: world.folder.study,
            try participant.participation(in: world.folder.study),
            zone: Self.zone,
            now: StudyWorld.now
        )
    }

    private func contribute(_ name: String, isWhole: Bool = false) throws -> Participant.Outcome {
        try participant.contribute(
            to: world.folder.study,
            try tables(),
            isWhole: isWhole,
            path: world.inbox + "/\(name).contribution",
            now: StudyWorld.now
        )
    }

    private func manifest(_ name: String, of study: SignedStudy? = nil) throws -> ContributionManifest {
        let description = (study ?? world.folder.study).description
        return try OpenedContribution(
            world.inbox + "/\(name).contribution",
            study: description,
            box: world.folder.box
        )
        .manifest
    }

    @Test("What goes out is the merge by the person's own order of sources, without those left out")
    func sources() throws {
        try save(.stepCount, 600, .count(), from: 8, to: 9, source: "a")
        try save(.stepCount, 1_000, .count(), from: 8, to: 9, source: "b")
        try save(.stepCount, 50, .count(), from: 8, to: 9, source: "c")
        func total() throws -> String {
            let table = try #require(try tables().tables.first { $0.key.table == .days })
            return String(
                String(decoding: table.bytes, as: UTF8.self).split(separator: ",", omittingEmptySubsequences: false)[4]
            )
        }
        try person.setSourceOrder(StudyWorld.steps, order: ["b", "a", "c"], excluded: [])
        #expect(try total() == "1000")
        try person.setSourceOrder(StudyWorld.steps, order: ["a", "b", "c"], excluded: [])
        #expect(try total() == "600")
        try person.setSourceOrder(StudyWorld.steps, order: ["a", "b", "c"], excluded: ["a", "b"])
        #expect(try total() == "50")
        let samples = try #require(try tables().tables.first { $0.key.table == .samples })
        #expect(String(decoding: samples.bytes, as: UTF8.self).hasPrefix("1,"))
        #expect(samples.rows == 1)
    }

    @Test("What a sum adds goes out as samples of the last source, and what two sources report once (R5.29, R5.30)")
    func sumsAndDoubles() throws {
        try save(.stepCount, 9_000, .count(), from: 8, to: 9, source: "a")
        try save(.stepCount, 6, .count(), from: 10, to: 10, source: "a")
        try save(.stepCount, 6, .count(), from: 10.01, to: 10.01, source: "file:b")
        try person.setSourceOrder(StudyWorld.steps, order: ["a", "file:b"], excluded: [])
        func table(_ table: StudyTable) throws -> [[Substring]] {
            let found = try #require(try tables().tables.first { $0.key.table == table })
            return String(decoding: found.bytes, as: UTF8.self).split(separator: "\n")
                .map { $0.split(separator: ",", omittingEmptySubsequences: false) }
        }
        #expect(try table(.days).map { $0[4] } == ["9006"])
        try save(.stepCount, 9_120, .count(), from: 0, to: 24, source: HKSource.sumPrefix + "ring")
        #expect(try table(.days).map { $0[4] } == ["9120"])
        #expect(try table(.samples).map { $0[0] } == ["2", "1", "2", "1"])
    }

    @Test("Nothing that goes out names a source, a device, or says more than numbers, days and a zone")
    func onlyNumbers() throws {
        try save(.stepCount, 600, .count(), from: 8, to: 9, source: "com.example.secret")
        try save(
            .heartRate,
            71.5,
            HKUnit.count().unitDivided(by: .minute()),
            from: 8,
            to: 8,
            source: "com.example.secret"
        )
        let all = try tables().tables.map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
        #expect(!all.contains("secret"))
        let rest = all.replacing("Europe/Berlin", with: "")
        #expect(rest.allSatisfy { "0123456789,.-\n".contains($0) }, "\(rest)")
    }

    @Test("Days and hours agree with the store's own statistics, over the change of clocks and with several sources")
    func statistics() async throws {
        var random = SeededGenerator("study statistics")
        let rate = HKUnit.count().unitDivided(by: .minute())
        for _ in 0..<400 {
            let start = Double.random(in: -20...400, using: &random)
            let source = ["a", "b", "c"].randomElement(using: &random) ?? "a"
            let length = Double.random(in: 0...30, using: &random) * (Bool.random(using: &random) ? 1 : 0)
            let steps = Double.random(in: 0...2_000, using: &random)
            try save(.stepCount, steps, .count(), from: start, to: start + length, source: source)
            let value = Double.random(in: 40...180, using: &random)
            try save(.heartRate, value, rate, from: start, to: start + length / 10, source: source)
        }
        let found = try tables()
        for (type, index) in [(HKQuantityTypeIdentifier.stepCount, 4), (.heartRate, 7)] {
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = Self.zone
            var day = DateComponents(day: 1)
            day.calendar = calendar
            day.timeZone = Self.zone
            let query = HKStatisticsCollectionQueryDescriptor(
                predicate: .quantitySample(type: HKQuantityType(type)),
                options: type == .stepCount ? .cumulativeSum : .discreteAverage,
                anchorDate: Self.at(0),
                intervalComponents: day
            )
            let collection = try await query.result(for: store)
            var compared = 0
            for table in found.tables where table.key.table == .days && table.key.type == type.rawValue {
                for line in String(decoding: table.bytes, as: UTF8.self).split(separator: "\n") {
                    let fields = line.split(separator: ",", omittingEmptySubsequences: false)
                    let start = try #require(Double(fields[1])) / 1e6
                    let statistics = try #require(
                        collection.statistics(for: Date(timeIntervalSince1970: start + 1)),
                        "TEST_SEED=\(random.seed)"
                    )
                    #expect(statistics.startDate.timeIntervalSince1970 == start)
                    let value = try #require(Double(fields[index]))
                    let own = try #require(
                        type == .stepCount
                            ? statistics.sumQuantity()?.doubleValue(for: .count())
                            : statistics.averageQuantity()?.doubleValue(for: rate)
                    )
                    // A millionth a piece and 10⁻⁹ of the total.
                    #expect(abs(value - own) <= 0.001 + own * 1e-9, "\(line): \(own), TEST_SEED=\(random.seed)")
                    compared += 1
                }
            }
            #expect(compared == 17)
        }
    }

    @Test("Vitamins go in micrograms: six places are enough")
    func units() throws {
        #expect(StudyType("HKQuantityTypeIdentifierDietaryVitaminB12")?.unit?.unitString == "mcg")
        #expect(StudyType("HKQuantityTypeIdentifierDistanceWalkingRunning")?.unit?.unitString == "m")
        #expect(StudyType("HKQuantityTypeIdentifierBodyMass")?.unit?.unitString == "kg")
        for identifier in TypeCatalogue.shared.entries.map(\.identifier) {
            guard let type = StudyType(identifier), type.style != nil else { continue }
            #expect(type.unit != nil, "\(identifier)")
        }
    }

    @Test("The key is made once and kept; the first contribution has everything, the next what changed")
    func contributions() throws {
        try save(.stepCount, 600, .count(), from: 8, to: 9)
        try save(.stepCount, 700, .count(), from: 13 * 24 + 8, to: 13 * 24 + 9)
        #expect(throws: StudyError.self) { try contribute("early") }
        let first = try agree()
        let outcome = try contribute("1")
        #expect(outcome.tables == 6 && outcome.unchanged == 0)
        // Asked again, the person stays who they are.
        #expect(try agree().seed == first.seed)
        #expect(throws: StudyError.self) { try contribute("same") }
        #expect(!FileManager.default.fileExists(atPath: world.inbox + "/same.contribution"))
        try save(.stepCount, 5, .count(), from: 13 * 24 + 10, to: 13 * 24 + 11)
        let second = try contribute("2")
        #expect(second.tables == 3 && second.unchanged == 3)
        #expect(try manifest("2").sequence == 2)
        #expect(try manifest("2").tables.count == 6)
        #expect(try manifest("1").person == manifest("2").person)
        #expect(try contribute("3", isWhole: true).tables == 6)
    }

    /// A later version of the study, which asks for something else.
    private func version(_ change: (inout StudyDescription) -> Void) throws -> SignedStudy {
        var description = world.study
        description.version += 1
        change(&description)
        return try SignedStudy(description, signer: world.folder.signer)
    }

    private func contribute(to study: SignedStudy, _ name: String) throws -> Participant.Outcome {
        let tables = try participant.tables(
            for: study,
            try participant.participation(in: study),
            zone: Self.zone,
            now: StudyWorld.now
        )
        let path = world.inbox + "/\(name).contribution"
        return try participant.contribute(to: study, tables, isWhole: false, path: path, now: StudyWorld.now)
    }

    @Test(
        "A later version of a study gets nothing before the person agrees to it, and then everything, of the same person"
    )
    func versions() throws {
        try save(.stepCount, 600, .count(), from: 8, to: 9)
        try save(.flightsClimbed, 3, .count(), from: 8, to: 9)
        let first = try agree()
        _ = try contribute("1")
        let later = try version { $0.types.append("HKQuantityTypeIdentifierFlightsClimbed") }
        let known = try #require(try participant.participation(in: later))
        #expect(participant.mustAsk(known, later))
        #expect(try participant.agreedVersion(known, later) == 1)
        #expect(throws: StudyError.self) { try contribute(to: later, "early") }
        #expect(!FileManager.default.fileExists(atPath: world.inbox + "/early.contribution"))
        #expect(try participant.participation(in: later) == known)
        let second = try participant.agree(
            to: later,
            .init(text: "other", language: "en", zone: Self.zone, code: nil),
            now: StudyWorld.now
        )
        #expect(second.seed == first.seed && second.consent.content.study == later.digest)
        #expect(second.isWithdrawalFileDue)
        #expect(try participant.agreedVersion(second, later) == 2)
        let outcome = try contribute(to: later, "2")
        // Days, hours and samples of both types, also what the first version has.
        #expect(outcome.tables == 6 && outcome.unchanged == 0)
        let sent = try manifest("2", of: later)
        #expect(sent.study == later.digest && sent.sequence == 2 && sent.tables.allSatisfy { $0.packed != nil })
        #expect(Set(sent.tables.map(\.type)).count == 2)
        // The version before is another file again, and asks too.
        #expect(throws: StudyError.self) { try contribute("old") }
        // A withdrawal is of the version that the person agreed to last.
        let path = world.inbox + "/w.contribution"
        try participant.writeWithdrawal(from: later, to: path, isSent: true, now: StudyWorld.now)
        #expect(try manifest("w", of: later).study == later.digest)
        #expect(throws: StudyError.self) { try contribute(to: later, "3") }
    }

    @Test(
        "Whatever a later version asks for, it asks anew",
        arguments: [0, 1, 2, 3, 4]
    )
    func asksAnew(_ number: Int) throws {
        _ = try agree()
        let other = try StudyWorld()
        let changes: [(inout StudyDescription) -> Void] = [
            { $0.until = "2026-04-06" }, { $0.k = 6 }, { $0.boxKey = other.study.boxKey },
            { $0.purpose = "Something else" }, { _ in },
        ]
        let later = try version(changes[number])
        #expect(participant.mustAsk(try participant.participation(in: later), later))
        // The same content again is the same study.
        let same = try SignedStudy(world.study, signer: world.folder.signer)
        #expect(!participant.mustAsk(try participant.participation(in: same), same))
    }

    @Test("Two studies of one person have nothing in common")
    func pseudonyms() throws {
        try save(.stepCount, 600, .count(), from: 8, to: 9)
        let other = try StudyWorld()
        let first = try agree().person(world.study)
        let second = try participant.agree(
            to: other.folder.study,
            .init(text: "", language: "en", zone: Self.zone, code: nil),
            now: StudyWorld.now
        )
        #expect(try second.person(other.study) != first)
        #expect(second.seed != (try participant.participation(in: world.folder.study)?.seed))
        #expect(try participant.all().count == 2)
    }

    @Test("What goes out is in the audit, by type and rows, before the file is there")
    func audit() throws {
        try save(.stepCount, 600, .count(), from: 8, to: 9)
        _ = try agree()
        let outcome = try contribute("1")
        let rows = try person.audit(app: AuditKey.studyPrefix + world.study.id)
        #expect(rows.map(\.key.operation) == [.contribute])
        #expect(rows.map(\.key.type) == [StudyWorld.steps])
        #expect(rows.map(\.count.objects) == [outcome.rows])
        // It is no step of the person's that could be taken back: the key would go with it.
        #expect(try person.steps().isEmpty)
    }

    @Test("After a withdrawal nothing more goes out; a withdrawal file made at consent ends nothing by itself")
    func withdrawal() throws {
        try save(.stepCount, 600, .count(), from: 8, to: 9)
        _ = try agree()
        let study = world.folder.study
        try participant.writeWithdrawal(from: study, to: world.root + "/keep", isSent: false, now: StudyWorld.now)
        _ = try contribute("1")
        try participant.writeWithdrawal(
            from: study,
            to: world.inbox + "/w.contribution",
            isSent: true,
            now: StudyWorld.now
        )
        #expect(try manifest("w").kind == .withdraw)
        try save(.stepCount, 5, .count(), from: 10, to: 11)
        #expect(throws: StudyError.self) { try contribute("2") }
        #expect(try participant.participation(in: study)?.isWithdrawn == true)
    }

    @Test("Values and samples that a study can't take are left out and counted")
    func leftOut() throws {
        try save(.stepCount, 2e9, .count(), from: 8, to: 9)
        for number in 0..<64 {
            try save(.stepCount, 1, .count(), from: Double(number), to: Double(number) + 0.5, source: "source\(number)")
        }
        let found = try tables()
        #expect(found.leftOut[StudyWorld.steps] == LeftOut(tooLarge: 1, tooLong: 0, beyondSources: 2))
    }
}
