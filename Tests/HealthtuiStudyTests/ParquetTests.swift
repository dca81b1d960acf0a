import Foundation
import ProgramTesting
import Testing

@testable import HealthtuiStudy

/// What programs of others find in a study's Parquet files.
@Suite("Parquet files", .enabled(if: Engines.hasDuckDB, Engines.noDuckDB))
struct ParquetTests {
    private func rows(_ world: StudyWorld, _ sql: String) throws -> [[Any]] {
        var rows: [[Any]] = []
        _ = try world.query().run(sql, named: "mine.sql") { file in try file.forEachRow { rows.append($0) } }
        return rows
    }

    /// Midnight of 25 March 2026 in UTC.
    private static let start: Int64 = 1_774_396_800_000_000

    private func world(_ dates: StudyDates = .real) throws -> StudyWorld {
        let types = [
            StudyWorld.steps, "HKQuantityTypeIdentifierDietaryVitaminB12", "HKCategoryTypeIdentifierSleepAnalysis",
            "HKWorkoutTypeIdentifier",
        ]
        let isReal = dates == .real
        let world = try StudyWorld(
            types: isReal ? types : Array(types.prefix(2)),
            form: isReal ? .samples : .days,
            dates: dates
        )
        try world.simulate(0..<8)
        if isReal {
            var participant = try TestParticipant(world, 1)
            let (start, end) = (Self.start, Self.start + Microseconds.hour)
            try participant.contribute(
                [
                    PreparedTable(
                        .init(table: .workouts, type: types[3], month: "2026-03"),
                        rows: 1,
                        bytes: Array("\(start),\(end),37,3600,250.5,8000\n".utf8)
                    ),
                    PreparedTable(
                        .init(table: .categories, type: types[2], month: "2026-03"),
                        rows: 1,
                        bytes: Array("\(start),\(end),1\n".utf8)
                    ),
                ],
                "records"
            )
        }
        #expect(try world.collect().count(.accepted) == (isReal ? 9 : 8))
        return world
    }

    @Test(
        "A date is a DATE, a time a TIMESTAMP in microseconds without a zone, a value a decimal; UTC is as it was sent"
    )
    func types() throws {
        let world = try world()
        var seen: Set<String> = []
        for file in try Dataset.latest(world.folder).files where file.table != StudyPerson.folder {
            let table = try #require(StudyTable(rawValue: file.table))
            let path = world.folder.path + "/" + file.path
            let schema = try rows(
                world,
                "SELECT name, type, converted_type, CAST(logical_type AS VARCHAR) FROM parquet_schema('\(path)') OFFSET 1"
            )
            #expect(schema.count == 4 + table.columns.count)
            for (column, row) in zip(table.columns, schema.dropFirst(4)) {
                let (name, type, converted) = (row[0] as? String, row[1] as? String, row[2] as? String ?? "")
                #expect(name == column.name)
                seen.insert("\(column.kind)")
                switch column.kind {
                case .date: #expect((type, converted) == ("INT32", "DATE"))
                case .time:
                    #expect((type, converted) == ("INT64", "TIMESTAMP_MICROS"))
                    #expect("\(row[3])".contains("isAdjustedToUTC=0"), "\(row)")
                case .value: #expect((type, converted) == ("INT64", "DECIMAL"))
                case .count: #expect(type == "INT64")
                case .zone: #expect((type, converted) == ("BYTE_ARRAY", "UTF8"))
                case .hour, .priority, .code: #expect(type == "INT32")
                }
            }
        }
        #expect(seen.isSuperset(of: ["date", "time", "value", "count", "zone", "hour", "priority", "code"]))
        let workout = try rows(world, "SELECT start_us, end_us - start_us, duration FROM workouts")
        #expect(workout[0][0] as? String == "2026-03-25T00:00:00" && workout[0][1] as? String == "1:00:00")
        #expect(workout[0][2] as? String == "3600.000000")
        // The first day of the study begins at 23:00 UTC in Berlin.
        let first = try rows(world, "SELECT MIN(date), MIN(start_us), typeof(MIN(start_us)) FROM days")
        #expect(first[0][0] as? String == "2026-03-20" && first[0][1] as? String == "2026-03-19T23:00:00")
        #expect(first[0][2] as? String == "TIMESTAMP")
        #expect(try world.verify().isEqual)
    }

    @Test("A file says the unit of each of its types' values, and of columns that have one whatever the type")
    func units() throws {
        let world = try world()
        for file in try Dataset.latest(world.folder).files where file.table != StudyPerson.folder {
            let path = world.folder.path + "/" + file.path
            let found = try rows(
                world,
                "SELECT decode(key), decode(value) FROM parquet_kv_metadata('\(path)') ORDER BY 1"
            )
            let pairs = found.compactMap { row in (row[0] as? String).map { ($0, row[1] as? String ?? "") } }
            let metadata = Dictionary(uniqueKeysWithValues: pairs)
            func units(_ key: String) throws -> [String: String] {
                try JSONDecoder().decode([String: String].self, from: Data((metadata[key] ?? "").utf8))
            }
            let types = Set(
                try rows(world, "SELECT DISTINCT type FROM read_parquet('\(path)')").compactMap { $0[0] as? String }
            )
            let expected = [StudyWorld.steps: "count", "HKQuantityTypeIdentifierDietaryVitaminB12": "mcg"]
            #expect(try units("healthtui.units") == expected.filter { types.contains($0.key) })
            let table = try #require(StudyTable(rawValue: file.table))
            #expect(try units("healthtui.column_units") == table.columnUnits)
            let isMeasured = ["days", "hours"].contains(file.table)
            #expect((table.columnUnits["covered_us"] == "us") == isMeasured)
        }
    }

    @Test("Shifted dates are dates too, and what isn't sent is missing")
    func shifted() throws {
        let world = try world(.shifted)
        let found = try rows(
            world,
            "SELECT COUNT(*), COUNT(date), COUNT(start_us), COUNT(zone), typeof(MIN(date)) FROM days"
        )
        let count = try #require(found[0][0] as? Int)
        #expect(count > 0 && found[0][1] as? Int == count && found[0][2] as? Int == 0 && found[0][3] as? Int == 0)
        #expect(found[0][4] as? String == "DATE")
    }
}
