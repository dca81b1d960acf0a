import Foundation
import HealthKit
import HealthtuiExchange

/// Tracks, and folders of files that belong together.
extension FuzzSeeds {
    /// The records of the first part of each of some activities.
    static func activities(_ fixtures: URL) throws -> [[UInt8]] {
        try ["band", "beats", "cuff", "dynamics", "paused", "pool", "ride", "scale", "stray", "triathlon"]
            .map { name in
                let path = "fit/activities/\(name).fit"
                let file = [UInt8](try Data(contentsOf: fixtures.appendingPathComponent(path)))
                return Array(file.dropFirst(14).dropLast(2))
            }
    }

    static let tcx: [[UInt8]] = {
        let point = """
            <Trackpoint><Time>2025-03-28T06:00:0%Z</Time><Position><LatitudeDegrees>47.05</LatitudeDegrees>\
            <LongitudeDegrees>8.3</LongitudeDegrees></Position><AltitudeMeters>430</AltitudeMeters><DistanceMeters>%.5\
            </DistanceMeters><HeartRateBpm><Value>12%</Value></HeartRateBpm><Cadence>8%</Cadence><Extensions><TPX \
            xmlns="http://www.garmin.com/xmlschemas/ActivityExtension/v2"><Speed>3.%</Speed><Watts>20%</Watts></TPX>\
            </Extensions></Trackpoint>
            """
        let track = (0...9).map { point.replacing("%", with: "\($0)") }.joined(separator: "\n")
        let lap = """
            <Lap StartTime="2025-03-28T06:00:00Z"><TotalTimeSeconds>9</TotalTimeSeconds><DistanceMeters>30</DistanceMeters>\
            <Calories>4</Calories><Intensity>Active</Intensity><TriggerMethod>Manual</TriggerMethod><Track>
            """
        func file(_ body: String) -> [UInt8] {
            let head = "<TrainingCenterDatabase xmlns=\"http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2\">"
            return Array("<?xml version=\"1.0\"?>\(head)\(body)</TrainingCenterDatabase>".utf8)
        }
        func activity(_ sport: String, _ laps: Int) -> String {
            let laps = String(repeating: "\(lap)\(track)</Track></Lap>", count: laps)
            return """
                <Activity Sport="\(sport)"><Id>2025-03-28T06:00:00Z</Id>\(laps)<Creator><Name>Unit</Name><UnitId>7</UnitId>\
                <ProductID>9</ProductID></Creator></Activity>
                """
        }
        let sport = activity("Biking", 1)
        return [
            file("<Activities>\(activity("Running", 2))</Activities>"),
            file(
                """
                <Activities><MultiSportSession><Id>2025-03-28T06:00:00Z</Id><FirstSport>\(sport)</FirstSport>\
                <NextSport>\(activity("Running", 1))</NextSport></MultiSportSession></Activities>
                """
            ),
            file("<Courses><Course><Name>Way</Name></Course></Courses>"),
        ]
    }()

    static let tracks: [[UInt8]] = {
        let points = (0...9)
            .map { second in
                """
                <trkpt lat="47.0\(second)" lon="8.3"><ele>43\(second)</ele><time>2025-03-28T06:00:0\(second)Z</time>\
                <extensions><t:TrackPointExtension><t:hr>12\(second)</t:hr><t:speed>3.\(second)</t:speed>\
                </t:TrackPointExtension></extensions></trkpt>
                """
            }
            .joined(separator: "\n")
        let names = """
            xmlns="http://www.topografix.com/GPX/1/1" xmlns:t="http://www.garmin.com/xmlschemas/TrackPointExtension/v2"
            """
        let track = "<trk><name>A</name><type>running</type><trkseg>\(points)</trkseg><trkseg>\(points)</trkseg></trk>"
        return [track, "<rte><rtept lat=\"1\" lon=\"2\"/></rte>\(track)\(track)"]
            .map { Array("<?xml version=\"1.0\"?><gpx version=\"1.1\" creator=\"Site\" \(names)>\($0)</gpx>".utf8) }
    }()

