import CoreLocation
import Foundation
import Testing

@testable import HealthKit
@testable import HealthtuiExchange

/// Exports of Health Connect come into a store, whole, once, and as they were last changed.
@Suite struct HealthConnectReaderTests {
    private let folder: TemporaryFolder
    private let person = HKHealthStore.person(location: .memory).person

    init() throws { folder = try TemporaryFolder() }

    private static let name = "health_connect_export.db"

    private func read(_ path: String, isForced: Bool = false) throws -> ImportSummary {
        let reader = try #require(ReaderImport.reader(for: path))
        #expect(reader.name == "Health Connect")
        return try ReaderImport(person, isForced: isForced).run(path: path, with: reader)
    }

    private func samples(_ type: HKSampleType) throws -> [HKSample] {
        try person.samples(SampleListQuery(type: type), ascending: true, limit: 10_000)
    }

    private func quantities(_ type: HKQuantityTypeIdentifier, _ unit: HKUnit) throws -> [Double] {
        try samples(HKQuantityType(type)).compactMap { ($0 as? HKQuantitySample)?.quantity.doubleValue(for: unit) }
    }

    @Test("What makes no sense is refused with its table and row, and the rest comes in")
    func faults() throws {
        let summary = try read(Fixtures.own.appending(path: "healthconnect/hostile.db").path)
        #expect(summary.outcome == .partial)
        for text in [
            "table height_record_table, row 2: height is a text where a number is expected",
            "table steps_record_table, row 2: it ends before it starts",
            "table heart_rate_record_series_table", "table exercise_route_table",
            "2 rows belong to no record", "table wheelchair_pushes_record_table isn't read: column count is missing",
        ] {
            #expect(summary.warnings.contains { $0.contains(text) }, "\(text): \(summary.warnings)")
        }
        #expect(summary.notImported.contains { $0.kind == "invented_record_table" && $0.isData })
        #expect(summary.notImported.contains { $0.kind == "bone_mass_record_table" && !$0.isData })
        #expect(summary.notImported.contains { $0.kind == "weight_record_table: weight is empty" && !$0.isData })
    }

    // MARK: One record

    private static let head =
        "row_id INTEGER PRIMARY KEY, uuid BLOB, last_modified_time INTEGER, device_info_id INTEGER, "
        + "app_info_id INTEGER, recording_method INTEGER, "

    private static let interval =
        head
        + "start_time INTEGER, start_zone_offset INTEGER, end_time INTEGER, end_zone_offset INTEGER"

    private static let instant = head + "time INTEGER, zone_offset INTEGER"

    /// 2025-03-28T00:00:00Z, in milliseconds.
    private static let time = 1_743_120_000_000

    /// Makes an export of tables with their columns and of rows, as SQL says them.
    private func export(_ tables: [String], _ rows: [String], in name: String = name) throws -> String {
        let path = folder.url.appending(path: name).path
        try? FileManager.default.removeItem(atPath: path)
        let known = [
            "CREATE TABLE application_info_table (row_id INTEGER PRIMARY KEY, package_name TEXT, app_name TEXT)",
            "CREATE TABLE device_info_table (row_id INTEGER PRIMARY KEY, manufacturer TEXT, model TEXT, device_type INTEGER)",
            "INSERT INTO application_info_table VALUES (1, 'com.example.steps', 'Steps'), (2, 'com.example.watch', NULL)",
            "INSERT INTO device_info_table VALUES (1, 'Example', 'Watch 2', 1), (2, NULL, '', 0)",
        ]
        try DatabaseScene.make(
            path,
            known + tables.map { "CREATE TABLE \($0)" } + rows.map { "INSERT INTO \($0)" }
        )
        return path
    }

    private func weights(_ grams: Double, modified: Int, in name: String = name) throws -> String {
        try export(
            ["weight_record_table (\(Self.instant), weight REAL)"],
            [
                "weight_record_table VALUES (1, x'0102030405060708090a0b0c0d0e0f10', \(modified), 1, 1, 3, \(Self.time), 3600, \(grams))"
            ],
            in: name
        )
    }

