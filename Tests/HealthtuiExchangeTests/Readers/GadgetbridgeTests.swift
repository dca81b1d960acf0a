import Foundation
import ProgramTesting
import RandomTesting
import Testing

@testable import HealthKit
@testable import HealthtuiExchange

/// Databases of Gadgetbridge come into a store as Python's sqlite3 reads them.
@Suite struct GadgetbridgeTests {
    private let folder: TemporaryFolder
    private let person = HKHealthStore.person(location: .memory).person

    init() throws { folder = try TemporaryFolder() }

    private static let fixture = Fixtures.own.appending(path: "gadgetbridge/Gadgetbridge.db").path

    private static let script = Fixtures.own.appending(path: "gadgetbridge/make_gadgetbridge.py").path

    /// Where Python is.
    private static let python: String? = ["/usr/bin/python3", "/usr/local/bin/python3"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    /// What the script says of a database.
    private struct Contents: Decodable {
        var samples: [String: [Double]]
        /// The value, the start and the end of each stage, in milliseconds since 1970.
        var sleep: [[Int64]]
        var counted: [String: Int]
    }

    private static let units: [HKQuantityTypeIdentifier: HKUnit] = [
        .stepCount: .count(), .heartRate: HKUnit(from: "count/min"), .restingHeartRate: HKUnit(from: "count/min"),
        .oxygenSaturation: .percent(), .respiratoryRate: HKUnit(from: "count/min"),
    ]

    private func read(_ path: String, isForced: Bool = false) throws -> ImportSummary {
        let reader = try #require(ReaderImport.reader(for: path))
        #expect(reader.name == "Gadgetbridge")
        return try ReaderImport(person, isForced: isForced).run(path: path, with: reader)
    }

    private func quantities(_ type: HKQuantityTypeIdentifier) throws -> [HKQuantitySample] {
        try person.samples(SampleListQuery(type: HKQuantityType(type)), ascending: true, limit: 10_000)
            .compactMap { $0 as? HKQuantitySample }
    }

    private func nights() throws -> [[Int64]] {
        func milliseconds(_ date: Date) -> Int64 { Int64((date.timeIntervalSince1970 * 1_000).rounded()) }
        return try person.samples(SampleListQuery(type: HKCategoryType(.sleepAnalysis)), ascending: true, limit: 10_000)
            .compactMap { $0 as? HKCategorySample }
            .map { [Int64($0.value), milliseconds($0.startDate), milliseconds($0.endDate)] }
            .sorted { $0.lexicographicallyPrecedes($1) }
    }

    private func compare(_ expected: Contents, _ note: String = "") throws {
        for (type, unit) in Self.units {
            let values = try quantities(type).map { $0.quantity.doubleValue(for: unit) }
            let name = String(type.rawValue.dropFirst("HKQuantityTypeIdentifier".count))
            let known = expected.samples[name] ?? [0, 0]
            #expect(values.count == Int(known[0]), "\(name) \(note)")
            #expect(abs(values.reduce(0, +) - known[1]) <= 1e-9 * max(1, known[1]), "\(name) \(note)")
        }
        #expect(try nights() == expected.sleep.sorted { $0.lexicographicallyPrecedes($1) }, "\(note)")
    }

    private func expected() throws -> Contents {
        try JSONDecoder().decode(Contents.self, from: Data(try Fixtures.bytes("gadgetbridge/expected.json")))
    }

    @Test("The store has what Python's sqlite3 reads of a database; what isn't read is counted; again adds nothing")
    func oracle() throws {
        let expected = try expected()
        let summary = try read(Self.fixture)
        try compare(expected)
        for (table, count) in expected.counted {
            let found = summary.notImported.first { $0.kind == table }
            #expect(found?.count == count && found?.isData == !table.contains("STRESS"), "\(table)")
        }
        #expect(summary.notImported.contains { $0.kind == "HUAWEI_ACTIVITY_SAMPLE: DISTANCE" && $0.count == 12 })
        #expect(summary.notImported.contains { $0.kind.hasSuffix("stages of no night") && $0.count == 1 })
        #expect(summary.notImported.contains { $0.kind.hasSuffix("nights without stages") && $0.count == 1 })
        #expect(try read(Self.fixture).added == 0)
    }

    @Test("A device is a source by its address, with the name that the person gave it")
    func devices() throws {
        _ = try read(Self.fixture)
        let resting = try #require(try quantities(.restingHeartRate).first)
        #expect(resting.sourceRevision.source.bundleIdentifier == "file:gadgetbridge:00:00:00:00:00:01")
        #expect(resting.sourceRevision.source.name == "Band 9")
        #expect(resting.device?.manufacturer == "Example" && resting.device?.name == "Band 9")
        let sources = Set(try quantities(.heartRate).map(\.sourceRevision.source.name))
        #expect(sources.contains("My watch") && sources.contains("Gadgetbridge"))
        let steps = try quantities(.stepCount)
        #expect(steps.allSatisfy { $0.endDate.timeIntervalSince($0.startDate) == 60 })
    }

    @Test(
        "Databases of random values become what Python reads of them",
        .enabled(if: GadgetbridgeTests.python != nil, "python3 isn't installed")
    )
    func random() throws {
        var random = SeededGenerator("databases of Gadgetbridge")
        for _ in 0..<Soak.count(2, soak: 100) {
            let seed = Int.random(in: 10...1_000_000, using: &random)
            let path = folder.url.appending(path: "Gadgetbridge").path
            _ = try run([path, "\(seed)"])
            let expected = try JSONDecoder().decode(Contents.self, from: try run(["--read", path]))
            let other = try Self()
            _ = try other.read(path)
            try other.compare(expected, "seed \(seed)")
        }
    }

    private func run(_ arguments: [String]) throws -> Data {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(Self.python))
        process.arguments = [Self.script] + arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.start()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        return data
    }

