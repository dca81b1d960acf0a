import CoreLocation
import Foundation
import Testing

@testable import HealthKit
@testable import HealthtuiExchange

/// Workouts as TCX: an independent reader sees the values, and reading the file gives the workout back.
@Suite struct TCXExportTests {
    private let folder: TemporaryFolder
    private let store = TrackStore()

    init() throws { folder = try TemporaryFolder() }

    /// Exports a workout.
    private func export(_ workout: HKWorkout) throws -> (text: String, summary: ExportSummary) {
        let path = folder.url.appending(path: "out-\(UUID().uuidString).tcx").path
        let summary = try SingleExporter(store.person).workout(workout.uuid, ExportRequest(path: path, zone: .gmt))
        return (try String(contentsOfFile: path, encoding: .utf8), summary)
    }

    /// A ride of two laps, with a pause in the second.
    private static let ride = """
        <TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"
        xmlns:e="http://www.garmin.com/xmlschemas/ActivityExtension/v2"><Activities><Activity Sport="Biking">
        <Id>2024-05-01T12:00:00Z</Id>
        <Lap StartTime="2024-05-01T12:00:00Z"><TotalTimeSeconds>60</TotalTimeSeconds>
        <DistanceMeters>200.5</DistanceMeters><Calories>3</Calories><Track>
        \(point("00:00", 52.1234567, 0, 120))\(point("00:10.25", 52.1234568, 80.5, 125))</Track></Lap>
        <Lap StartTime="2024-05-01T12:01:00Z"><TotalTimeSeconds>20</TotalTimeSeconds>
        <DistanceMeters>100</DistanceMeters><Calories>4</Calories><Track>
        \(point("01:00", 52.125, 200.5, 130))\(point("01:10.5", 52.126, 250, 131))</Track>
        <Track>\(point("01:30.123", 52.127, 250, 132))\(point("01:40", 52.128, 300.5, 133))</Track></Lap>
        <Creator><Name>Edge &amp; 530</Name><UnitId>3987654321</UnitId><ProductID>1</ProductID><Version>
        <VersionMajor>9</VersionMajor><VersionMinor>73</VersionMinor></Version></Creator>
        </Activity></Activities></TrainingCenterDatabase>
        """

    private static func point(_ time: String, _ latitude: Double, _ meters: Double, _ rate: Int) -> String {
        """
        <Trackpoint><Time>2024-05-01T12:\(time)Z</Time><Position><LatitudeDegrees>\(latitude)</LatitudeDegrees>
        <LongitudeDegrees>13.25</LongitudeDegrees></Position><AltitudeMeters>30.5</AltitudeMeters>
        <DistanceMeters>\(meters)</DistanceMeters><HeartRateBpm><Value>\(rate)</Value></HeartRateBpm>
        <Cadence>\(rate - 40)</Cadence><Extensions><e:TPX><e:Speed>6.5</e:Speed><e:Watts>\(rate + 90)</e:Watts></e:TPX>
        </Extensions></Trackpoint>
        """
    }

    @Test("A file that is read back is the same workout: laps, pauses, places, samples, sums and device")
    func roundTrip() throws {
        try store.read(Self.ride)
        let ride = try store.workout()
        let (text, summary) = try export(ride)
        #expect(summary.counts[.workouts] == 1 && summary.counts[.workoutRoutes] == 1)
        #expect(summary.leftOut.map(\.kind) == ["accuracies and courses of locations"])
        let other = TrackStore()
        #expect(try other.read(text).outcome == .complete)
        let back = try other.workout()
        #expect(back.workoutActivityType == ride.workoutActivityType)
        #expect(back.startDate == ride.startDate && back.endDate == ride.endDate)
        #expect(abs(back.duration - 80) < 0.001 && abs(ride.duration - 80) < 0.001)
        #expect(abs((back.totalDistance?.doubleValue(for: .meter()) ?? 0) - 300.5) < 1e-5)
        #expect(back.totalEnergyBurned?.doubleValue(for: .kilocalorie()) == 7)
        #expect(other.events(of: back) == store.events(of: ride))
        #expect(store.events(of: ride).contains("pause 70.5"))
        #expect(try other.places(of: back) == store.places(of: ride))
        #expect(try other.places(of: back).first?[1] == 52.123457)
        let types: [(HKQuantityTypeIdentifier, String)] = [
            (.heartRate, "count/min"), (.cyclingCadence, "count/min"), (.cyclingPower, "W"), (.cyclingSpeed, "m/s"),
            (.distanceCycling, "m"),
        ]
        for (type, unit) in types {
            let values = try store.values(type, unit, of: ride)
            #expect(values.count > 2)
            #expect(try other.values(type, unit, of: back) == values, "\(type.rawValue)")
        }
        #expect(back.sourceRevision.source.bundleIdentifier == "file:tcx:Edge & 530")
        #expect(back.device == ride.device)
        // In the store that it came from it is the same workout.
        try store.read(text)
        #expect(try store.workouts().count == 1)
    }

