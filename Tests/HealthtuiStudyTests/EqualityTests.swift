import Foundation
import HealthtuiExchange
import RandomTesting
import Testing

@testable import HealthKit
@testable import HealthtuiStudy

/// What goes to a study, three times: by `StudyMerge`, by the store's own statistics, and by SQL on DuckDB.
@Suite("One result by three ways", .enabled(if: Engines.hasDuckDB, Engines.noDuckDB), .timeLimit(.minutes(60)))
struct EqualityTests {
    private static let people = ProcessInfo.processInfo.environment["SOAK_MINUTES"] == nil ? 16 : 1_000
    private static let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Fixtures")

    /// Contributes what a person's store has; nothing goes out of one without data.
    private static func contribute(
        _ person: PersonAccess,
        _ zone: TimeZone,
        to study: SignedStudy,
        _ path: String
    ) throws -> PersonTables? {
        let participant = Participant(person)
        var participation = try participant.participation(in: study)
        if participation == nil {
            participation = try participant.agree(
                to: study,
                .init(text: "text", language: "en", zone: zone, code: nil),
                now: StudyWorld.now
            )
        }
        let tables = try participant.tables(for: study, participation, zone: zone, now: StudyWorld.now)
        guard !tables.tables.isEmpty else { return nil }
        _ = try participant.contribute(to: study, tables, isWhole: false, path: path, now: StudyWorld.now)
        return tables
    }

    /// The contribution of one generated person to the counts.
    private struct Counts: Sendable {
        var files = 0
        var samples = 0
        var edits = 0
        var deletions = 0
        var days = 0
        var hours = 0
        var values = 0
        var differences: [String] = []

        static func += (left: inout Counts, right: Counts) {
            left.files += right.files
            left.samples += right.samples
            left.edits += right.edits
            left.deletions += right.deletions
            left.days += right.days
            left.hours += right.hours
            left.values += right.values
            left.differences += right.differences
        }
    }

    /// Has somebody live through the study, contribute twice, and compares what went out with their store.
    private static func live(
        _ number: Int,
        _ seed: UInt64,
        _ study: SignedStudy,
        _ inbox: String
    ) async throws -> Counts {
        var random = SeededGenerator(seed: seed &+ UInt64(number))
        var counts = Counts()
        let generated = try GeneratedPerson(
            &random,
            since: Date(timeIntervalSince1970: 1_772_841_600),
            until: Date(timeIntervalSince1970: 1_775_606_400)
        )
        let path = inbox + "/\(number)"
        if try contribute(generated.person, generated.zone, to: study, path + "-1.contribution") != nil {
            counts.files += 1
        }
        try generated.live(&random)
        (counts.edits, counts.deletions) = (generated.edits, generated.deletions)
        guard let tables = try contribute(generated.person, generated.zone, to: study, path + "-2.contribution") else {
            return counts
        }
        counts.files += 1
        var comparison = StoreComparison(generated.store, generated.zone)
        try await comparison.compare(tables.tables)
        counts.samples = tables.tables.filter { $0.key.table == .samples }.reduce(0) { $0 + $1.rows }
        (counts.days, counts.hours, counts.values) = (comparison.days, comparison.hours, comparison.values)
        counts.differences = comparison.differences.map { "person \(number), \(generated.zone.identifier): \($0)" }
        return counts
    }

    @Test("Generated people: overlapping sources, odd zones, changes of clocks, edits and deletions")
    func generated() async throws {
        let world = try StudyWorld(
            types: GeneratedPerson.types.map(\.rawValue),
            since: "2026-03-07",
            until: "2026-04-07"
        )
        let seed = newSeed()
        let (study, inbox) = (world.folder.study, world.inbox)
        var counts = Counts()
        try await withThrowingTaskGroup(of: Counts.self) { group in
            for number in 0..<Self.people {
                if number >= 2, let next = try await group.next() { counts += next }
                group.addTask { try await Self.live(number, seed, study, inbox) }
            }
            for try await next in group { counts += next }
        }
        #expect(
            counts.differences.isEmpty,
            "TEST_SEED=\(seed): \(counts.differences.count), \(counts.differences.prefix(5))"
        )
        #expect(counts.edits > 0 && counts.deletions > 0)
        let collected = try world.collect()
        #expect(collected.count(.accepted) == counts.files)
        let outcome = try world.verify()
        #expect(outcome.isEqual, "TEST_SEED=\(seed): \(outcome)")
        print(
            """
            one result by three ways: \(Self.people) people, \(counts.samples) samples, \(counts.edits) edited, \
            \(counts.deletions) deleted; \(counts.days) days and \(counts.hours) hours with \(counts.values) values against \
            the store, \(outcome.days) days and \(outcome.hours) hours against \(outcome.engine), TEST_SEED=\(seed)
            """
        )
    }

    @Test(
        "Exports: every file of the fixtures that can be read",
        arguments: [
            ("2023-01-01", "2023-01-14", "Europe/London"), ("2022-03-20", "2022-04-10", "Europe/Berlin"),
            ("2014-10-15", "2014-10-31", "Europe/Berlin"),
            ("2025-06-20", "2025-07-05", "America/St_Johns"),
        ]
    )
    func exports(_ since: String, _ until: String, _ zoneName: String) async throws {
        let zone = try #require(TimeZone(identifier: zoneName))
        var stores: [(name: String, store: HKHealthStore, person: PersonAccess)] = []
        for folder in ["", "exports/", "imports/"] {
            let path = Self.fixtures.path + "/" + folder
            for name in try FileManager.default.contentsOfDirectory(atPath: path).sorted()
            where name.hasSuffix(".xml") || name.hasSuffix(".zip") {
                let (store, person) = HKHealthStore.person(location: .memory, clock: { StudyWorld.now })
                // Some of them are damaged, and hold what came before the damage, or nothing.
                _ = try? ExportImporter(person).run(path: path + name)
                stores.append((name, store, person))
            }
        }
        let types = Set(try stores.flatMap { try $0.person.types().map(\.identifier) }).sorted()
            .filter { StudyType($0) != nil }
        let world = try StudyWorld(types: types, since: since, until: until)
        var (people, values) = (0, 0)
        for (name, store, person) in stores {
            let path = world.inbox + "/\(name).contribution"
            guard let tables = try Self.contribute(person, zone, to: world.folder.study, path) else { continue }
            var comparison = StoreComparison(store, zone)
            try await comparison.compare(tables.tables)
            #expect(comparison.differences.isEmpty, "\(name): \(comparison.differences.prefix(5))")
            people += 1
            values += comparison.values
        }
        #expect(people > 0 && values > 0)
        #expect(try world.collect().count(.accepted) == people)
        let outcome = try world.verify()
        #expect(outcome.isEqual && outcome.days > 0, "\(outcome)")
        print(
            """
            exports from \(since) to \(until): \(people) files, \(types.count) types, \(values) values against the store, \
            \(outcome.days) days and \(outcome.hours) hours against \(outcome.engine)
            """
        )
    }
}
