import Foundation
import RandomTesting
import Testing

@testable import HealthKit
@testable import HealthtuiExchange

/// Workouts as exports since iOS 18 have them: with records and zones in them.
@Suite("Records and zones within workouts") struct WorkoutRecordTests {
    private let folder: TemporaryFolder
    private let access = HKHealthStore.person(location: .memory)

    init() throws { folder = try TemporaryFolder() }

    private static let times =
        "sourceName=\"Watch\" startDate=\"2026-09-01 16:00:00 +0100\" endDate=\"2026-09-01 16:30:00 +0100\""
    private static let effort =
        "<Record type=\"HKQuantityTypeIdentifierWorkoutEffortScore\" unit=\"appleEffortScore\" \(times) value=\"4\"/>"
    private static let steps =
        "<Record type=\"HKQuantityTypeIdentifierStepCount\" unit=\"count\" \(times) value=\"12\"/>"
    private static let energy =
        "<WorkoutStatistics type=\"HKQuantityTypeIdentifierActiveEnergyBurned\" sum=\"117\" unit=\"kcal\"/>"
    private static let pause = "<WorkoutEvent type=\"HKWorkoutEventTypePause\" date=\"2026-09-01 16:10:00 +0100\"/>"
    private static let indoor = "<MetadataEntry key=\"HKIndoorWorkout\" value=\"1\"/>"

    private static func workout(_ children: [String], isClosed: Bool = true, hour: Int = 16) -> String {
        let own = times.replacing("16:", with: "\(hour):")
        return "<Workout workoutActivityType=\"HKWorkoutActivityTypeCycling\" \(own)>"
            + children.joined(separator: "\n")
            + (isClosed ? "</Workout>" : "")
    }

    private func run(_ text: String, _ name: String = "export.xml") throws -> ImportSummary {
        try ExportImporter(access.person).run(path: try folder.write(Array(text.utf8), to: name))
    }

    private func samples(_ type: HKSampleType) throws -> [HKSample] {
        try access.person.samples(SampleListQuery(type: type), ascending: true, limit: 1_000)
    }

    private func workouts() throws -> [HKWorkout] {
        try samples(.workoutType()).compactMap { $0 as? HKWorkout }
    }

    private func efforts(of workout: UUID) throws -> [Double] {
        try access.person.snapshot(ExportSelection()) { snapshot in
            try snapshot.effort(of: workout).map { $0.quantity.doubleValue(for: .appleEffortScore()) }
        }
    }

    @Test("Wherever a record stands in a workout, it comes in, and the workout has what stands before it and behind it")
    func anywhere() throws {
        let parts = [
            Self.indoor, Self.pause, Self.energy,
            "<WorkoutActivity uuid=\"x\" startDate=\"2026-09-01 16:00:00 +0100\"></WorkoutActivity>",
        ]
        for place in 0...parts.count {
            let access = HKHealthStore.person(location: .memory)
            var children = parts
            children.insert(Self.effort, at: place)
            let path = try folder.write(Array(export(Self.workout(children)).utf8), to: "\(place).xml")
            let summary = try ExportImporter(access.person).run(path: path)
            #expect(summary.outcome == .complete && summary.warnings.isEmpty, "\(place): \(summary.warnings)")
            #expect(summary.records.added == 1 && summary.records.read == 1 && summary.types == 1)
            let found = try access.person.samples(SampleListQuery(type: .workoutType()), limit: 9)
            let workout = try #require(found.first as? HKWorkout)
            #expect(workout.workoutEvents?.count == 1 && workout.metadata?[HKMetadataKeyIndoorWorkout] as? Bool == true)
            #expect(workout.workoutActivities.count == 1)
            let burned = workout.statistics(for: HKQuantityType(.activeEnergyBurned))?.sumQuantity()
            #expect(burned?.doubleValue(for: .kilocalorie()) == 117)
            #expect(try access.person.effort(of: workout)?.quantity.doubleValue(for: .appleEffortScore()) == 4)
        }
    }