    @Test("An independent reader sees milliseconds and seven decimals, in a file that the schema allows")
    func values() throws {
        try store.read(Self.ride)
        let schema = TCXSchema(try export(store.workout()).text)
        #expect(schema.problems == [])
        #expect(schema.attributes["@Sport"] == ["Biking"])
        #expect(schema.texts["Id"] == ["2024-05-01T12:00:00Z"])
        #expect(schema.attributes["Lap@StartTime"] == ["2024-05-01T12:00:00Z", "2024-05-01T12:01:00Z"])
        #expect(schema.texts["Lap/Calories"]?.compactMap { Int($0) }.reduce(0, +) == 7)
        let point = "Lap/Track/Trackpoint"
        // The distance of the first lap ends where the second lap begins.
        #expect(
            schema.texts[point + "/Time"]?.map { $0.dropFirst(14) } == [
                "00:00Z", "00:10.25Z", "01:00Z", "01:00Z", "01:10.5Z", "01:30.123Z", "01:40Z",
            ]
        )
        #expect(schema.texts[point + "/Position/LatitudeDegrees"]?.prefix(2) == ["52.1234567", "52.1234568"])
        #expect(schema.texts[point + "/HeartRateBpm/Value"] == ["120", "125", "130", "131", "132", "133"])
        #expect(schema.texts[point + "/Cadence"]?.first == "80")
        #expect(schema.texts[point + "/Extensions/ax:TPX/ax:Watts"]?.last == "223")
        #expect(schema.texts["Creator/Name"] == ["Edge & 530"])
        #expect(schema.texts["Creator/UnitId"] == ["3987654321"])
    }

    @Test("A workout of the Health app has a lap, its pauses, and the values that were measured in its time")
    func plain() throws {
        let start = Date(timeIntervalSince1970: 1_714_564_800)
        let perMinute = HKUnit.count().unitDivided(by: .minute())
        let workout = HKWorkout(
            activityType: .yoga,
            start: start,
            end: start + 600,
            workoutEvents: [
                HKWorkoutEvent(
                    type: .pause,
                    dateInterval: DateInterval(start: start + 100, duration: 0),
                    metadata: nil
                ),
                HKWorkoutEvent(
                    type: .resume,
                    dateInterval: DateInterval(start: start + 160, duration: 0),
                    metadata: nil
                ),
                HKWorkoutEvent(type: .marker, dateInterval: DateInterval(start: start + 5, duration: 0), metadata: nil),
            ],
            totalEnergyBurned: HKQuantity(unit: .kilocalorie(), doubleValue: 41.6),
            totalDistance: nil,
            metadata: [HKMetadataKeyIndoorWorkout: true]
        )
        let rates = [0.0, 50, 120, 599]
            .map { second in
                HKQuantitySample(
                    type: HKQuantityType(.heartRate),
                    quantity: HKQuantity(unit: perMinute, doubleValue: 80 + second / 100),
                    start: start + second,
                    end: start + second
                )
            }
        try store.person.save([workout])
        try store.person.save(rates)
        let (text, summary) = try export(workout)
        let schema = TCXSchema(text)
        #expect(schema.problems == [])
        #expect(schema.attributes["@Sport"] == ["Other"])
        #expect(schema.texts["Lap/TotalTimeSeconds"] == ["540.000"])
        #expect(schema.texts["Lap/Calories"] == ["42"])
        #expect(schema.texts["Lap/Track/Trackpoint/HeartRateBpm/Value"] == ["80", "81", "86"])
        let leftOut = Dictionary(uniqueKeysWithValues: summary.leftOut.map { ($0.kind, $0.count) })
        #expect(leftOut["the activity type, which is Other in TCX"] == 1)
        #expect(leftOut["events other than laps and pauses"] == 1)
        #expect(leftOut["metadata of the workout"] == 1)
        #expect(leftOut["values during pauses, or outside the workout"] == 1)
        let other = TrackStore()
        try other.read(text)
        let back = try other.workout()
        #expect(back.startDate == workout.startDate && back.endDate == workout.endDate)
        #expect(abs(back.duration - 540) < 0.001)
        #expect(other.events(of: back).filter { !$0.hasPrefix("lap") } == ["pause 100.0", "resume 160.0"])
    }

    @Test("What isn't a workout is said, and no file is left")
    func missing() throws {
        let path = folder.url.appending(path: "none.tcx").path
        let error = #expect(throws: ExportError.self) {
            try SingleExporter(store.person).workout(UUID(), ExportRequest(path: path))
        }
        #expect(error?.description.contains("workout not found") == true)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("Laps cover a workout whatever its events say, and their sums are its sums")
    func laps() {
        var laps = TCXLaps(
            (0, 100_000),
            laps: [(10_000, 40_000), (40_400, 60_000), (90_000, 200_000)],
            pauses: [(50_000, 95_000)]
        )
        #expect(laps.laps.map(\.start) == [0, 10_000, 40_400, 60_000, 90_000])
        #expect(laps.laps.map(\.end) == [10_000, 40_400, 60_000, 90_000, 100_000])
        #expect(laps.laps.map(\.active) == [10_000, 30_400, 9_600, 0, 5_000])
        laps.spread(energy: 10.4, [])
        #expect(laps.laps.map(\.energy).reduce(0, +) == 10)
        laps.spread(distance: 600, [(0, 20_000, 100), (35_000, 65_000, 300)])
        #expect(laps.laps.map { ($0.distance * 1_000).rounded() / 1_000 } == [75, 156, 294, 75, 0])
        #expect(TCXLaps((5, 5), laps: [], pauses: []).laps.count == 1)
    }
}
