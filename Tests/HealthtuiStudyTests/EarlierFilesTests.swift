import Foundation
import ProgramTesting
import Testing

@testable import HealthtuiStudy

/// A study's folder as the version before wrote it: dates as texts, times as numbers, the last digest of each person alone.
@Suite("The folder of an earlier version", .enabled(if: Engines.hasDuckDB, Engines.noDuckDB))
struct EarlierFilesTests {
    private let world: StudyWorld
    private static let archive = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Fixtures/studies/before.tar.gz").path

    init() throws { world = try StudyWorld(before: Self.archive) }

    private func rows(_ sql: String, _ kind: EngineKind = .duckdb) throws -> [String] {
        var rows: [String] = []
        _ = try world.query(kind).run(sql, named: "mine.sql") { file in try file.forEachRow { rows.append("\($0)") } }
        return rows
    }

    private static let everything = """
        SELECT person_id, type, CAST(date AS VARCHAR(10)), start_us, end_us, total, average FROM days ORDER BY 1, 2, 3
        """

    @Test("Its contributions are known by their receipts, whichever number they have")
    func known() throws {
        let outcome = try world.collect()
        #expect(outcome.files.map(\.name).sorted() == ["a1.contribution", "a2.contribution"])
        #expect(outcome.files.allSatisfy { $0.fate == .known } && !outcome.isChanged)
        // A receipt whose signature doesn't hold proves nothing.
        let receipts = world.folder.path + "/receipts"
        for name in try FileManager.default.contentsOfDirectory(atPath: receipts) where name.hasSuffix("-1.receipt") {
            let text = try String(contentsOfFile: receipts + "/" + name, encoding: .utf8)
            try text.replacing("\"rows\" : ", with: "\"rows\" : 1")
                .write(
                    toFile: receipts + "/" + name,
                    atomically: false,
                    encoding: .utf8
                )
        }
        #expect(try world.collect().files.map(\.fate) == [.refused, .known])
    }

    @Test("Its files are read beside new ones, in queries, in reports and by verify, and are written anew with types")
    func mixed() throws {
        #expect(try world.verify().isEqual)
        let before = try rows(Self.everything)
        #expect(before.count > 40 && before[0].contains("2026-10-0") && before[0].contains(":00:00"))
        try world.collectSimulated(6..<9)
        let files = try Dataset.latest(world.folder).files.filter { $0.table == "days" }
        let layouts = Set(files.map(\.layout))
        #expect(layouts == [nil, .typed], "\(files)")
        // Somebody whose bucket has rows of before has it written anew.
        let buckets = Set(files.filter { $0.layout == nil }.map(\.bucket))
        var neighbor = try #require(
            (UInt8(1)...255).lazy.compactMap { try? TestParticipant(world, $0) }
                .first { buckets.contains(String($0.person.prefix(2))) }
        )
        try neighbor.contribute(try neighbor.tables(try neighbor.walk(0...4)), "neighbor")
        #expect(try world.collect().count(.accepted) == 1)
        let bucket = String(neighbor.person.prefix(2))
        #expect(try Dataset.latest(world.folder).file("days", bucket)?.layout == .typed)
        let outcome = try world.verify()
        #expect(outcome.isEqual && outcome.days > 60, "\(outcome)")
        let after = try rows(Self.everything)
        #expect(Set(before).isSubset(of: after) && after.count > before.count)
        // Whoever withdraws has a bucket of before written again without them.
        try FileManager.default.moveItem(atPath: world.root + "/a.withdrawal", toPath: world.root + "/inbox/a")
        #expect(try world.collect().count(.withdrawn) == 1)
        #expect(try world.verify().isEqual)
        #expect(try rows(Self.everything).count == after.count - 3)
        // What they sent before is known still.
        let again = try world.collect()
        #expect(again.count(.known) == again.files.count, "\(again.files)")
    }

    @Test("A report that it published has no values to compare: it is shown again of the same data, and then held back")
    func published() throws {
        func shown() throws -> Int {
            try world.query().report(.daily, isPublished: false).cells.count { $0.shown != nil && $0.cell != "total" }
        }
        #expect(try shown() == 10)
        // As many more as would do, were it known what each of the others gave.
        try world.collectSimulated(6..<16)
        #expect(try shown() == 0)
        #expect(try world.query().report(.summary, isPublished: false).cells.allSatisfy { $0.shown != nil })
    }

    @Test("Spark reads its files too", .enabled(if: Engines.hasSpark, Engines.noSpark))
    func spark() throws {
        try world.collectSimulated(6..<9)
        #expect(try rows(Self.everything) == rows(Self.everything, .local))
        #expect(try world.verify(.local).isEqual)
        #expect(
            try world.query().report(.summary, isPublished: false).cells
                == world.query(.local).report(.summary, isPublished: false).cells
        )
    }
}

extension StudyWorld {
    /// Simulates people of Berlin and collects what they send.
    fileprivate func collectSimulated(_ people: Range<Int>) throws {
        try simulate(people, seed: 7)
        #expect(try collect().count(.accepted) == people.count)
    }
}
