import CoreLocation
import Foundation
import RandomTesting
import Testing

@testable import HealthKit
@testable import HealthtuiExchange

/// Files beside the main one that are not as they should be: each is told with its line, and the rest comes in.
@Suite struct BadFilesTests {
    private let access = HKHealthStore.person(location: .memory)

    private static let dates =
        "sourceName=\"W\" startDate=\"2025-06-28 10:00:00 +0000\" endDate=\"2025-06-28 11:00:00 +0000\""

    private static func workout(_ paths: String...) -> String {
        let routes = paths.map { "<WorkoutRoute \(dates)><FileReference path=\"\($0)\"/></WorkoutRoute>" }
        return "<Workout workoutActivityType=\"HKWorkoutActivityTypeRunning\" \(dates)>\(routes.joined())</Workout>"
    }

    private static func record(_ path: String, identifier: String = "a") -> String {
        "<ClinicalRecord type=\"Immunization\" identifier=\"\(identifier)\" sourceName=\"C\" sourceURL=\"u\" "
            + "fhirVersion=\"4.0.1\" receivedDate=\"2025-01-02 03:04:05 +0100\" resourceFilePath=\"\(path)\"/>"
    }

    private static func place(_ inner: String, lat: String = "47.1") -> String {
        "<trkpt lon=\"8.5\" lat=\"\(lat)\"><ele>1</ele>\(inner)</trkpt>"
    }

    private static func gpx(_ places: [String]) -> String {
        "<?xml version=\"1.0\"?>\n<gpx version=\"1.1\">\n<trk><trkseg>\n" + places.joined(separator: "\n")
            + "\n</trkseg></trk></gpx>\n"
    }

    private static let timed = "<time>2025-06-28T10:00:00Z</time>"

    private func run(_ body: String, _ files: [String: String]) throws -> ImportSummary {
        let folder = try TemporaryFolder()
        _ = try folder.write(
            "<?xml version=\"1.0\"?>\n<HealthData locale=\"en\">\n\(body)\n</HealthData>\n".utf8,
            to: "export.xml"
        )
        for (name, text) in files { _ = try folder.write(text.utf8, to: name) }
        return try ExportImporter(access.person).run(path: folder.url.path)
    }