    /// Folders: each file is its name, a line's end and what is in it; record separators stand between them.
    static let folders: [[UInt8]] = {
        let steps = "derived:com.google.step_count.delta:com.google.android.gms:merge_step_deltas"
        let fit = """
            {"Data Source": "\(steps)", "Data Points": [{"fitValue": [{"value": {"intVal": 50}}], "originDataSourceId": "raw:x",
            "startTimeNanos": 1743120000000000000, "endTimeNanos": "1743120060000000000",
            "dataTypeName": "com.google.step_count.delta"}]}
            """
        let session = """
            {"fitnessActivity": "biking", "startTime": "2025-03-28T12:00:00Z", "endTime": "2025-03-28T12:30:00Z",
            "duration": "1700s", "aggregate": [{"metricName": "com.google.distance.delta", "floatValue": 9000.5}]}
            """
        let day = "Start time,End time,Step count,Distance (m)\n00:00:00.000+01:00,00:15:00.000+01:00,800,600.5\n"
        let night = """
            [{"logId": 1, "dateOfSleep": "2025-03-28", "startTime": "2025-03-27T23:00:00.000", "endTime":
            "2025-03-28T00:30:00.000", "type": "stages", "levels": {"summary": {}, "data": [{"dateTime":
            "2025-03-27T23:00:00.000", "level": "wake", "seconds": 600}]}}]
            """
        let sleeps = """
            sleep_id,sleep_type,start_utc_offset,sleep_start,end_utc_offset,sleep_end,data_source,algorithm_version
            1,STAGES,+01:00,2025-03-26T22:00:00Z,+01:00,2025-03-27T05:00:00Z,WATCH,2
            """
        let stages = """
            sleep_id,sleep_stage_id,sleep_stage_type,start_utc_offset,sleep_stage_start,end_utc_offset,sleep_stage_end,data_source,algorithm_version
            1,1,LIGHT,+01:00,2025-03-26T22:00:00Z,+01:00,2025-03-26T22:30:00Z,WATCH,2
            """
        return [
            [("steps.json", fit), ("ride.json", session), ("2025-03-28.csv", day)],
            [
                ("steps-2025-03-01.json", "[{\"dateTime\": \"03/27/25 10:00:00\", \"value\": \"12\"}]"),
                (
                    "weight-2025-03-01.json",
                    "[{\"logId\": 1, \"weight\": 180.0, \"fat\": 21, \"date\": \"03/28/25\", \"time\": \"07:10:00\"}]"
                ),
                ("sleep-2025-03-01.json", night),
            ],
            [
                (
                    "heart_rate_2025-03-01.csv",
                    "timestamp,beats per minute,data source\n2025-03-28T04:00:00Z,70.0,Watch\n"
                ),
                ("weight.csv", "timestamp,weight grams,data source\n2025-03-26T05:00:00.000000Z,80500,Scale\n"),
                ("UserSleeps_2025-03-01.csv", sleeps), ("UserSleepStages_2025-03-01.csv", stages),
            ],
        ]
        .map { Array($0.map { "\($0.0)\n\($0.1)" }.joined(separator: "\u{1E}").utf8) }
    }()
}

extension FuzzFormat {
    /// Imports a folder of ``FuzzSeeds/folders``.
    static func importFolder(_ path: String, _ bytes: [UInt8]) throws {
        let folder = URL(fileURLWithPath: path + ".files")
        try? FileManager.default.removeItem(at: folder)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for file in bytes.split(separator: 0x1E).prefix(32) {
            let line = file.prefix { $0 != UInt8(ascii: "\n") }
            // A damaged name stays one in the folder.
            let letters = line.filter { UInt8(ascii: "-")...UInt8(ascii: "z") ~= $0 && !UInt8.separators.contains($0) }
            let name = String(decoding: letters.drop { $0 == UInt8(ascii: ".") }.prefix(80), as: UTF8.self)
            try Data(file.dropFirst(line.count + 1))
                .write(to: folder.appendingPathComponent(name.isEmpty ? "file" : name))
        }
        guard let container = FileContainer(path: folder.path) else { return }
        var answers = ReaderAnswers()
        answers.zone = TimeZone(secondsFromGMT: 3_600)
        _ = try ReaderImport(FuzzStore.shared.person, answers: answers).run(container, takesTables: true)
    }
}

extension UInt8 {
    /// The bytes that separate file names.
    fileprivate static let separators: Set<UInt8> = [UInt8(ascii: "/"), UInt8(ascii: "\\")]
}
