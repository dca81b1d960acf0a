import Foundation
import HealthKit
import Testing

@testable import HealthtuiExchange

/// Activities of TCX files, whole ways into a store.
@Suite struct TCXTests {
    private let store = TrackStore()
    private static let noon = Date(timeIntervalSince1970: 1_714_564_800)

    /// The time at a second after noon.
    private static func time(_ second: Int) -> String {
        let (minutes, seconds) = (second / 60, second % 60)
        return "2024-05-01T12:\(minutes < 10 ? "0" : "")\(minutes):\(seconds < 10 ? "0" : "")\(seconds)Z"
    }

    private static func point(_ second: Int, _ more: String = "") -> String {
        "<Trackpoint><Time>\(time(second))</Time>\(more)</Trackpoint>\n"
    }

    private static func place(_ second: Int, _ more: String = "", lat: String = "52.5") -> String {
        let position = "<LatitudeDegrees>\(lat)</LatitudeDegrees><LongitudeDegrees>13.25</LongitudeDegrees>"
        return point(second, "<Position>\(position)</Position><AltitudeMeters>30</AltitudeMeters>\(more)")
    }

    private static func rate(_ rate: Int) -> String { "<HeartRateBpm><Value>\(rate)</Value></HeartRateBpm>" }

    private static func lap(
        _ second: Int,
        _ seconds: Double,
        meters: Double = 0,
        calories: Int = 0,
        _ tracks: [[String]] = [],
        name: String = "Lap"
    ) -> String {
        "<\(name) StartTime=\"\(time(second))\"><TotalTimeSeconds>\(seconds)</TotalTimeSeconds>"
            + "<DistanceMeters>\(meters)</DistanceMeters><Calories>\(calories)</Calories>"
            + "<Intensity>Active</Intensity>\n"
            + tracks.map { "<Track>\n\($0.joined())</Track>\n" }.joined() + "</\(name)>\n"
    }

    private static let creator = """
        <Creator xsi:type="Device_t"><Name>Edge 530</Name><UnitId>3987654321</UnitId><ProductID>3121</ProductID>\
        <Version><VersionMajor>9</VersionMajor><VersionMinor>73</VersionMinor></Version></Creator>
        """

    private static func activity(_ laps: [String], sport: String = "Biking", creator: String = Self.creator) -> String {
        "<Activity Sport=\"\(sport)\"><Id>\(time(0))</Id>\n\(laps.joined())\(creator)</Activity>\n"
    }