    @Test("A record at top level and within a workout is one sample, whichever comes first", arguments: [true, false])
    func twin(isFirst: Bool) throws {
        let workout = Self.workout([Self.energy, Self.effort])
        let text = export(isFirst ? Self.effort + workout : workout + Self.effort)
        let summary = try run(text)
        #expect(summary.records.read == 2 && summary.records.added == 1 && summary.records.duplicate == 1)
        #expect(try samples(HKQuantityType(.workoutEffortScore)).count == 1)
        let uuid = try #require(try workouts().first?.uuid)
        #expect(try efforts(of: uuid) == [4])
        let again = try run(text)
        #expect(again.added == 0 && again.records.duplicate == 2, "\(again.records)")
        #expect(try efforts(of: uuid) == [4])
    }

    @Test("The score of an activity is its own, and its workout's")
    func activity() throws {
        let uuid = UUID()
        let activity =
            "<WorkoutActivity uuid=\"\(uuid.uuidString)\" startDate=\"2026-09-01 16:00:00 +0100\" "
            + "endDate=\"2026-09-01 16:30:00 +0100\">\(Self.effort)</WorkoutActivity>"
        #expect(try run(export(Self.workout([activity]))).outcome == .complete)
        #expect(try efforts(of: uuid) == [4])
        #expect(try efforts(of: try #require(try workouts().first?.uuid)) == [4])
    }

    @Test("Only a score of the workout's own time is related to it; other records are samples like any")
    func unrelated() throws {
        let late = Self.effort.replacing("16:", with: "18:")
        #expect(try run(export(Self.workout([late, Self.steps]))).records.added == 2)
        #expect(try efforts(of: try #require(try workouts().first?.uuid)).isEmpty)
        #expect(try samples(HKQuantityType(.stepCount)).count == 1)
    }

    @Test("A workout that is refused, never closed, or cut by the end of the file, takes no record along")
    func withoutEnd() throws {
        let refused = Self.workout([Self.effort]).replacing("<Workout workout", with: "<Workout x=\"\" workout")
            .replacing("startDate=\"2026-09-01 16:00:00 +0100\" endDate=\"2026-09-01 16:30:00 +0100\">", with: ">")
        let first = try run(export(refused))
        #expect(first.workouts.refused == 1 && first.records.added == 1 && first.outcome == .partial)
        // It goes on to the next workout, or to another element that can't be in one.
        let open = Self.workout([Self.energy, Self.steps], isClosed: false, hour: 17)
        for next in [Self.workout([], hour: 19), "<ClinicalRecord/>", "<ActivitySummary/>", ""] {
            let access = HKHealthStore.person(location: .memory)
            let path = try folder.write(Array(export(open + next).utf8), to: "open.xml")
            let summary = try ExportImporter(access.person).run(path: path)
            #expect(summary.records.added == 1, "\(next): \(summary.records)")
            let found = try access.person.samples(SampleListQuery(type: .workoutType()), limit: 9)
            let all = found.compactMap { $0 as? HKWorkout }
            #expect(all.contains { $0.statistics(for: HKQuantityType(.activeEnergyBurned)) != nil }, "\(next)")
        }
        // What is left of a workout at the end of a file that is cut is no workout; its records are whole.
        let cut = "<HealthData>" + Self.steps.replacing("12", with: "9") + open + Self.pause + "<Work"
        let summary = try run(cut, "cut.xml")
        #expect(summary.isTruncated && summary.records.added == 2 && summary.workouts.read == 0)
    }

    @Test("Wherever a file is cut, every record that is whole comes in")
    func everyCut() throws {
        let text = "<HealthData>\n" + Self.workout([Self.indoor, Self.effort, Self.energy, Self.steps]) + Self.steps
        let whole = Array(text.utf8)
        let ends = text.ranges(of: "/>")
            .map { text.utf8.distance(from: text.startIndex, to: $0.upperBound) }
        for cut in stride(from: 0, to: whole.count, by: 7) {
            var log = RecordCount()
            _ = try scan(Array(whole[..<cut]), into: &log)
            let records = ends.enumerated().filter { [1, 3, 4].contains($0.offset) && $0.element <= cut }.count
            #expect(log.records == records, "cut at \(cut)")
        }
    }

