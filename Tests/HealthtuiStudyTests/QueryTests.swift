import Foundation
import ProgramTesting
import Testing

@testable import HealthtuiStudy

/// Each promise on published results, and a researcher who tries to get round it, with an engine.
@Suite("Queries", .enabled(if: Engines.hasDuckDB, Engines.noDuckDB))
struct QueryTests {
    /// A study in which people 1 to a count walked every day, each 1,000 steps and as many more as the number.
    private func world(_ people: ClosedRange<UInt8>, days: ClosedRange<Int> = 0...16) throws -> StudyWorld {
        let world = try StudyWorld(types: [StudyWorld.steps], form: .hours, k: 10)
        for number in people { try Self.join(world, number, days) }
        _ = try world.collect()
        return world
    }

    private static func join(
        _ world: StudyWorld,
        _ number: UInt8,
        _ days: ClosedRange<Int> = 0...16,
        steps: Int64? = nil
    ) throws {
        var participant = try TestParticipant(world, number)
        let samples = try participant.walk(days, steps: steps ?? 1_000 + Int64(number))
        try participant.contribute(try participant.tables(samples), "\(number)")
    }

    private func report(
        _ world: StudyWorld,
        _ report: StudyReport = .daily,
        publish: Bool = false,
        _ kind: EngineKind = .duckdb
    ) throws -> [String: ReportCell.Shown] {
        let cells = try world.query(kind).report(report, isPublished: publish).cells
        return Dictionary(
            cells.compactMap { cell in cell.shown.map { (cell.cell, $0) } },
            uniquingKeysWith: { first, _ in first }
        )
    }

    @Test("A report says what people came to, by the day, the hour and in all")
    func reports() throws {
        let world = try world(1...30)
        let daily = try report(world)
        let day = try #require(daily["2026-03-25"])
        #expect(day.people == 30)
        #expect(day.total == Int128(30 * 1_000 + 30 * 31 / 2) * 1_000_000)
        #expect(day.middle == 1_015 * Micros.one)
        #expect(daily["total"]?.people == 17 * 30)
        let summary = try report(world, .summary)
        #expect(summary["all"]?.mean == 1_015_500_000)
        // The walks lie between 7 and 10 o'clock by the day's own hours.
        let hourly = try report(world, .hourly)
        #expect(hourly.keys.allSatisfy { ["07", "08", "09", "10"].contains($0) } && !hourly.isEmpty)
        let entries = try StudyLedger(world.folder).entries()
        #expect(entries.map(\.query) == ["daily", "summary", "hourly"])
        #expect(entries.allSatisfy { !$0.isPublished && $0.engine.hasPrefix("DuckDB 2") })
    }

    @Test("1. A day of few people is held back, also where a few were there before")
    func fewPeople() throws {
        let world = try world(1...12, days: 0...10)
        for number in UInt8(20)...25 { try Self.join(world, number, 12...12) }
        _ = try world.collect()
        let shown = try report(world)
        #expect(shown["2026-03-20"]?.people == 12)
        #expect(shown["2026-04-01"] == nil && shown["2026-03-31"] == nil)
    }

    @Test("2. A day of which one person gives over half is held back")
    func oneRunner() throws {
        let world = try world(1...12)
        try Self.join(world, 40, 3...3, steps: 900_000)
        _ = try world.collect()
        let shown = try report(world)
        #expect(shown["2026-03-23"] == nil)
        #expect(shown["2026-03-22"] != nil)
        // Nor does the total of all days give it away.
        let cells = shown.filter { $0.key != "total" }.values
        #expect(shown["total"]?.total == cells.reduce(Int128(0)) { $0 + ($1.total ?? 0) })
    }

    @Test("5. After one person withdrew, or joined, what was published is held back; after k others it is shown")
    func comparison() throws {
        let world = try world(1...25)
        #expect(try report(world, publish: true)["2026-03-25"]?.people == 25)
        #expect(try report(world, .summary, publish: true)["all"] != nil)
        // The same people: shown again.
        #expect(try report(world)["2026-03-25"] != nil)
        let leaver = try TestParticipant(world, 1)
        try leaver.withdraw("gone")
        _ = try world.collect()
        #expect(try report(world).isEmpty)
        #expect(try report(world, .summary).isEmpty)
        // Somebody else comes in the place: as many people, and two others.
        try Self.join(world, 60)
        _ = try world.collect()
        #expect(try report(world).isEmpty)
        // With enough others nobody can be told apart any more.
        for number in UInt8(70)...78 { try Self.join(world, number) }
        _ = try world.collect()
        #expect(try report(world, publish: true)["2026-03-25"]?.people == 34)
        // And one more differs from that report by one.
        try Self.join(world, 90)
        _ = try world.collect()
        #expect(try report(world).isEmpty)
    }