    @Test("A record has its app as its source, its device, its zone, and whether it was typed in")
    func head() throws {
        _ = try read(weights(71_500, modified: Self.time))
        let weight = try #require(try samples(HKQuantityType(.bodyMass)).first as? HKQuantitySample)
        #expect(weight.quantity.doubleValue(for: .gramUnit(with: .kilo)) == 71.5)
        #expect(weight.startDate.timeIntervalSince1970 == 1_743_120_000)
        #expect(weight.sourceRevision.source.bundleIdentifier == "file:com.example.steps")
        #expect(weight.sourceRevision.source.name == "Steps")
        #expect(weight.device?.manufacturer == "Example" && weight.device?.model == "Watch 2")
        #expect(weight.metadata?[HKMetadataKeyTimeZone] as? String == "GMT+0100")
        #expect(weight.metadata?[HKMetadataKeyWasUserEntered] as? Bool == true)
    }

    @Test("A record that was changed replaces the earlier one, in either order, and one that was deleted stays deleted")
    func changed() throws {
        let early = try weights(71_700, modified: Self.time, in: "health_connect_early.db")
        let late = try weights(71_500, modified: Self.time + 1, in: "health_connect_late.db")
        for order in [[early, late, early], [late, early, late]] {
            let other = try Self()
            for path in order { _ = try other.read(path) }
            #expect(try other.quantities(.bodyMass, .gramUnit(with: .kilo)) == [71.5])
        }
        _ = try read(early)
        let uuid = try #require(try samples(HKQuantityType(.bodyMass)).first).uuid
        #expect(try person.delete([uuid]) == 1)
        for path in [early, late] { #expect(try read(path).added == 0) }
        #expect(try samples(HKQuantityType(.bodyMass)).isEmpty)
    }

    @Test("A day's sum that grows is one sample; minutes of a watch are known by what they say")
    func steps() throws {
        let table = "steps_record_table (\(Self.interval), count INTEGER)"
        func row(_ number: Int, _ minutes: Int, _ count: Int, _ modified: Int) -> String {
            "steps_record_table VALUES (\(number), x'0000000000000000000000000000000\(number)', \(modified), 1, 2, 2, "
                + "\(Self.time), NULL, \(Self.time + 60_000 * minutes), NULL, \(count))"
        }
        let first = try export(
            [table],
            [row(1, 600, 4_000, Self.time), row(2, 1, 90, Self.time)],
            in: "health_connect_1.db"
        )
        let second = try export(
            [table],
            [row(1, 1_440, 9_000, Self.time + 1), row(2, 1, 90, Self.time)],
            in: "health_connect_2.db"
        )
        #expect(try read(first).counts[.records].added == 2)
        let summary = try read(second)
        #expect(summary.counts[.records].added == 1 && summary.counts[.records].duplicate == 1)
        #expect(try quantities(.stepCount, .count()).sorted() == [90, 9_000])
        let steps = try samples(HKQuantityType(.stepCount))
        #expect(steps.allSatisfy { $0.sourceRevision.source.name == "com.example.watch" })
        #expect(steps.allSatisfy { $0.metadata?[HKMetadataKeyTimeZone] == nil })
    }

    @Test("A workout has its laps, its segments and its route, and is known by its name")
    func workout() throws {
        let path = try export(
            [
                "exercise_session_record_table (\(Self.interval), exercise_type INTEGER, title TEXT)",
                "exercise_laps_table (parent_key INTEGER, lap_start_time INTEGER, lap_end_time INTEGER, lap_length REAL)",
                "exercise_segments_table (parent_key INTEGER, segment_start_time INTEGER, segment_end_time INTEGER, "
                    + "segment_type INTEGER, repetitions_count INTEGER)",
                "exercise_route_table (parent_key INTEGER, timestamp_millis INTEGER, longitude REAL, latitude REAL, "
                    + "horizontal_accuracy REAL, vertical_accuracy REAL, altitude REAL)",
                "distance_record_table (\(Self.interval), distance REAL)",
            ],
            [
                "exercise_session_record_table VALUES (1, x'0102030405060708090a0b0c0d0e0f10', \(Self.time), 1, 1, 2, "
                    + "\(Self.time), 3600, \(Self.time + 3_600_000), 3600, 5, 'Evening')",
                "exercise_laps_table VALUES (1, \(Self.time), \(Self.time + 60_000), 400)",
                "exercise_segments_table VALUES (1, \(Self.time), \(Self.time + 30_000), 44, 3)",
                "exercise_route_table VALUES (1, \(Self.time + 1_000), 8.25, 47.5, 4, NULL, 430), "
                    + "(1, \(Self.time), 8, 47, 4, 3, NULL)",
                "distance_record_table VALUES (1, NULL, NULL, 1, 1, 2, \(Self.time), 3600, \(Self.time + 60_000), 3600, 500), "
                    + "(2, NULL, NULL, 1, 2, 2, \(Self.time), 3600, \(Self.time + 60_000), 3600, 80)",
            ]
        )
        let summary = try read(path)
        #expect(summary.outcome == .complete)
        for part in ["title", "kinds of segments", "lengths of laps"] {
            let left = summary.notImported.first { $0.kind.hasSuffix("HealthKit has no \(part)") }
            #expect(left?.count == 1 && left?.isData == false, "\(part)")
        }
        let ride = try #require(try samples(.workoutType()).first as? HKWorkout)
        #expect(ride.workoutActivityType == .cycling && ride.duration == 3_600)
        #expect(ride.metadata?[HKMetadataKeyIndoorWorkout] as? Bool == true)
        // Another identity would double every workout that was imported before.
        #expect(ride.metadata?[HKMetadataKeySyncIdentifier] as? String == "2a513ef977af7c614fecadc13a6c48b2")
        #expect((ride.metadata?[HKMetadataKeySyncVersion] as? NSNumber)?.intValue == Self.time)
        #expect(ride.workoutEvents?.map(\.type).sorted { $0.rawValue < $1.rawValue } == [.lap, .segment])
        let places = try #require(try person.routes(of: ride).first).points.map(\.fields)
        #expect(places.map(\.coordinate.latitude) == [47, 47.5])
        #expect(places.map(\.verticalAccuracy) == [-1, 0])
        #expect(try quantities(.distanceCycling, .meter()) == [500])
        #expect(try quantities(.distanceWalkingRunning, .meter()) == [80])
    }

    @Test("A pressure, a meal and a night come in as HealthKit has them")
    func objects() throws {
        let path = try export(
            [
                "blood_pressure_record_table (\(Self.instant), systolic REAL, diastolic REAL)",
                "nutrition_record_table (\(Self.interval), energy REAL, protein REAL, sodium REAL, trans_fat REAL, meal_name TEXT)",
                "sleep_session_record_table (\(Self.interval), title TEXT)",
                "sleep_stages_table (parent_key INTEGER, stage_start_time INTEGER, stage_end_time INTEGER, stage_type INTEGER)",
            ],
            [
                "blood_pressure_record_table VALUES (1, x'01020304050607080900000000000001', \(Self.time), 1, 1, 3, "
                    + "\(Self.time), 0, 128, 82), (2, x'01020304050607080900000000000002', \(Self.time), 1, 1, 3, "
                    + "\(Self.time), 0, 82, 128)",
                "nutrition_record_table VALUES (1, x'01020304050607080900000000000003', \(Self.time), 1, 1, 3, \(Self.time), "
                    + "0, \(Self.time), 0, 650000, 31, 5e-324, 2, 'Lunch')",
                "sleep_session_record_table VALUES (1, x'01020304050607080900000000000004', \(Self.time), 1, 1, 2, "
                    + "\(Self.time), 0, \(Self.time + 28_800_000), 0, NULL)",
                "sleep_stages_table VALUES (1, \(Self.time), \(Self.time + 600_000), 4), "
                    + "(1, \(Self.time + 600_000), \(Self.time + 900_000), 0), "
                    + "(1, \(Self.time + 600_000), \(Self.time + 900_000), 6)",
            ]
        )
        let summary = try read(path)
        #expect(summary.counts[.correlations].added == 2 && summary.counts[.correlations].refused == 1)
        #expect(
            summary.warnings.contains { $0.contains("table blood_pressure_record_table, row 2: the systolic value") }
        )
        let pressure = try #require(try samples(HKCorrelationType(.bloodPressure)).first as? HKCorrelation)
        #expect(pressure.objects.count == 2)
        #expect(try quantities(.bloodPressureSystolic, .millimeterOfMercury()) == [128])
        let meal = try #require(try samples(HKCorrelationType(.food)).first as? HKCorrelation)
        #expect(meal.metadata?[HKMetadataKeyFoodType] as? String == "Lunch")
        #expect(try quantities(.dietaryEnergyConsumed, .kilocalorie()) == [650])
        #expect(try quantities(.dietaryProtein, .gram()) == [31])
        #expect(try quantities(.dietarySodium, .gram()).isEmpty)
        let night = try samples(HKCategoryType(.sleepAnalysis)).compactMap { ($0 as? HKCategorySample)?.value }
        let expected: [HKCategoryValueSleepAnalysis] = [.inBed, .asleepCore, .asleepREM]
        #expect(night.sorted() == expected.map(\.rawValue).sorted())
        #expect(try read(path).added == 0)
    }

