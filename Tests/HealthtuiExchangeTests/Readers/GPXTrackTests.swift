import CoreLocation
import Foundation
import HealthKit
import Testing

@testable import HealthtuiExchange

/// Tracks of GPX files, whole ways into a store.
@Suite struct GPXTrackTests {
    private let store = TrackStore()

    /// A point at a second after noon.
    private static func point(_ second: Int, _ more: String = "", lat: String = "52.5", zone: String = "Z") -> String {
        let time =
            "2024-05-01T12:\(second / 60 < 10 ? "0" : "")\(second / 60):\(second % 60 < 10 ? "0" : "")\(second % 60)"
        return
            "<trkpt lat=\"\(lat)\" lon=\"13.\(100 + second)\"><ele>30.5</ele><time>\(time)\(zone)</time>\(more)</trkpt>\n"
    }

    private static func file(
        _ body: String,
        creator: String = "OsmAnd 4.2.7",
        namespaces: String = ""
    ) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx version="1.1" creator="\(creator)" xmlns="http://www.topografix.com/GPX/1/1" \(namespaces)>
        \(body)</gpx>
        """
    }

    private static func track(_ segments: [[String]], type: String = "running") -> String {
        let parts = segments.map { "<trkseg>\n\($0.joined())</trkseg>\n" }.joined()
        return "<trk><name>Home</name><type>\(type)</type>\n\(parts)</trk>\n"
    }

    @Test("A track is a workout from its first place to its last, segments are pauses, and again adds nothing")
    func comesIn() throws {
        let text = Self.file(Self.track([[Self.point(0), Self.point(10)], [Self.point(40), Self.point(60)]]))
        let summary = try store.read(text)
        #expect(summary.counts[.workouts].added == 1)
        #expect(summary.counts[.workoutRoutes].added == 1)
        #expect(summary.outcome == .complete)
        #expect(TrackStore.passedOver(summary) == ["name": 1])
        let workout = try store.workout()
        #expect(workout.workoutActivityType == .running)
        #expect(workout.startDate == Date(timeIntervalSince1970: 1_714_564_800))
        #expect(workout.endDate == workout.startDate + 60)
        #expect(workout.duration == 30)
        #expect(workout.totalDistance == nil)
        #expect(workout.sourceRevision.source.bundleIdentifier == "file:gpx:OsmAnd")
        #expect(workout.sourceRevision.version == "4.2.7")
        #expect(store.events(of: workout) == ["pause 10.0", "resume 40.0"])
        let places = try store.places(of: workout)
        #expect(places.map { $0[0] } == [0, 10, 40, 60])
        #expect(places.first == [0, 52.5, 13.1, 30.5])
        let again = try store.read(text)
        #expect(again.added == 0)
        #expect(again.counts[.workouts].duplicate == 1)
    }

    @Test("Another date of the file, another spelling of times and another prefix are the same workout")
    func sameAgain() throws {
        let points = [Self.point(0), Self.point(10)]
        try store.read(Self.file(Self.track([points])))
        let spelled = Self.track([points]).replacing("Z</time>", with: ".000+00:00</time>")
            .replacing("<", with: "<g:").replacing("<g:/", with: "</g:")
        let text =
            "<g:gpx xmlns:g=\"http://www.topografix.com/GPX/1/1\" creator=\"OsmAnd 4.2.7\">\(spelled)</g:gpx>"
        #expect(try store.read(text, posted: TrackStore.posted + 86_400).added == 0)
        #expect(try store.workouts().count == 1)
    }

    @Test(
        "Extensions are known by the addresses of their namespaces, whatever their prefixes",
        arguments: [
            ("http://www.garmin.com/xmlschemas/TrackPointExtension/v1", "cad", "atemp"),
            ("http://www.garmin.com/xmlschemas/TrackPointExtension/v2", "cad", "atemp"),
            ("http://www.cluetrust.com/XML/GPXDATA/1/0", "cadence", "temp"),
        ]
    )
    func extensions(address: String, cadence: String, temperature: String) throws {
        let more = """
            <extensions><odd:any><odd:hr>141</odd:hr><odd:\(cadence)>88</odd:\(cadence)>\
            <odd:\(temperature)>21</odd:\(temperature)></odd:any>\
            <PowerInWatts xmlns="http://www.garmin.com/xmlschemas/PowerExtension/v1">205</PowerInWatts>\
            <hr>99</hr><gpxtpx:hr xmlns:gpxtpx="urn:elsewhere">98</gpxtpx:hr></extensions>
            """
        let points = [Self.point(0, more), Self.point(5, more)]
        let summary = try store.read(
            Self.file(Self.track([points], type: "road_biking"), namespaces: "xmlns:odd=\"\(address)\"")
        )
        #expect(summary.outcome == .complete)
        let workout = try store.workout()
        #expect(workout.workoutActivityType == .cycling)
        #expect(try store.values(.heartRate, "count/min", of: workout) == [[0, 141], [5, 141]])
        #expect(try store.values(.cyclingCadence, "count/min", of: workout) == [[0, 88], [5, 88]])
        #expect(try store.values(.cyclingPower, "W", of: workout) == [[0, 205], [5, 205]])
        #expect(TrackStore.passedOver(summary) == ["name": 1, temperature: 2, "hr": 4])
    }

    @Test("Speed and course of Garmin's second version and of GPX 1.0 go to the places")
    func speeds() throws {
        let address = "http://www.garmin.com/xmlschemas/TrackPointExtension/v2"
        let more =
            "<extensions><t:TrackPointExtension xmlns:t=\"\(address)\"><t:speed>3.5</t:speed><t:course>90</t:course>"
        let points = [0, 5].map { Self.point($0, more + "</t:TrackPointExtension></extensions>") }
        try store.read(Self.file(Self.track([points])))
        let old = [0, 5].map { Self.point($0, "<course>90</course><speed>3.5</speed>") }
        let text = Self.file(Self.track([old]), creator: "Old").replacing("GPX/1/1", with: "GPX/1/0")
        try store.read(text)
        for workout in try store.workouts() {
            let fields = try #require(try store.person.routes(of: workout).first?.points.first?.fields)
            #expect(fields.speed == 3.5 && fields.course == 90)
            #expect(try store.values(.runningSpeed, "m/s", of: workout) == [[0, 3.5], [5, 3.5]])
        }
        #expect(try store.workouts().count == 2)
    }

    @Test("Cadence on foot isn't stored: it is steps for some and strides for others. A heart rate of zero is none")
    func onFoot() throws {
        let address = "http://www.garmin.com/xmlschemas/TrackPointExtension/v1"
        let more = "<extensions><hr xmlns=\"\(address)\">0</hr><cad xmlns=\"\(address)\">85</cad></extensions>"
        let summary = try store.read(Self.file(Self.track([[Self.point(0, more), Self.point(1, more)]])))
        #expect(summary.outcome == .complete)
        #expect(TrackStore.passedOver(summary)["cadences, except those of cycling"] == 2)
        #expect(summary.counts[.records].added == 0)
    }

    @Test("Routes, waypoints, tracks without times and vehicles are no workouts, and are counted")
    func counted() throws {
        let untimed = "<trk><trkseg><trkpt lat=\"1\" lon=\"2\"/><trkpt lat=\"1\" lon=\"3\"/></trkseg></trk>"
        let body =
            "<metadata><name>x</name></metadata><wpt lat=\"1\" lon=\"2\"><time>2024-05-01T12:00:00Z</time></wpt>"
            + "<rte><rtept lat=\"1\" lon=\"2\"><name>a</name></rtept></rte>" + untimed
            + Self.track([[Self.point(0), Self.point(9)]], type: "Driving")
            + Self.track([[Self.point(0)]])
        let summary = try store.read(Self.file(body))
        #expect(try store.workouts().isEmpty)
        #expect(summary.outcome == .complete)
        let counts = TrackStore.passedOver(summary)
        #expect(counts["routes"] == 1 && counts["waypoints"] == 1 && counts["tracks of vehicles"] == 1)
        #expect(counts["tracks without two times"] == 2)
    }

    @Test("A word that names no activity is kept, and a track without one is of another kind")
    func words() throws {
        try store.read(Self.file(Self.track([[Self.point(0), Self.point(1)]], type: "9")))
        let bare = Self.track([[Self.point(60), Self.point(61)]]).replacing("<type>running</type>", with: "")
        try store.read(Self.file(bare))
        try store.read(Self.file(Self.track([[Self.point(120), Self.point(121)]], type: "treadmill_running")))
        let workouts = try store.workouts()
        #expect(workouts.map(\.workoutActivityType) == [.other, .other, .running])
        #expect((workouts[2].metadata?[HKMetadataKeyIndoorWorkout] as? NSNumber)?.boolValue == true)
    }

    @Test("What makes no sense is left out with its line and its number, and the rest comes in")
    func faults() throws {
        let points = [
            Self.point(0), Self.point(1, lat: "91"), Self.point(2, lat: "x"), Self.point(3), Self.point(3, lat: "52.6"),
            Self.point(3, lat: "52.6"), Self.point(2), Self.point(4).replacing("2024", with: "2034"),
            Self.point(5).replacing("12:00:05", with: "25:00:05"), Self.point(6).replacing("30.5", with: "1e999"),
            "<trkpt lat=\"52\" lon=\"13\"/>\n", Self.point(7), Self.point(8),
        ]
        let summary = try store.read(Self.file(Self.track([points])))
        #expect(summary.outcome == .partial)
        #expect(try store.places(of: store.workout()).map { $0[0] } == [0, 3, 6, 7, 8])
        #expect(
            summary.warnings.sorted() == [
                "file: line 11: a point that goes back in time",
                "file: line 12: a time more than a day from those around it",
                "file: line 13: a time that can't be read", "file: line 14: ele isn't a number",
                "file: line 15: a point without a time", "file: line 6: a point that isn't on Earth (2 times)",
                "file: line 9: a second point of the same time (2 times)",
            ]
        )
        #expect(summary.unreadable == 9)
    }

    @Test("Times without a zone are a question, which --time-zone answers; clocks that skip or repeat are told")
    func zones() throws {
        let text = Self.file(Self.track([[Self.point(0, zone: ""), Self.point(9, zone: "")]]))
        let error = #expect(throws: ImportError.self) { try store.read(text) }
        #expect(error?.description.contains("line 5: the times don't say their time zone") == true)
        #expect(try store.workouts().isEmpty)
        try store.read(text, zone: "Europe/Berlin")
        #expect(try store.workout().startDate == Date(timeIntervalSince1970: 1_714_557_600))
        let spring = Self.track([[Self.point(0, zone: ""), Self.point(9, zone: ""), Self.point(70, zone: "")]])
            .replacing("2024-05-01T12:00", with: "2024-03-31T02:30").replacing("05-01T12:01", with: "03-31T03:01")
        let skipped = try store.read(Self.file(spring), zone: "Europe/Berlin")
        #expect(skipped.warnings.contains { $0.contains("a time that the clocks of Europe/Berlin skip (2 times)") })
        let autumn = Self.track([[Self.point(0, zone: ""), Self.point(9, zone: "")]])
            .replacing("2024-05-01T12:00", with: "2024-10-27T02:30")
        let repeated = try store.read(Self.file(autumn), zone: "Europe/Berlin")
        #expect(repeated.outcome == .complete)
        #expect(repeated.notImported.contains { $0.kind.contains("show twice") && $0.count == 2 })
        #expect(try store.workouts().last?.startDate == Date(timeIntervalSince1970: 1_729_989_000))
    }

    @Test("A file that is cut off comes in so far, and says so; one that is cut before its workout doesn't")
    func cut() throws {
        let text = Self.file(Self.track([[Self.point(0), Self.point(1), Self.point(2)]]))
        let end = try #require(text.range(of: "<trkpt", options: .backwards)).upperBound
        let summary = try store.read(String(text[..<end]))
        #expect(summary.outcome == .partial)
        #expect(
            summary.warnings.last?.contains("the file ends within an element; what comes after it isn't read") == true
        )
        #expect(try store.places(of: store.workout()).map { $0[0] } == [0, 1])
        let start = try #require(text.range(of: "<trkpt")).upperBound
        #expect(throws: ImportError.self) { try store.read(String(text[..<start])) }
    }

    @Test(
        "A document type declaration is refused, and nothing of such a file is stored",
        arguments: [
            "<!DOCTYPE gpx [<!ENTITY a \"&#120;\"><!ENTITY b \"&a;&a;\">]>",
            "<!DOCTYPE gpx SYSTEM \"file:///etc/passwd\">",
        ]
    )
    func declarations(_ declaration: String) throws {
        let text = Self.file(Self.track([[Self.point(0), Self.point(1)]]))
            .replacing("<gpx", with: declaration + "<gpx").replacing("Home", with: "&b;")
        let error = #expect(throws: ImportError.self) { try store.read(text) }
        #expect(error?.description.contains("line 2: a document type declaration, which isn't read") == true)
        #expect(try store.workouts().isEmpty)
    }

    @Test("A route of the Health app is left to its export, and other XML to others")
    func healthApp() {
        func isRead(_ text: String) -> Bool { GPXTrackReader().recognizes(Array(text.utf8), fileName: "a.gpx") }
        #expect(isRead(Self.file("")))
        #expect(isRead("\u{FEFF}\n<!-- made -->\n<gpx>"))
        #expect(isRead("<x:gpx xmlns:x='http://www.topografix.com/GPX/1/0' >"))
        #expect(!isRead(Self.file("", creator: "Apple Health Export")))
        for other in ["<gpx xmlns='urn:other'>", "<kml><gpx/></kml>", "gpx", "", "<gpx", "{\"gpx\": 1}"] {
            #expect(!isRead(other), "\(other)")
        }
    }

    @Test("What identifies a track stays as it is")
    func identity() throws {
        try store.read(Self.file(Self.track([[Self.point(0), Self.point(10)]])))
        let identifier = try store.workout().metadata?[HKMetadataKeySyncIdentifier] as? String
        #expect(identifier == "5989aa2f5f4b612874eef82b5fc475f5")
        for (creator, name, version) in [
            ("Garmin Edge 530", "Garmin Edge 530", nil), ("StravaGPX", "StravaGPX", nil), ("Tool v1.2", "Tool", "1.2"),
            ("1.2", "1.2", nil), ("", "GPX", nil),
        ] as [(String, String, String?)] {
            let source = GPXTracks.source(creator)
            #expect(source.name == name && source.version == version, "\(creator)")
        }
        #expect(GPXTracks.source("").lastingName == "file:gpx:")
    }
}