    @Test("5. Days that were held back when others were published are compared with what was shown only")
    func newDays() throws {
        let world = try world(1...15, days: 0...5)
        _ = try report(world, publish: true)
        for number in UInt8(100)...112 { try Self.join(world, number, 8...9) }
        _ = try world.collect()
        let shown = try report(world)
        #expect(shown["2026-03-28"]?.people == 13)
        #expect(shown["2026-03-21"]?.people == 15)
    }

    @Test("2. A cell is held back where one person gives over half of what it gained since it was published")
    func gains() throws {
        let world = try world(1...25)
        #expect(try report(world, publish: true)["2026-03-25"]?.people == 25)
        // Ten others come, one of whom walks more on one day than the nine together.
        for number in UInt8(70)...78 { try Self.join(world, number) }
        try Self.join(world, 79, 0...16, steps: 1_000)
        var runner = try TestParticipant(world, 80)
        let samples = try runner.walk(0...3, steps: 2_000) + runner.walk(4...4, steps: 20_000)
        try runner.contribute(try runner.tables(samples), "80")
        _ = try world.collect()
        let shown = try report(world)
        #expect(shown["2026-03-23"]?.people == 36)
        // Of all steps of that day the runner made 20,000 of 56,000: the day is safe, and its difference isn't.
        #expect(shown["2026-03-24"] == nil)
        #expect(shown["2026-03-25"]?.people == 35)
    }

    @Test("2. The same people with another number of one of them are held back; of many they aren't")
    func edits() throws {
        let world = try world(1...25)
        _ = try report(world, publish: true)
        func edit(_ numbers: ClosedRange<UInt8>, _ steps: Int64, _ sequence: Int) throws {
            for number in numbers {
                var participant = try TestParticipant(world, number)
                participant.sequence = sequence
                try participant.contribute(
                    try participant.tables(try participant.walk(steps: steps)),
                    "\(number)-\(sequence)"
                )
            }
            _ = try world.collect()
        }
        try edit(3...3, 1_004, 1)
        #expect(try report(world).isEmpty)
        try edit(3...20, 1_500, 2)
        #expect(try report(world)["2026-03-25"]?.people == 25)
    }

    @Test(
        "What somebody came to goes from published reports when they withdraw; without it a cell is shown only if it may be"
    )
    func forgotten() throws {
        let world = try world(1...25)
        _ = try report(world, publish: true)
        _ = try report(world, .summary, publish: true)
        let ledger = StudyLedger(world.folder)
        func values(_ number: Int) throws -> [[Any]] {
            let entry = try #require(try ledger.entries().first { $0.number == number })
            var rows: [[Any]] = []
            let path = ledger.peoplePath(number, entry.generation)
            let sql =
                "SELECT person_id, COUNT(q), COUNT(*), MIN(most) FROM read_parquet('\(path)') GROUP BY 1 ORDER BY 1"
            _ = try world.query().run(sql, named: "ledger.sql") { file in try file.forEachRow { rows.append($0) } }
            return rows
        }
        #expect(try values(1).allSatisfy { $0[1] as? Int == 17 && $0[2] as? Int == 17 && $0[3] as? Int == 1 << 30 })
        var ids: [String: Int] = [:]
        _ = try world.query()
            .run("SELECT DISTINCT person, person_id FROM days", named: "ids.sql") { file in
                try file.forEachRow { ids[$0[0] as? String ?? ""] = $0[1] as? Int }
            }
        let leaver = try TestParticipant(world, 25)
        let id = try #require(ids[leaver.person])
        try leaver.withdraw("gone")
        _ = try world.collect()
        for number in [1, 2] {
            let rows = try values(number)
            #expect(rows.count == 25)
            #expect(rows.allSatisfy { ($0[1] as? Int == 0) == ($0[0] as? Int == id) }, "\(rows)")
        }
        // No other file has them.
        let names = try FileManager.default.contentsOfDirectory(atPath: ledger.path).filter { $0.hasSuffix(".parquet") }
        #expect(names.sorted() == ["people-1-1.parquet", "people-2-1.parquet"])
        // Enough others come to make it a difference of many; but as little each that the one who is gone may be half of it.
        for number in UInt8(70)...80 { try Self.join(world, number, steps: 100) }
        _ = try world.collect()
        #expect(try report(world).isEmpty)
        for number in UInt8(70)...80 {
            var participant = try TestParticipant(world, number)
            participant.sequence = 1
            try participant.contribute(try participant.tables(try participant.walk(steps: 1_500)), "\(number)-2")
        }
        _ = try world.collect()
        #expect(try report(world)["2026-03-25"]?.people == 35)
        #expect(try report(world, .summary)["all"]?.people == 35)
    }