    private static let device = [
        "CREATE TABLE DEVICE (_id INTEGER PRIMARY KEY, NAME TEXT, IDENTIFIER TEXT)",
        "INSERT INTO DEVICE VALUES (1, 'Band', 'AA')",
    ]

    @Test("What makes no sense is refused with its table and row, and the rest comes in")
    func faults() throws {
        let path = folder.url.appending(path: "Gadgetbridge").path
        try DatabaseScene.make(
            path,
            Self.device + [
                "CREATE TABLE MI_BAND_ACTIVITY_SAMPLE (TIMESTAMP, DEVICE_ID, STEPS, HEART_RATE)",
                "INSERT INTO MI_BAND_ACTIVITY_SAMPLE VALUES (1743120000, 1, 'many', 70), (1743120060, 1, 12, -125), "
                    + "(1743120120000, 1, 5, 70), (NULL, 1, 5, 70), (1743120180, 'x', 5, 70), (1743120240, 1, 9000000, 71), "
                    + "(1743120300, 1, NULL, 1e999)",
                "CREATE TABLE XIAOMI_ACTIVITY_SAMPLE (TIMESTAMP INTEGER, STEPS INTEGER)",
                "CREATE TABLE XIAOMI_SLEEP_TIME_SAMPLE (TIMESTAMP, DEVICE_ID, WAKEUP_TIME)",
                "INSERT INTO XIAOMI_SLEEP_TIME_SAMPLE VALUES (1743120000000, 1, 1743110000000), (1743120000000, 1, 0)",
            ]
        )
        let summary = try read(path)
        #expect(summary.outcome == .partial)
        for text in [
            "table MI_BAND_ACTIVITY_SAMPLE, row 1: STEPS is a text where a whole number is expected",
            "table MI_BAND_ACTIVITY_SAMPLE, row 2: HEART_RATE has no such value",
            "table MI_BAND_ACTIVITY_SAMPLE, row 3: the time isn't between 1970 and 2100",
            "table MI_BAND_ACTIVITY_SAMPLE, row 4: TIMESTAMP is empty", "row 5: DEVICE_ID is a text",
            "row 6: STEPS has no such value", "row 7: HEART_RATE is a number where a whole number is expected",
            "table XIAOMI_ACTIVITY_SAMPLE isn't read: DEVICE_ID is missing",
            "table XIAOMI_SLEEP_TIME_SAMPLE, row 1: it ends before it starts",
            "table XIAOMI_SLEEP_TIME_SAMPLE, row 2: the time isn't between 1970 and 2100",
        ] {
            #expect(summary.warnings.contains { $0.contains(text) }, "\(text): \(summary.warnings)")
        }
        #expect(try quantities(.stepCount).map { $0.quantity.doubleValue(for: .count()) } == [12])
        #expect(try quantities(.heartRate).count == 1)
    }

