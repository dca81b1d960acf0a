import Foundation
import Testing

@testable import HealthKit
@testable import HealthtuiExchange

/// Files of Google Fit in Google's export: which of them count, and what becomes of them.
@Suite struct GoogleFitTests {
    private let store: ForeignFiles
    private static let noon: Int64 = 1_743_162_000

    init() throws { store = try ForeignFiles() }

    /// A stream, with values of a minute each.
    static func stream(_ type: String, _ source: String, _ values: [String], from start: Int64 = noon) -> String {
        let points = values.enumerated()
            .map { index, value in
                let (from, to) = (start + 60 * Int64(index), start + 60 * Int64(index) + 60)
                return """
                    {"fitValue": [{"value": \(value)}], "originDataSourceId": "raw:x", "endTimeNanos": \(to)000000000,
                     "dataTypeName": "\(type)", "startTimeNanos": "\(from)000000000"}
                    """
            }
        return "{\"Data Source\": \"\(source)\", \"Data Points\": [\(points.joined(separator: ", "))]}"
    }

    private static let merged = "derived:com.google.step_count.delta:com.google.android.gms:merge_step_deltas"
    private static let steps = "com.google.step_count.delta"

    @Test("A merged stream comes in, also in a folder that is called something else; those beside it are counted")
    func merged() throws {
        let values = ["{\"intVal\": 50}", "{\"intVal\": 0}", "{\"intVal\": 70}"]
        let files = [
            (
                "Takeout/Google Fit/Alle Daten/a.json",
                Self.stream(Self.steps, "raw:\(Self.steps):Maker:Phone:1", values)
            ),
            ("Takeout/Google Fit/Alle Daten/b.json", Self.stream(Self.steps, Self.merged, values)),
            ("Takeout/archive_browser.html", "<html></html>"),
        ]
        let summary = try store.run(files)
        #expect(summary.outcome == .complete)
        #expect(try store.values(.stepCount, "count") == [50, 70])
        let first = try #require(try store.quantities(.stepCount).first)
        #expect(ForeignFiles.text(first.startDate) == "2025-03-28T11:40:00Z")
        #expect(first.endDate.timeIntervalSince(first.startDate) == 60)
        #expect(first.sourceRevision.source.bundleIdentifier == "file:google-fit")
        #expect(summary.left("com.google.step_count.delta: values that another stream has") == 3)
        #expect(summary.left("com.google.step_count.delta: values of zero") == 1)
        for again in [try store.run(files), try store.run(store.unpacked(files))] {
            #expect(again.added == 0)
            #expect(again.counts[.records].duplicate == 2)
        }
    }

    @Test("Without a merged stream those of apps and devices come in, each as a source; without them all others do")
    func choice() throws {
        let raw = ["Phone", "Watch"].map { "raw:\(Self.steps):Maker:\($0):1" }
        let derived = "derived:\(Self.steps):com.google.android.gms:estimated_steps"
        let value = ["{\"intVal\": 50}"]
        let files = (raw + [derived]).enumerated().map { ("\($0).json", Self.stream(Self.steps, $1, value)) }
        let summary = try store.run(files)
        let sources = Set(try store.quantities(.stepCount).map(\.sourceRevision.source.bundleIdentifier))
        #expect(sources == Set(raw.map { "file:google-fit:" + $0 }))
        #expect(summary.left("\(Self.steps): values that another stream has") == 1)
        let alone = try ForeignFiles()
        #expect(try alone.run([files[2]]).added == 1)
    }

