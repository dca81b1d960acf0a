import Foundation
import Testing

@testable import HealthKit
@testable import HealthtuiExchange

/// The JSON of Garmin's export.
@Suite struct GarminTests {
    private let fixture: ForeignFixture

    init() throws { fixture = try ForeignFixture("garmin") }

    @Test("All of an export comes in as its maker says, and what doesn't is counted or refused with its place")
    func whole() throws {
        let summary = try fixture.store.run(fixture.path)
        try fixture.check()
        #expect(summary.left("parts of activities of several sports") == 1)
        #expect(summary.left("activities that are no workouts") == 1)
        #expect(summary.left("energies of activities, in kilocalories or kilojoules") == 1)
        #expect(summary.left("distances of days, of whatever activities") == 1)
        #expect(summary.left("nights, of which nobody says when their stages were") == 1)
        #expect(summary.counts[.workouts].refused == 1 && summary.counts[.records].refused == 1)
        for place in ["summarizedActivitiesExport[6]: ", "UDSFile_2025-01-01_2025-04-10.json: [2]: "] {
            #expect(summary.warnings.contains { $0.contains(place) }, "\(place)")
        }
    }

    @Test("Distances and climbs are in centimetres, times in milliseconds, and energies aren't stored")
    func units() throws {
        try fixture.store.run(fixture.path)
        let run = try #require(try fixture.store.workouts().first { $0.workoutActivityType == .running })
        #expect(run.duration == 600)
        #expect(run.endDate.timeIntervalSince(run.startDate) == 620)
        let distance = run.statistics(for: HKQuantityType(.distanceWalkingRunning))?.sumQuantity()
        #expect(distance?.doubleValue(for: .meter()) == 1_800)
        let climb = run.metadata?[HKMetadataKeyElevationAscended] as? HKQuantity
        #expect(climb?.doubleValue(for: .meter()) == 12)
        #expect(run.statistics(for: HKQuantityType(.activeEnergyBurned)) == nil)
        let perMinute = HKUnit.count().unitDivided(by: .minute())
        let rate = run.statistics(for: HKQuantityType(.heartRate))
        #expect(rate?.averageQuantity()?.doubleValue(for: perMinute) == 141)
        #expect(run.metadata?[HKMetadataKeySyncIdentifier] as? String == "0902f3b716cb75bd3283ad1fec67b62e")
        let activities = try fixture.store.workouts().map(\.workoutActivityType)
        #expect(activities == [.yoga, .running, .swimming, .swimBikeRun])
    }

    @Test("Days begin where the file says so, else at midnight in the person's zone, which is asked for")
    func days() throws {
        var store = fixture.store
        store.zone = nil
        #expect(try store.questions(fixture.path).first?.isOfZone == true)
        store.zone = fixture.store.zone
        try store.run(fixture.path)
        let steps = try store.quantities(.stepCount)
        #expect(
            steps.map { "\(ForeignFiles.text($0.startDate)) \(ForeignFiles.text($0.endDate))" } == [
                "2025-03-27T23:00:00Z 2025-03-28T23:00:00Z", "2025-03-29T23:00:00Z 2025-03-30T22:00:00Z",
            ]
        )
        let rates = try store.quantities(.restingHeartRate)
        #expect(ForeignFiles.text(try #require(rates.first).endDate) == "2025-03-28T07:00:00Z")
        let known = try ForeignFiles()
        let day = """
            [{"calendarDate": "2025-03-28", "totalSteps": 5, "wellnessStartTimeGmt": "2025-03-27T23:00:00.0",
              "wellnessEndTimeGmt": "2025-03-28T23:00:00.0"}]
            """
        var unasked = known
        unasked.zone = nil
        let path = try known.zip([("UDSFile.json", day)])
        #expect(try unasked.questions(path).isEmpty)
        #expect(try unasked.run(path).added == 1)
    }

    @Test("A workout that another file of the import has is none of the JSON's, whichever comes first; again too")
    func otherFile() throws {
        let lines = (0...60).map { "\(1_743_065_600 + 10 * $0),120" }
        let run = (["RUN 1,7"] + lines).joined(separator: "\n")
        let list = """
            [{"summarizedActivitiesExport": [
              {"activityId": 1, "activityType": "running", "beginTimestamp": 1743065600000, "duration": 600000.0},
              {"activityId": 2, "activityType": "running", "beginTimestamp": 1743069200000, "duration": 600000.0}]}]
            """
        for names in [("a.json", "b.run"), ("b.json", "a.run")] {
            let store = try ForeignFiles()
            let files = [(names.0, list), (names.1, run)].sorted { $0.0 < $1.0 }
            let summary = try store.run(files)
            #expect(summary.counts[.workouts].added == 2)
            #expect(summary.left("activities that another file has") == 1)
            #expect(try store.run(files).added == 0)
        }
    }

    @Test("Again, and unpacked in a folder of another name, adds nothing, and identities never change")
    func again() throws {
        try fixture.store.run(fixture.path)
        for path in [fixture.path, try fixture.unpacked()] { #expect(try fixture.store.run(path).added == 0) }
        try fixture.check()
        try fixture.checkIdentities()
    }

    @Test("A later export replaces the day that was not over in an earlier one, and an earlier one takes nothing back")
    func laterExport() throws {
        func day(_ steps: Int, until hour: Int) -> [UInt8] {
            Array(
                """
                [{"calendarDate": "2025-03-28", "totalSteps": \(steps), "wellnessStartTimeGmt": "2025-03-28T00:00:00.0",
                  "wellnessEndTimeGmt": "2025-03-28T\(hour):00:00.0"}]
                """
                .utf8
            )
        }
        let store = try ForeignFiles()
        let early = Date(timeIntervalSince1970: 1_743_170_000)
        for (steps, hour, posted) in [(5_000, 12, early), (9_000, 23, early + 86_400), (5_000, 12, early)] {
            let bytes = day(steps, until: hour)
            let reader = GivenReader { sink in
                let file = try MemberFile(bytes, path: "UDSFile.json", changed: posted)
                try GarminReader().read([file], into: &sink)
            }
            _ = try ReaderImport(store.person).run([], from: "UDSFile.json", with: reader)
        }
        #expect(try store.values(.stepCount, "count") == [9_000])
    }
}