    @Test("A published report whose list of people is gone stops the next one")
    func lostLedger() throws {
        let world = try world(1...12)
        _ = try report(world, publish: true)
        let ledger = StudyLedger(world.folder)
        try Data("x".utf8).write(to: URL(fileURLWithPath: ledger.peoplePath(1)))
        let error = #expect(throws: StudyError.self) { try report(world) }
        #expect(error?.why.contains("compared") == true)
    }

    @Test("The researcher's own SQL gives its rows whole, and what is wrong with it in the engine's words")
    func ownSQL() throws {
        let world = try world(1...3)
        var rows: [[Any]] = []
        var columns: [String] = []
        let sql = "SELECT type, COUNT(*) AS days, SUM(total) AS total FROM days GROUP BY type"
        let entry = try world.query()
            .run(sql, named: "mine.sql") { result in
                columns = result.columns
                try result.forEachRow { rows.append($0) }
            }
        #expect(columns == ["type", "days", "total"])
        #expect(rows.count == 1 && rows[0][1] as? Int == 51 && rows[0][2] as? String == "51102.000000")
        #expect(entry.rows == 1 && !entry.isPublished)
        let error = #expect(throws: StudyError.self) {
            _ = try world.query().run("SELECT nothing FROM days", named: "bad.sql") { _ in }
        }
        #expect(error?.why.contains("nothing") == true)
        #expect(try StudyLedger(world.folder).entries().count == 1)
    }

    @Test("A study with shifted dates sends neither ends, zones nor covered time, and keeps weekdays")
    func shifted() throws {
        let world = try StudyWorld(types: [StudyWorld.steps], form: .hours, dates: .shifted)
        var shifts: Set<Int> = []
        for number in UInt8(1)...12 {
            var participant = try TestParticipant(world, number)
            let tables = try participant.tables(try participant.walk())
            try participant.contribute(tables, "\(number)")
            shifts.insert(DateShift.days(seed: participant.seed))
            for table in tables {
                for line in String(decoding: table.bytes, as: UTF8.self).split(separator: "\n") {
                    let fields = line.split(separator: ",", omittingEmptySubsequences: false)
                    let first = table.key.table == .days ? 1 : 2
                    #expect(fields[first].isEmpty && fields[first + 1].isEmpty, "\(line)")
                    #expect(fields[fields.count - 2].isEmpty, "\(line)")
                }
            }
        }
        #expect(shifts.count > 6 && shifts.allSatisfy { $0 % 7 == 0 && abs($0) <= 182 })
        #expect(try world.collect().count(.accepted) == 12)
    }

    @Test("Spark says the same as DuckDB, to the byte", .enabled(if: Engines.hasSpark, Engines.noSpark))
    func spark() throws {
        let world = try StudyWorld(k: 5)
        try world.simulate(0..<60)
        _ = try world.collect()
        for kind in StudyReport.allCases {
            let duckdb = try world.query().report(kind, isPublished: false).cells
            let spark = try world.query(.local).report(kind, isPublished: false).cells
            #expect(duckdb == spark)
            #expect(duckdb.contains { $0.shown != nil })
        }
        let (duckdb, spark) = (try world.verify(), try world.verify(.local))
        #expect(duckdb.isEqual && spark.isEqual)
        #expect((duckdb.days, duckdb.hours) == (spark.days, spark.hours))
    }
}