    @Test(
        "Values without a time, with one that is none, or with a number of a thousand digits are refused with their place"
    )
    func faults() throws {
        let long = String(repeating: "9", count: 1_000)
        let points = [
            "{\"fitValue\": [{\"value\": {\"intVal\": 1}}], \"startTimeNanos\": 1743162000000000000}",
            "{\"fitValue\": [{\"value\": {\"intVal\": \(long)}}], \"startTimeNanos\": 0, \"endTimeNanos\": 0}",
            "{\"fitValue\": [], \"startTimeNanos\": 0, \"endTimeNanos\": 0}", "7", "null", "[[]]",
            "{\"fitValue\": [{\"value\": {\"intVal\": 1}}], \"startTimeNanos\": 2000000000, \"endTimeNanos\": 1}",
            "{\"fitValue\": [{\"value\": {\"intVal\": 1}}], \"startTimeNanos\": \(long), \"endTimeNanos\": 1}",
            "{\"fitValue\": [{\"value\": {\"fpVal\": 44}}], \"startTimeNanos\": 0, \"endTimeNanos\": 0}",
            "{\"fitValue\": [{\"value\": {\"fpVal\": 4000}}], \"startTimeNanos\": 0, \"endTimeNanos\": 0}",
        ]
        let text =
            "{\"Data Source\": \"raw:com.google.heart_rate.bpm:a:b:c\", \"Data Points\": "
            + "[\(points.joined(separator: ",\n"))]}"
        let summary = try store.run([("Takeout/a.json", text)])
        #expect(summary.counts[.records].added == 1)
        #expect(summary.counts[.records].refused == 9)
        for index in 0..<8 { #expect(summary.warnings.contains { $0.contains("a.json: Data Points[\(index)]: ") }) }
        #expect(try store.values(.heartRate, "count/min") == [44])
    }

    @Test(
        "A stream that is cut short, or nested too deep, is named with its line, and comes in so far; others come in whole"
    )
    func damage() throws {
        let whole = Self.stream(Self.steps, Self.merged, Array(repeating: "{\"intVal\": 5}", count: 9))
        let deep = String(repeating: "[", count: 80) + String(repeating: "]", count: 80)
        let other = Self.stream("com.google.weight", "raw:com.google.weight:a:b:c", ["{\"fpVal\": 71.5}"])
        for text in [String(whole.dropLast(20)), whole + "x", whole + deep] {
            let store = try ForeignFiles()
            let summary = try store.run([("a.json", text), ("b.json", other)])
            #expect(summary.outcome == .partial)
            #expect(summary.warnings.contains { $0.contains("a.json: line ") && $0.contains("invalid JSON") })
            #expect(try store.values(.bodyMass, "kg") == [71.5])
            #expect((8...9).contains(try store.quantities(.stepCount).count))
        }
        let nested = whole.replacing("\"originDataSourceId\": \"raw:x\"", with: "\"x\": \(deep)")
        #expect(try store.run([("a.json", nested), ("b.json", other)]).added == 1)
    }

    @Test("A session whose sums can't be read comes in without its distance, and that is told")
    func wrongSums() throws {
        let wrong = [
            "[{\"metricName\": \"com.google.distance.delta\", \"floatValue\": \"far\"}]", "{\"distance\": 1}", "7",
        ]
        for (hour, sums) in wrong.enumerated() {
            let text = """
                {"fitnessActivity": "biking", "startTime": "2025-03-28T1\(hour):00:00Z", "endTime": "2025-03-28T1\(hour):30:00Z",
                 "aggregate": \(sums)}
                """
            let summary = try store.run([("Sessions/\(hour).json", text)])
            #expect(summary.counts[.workouts].added == 1 && summary.outcome == .partial, "\(sums)")
            #expect(summary.warnings.contains { $0.contains("it has no distance") }, "\(summary.warnings)")
        }
        #expect(try store.workouts().allSatisfy { $0.totalDistance == nil })
    }

    @Test("A distance is of the activity of the session over it, and a session that another file has is none")
    func sessions() throws {
        func session(_ word: String, _ start: String, _ end: String) -> String {
            """
            {"fitnessActivity": "\(word)", "startTime": "2025-03-28T\(start):00.5Z", "endTime": "2025-03-28T\(end):00Z",
             "duration": "x", "aggregate": [{"metricName": "com.google.distance.delta", "floatValue": 7000.5}]}
            """
        }
        let distance = "com.google.distance.delta"
        let lines = (0...60).map { "\(1_743_163_800 + 10 * $0),120" }
        let files = [
            ("Sessions/a.json", session("biking", "11:30", "12:00")),
            ("Sessions/b.json", session("running", "12:10", "12:20")),
            ("Sessions/c.json", session("sailing", "13:00", "13:30")),
            ("Sessions/d.json", session("quidditch", "14:00", "14:30")),
            ("Sessions/e.json", "{\"fitnessActivity\": \"running\", \"startTime\": \"soon\"}"),
            ("Data/a.json", Self.stream(distance, "raw:\(distance):a:b:c", ["{\"fpVal\": 30}"])),
            (
                "Data/b.json",
                Self.stream(distance, "raw:\(distance):d:e:f", ["{\"fpVal\": 3}"], from: Self.noon - 3_600)
            ),
            (
                "Data/c.json",
                Self.stream(distance, "raw:\(distance):g:h:i", ["{\"fpVal\": 8}"], from: Self.noon + 5_000)
            ),
            ("run.bin", (["RUN 1,7"] + lines).joined(separator: "\n")),
        ]
        let summary = try store.run(files)
        #expect(try store.values(.distanceCycling, "m") == [30])
        #expect(try store.values(.distanceWalkingRunning, "m") == [3])
        #expect(summary.left("\(distance): of activities without a type of distance") == 1)
        #expect(summary.left("sessions of Google Fit that another file has") == 1)
        #expect(summary.counts[.workouts].refused == 1)
        #expect(summary.warnings.contains { $0.contains("Sessions/e.json: line 1: ") })
        #expect(try store.workouts().map(\.workoutActivityType) == [.cycling, .running, .sailing, .other])
        #expect(try store.run(files).added == 0)
    }

    @Test(
        "A day without a stream is a sum from midnight to midnight, also where clocks change; faults have their lines"
    )
    func days() throws {
        let table = """
            Start time,End time,Move Minutes count,Step count,Distance (m)
            00:00:00.000+01:00,00:15:00.000+01:00,1,20,10.5
            00:15:00.000,00:30:00.000,,7,
            03:00:00.000+02:00,03:15:00.000+02:00,,many,-4
            23:45:00.000+02:00,00:00:00.000+02:00,2,30,
            """
        let summary = try store.run([("Metrics/2025-03-30.csv", table), ("Metrics/Daily activity metrics.csv", table)])
        let steps = try #require(try store.quantities(.stepCount).first)
        #expect(try store.values(.stepCount, "count") == [50])
        #expect(try store.values(.distanceWalkingRunning, "m") == [10.5])
        #expect(ForeignFiles.text(steps.startDate) == "2025-03-29T23:00:00Z")
        #expect(ForeignFiles.text(steps.endDate) == "2025-03-30T22:00:00Z")
        #expect(summary.counts[.records].refused == 3)
        for place in ["2025-03-30.csv: line 3: ", "line 4: Step count", "line 4: Distance (m)"] {
            #expect(summary.warnings.contains { $0.contains(place) }, "\(place)")
        }
        #expect(summary.left("daily metrics: Move Minutes count") == 2)
        #expect(summary.left("daily metrics: sums of all days in one table") == 4)
    }

    @Test(
        "A table of another program is left to the tables, whatever its columns and its file are called",
        arguments: [
            "Date,Step count,Distance (m)\n2025-03-30,20,10.5\n", "Start time,End time,Step count\n00:00,00:15,20\n",
            "timestamp,steps,source\n2025-03-28T04:00:00Z,3,App\n", "timestamp,rmssd\n2025-03-28T04:00:00Z,30\n",
        ]
    )
    func otherTables(text: String) {
        for name in ["2025-03-30.csv", "steps_2025-03-01.csv", "Daily activity metrics.csv"] {
            #expect(ReaderImport.reader(for: Array(text.utf8), named: name) == nil)
        }
    }
}