    @Test("A route's places without a time or a coordinate are left out, and the line of the first is told")
    func places() throws {
        let summary = try run(
            Self.workout("/workout-routes/a.gpx", "/workout-routes/b.gpx"),
            [
                "workout-routes/a.gpx": Self.gpx([
                    Self.place(Self.timed), Self.place(""), Self.place("<time>then</time>"),
                    Self.place(Self.timed, lat: "191"),
                ]),
                "workout-routes/b.gpx": Self.gpx([Self.place("")]),
            ]
        )
        #expect(summary.counts[.workoutRoutes].added == 1)
        #expect(summary.counts[.workoutRoutes].refused == 1)
        let warnings = summary.warnings
        #expect(warnings.contains { $0.hasPrefix("workout-routes/a.gpx:5: 2 locations without a time") }, "\(warnings)")
        #expect(
            warnings.contains { $0.hasPrefix("workout-routes/a.gpx:7: 1 locations without a coord") },
            "\(warnings)"
        )
        #expect(warnings.contains { $0.hasPrefix("workout-routes/b.gpx:1: the route has no locations") }, "\(warnings)")
    }

    @Test("A route of more places than one holds comes in whole, as routes that follow each other")
    func longRoute() throws {
        let places = (0..<25)
            .map { Self.place("<time>2024-01-01T08:00:\(10 + $0)Z</time>", lat: "\($0)") }
        let folder = try TemporaryFolder()
        let main = "<HealthData locale=\"en\">\(Self.workout("/workout-routes/a.gpx"))</HealthData>"
        _ = try folder.write(main.utf8, to: "e/export.xml")
        _ = try folder.write(Self.gpx(places).utf8, to: "e/workout-routes/a.gpx")
        let path = folder.url.appending(path: "e").path
        let person = HKHealthStore.person(location: .memory).person
        var importer = ExportImporter(person)
        importer.longestRoute = 10
        let summary = try importer.run(path: path)
        #expect(summary.counts[.workoutRoutes].read == 3)
        #expect(summary.counts[.workoutRoutes].added == 3)
        #expect(summary.outcome == .complete)
        #expect(summary.warnings.contains { $0.contains("25 locations and is imported as 3 routes") })
        let workout = try #require(
            try person.samples(SampleListQuery(type: HKObjectType.workoutType()), limit: 9).first as? HKWorkout
        )
        let counts = try person.snapshot(ExportSelection()) { snapshot in
            try snapshot.routes(of: workout).map { try snapshot.locations(of: $0).map(\.coordinate.latitude) }
        }
        #expect(counts.map(\.count) == [10, 10, 5])
        #expect(counts.flatMap { $0 } == (0..<25).map(Double.init))
        #expect(try importer.run(path: path).counts[.workoutRoutes].duplicate == 3)
        // What goes out comes in again as the same routes.
        let out = folder.url.appending(path: "out.zip").path
        _ = try AppleExporter(person, isPlain: true).run(ExportRequest(path: out))
        #expect(try ExportImporter(person).run(path: out).counts[.workoutRoutes].added == 0)
    }

    @Test("A file that is no GPX, one that is cut and one that never ends are told, and memory stays bounded")
    func routes() throws {
        var reader = GPXReader()
        let place = Array((Self.place(Self.timed) + "\n").utf8)
        let piece = Array(repeatElement(place, count: 1_000).joined())
        var full = 0
        for _ in 0..<600 {
            piece.withUnsafeBytes { reader.feed($0) }
            while let places = reader.takeFullRoute() {
                #expect(places.count == GPXReader.mostPlaces)
                full += 1
            }
        }
        #expect(full == 1)
        #expect(reader.finish().places.count == 600_000 - GPXReader.mostPlaces)
        let summary = try run(
            Self.workout("/workout-routes/a.gpx", "/workout-routes/b.gpx"),
            [
                "workout-routes/a.gpx": "hello",
                "workout-routes/b.gpx": String(
                    Self.gpx([Self.place(Self.timed), Self.place(Self.timed)]).dropLast(60)
                ),
            ]
        )
        #expect(summary.counts[.workoutRoutes].added == 1)
        #expect(summary.counts[.workoutRoutes].refused == 1)
        #expect(summary.warnings.contains { $0.contains("a.gpx:1: not a GPX file") }, "\(summary.warnings)")
        #expect(summary.warnings.contains { $0.contains("b.gpx:1: the file ends within") }, "\(summary.warnings)")
    }

    @Test("GPX is read the same in whatever pieces it comes", arguments: [1, 7, 64, 1_000])
    func pieces(size: Int) {
        let text = Array(
            Self.gpx((0..<50).map { Self.place("<time>2025-06-28T10:00:\(10 + $0 % 50)Z</time>") }).utf8
        )
        var whole = GPXReader()
        text.withUnsafeBytes { whole.feed($0) }
        var parts = GPXReader()
        for start in stride(from: 0, to: text.count, by: size) {
            text[start..<min(start + size, text.count)].withUnsafeBytes { parts.feed($0) }
        }
        let (one, other) = (whole.finish(), parts.finish())
        #expect(one.places.count == 50)
        #expect(one.places.map(\.timestamp) == other.places.map(\.timestamp))
        #expect(one.hasRoot && other.hasRoot)
    }

    @Test("Places as the Health app writes them are read as any others are, bit for bit")
    func healthApp() {
        var generator = SeededGenerator("places of GPX")
        func number(_ size: Double) -> String {
            switch Int.random(in: 0...9, using: &generator) {
            case 0: "-0.000000"
            case 1: "9007199254740993.5"
            case 2: "7"
            case 3:
                ["", "x", ".5", "5.", "1e2", "00000000000000000000012", "--1"].randomElement(using: &generator) ?? ""
            default: String(format: "%.6f", Double.random(in: -size...size, using: &generator))
            }
        }
        let places = (0..<1_000)
            .map { index -> String in
                let time = index % 17 == 3 ? "2025-06-28T10:00:00.5Z" : "2025-06-28T10:\(10 + index % 40):00Z"
                return
                    "<trkpt lon=\"\(number(190))\" lat=\"\(number(95))\"><ele>\(number(9_000))</ele><time>\(time)</time>"
                    + "<extensions><speed>\(number(9))</speed><course>\(number(360))</course><hAcc>\(number(60))</hAcc>"
                    + "<vAcc>\(number(60))</vAcc></extensions></trkpt>"
            }
        func route(_ text: String) -> GPXReader.Route {
            var reader = GPXReader()
            Array(text.utf8).withUnsafeBytes { reader.feed($0) }
            return reader.finish()
        }
        let text = Self.gpx(places)
        let one = route(text)
        // Another attribute before the first: no longer as the app writes it.
        let other = route(text.replacingOccurrences(of: "<trkpt lon", with: "<trkpt id=\"\" lon"))
        func bits(_ route: GPXReader.Route) -> [[UInt64]] {
            route.places.map { place in
                [
                    place.timestamp, place.coordinate.latitude, place.coordinate.longitude, place.altitude, place.speed,
                    place.course, place.horizontalAccuracy, place.verticalAccuracy,
                ]
                .map(\.bitPattern)
            }
        }
        #expect(bits(one) == bits(other))
        #expect(one.nowhere.count == other.nowhere.count && one.nowhere.firstLine == other.nowhere.firstLine)
        #expect(one.untimed.count == other.untimed.count && !one.places.isEmpty)
    }

    @Test("Times of GPX have fractions and offsets, and what is no time is none")
    func times() {
        var times = GPXTime()
        func seconds(_ text: String) -> Double? { withByteSlice(of: text) { times.seconds($0) } }
        #expect(seconds("2001-01-01T00:00:42Z") == 42)
        #expect(seconds(" 2001-01-01T00:00:42.25Z\n") == 42.25)
        #expect(seconds("2001-01-01T02:00:42+02:00") == 42)
        #expect(seconds("2000-12-31T23:00:42-0100") == 42)
        for text in ["", "now", "2001-13-01T00:00:00Z", "2001-01-01T25:00:00Z", "2001-01-01T00:00:00", "2001-01-01"] {
            #expect(seconds(text) == nil, "\(text)")
        }
    }

    @Test(
        "An electrocardiogram that makes no sense is refused with its line",
        arguments: [
            ("Sample Rate,512 hertz", "Sample Rate,fast", 4, "the sample rate isn't a frequency"),
            ("Sample Rate,512 hertz", "Sample Rate,0 hertz", 4, "the sample rate isn't a frequency"),
            ("Sample Rate,512 hertz", "Sample Rate,-512 hertz", 4, "the sample rate isn't a frequency"),
            ("Sample Rate,512 hertz", "Sample Rate,5,1,2 hertz", 4, "the sample rate isn't a frequency"),
            ("1.5,", "1,5\n-0,25\n1,2,3", 9, "a voltage isn't a number"),
            ("Recorded Date,2025-06-27 07:00:00 +0200", "Recorded Date,xxxx-06-27", 3, "no line says when"),
            ("Unit,µV", "Unit,kg", 6, "the unit is none of voltage"),
            ("1.5,", "1.5,\nmany", 8, "a voltage isn't a number"),
            ("1.5,", "", 7, "there are no voltages"),
        ]
    )
    func electrocardiogram(from: String, to: String, line: Int, reason: String) throws {
        let good =
            "Name,Ada\nRecorded Date,2025-06-27 07:00:00 +0200\nClassification,Inconclusive\n"
            + "Sample Rate,512 hertz\nLead,Lead I\nUnit,µV\n1.5,\n"
        let bad = good.replacingOccurrences(of: from, with: to)
        #expect(bad != good)
        let summary = try run(
            "",
            ["electrocardiograms/ecg_1.csv": bad, "electrocardiograms/ecg_2.csv": good]
        )
        #expect(summary.counts[.electrocardiograms].refused == 1)
        #expect(summary.counts[.electrocardiograms].added == 1)
        let start = "electrocardiograms/ecg_1.csv:\(line): \(reason)"
        #expect(summary.warnings.contains { $0.hasPrefix(start) }, "\(summary.warnings)")
    }

    @Test("A health record that is no JSON is refused with its line, one that is not there is told")
    func records() throws {
        let summary = try run(
            ["a", "b", "c", "d"].map { Self.record("/clinical-records/\($0).json", identifier: $0) }
                .joined(separator: "\n"),
            [
                "clinical-records/a.json": "{\"resourceType\": \"Immunization\", \"id\": \"a\"}",
                "clinical-records/b.json": "{\n\"resourceType\": nonsense}", "clinical-records/c.json": "[1]",
                "clinical-records/e.json": "{}",
            ]
        )
        #expect(summary.counts[.clinicalRecords].added == 1)
        #expect(summary.counts[.clinicalRecords].refused == 3)
        #expect(summary.counts[.clinicalRecords].missing == 1)
        #expect(summary.counts[.clinicalRecords].read == 4)
        let warnings = summary.warnings
        #expect(warnings.contains { $0.hasPrefix("clinical-records/b.json:") && $0.hasSuffix("invalid JSON") })
        #expect(warnings.contains { $0.contains("c.json:1: not a JSON object") }, "\(warnings)")
        #expect(warnings.contains { $0.contains("export.xml:6: clinical record: file /clinical-records/d.json") })
    }

    @Test("Paths that leave the export and files that two elements name are refused; the other comes in")
    func paths() throws {
        let summary = try run(
            Self.workout("/../../etc/passwd") + "\n" + Self.record("/clinical-records/a.json") + "\n"
                + Self.record("/clinical-records/a.json", identifier: "b"),
            ["clinical-records/a.json": "{}", "deep/clinical-records/a.json": "{}", "scan.pdf": "%PDF"]
        )
        #expect(summary.counts[.workoutRoutes].refused == 1)
        #expect(summary.counts[.clinicalRecords].added == 1)
        #expect(summary.counts[.clinicalRecords].refused == 2)
        #expect(summary.notImported.map(\.kind) == ["attachment"])
        let warnings = summary.warnings
        #expect(warnings.contains { $0.contains("export.xml:3: workout route: its file has a path") }, "\(warnings)")
        #expect(warnings.contains { $0.contains("export.xml:5: clinical record: another element") }, "\(warnings)")
        #expect(
            warnings.contains { $0.contains("deep/clinical-records/a.json:1: another file of the same name") },
            "\(warnings)"
        )
    }

    @Test("A file of a prescription whose name climbs out is refused with its line; the other one comes in")
    func attachments() throws {
        let summary = try run(
            "<VisionPrescription type=\"HKVisionPrescriptionTypeGlasses\" dateIssued=\"2025-02-01 10:00:00 +0100\">\n"
                + "<RightEye sphere=\"-1.5\" sphereUnit=\"D\"/>\n<Attachment identifier=\"../../secret\"/>\n"
                + "<Attachment identifier=\"scan\"/>\n<Attachment identifier=\"scan\"/>\n</VisionPrescription>",
            ["attachments/scan.png": "no picture", "secret.png": "mine"]
        )
        #expect(summary.counts[.visionPrescriptions].added == 1)
        #expect(summary.counts[.attachments].added == 1)
        #expect(summary.counts[.attachments].refused == 2)
        let warnings = summary.warnings
        #expect(
            warnings.contains { $0.hasPrefix("export.xml:5: vision prescription: its file has a path") },
            "\(warnings)"
        )
        #expect(warnings.contains { $0.hasPrefix("export.xml:7: vision prescription: another element") }, "\(warnings)")
    }

    @Test("Heartbeats without readable times are refused, and the record comes in")
    func heartbeats() throws {
        let summary = try run(
            "<Record type=\"HKQuantityTypeIdentifierHeartRateVariabilitySDNN\" unit=\"ms\" value=\"4\" \(Self.dates)>"
                + "<HeartRateVariabilityMetadataList><InstantaneousBeatsPerMinute bpm=\"60\" time=\"soon\"/>"
                + "</HeartRateVariabilityMetadataList></Record>",
            [:]
        )
        #expect(summary.records.added == 1)
        #expect(summary.counts[.heartbeatSeries].refused == 1)
        #expect(summary.warningCount == 1)
    }

    @Test("A clock tells when beats were, whatever the zone and the words for the half of the day")
    func clocks() throws {
        let start = try Date("2025-06-30T04:00:00Z", strategy: .iso8601).timeIntervalSinceReferenceDate
        let spellings: [[String]] = [
            ["6:00:01.25 AM", "6:00:02.21 AM"], ["06:00:01,25", "06:00:02,21"], ["上午6:00:01.25", "上午6:00:02.21"],
            ["09:30:01.25", "09:30:02.21"],
        ]
        for times in spellings {
            let beats = HeartBeatList(text: times.map { "62@" + $0 }.joined(separator: ";"))
            let read = try #require(ImportHeartbeats(beats, recordStart: start), "\(times)")
            #expect(read.start == start)
            #expect(read.series.beats.map { ($0.time * 100).rounded() } == [125, 221], "\(times)")
        }
        // The hour may turn, and a beat may come before the record's start as the text has it.
        let turning = HeartBeatList(text: "60@05:59:59.50;60@06:00:00.50")
        let read = try #require(ImportHeartbeats(turning, recordStart: start))
        #expect(read.start == start - 1.5)
        #expect(read.series.beats.map(\.time) == [1, 2])
    }
}