    @Test("A workout without an end, longer than what is held at once, costs no record")
    func longWithoutEnd() throws {
        let records = (0..<400).map { Self.steps.replacing("12", with: "\($0 + 1)") }
        let text = export(Self.workout([Self.energy] + records, isClosed: false))
        for chunk in [64, 777, 100_000] {
            var log = RecordCount()
            let limits = ExportScanner.Limits(longestElement: 8_192, piece: 1_024)
            let report = try scan(Array(text.utf8), chunk: chunk, limits: limits, into: &log)
            #expect(log.records == 400 && log.workouts == 1, "\(chunk)")
            #expect(report.warningCounts[.elementTooLong] == nil && report.warningCounts[.unclosedElement] == 1)
        }
    }

    @Test("Random workouts with records come out of the store as they went in")
    func random() throws {
        var generator = SeededGenerator("records within workouts")
        var expected: [String: [Double]] = [:]
        var text = ""
        for hour in 10..<20 {
            var children = [Self.indoor, Self.pause, Self.energy].shuffled(using: &generator)
            var scores: [Double] = []
            for _ in 0..<Int.random(in: 0...3, using: &generator) {
                let score = Double(Int.random(in: 1...10, using: &generator))
                if scores.contains(score) { continue }
                scores.append(score)
                let record = Self.effort.replacing("16:", with: "\(hour):")
                    .replacing("\"4\"", with: "\"\(Int(score))\"")
                children.insert(record, at: Int.random(in: 0...children.count, using: &generator))
                if Bool.random(using: &generator) { text += record + "\n" }
            }
            expected[String(format: "2026-09-01T%02d:00:00Z", hour - 1)] = scores.sorted()
            text += Self.workout(children, hour: hour) + "\n"
        }
        #expect(try run(export(text)).outcome == .complete)
        let out = folder.url.appending(path: "out.zip").path
        _ = try AppleExporter(access.person, isPlain: true).run(ExportRequest(path: out))
        let copy = HKHealthStore.person(location: .memory).person
        #expect(try ExportImporter(copy).run(path: out).outcome == .complete)
        for person in [access.person, copy] {
            let found = try person.samples(SampleListQuery(type: .workoutType()), ascending: true, limit: 100)
            #expect(found.count == 10)
            for workout in found {
                let scores = try person.snapshot(ExportSelection()) { snapshot in
                    try snapshot.effort(of: workout.uuid).map { $0.quantity.doubleValue(for: .appleEffortScore()) }
                }
                #expect(scores.sorted() == expected[workout.startDate.formatted(.iso8601)])
            }
        }
    }

    // MARK: Zones

    private static func zones(_ bounds: [Double], _ minutes: [Double?], type: String = "HeartRate") -> String {
        let unit = type == "HeartRate" ? "count/min" : "W"
        let zones = minutes.enumerated()
            .map { index, minutes in
                "<WorkoutZone" + (index > 0 ? " minimum=\"\(bounds[index - 1])\"" : "")
                    + (index < bounds.count ? " maximum=\"\(bounds[index])\"" : "")
                    + (minutes.map { " duration=\"\($0)\" durationUnit=\"min\"" } ?? "") + "/>"
            }
        return "<WorkoutZoneGroup type=\"HKQuantityTypeIdentifier\(type)\" source=\"system\" unit=\"\(unit)\">"
            + zones.joined() + "</WorkoutZoneGroup>"
    }

