import Foundation
import HealthKit
import HealthKitStore
import HealthtuiExchange
import ProgramTesting
import RandomTesting
import Testing

/// The tables of Health Connect exports, against what Python's sqlite3 reads of them.
@Suite struct HealthConnectTests {
    private static let folder = Fixtures.own.appending(path: "healthconnect")

    private static let script = folder.appending(path: "make_healthconnect.py").path

    /// Where Python is.
    private static let python: String? = ["/usr/bin/python3", "/usr/local/bin/python3"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    /// What the script says of a database, and what is found in it.
    private struct Contents: Decodable, Equatable {
        var samples: [String: [Double]] = [:]
        var categories: [String: [Int]] = [:]
        var first_days = 0
        var workouts: [[Int64]] = []
        var counted: [String: Int] = [:]

        mutating func add(_ quantity: HealthConnectObject.Quantity) {
            let name = String(quantity.type.rawValue.dropFirst("HKQuantityTypeIdentifier".count))
            let known = samples[name] ?? [0, 0]
            samples[name] = [known[0] + 1, known[1] + quantity.value]
        }

        mutating func add(_ category: HealthConnectObject.Category) {
            let name = String(category.type.rawValue.dropFirst("HKCategoryTypeIdentifier".count))
            categories[name, default: []].append(category.value)
            let isFirst = category.metadata.contains {
                $0.key == HKMetadataKeyMenstrualCycleStart && $0.value == .boolean(true)
            }
            if isFirst { first_days += 1 }
        }

        mutating func add(_ workout: HealthConnectObject.Workout) {
            workouts.append([
                Int64(workout.exercise.activity.rawValue), workout.start, workout.end, Int64(workout.segments.count),
                Int64(workout.laps.count), Int64(workout.places.count),
            ])
        }

        /// What differs from another: sums may by their last digits.
        func differences(from other: Contents) -> [String] {
            var found: [String] = []
            for name in Set(samples.keys).union(other.samples.keys) {
                let (one, two) = (samples[name] ?? [0, 0], other.samples[name] ?? [0, 0])
                let isEqual = one[0] == two[0] && abs(one[1] - two[1]) <= 1e-9 * max(abs(one[1]), 1)
                if !isEqual { found.append("\(name): \(one) and \(two)") }
            }
            if categories != other.categories { found.append("\(categories) and \(other.categories)") }
            if first_days != other.first_days { found.append("\(first_days) and \(other.first_days) first days") }
            if workouts != other.workouts { found.append("\(workouts) and \(other.workouts)") }
            if counted != other.counted { found.append("\(counted) and \(other.counted)") }
            return found
        }
    }

    private func open(_ path: String) throws -> HealthConnectFile {
        try #require(try HealthConnectFile.open(path: path), "no export of Health Connect")
    }

    private func contents(_ path: String) throws -> (Contents, HealthConnectReport, [String: Int]) {
        let file = try open(path)
        var mapping = try HealthConnectMapping(file)
        var contents = Contents()
        let report = try file.read { table, record in
            try mapping.objects(of: record, in: table) { object in
                switch object {
                case .quantity(let quantity): contents.add(quantity)
                case .category(let category): contents.add(category)
                case .correlation(let correlation): for member in correlation.members { contents.add(member) }
                case .workout(let workout): contents.add(workout)
                }
            }
        }
        contents.categories = contents.categories.mapValues { $0.sorted() }
        contents.counted = report.counted
        return (contents, report, mapping.leftOut)
    }

    @Test(
        "A sound and a hostile export become what Python reads of them",
        arguments: ["health_connect_export.db", "hostile.db"]
    )
    func fixtures(_ name: String) throws {
        let data = try Data(contentsOf: Self.folder.appending(path: "expected.json"))
        let expected = try #require(try JSONDecoder().decode([String: Contents].self, from: data)[name])
        let found = try contents(Self.folder.appending(path: name).path).0
        #expect(found.differences(from: expected) == [])
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

    @Test(
        "Exports of random values become what Python reads of them",
        .enabled(if: HealthConnectTests.python != nil, "python3 isn't installed")
    )
    func random() throws {
        var random = SeededGenerator("exports of Health Connect")
        let folder = try TemporaryFolder()
        for _ in 0..<Soak.count(3, soak: 200) {
            let seed = Int.random(in: 10...1_000_000, using: &random)
            let path = folder.url.appending(path: "export.db").path
            _ = try run([path, "\(seed)"])
            let expected = try JSONDecoder().decode(Contents.self, from: try run(["--read", path]))
            #expect(try contents(path).0.differences(from: expected) == [], "seed \(seed)")
        }
    }

    @Test("What is left out is counted, and what makes no sense is said with its table and row")
    func counts() throws {
        let (_, report, leftOut) = try contents(Self.folder.appending(path: "hostile.db").path)
        #expect(report.unreadable == ["wheelchair_pushes_record_table": "count"])
        #expect(report.tables["floors_climbed_record_table"] == nil)
        let heights = try #require(report.tables["height_record_table"])
        #expect(heights.refused == 8 && heights.read == 3)
        #expect(
            heights.reasons.first == "table height_record_table, row 2: height is a text where a number is expected"
        )
        #expect(report.tables["steps_record_table"]?.refused == 2)
        #expect(report.tables["heart_rate_record_series_table"]?.refused == 2)
        #expect(report.tables["exercise_route_table"]?.refused == 2)
        #expect(report.orphans == ["heart_rate_record_series_table": 2])
        #expect(leftOut["weight_record_table: weight is empty"] == 1)
        #expect(leftOut["exercise_session_record_table: HealthKit has no title", default: 0] > 0)
    }

    @Test("A record has its app, its device, its clock, its identity and how it came about")
    func heads() throws {
        let file = try open(Self.folder.appending(path: "health_connect_export.db").path)
        #expect(file.apps[1]?.package == "com.example.steps" && file.apps[1]?.name == "Steps")
        #expect(file.apps[2]?.package == "com.example.watch" && file.apps[2]?.name == nil)
        let watch = try #require(file.devices[2])
        #expect(watch.manufacturer == "Example" && watch.model == "Watch" && watch.type == 1)
        var uuids: Set<UUID> = []
        var (count, named, typedIn) = (0, 0, 0)
        _ = try file.read { table, record in
            count += 1
            uuids.insert(try #require(record.uuid))
            #expect(file.apps[try #require(record.app)] != nil)
            if record.clientID?.hasPrefix("record-") == true { named += 1 }
            let metadata = HealthConnectMapping.metadata(of: record)
            let entered = metadata.contains { $0.key == HKMetadataKeyWasUserEntered && $0.value == .boolean(true) }
            #expect(entered == (record.recordingMethod == 3))
            if entered { typedIn += 1 }
            let zone = metadata.first { $0.key == HKMetadataKeyTimeZone }?.value
            switch record.startOffset {
            case nil: #expect(zone == nil)
            case 3_600: #expect(zone == .text("GMT+0100"))
            case 7_200: #expect(zone == .text("GMT+0200"))
            case -12_600: #expect(zone == .text("GMT-0330"))
            default: Issue.record("\(table.name): \(String(describing: record.startOffset))")
            }
        }
        #expect(uuids.count == count && named > 10 && typedIn > 10 && count > 100)
    }

    @Test("Every type takes the unit in which its numbers are given")
    func units() {
        var quantities = HealthConnectFood.nutrients.map { ($0.type, $0.unit) }
        for table in HealthConnectTable.all {
            switch table.outcome {
            case .quantity(let quantity, _), .series(let quantity): quantities.append((quantity.type, quantity.unit))
            case .bySession(let measure):
                quantities += measure.types.values.map { ($0, measure.unit) }
                if let other = measure.other { quantities.append((other, measure.unit)) }
            default: break
            }
        }
        #expect(quantities.count > 60)
        for (type, unit) in quantities {
            let unit = HKUnit(from: unit)
            #expect(HKQuantityType(type).is(compatibleWith: unit), "\(type.rawValue): \(unit)")
        }
    }

    @Test("Tables and columns are named once, and each table says what becomes of it")
    func tables() {
        let names = HealthConnectTable.all.flatMap { [$0.name] + $0.children.map(\.table) }
        #expect(Set(names).count == names.count)
        for table in HealthConnectTable.all {
            let columns = HealthConnectTable.head + table.times + table.columns.map(\.name)
            #expect(Set(columns).count == columns.count, "\(table.name)")
        }
        #expect(HealthConnectTable.documentation.count == HealthConnectTable.all.count)
        for row in HealthConnectTable.documentation { #expect(row.count == 3 && !row[2].isEmpty, "\(row)") }
        #expect(
            HealthConnectTable.documentation.contains([
                "blood_glucose_record_table", "level (mmol/L); relation_to_meal",
                "HKQuantityTypeIdentifierBloodGlucose, HKBloodGlucoseMealTime",
            ])
        )
    }

    @Test("Exercises have Android's numbers, and one that isn't known keeps its number")
    func exercises() {
        #expect((0...61).allSatisfy { HealthConnectExercise.all[$0] != nil || $0 == 0 })
        #expect(HealthConnectExercise.numbered(33).activity == .running)
        let treadmill = HealthConnectExercise.numbered(34)
        #expect(treadmill.activity == .running && treadmill.isIndoor == true && treadmill.name == nil)
        #expect(HealthConnectExercise.numbered(53).activity == .walking)
        #expect(HealthConnectExercise.numbered(56).activity == .wheelchairWalkPace)
        let unknown = HealthConnectExercise.numbered(79)
        #expect(unknown.activity == .other && unknown.name == "79" && unknown.isIndoor == nil)
    }

    @Test("A distance is that of the session of the same app over its middle, speed and power are none without one")
    func sessions() {
        #expect(HealthConnectMeasure.distance.type(for: nil) == .distanceWalkingRunning)
        #expect(HealthConnectMeasure.distance.type(for: .cycling) == .distanceCycling)
        #expect(HealthConnectMeasure.distance.type(for: .tennis) == .distanceWalkingRunning)
        #expect(HealthConnectMeasure.distance.type(for: .sailing) == nil)
        #expect(HealthConnectMeasure.speed.type(for: nil) == nil)
        #expect(HealthConnectMeasure.power.type(for: .walking) == nil)
        #expect(HealthConnectMeasure.power.type(for: .running) == .runningPower)
    }

    @Test("Damaged exports end in objects or in an error")
    func mutants() throws {
        var random = SeededGenerator("damaged exports of Health Connect")
        let original = try Fixtures.bytes("healthconnect/health_connect_export.db")
        let folder = try TemporaryFolder()
        var errors = 0
        for _ in 0..<Soak.count(60, soak: 5_000) {
            var bytes = original
            for _ in 0..<Int.random(in: 1...40, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            let path = try folder.write(bytes, to: "mutant.db")
            do {
                guard let file = try HealthConnectFile.open(path: path) else { continue }
                var mapping = try HealthConnectMapping(file)
                _ = try file.read { table, record in
                    #expect(record.start <= record.end)
                    try mapping.objects(of: record, in: table) { object in
                        if case .quantity(let quantity) = object { #expect(quantity.value.isFinite) }
                    }
                }
            } catch is ForeignDatabaseError {
                errors += 1
            }
        }
        #expect(errors > 0, "seed \(random.seed)")
    }
}