    private static func file(_ body: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2" \
        xmlns:ext="http://www.garmin.com/xmlschemas/ActivityExtension/v2" \
        xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
        \(body)</TrainingCenterDatabase>
        """
    }

    private static func activities(_ body: String) -> String { file("<Activities>\n\(body)</Activities>\n") }

    @Test("An activity is a workout with its laps, pauses, sums, places and samples; again adds nothing")
    func comesIn() throws {
        func more(_ meters: Int) -> String {
            "<DistanceMeters>\(meters)</DistanceMeters>\(Self.rate(120 + meters))<Cadence>80</Cadence>"
                + "<Extensions><ext:TPX><ext:Speed>6.5</ext:Speed><ext:Watts>210</ext:Watts></ext:TPX></Extensions>"
        }
        let laps = [
            Self.lap(
                0,
                30,
                meters: 20.5,
                calories: 3,
                [
                    [Self.place(0, more(0)), Self.place(10, more(5))],
                    [Self.place(40, more(8)), Self.place(50, more(20))],
                ]
            ),
            Self.lap(60, 40, meters: 30, calories: 4, [[Self.place(60, more(25)), Self.place(90, more(24))]]),
        ]
        let text = Self.activities(Self.activity(laps))
        let summary = try store.read(text)
        #expect(summary.outcome == .complete)
        #expect(summary.counts[.workouts].added == 1 && summary.counts[.workoutRoutes].added == 1)
        #expect(TrackStore.passedOver(summary) == ["Intensity": 2])
        let workout = try store.workout()
        #expect(workout.workoutActivityType == .cycling)
        #expect(workout.startDate == Self.noon && workout.endDate == Self.noon + 100)
        #expect(workout.duration == 70)
        #expect(workout.totalDistance?.doubleValue(for: .meter()) == 50.5)
        #expect(workout.totalEnergyBurned?.doubleValue(for: .kilocalorie()) == 7)
        #expect(
            Set(store.events(of: workout)) == ["lap 0.0-50.0", "pause 10.0", "resume 40.0", "lap 60.0-100.0"]
        )
        #expect(try store.places(of: workout).map { $0[0] } == [0, 10, 40, 50, 60, 90])
        #expect(
            try store.values(.heartRate, "count/min", of: workout)
                == [[0, 120], [10, 125], [40, 128], [50, 140], [60, 145], [90, 144]]
        )
        #expect(try store.values(.distanceCycling, "m", of: workout) == [[0, 10, 5], [40, 50, 12], [50, 60, 5]])
        #expect(try store.values(.cyclingPower, "W", of: workout).count == 6)
        #expect(try store.values(.cyclingSpeed, "m/s", of: workout).first == [0, 6.5])
        #expect(try store.values(.cyclingCadence, "count/min", of: workout).last == [90, 80])
        #expect(workout.sourceRevision.source.bundleIdentifier == "file:tcx:Edge 530")
        #expect(workout.sourceRevision.version == "9.73")
        #expect(workout.device?.name == "Edge 530" && workout.device?.localIdentifier == "3987654321")
        let again = try store.read(text)
        #expect(again.added == 0)
        #expect(again.counts[.workouts].duplicate == 1)
    }

    @Test("What identifies an activity stays as it is, however its time is written")
    func identity() throws {
        let text = Self.activities(Self.activity([Self.lap(0, 30)]))
        try store.read(text)
        let identifier = try store.workout().metadata?[HKMetadataKeySyncIdentifier] as? String
        #expect(identifier == "c83ffc5eb037851721056966525bfd42")
        let spelled = text.replacing("<Id>2024-05-01T12:00:00Z", with: "<Id>2024-05-01T14:00:00.000+02:00")
        #expect(try store.read(spelled).added == 0)
        // A later file of the same activity replaces it.
        let later = text.replacing("<Calories>0", with: "<Calories>9")
        try store.read(later, posted: TrackStore.posted + 60)
        #expect(try store.workout().totalEnergyBurned?.doubleValue(for: .kilocalorie()) == 9)
    }

    @Test("An activity without places and tracks comes in by its laps")
    func indoors() throws {
        let laps = [Self.lap(0, 600, calories: 80), Self.lap(600, 300.5, [[Self.point(700, Self.rate(99))]])]
        let summary = try store.read(Self.activities(Self.activity(laps, sport: "Other", creator: "")))
        #expect(summary.outcome == .complete)
        #expect(summary.counts[.workoutRoutes].added == 0)
        let workout = try store.workout()
        #expect(workout.workoutActivityType == .other)
        #expect(workout.endDate == Self.noon + 900.5)
        #expect(workout.totalDistance == nil)
        #expect(workout.sourceRevision.source.bundleIdentifier == "file:tcx:")
        #expect(workout.sourceRevision.source.name == "TCX")
        #expect(workout.device == nil)
        #expect(try store.values(.heartRate, "count/min", of: workout) == [[700, 99]])
    }

    @Test("Running has no cadence: it is counted, as are distances of activities without a type")
    func cadences() throws {
        let more = "<DistanceMeters>5</DistanceMeters><Cadence>85</Cadence>"
        let run =
            "<Extensions><TPX xmlns=\"http://www.garmin.com/xmlschemas/ActivityExtension/v2\">"
            + "<RunCadence>85</RunCadence><Watts>250</Watts></TPX></Extensions>"
        let laps = [
            Self.lap(0, 30, [[Self.point(0, more + run), Self.point(1, more.replacing("5<", with: "9<") + run)]])
        ]
        let summary = try store.read(Self.activities(Self.activity(laps, sport: "Running")))
        let counts = TrackStore.passedOver(summary)
        #expect(counts["RunCadence"] == 2 && counts["cadences, except those of cycling"] == 2)
        #expect(try store.values(.runningPower, "W", of: store.workout()) == [[0, 250], [1, 250]])
        let other = TrackStore()
        let counted = TrackStore.passedOver(try other.read(Self.activities(Self.activity(laps, sport: "Other"))))
        #expect(counted["distances of points, of activities that HealthKit has no distance for"] == 1)
        #expect(counted["power, except that of cycling and running"] == 2)
    }

    @Test("A session of several sports is one workout with activities and the transition between them")
    func multisport() throws {
        let first = Self.activity(
            [Self.lap(0, 60, meters: 400, [[Self.point(0), Self.point(60, Self.rate(140))]])],
            sport: "Other"
        )
        let second = Self.activity(
            [Self.lap(90, 100, meters: 900, calories: 20, [[Self.place(90), Self.place(190, Self.rate(150))]])]
        )
        let transition = Self.lap(60, 30, name: "Transition")
        let body =
            "<MultiSportSession><Id>\(Self.time(0))</Id><FirstSport>\(first)</FirstSport>"
            + "<NextSport>\(transition)\(second)</NextSport></MultiSportSession>"
        let text = Self.activities(body)
        let summary = try store.read(text)
        #expect(summary.outcome == .complete)
        let workout = try store.workout()
        #expect(workout.workoutActivityType == .swimBikeRun)
        #expect(workout.startDate == Self.noon && workout.endDate == Self.noon + 190)
        let parts = workout.workoutActivities
        #expect(parts.map(\.workoutConfiguration.activityType) == [.other, .transition, .cycling])
        #expect(parts.map { $0.startDate.timeIntervalSince(Self.noon) } == [0, 60, 90])
        #expect(workout.totalDistance?.doubleValue(for: .meter()) == 1_300)
        #expect(workout.totalEnergyBurned?.doubleValue(for: .kilocalorie()) == 20)
        #expect(try store.values(.heartRate, "count/min", of: workout) == [[60, 140], [190, 150]])
        #expect(try store.read(text).added == 0)
    }

    @Test("Courses and planned workouts are no workouts, and are counted")
    func counted() throws {
        let course = "<Courses><Course><Name>x</Name><Track>\(Self.place(0))\(Self.place(9))</Track></Course></Courses>"
        let plan =
            "<Workouts><Workout Sport=\"Running\"><Name>y</Name></Workout></Workouts><Folders><Activities/></Folders>"
        let summary = try store.read(Self.file(course + plan))
        #expect(try store.workouts().isEmpty)
        #expect(summary.outcome == .complete)
        #expect(TrackStore.passedOver(summary) == ["courses": 1, "planned workouts": 1])
    }

    @Test("What makes no sense is left out with its line and its number, and the rest comes in")
    func faults() throws {
        let track = [
            Self.place(0), Self.place(1, lat: "91"), Self.place(2, lat: "0").replacing("13.25", with: "0"),
            Self.place(3, "<HeartRateBpm><Value>high</Value></HeartRateBpm>"), Self.place(2),
            Self.point(4, Self.rate(0)),
            Self.point(5).replacing("12:00:05", with: "noon"), "<Trackpoint/>\n", Self.place(6),
            Self.place(6),
        ]
        let lap = Self.lap(0, 20, [track]).replacing("<Calories>0", with: "<Calories>-5")
        let summary = try store.read(
            Self.activities(Self.activity([lap, Self.lap(0, 9).replacing("2024", with: "1989")]))
        )
        #expect(summary.outcome == .partial)
        let workout = try store.workout()
        #expect(try store.places(of: workout).map { $0[0] } == [0, 3, 6])
        #expect(workout.endDate == Self.noon + 20)
        #expect(
            Set(summary.warnings) == [
                "file: line 5: Calories of a lap is out of range", "file: line 8: a place that isn't on Earth",
                "file: line 10: Value isn't a number", "file: line 11: a point that goes back in time",
                "file: line 13: a time that can't be read", "file: line 14: a point without a time",
                "file: line 19: a lap that starts more than a day from the points",
            ]
        )
        let counts = TrackStore.passedOver(summary)
        #expect(counts["places at 0, 0"] == 1 && counts["points that repeat the one before"] == 1)
        #expect(summary.counts[.records].added == 0)
    }

    @Test("An activity that nothing dates is refused with its line")
    func undated() throws {
        let empty = "<Activity Sport=\"Running\"><Id>x</Id><Lap><TotalTimeSeconds>5</TotalTimeSeconds></Lap></Activity>"
        let summary = try store.read(Self.activities(empty))
        #expect(summary.outcome == .nothing)
        #expect(summary.warnings.contains("file: line 4: an activity without a time"))
    }

    @Test("A file that is cut off comes in so far, and says so")
    func cut() throws {
        let laps = [Self.lap(0, 30, [[Self.place(0), Self.place(10)]]), Self.lap(30, 30, [[Self.place(40)]])]
        let text = Self.activities(Self.activity(laps))
        let end = try #require(text.range(of: "<Position>", options: .backwards)).upperBound
        let summary = try store.read(String(text[..<end]))
        #expect(summary.outcome == .partial)
        #expect(try store.places(of: store.workout()).count == 2)
        #expect(summary.warnings.contains { $0.contains("the file ends within an element; what comes after it") })
    }

    @Test("Times without a zone are a question")
    func zones() throws {
        let text = Self.activities(Self.activity([Self.lap(0, 30, [[Self.place(0), Self.place(10)]])]))
            .replacing("Z\"", with: "\"").replacing("Z<", with: "<")
        let error = #expect(throws: ImportError.self) { try store.read(text) }
        #expect(error?.description.contains("line 5: the times don't say their time zone") == true)
        try store.read(text, zone: "America/New_York")
        #expect(try store.workout().startDate == Self.noon + 4 * 3_600)
    }

    @Test("Hostile files are refused: a declaration, elements in elements, text without end")
    func hostile() throws {
        let deep = String(repeating: "<a>", count: 100)
        let long = String(repeating: "x", count: XMLScanner.longest + 1)
        for (body, reason) in [
            (deep, "elements are nested deeper than 64"), (long, "more than 1024 KiB without the end of a tag"),
            ("<a b=\"\(long)\"/>", "more than 1024 KiB without the end of a tag"),
        ] {
            let error = #expect(throws: ImportError.self) { try store.read(Self.activities(body)) }
            #expect(error?.description.contains(reason) == true)
        }
        let declared = Self.file("").replacing("<Training", with: "<!DOCTYPE TrainingCenterDatabase><Training")
        #expect(throws: ImportError.self) { try store.read(declared) }
        #expect(try store.workouts().isEmpty)
    }
}