    @Test("Zones come in as HealthKit's, of workouts and of their activities, and go out again")
    func zones() throws {
        let activity =
            "<WorkoutActivity uuid=\"\(UUID().uuidString)\" startDate=\"2026-09-01 16:00:00 +0100\" "
            + "endDate=\"2026-09-01 16:20:00 +0100\">" + Self.zones([132, 146], [11, 0.5, 0]) + "</WorkoutActivity>"
        let whole = Self.zones([132, 146, 158.5], [22.0863, 0.0833333, 0, 1])
        let power = Self.zones([110, 150], [nil, nil, nil], type: "CyclingPower")
        let summary = try run(export(Self.workout([activity, whole, Self.effort, power, Self.energy])))
        #expect(summary.outcome == .complete && summary.notImported.isEmpty, "\(summary.warnings)")
        let out = folder.url.appending(path: "zones.zip").path
        _ = try AppleExporter(access.person, isPlain: true).run(ExportRequest(path: out))
        let copy = HKHealthStore.person(location: .memory).person
        #expect(try ExportImporter(copy).run(path: out).outcome == .complete)
        for person in [access.person, copy] {
            let found = try person.samples(SampleListQuery(type: .workoutType()), limit: 9).first as? HKWorkout
            let group = try #require(found?.zoneGroup(for: HKQuantityType(.heartRate)))
            let unit = HKUnit.count().unitDivided(by: .minute())
            #expect(group.configuration.source == .system)
            #expect(group.configuration.boundaries.map { $0.doubleValue(for: unit) } == [132, 146, 158.5])
            #expect(group.zoneDurations.map { ($0.duration * 1_000).rounded() / 1_000 } == [1_325.178, 5, 0, 60])
            let own = found?.workoutActivities.first?.zoneGroup(for: HKQuantityType(.heartRate))
            #expect(own?.zoneDurations.map(\.duration) == [660, 30, 0])
            // Zones without times are those that held, and no more.
            #expect(found?.zoneGroup(for: HKQuantityType(.cyclingPower)) == nil)
            #expect(found?.content.zones?.count == 2)
        }
    }

    @Test("Zones that HealthKit has no place for are told with their line, and the workout comes in")
    func wrongZones() throws {
        let two = Self.zones([132], [1, 2])
        let wrong = [
            two, Self.zones([132, 120], [1, 2, 3]),
            Self.zones([132, 146], [1, 2, 3]).replacing("maximum=\"132", with: "maximum=\"130"),
            Self.zones([132, 146], [1, nil, 3]),
            Self.zones([132, 146], [1, 2, 3]).replacing("HeartRate", with: "StepCount"),
            Self.zones([132, 146], [1, 2, 3]).replacing("count/min", with: "furlong"),
            Self.zones([132, 146], [1, -2, 3]),
            Self.zones([132, 146], [1, 2, 3]).replacing("duration=\"1.0", with: "duration=\"1e308"),
        ]
        for (index, zones) in wrong.enumerated() {
            let access = HKHealthStore.person(location: .memory)
            let path = try folder.write(Array(export(Self.workout([Self.energy, zones])).utf8), to: "wrong.xml")
            let summary = try ExportImporter(access.person).run(path: path)
            #expect(summary.outcome == .partial && summary.workouts.added == 1, "\(index): \(summary.outcome)")
            #expect(
                summary.warnings.contains { $0.hasPrefix("wrong.xml:4: zones of a workout:") },
                "\(index): \(summary.warnings)"
            )
            let found = try access.person.samples(SampleListQuery(type: .workoutType()), limit: 9).first as? HKWorkout
            #expect(found != nil && found?.content.zones == nil, "\(index)")
        }
    }
}

/// Counts records, wherever they stand.
private struct RecordCount: ExportSink {
    var records = 0
    var workouts = 0

    mutating func exportDate(_ value: ByteSlice) {}
    mutating func me(_ element: ExportElement) {}
    mutating func record(_ record: ExportRecord) { records += 1 }
    mutating func correlation(_ correlation: ExportCorrelation) {}
    mutating func workout(_ workout: ExportWorkout) {
        workouts += 1
        records += workout.recordCount
    }
    mutating func activitySummary(_ summary: ExportActivitySummary) {}
}
