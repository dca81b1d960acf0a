import CoreLocation
import Foundation
import ProgramTesting
import RandomTesting
import Testing

@testable import HealthKit
@testable import HealthtuiExchange

/// The store after an import of a Health Connect export, against what Python's sqlite3 reads of the export.
@Suite struct HealthConnectOracleTests {
    private let folder: TemporaryFolder
    private let person = HKHealthStore.person(location: .memory).person

    init() throws { folder = try TemporaryFolder() }

    private static let name = "health_connect_export.db"

    private static let script = Fixtures.own.appending(path: "healthconnect/make_healthconnect.py").path

    /// Where Python is.
    private static let python: String? = ["/usr/bin/python3", "/usr/local/bin/python3"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    private func read(_ path: String) throws -> ImportSummary {
        try ReaderImport(person, isForced: true).run(path: path, with: HealthConnectReader())
    }

    private func samples(_ type: HKSampleType) throws -> [HKSample] {
        try person.samples(SampleListQuery(type: type), ascending: true, limit: 10_000)
    }

    private func quantities(_ type: HKQuantityTypeIdentifier, _ unit: HKUnit) throws -> [Double] {
        try samples(HKQuantityType(type)).compactMap { ($0 as? HKQuantitySample)?.quantity.doubleValue(for: unit) }
    }

    /// What Python's sqlite3 says of a database.
    private struct Contents: Decodable {
        var samples: [String: [Double]]
        var categories: [String: [Int]]
        var first_days: Int
        var workouts: [[Int64]]
        var counted: [String: Int]
    }

    /// The units of the sums that the script says, by type.
    private static let units: [HKQuantityTypeIdentifier: String] = {
        var units: [HKQuantityTypeIdentifier: String] = [
            .bloodPressureSystolic: "mmHg", .bloodPressureDiastolic: "mmHg",
        ]
        for table in HealthConnectTable.all {
            switch table.outcome {
            case .quantity(let quantity, _), .series(let quantity): units[quantity.type] = quantity.unit
            case .bySession(let measure):
                for type in measure.types.values { units[type] = measure.unit }
                if let other = measure.other { units[other] = measure.unit }
            default: break
            }
        }
        for nutrient in HealthConnectFood.nutrients where units[nutrient.type] == nil {
            units[nutrient.type] = nutrient.unit
        }
        return units
    }()

    private func expected(_ name: String) throws -> Contents {
        let data = Data(try Fixtures.bytes("healthconnect/expected.json"))
        return try #require(try JSONDecoder().decode([String: Contents].self, from: data)[name])
    }

    private func compare(_ expected: Contents, _ note: String = "") throws {
        for (type, unit) in Self.units {
            let values = try quantities(type, HKUnit(from: unit))
            let name = String(type.rawValue.dropFirst("HKQuantityTypeIdentifier".count))
            let known = expected.samples[name] ?? [0, 0]
            #expect(values.count == Int(known[0]), "\(name) \(note)")
            #expect(abs(values.reduce(0, +) - known[1]) <= 1e-9 * max(1, abs(known[1])), "\(name) \(note)")
        }
        var firstDays = 0
        for (name, values) in expected.categories {
            let type = HKCategoryType(HKCategoryTypeIdentifier(rawValue: "HKCategoryTypeIdentifier" + name))
            let found = try samples(type).compactMap { $0 as? HKCategorySample }
            #expect(found.map(\.value).sorted() == values, "\(name) \(note)")
            firstDays += found.count { $0.metadata?[HKMetadataKeyMenstrualCycleStart] as? Bool == true }
        }
        #expect(firstDays == expected.first_days)
        let workouts = try samples(.workoutType()).compactMap { $0 as? HKWorkout }
            .map { workout -> [Int64] in
                let events = workout.workoutEvents ?? []
                return [
                    Int64(workout.workoutActivityType.rawValue), Self.milliseconds(workout.startDate),
                    Self.milliseconds(workout.endDate), Int64(events.count { $0.type == .segment }),
                    Int64(events.count { $0.type == .lap }),
                    Int64(try person.routes(of: workout).reduce(0) { $0 + $1.points.count }),
                ]
            }
        let order = { (one: [Int64], other: [Int64]) in one.lexicographicallyPrecedes(other) }
        #expect(workouts.sorted(by: order) == expected.workouts.sorted(by: order))
    }

    private static func milliseconds(_ date: Date) -> Int64 { Int64((date.timeIntervalSince1970 * 1_000).rounded()) }

    @Test(
        "The store has what Python's sqlite3 reads of an export; again adds nothing",
        arguments: [name, "hostile.db"]
    )
    func oracle(_ name: String) throws {
        let path = Fixtures.own.appending(path: "healthconnect/" + name).path
        let expected = try expected(name)
        let summary = try read(path)
        try compare(expected)
        for (table, count) in expected.counted {
            #expect(summary.notImported.contains { $0.kind == table && $0.count == count }, "\(table)")
        }
        let again = try read(path)
        #expect(again.added == 0)
        #expect(again.total(\.refused) == summary.total(\.refused))
    }

    @Test("An export comes in from a zip, a folder and as bytes")
    func containers() throws {
        let bytes = try Fixtures.bytes("healthconnect/" + Self.name)
        let zip = try folder.write([], to: "Health Connect.zip")
        let writer = try ZipWriter(
            path: zip,
            name: "Health Connect.zip",
            date: Date(timeIntervalSince1970: 1_700_000_000)
        )
        try writer.begin(Self.name)
        try writer.append(bytes)
        try writer.finish()
        _ = try folder.write(bytes, to: "phone/\(Self.name)")
        var added: [Int] = []
        for path in [zip, folder.url.appending(path: "phone").path] {
            let container = try #require(FileContainer(path: path))
            added.append(try ReaderImport(person, isForced: true).run(container, takesTables: true).added)
        }
        let reader = try #require(ReaderImport.reader(for: bytes, named: Self.name))
        added.append(try ReaderImport(person, isForced: true).run(bytes, from: Self.name, with: reader).added)
        #expect(added[0] > 100 && added[1] == 0 && added[2] == 0)
        try compare(expected(Self.name))
    }

    @Test(
        "Exports of random values become what Python reads of them",
        .enabled(if: HealthConnectOracleTests.python != nil, "python3 isn't installed")
    )
    func random() throws {
        var random = SeededGenerator("exports of Health Connect in a store")
        for _ in 0..<Soak.count(1, soak: 100) {
            let seed = Int.random(in: 10...1_000_000, using: &random)
            let path = folder.url.appending(path: Self.name).path
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
}