    @Test("A night that went on when the database was copied grows with a later copy")
    func growingNight() throws {
        func database(_ hours: Int, _ date: Double) throws -> String {
            let path = folder.url.appending(path: "Gadgetbridge-\(hours).db").path
            let start = 1_743_120_000_000
            try DatabaseScene.make(
                path,
                Self.device + [
                    "CREATE TABLE XIAOMI_SLEEP_TIME_SAMPLE (TIMESTAMP, DEVICE_ID, WAKEUP_TIME)",
                    "INSERT INTO XIAOMI_SLEEP_TIME_SAMPLE VALUES (\(start), 1, \(start + hours * 3_600_000))",
                    "CREATE TABLE XIAOMI_SLEEP_STAGE_SAMPLE (TIMESTAMP, DEVICE_ID, STAGE)",
                    "INSERT INTO XIAOMI_SLEEP_STAGE_SAMPLE VALUES (\(start), 1, 3)",
                ]
            )
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: date)],
                ofItemAtPath: path
            )
            return path
        }
        let early = try database(3, 1_743_130_000)
        let late = try database(7, 1_743_150_000)
        for path in [early, late, early] { _ = try read(path) }
        #expect(try nights() == [[3, 1_743_120_000_000, 1_743_145_200_000]])
    }

    @Test("A database comes in from a zip, and one of another program isn't taken for one")
    func containers() throws {
        let zip = try folder.write([], to: "backup.zip")
        let writer = try ZipWriter(path: zip, name: "backup.zip", date: Date(timeIntervalSince1970: 1_700_000_000))
        try writer.begin("database/Gadgetbridge")
        try writer.append(try Fixtures.bytes("gadgetbridge/Gadgetbridge.db"))
        try writer.finish()
        let container = try #require(FileContainer(path: zip))
        #expect(try ReaderImport(person).run(container, takesTables: true).added > 50)
        try compare(expected())
        let other = folder.url.appending(path: "gadgetbridge.db").path
        try DatabaseScene.make(other, ["CREATE TABLE note (id INTEGER PRIMARY KEY, body TEXT)"])
        let reader = try #require(ReaderImport.reader(for: other))
        #expect(throws: ImportError.self) { try ReaderImport(person).run(path: other, with: reader) }
    }

    @Test("Damaged databases end in samples or in an error")
    func mutants() throws {
        var random = SeededGenerator("damaged databases of Gadgetbridge")
        let original = try Fixtures.bytes("gadgetbridge/Gadgetbridge.db")
        var errors = 0
        for _ in 0..<Soak.count(30, soak: 3_000) {
            var bytes = original
            for _ in 0..<Int.random(in: 1...40, using: &random) {
                bytes[Int.random(in: 100..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            let path = try folder.write(bytes, to: "Gadgetbridge.db")
            do { _ = try read(path) } catch is ImportError { errors += 1 }
        }
        #expect(errors > 0, "seed \(random.seed)")
    }
}