    // MARK: Files

    @Test("Changes in a file beside the database are an error, on a disk, in a folder and in a zip")
    func incomplete() throws {
        let path = try weights(71_500, modified: Self.time)
        let database = try Data(contentsOf: URL(filePath: path))
        let changes: [UInt8] = [0x37, 0x7F, 0x06, 0x82] + [UInt8](repeating: 7, count: 60)
        _ = try folder.write(changes, to: Self.name + "-wal")
        let reader = try #require(ReaderImport.reader(for: path))
        let error = #expect(throws: ImportError.self) { try ReaderImport(person).run(path: path, with: reader) }
        #expect(error?.description.contains("\(Self.name)-wal beside it has changes") == true)
        let zip = try folder.write([], to: "a.zip")
        let writer = try ZipWriter(path: zip, name: "a.zip", date: Date(timeIntervalSince1970: 1_700_000_000))
        for (name, bytes) in [(Self.name, [UInt8](database)), (Self.name + "-wal", changes)] {
            try writer.begin(name)
            try writer.append(bytes)
        }
        try writer.finish()
        for path in [zip, folder.url.path] {
            let container = try #require(FileContainer(path: path))
            let summary = try ReaderImport(person).run(container, takesTables: true)
            #expect(summary.warnings.contains { $0.contains("\(Self.name)-wal beside it has changes") }, "\(path)")
        }
        #expect(try samples(HKQuantityType(.bodyMass)).isEmpty)
    }

    @Test("Another program's database isn't taken for an export")
    func others() throws {
        let path = folder.url.appending(path: "notes.db").path
        try DatabaseScene.make(
            path,
            ["CREATE TABLE note (id INTEGER PRIMARY KEY, body TEXT)", "INSERT INTO note VALUES (1, 'a')"]
        )
        #expect(ReaderImport.reader(for: path) == nil)
        let named = folder.url.appending(path: Self.name).path
        try FileManager.default.moveItem(atPath: path, toPath: named)
        let reader = try #require(ReaderImport.reader(for: named))
        let error = #expect(throws: ImportError.self) { try ReaderImport(person).run(path: named, with: reader) }
        #expect(error?.description.contains("none of the tables of Health Connect") == true)
    }

    @Test("A renamed export is recognized by its tables")
    func renamed() throws {
        let path = try weights(71_500, modified: Self.time, in: "export (1).db")
        #expect(try read(path).counts[.records].added == 1)
    }
}
