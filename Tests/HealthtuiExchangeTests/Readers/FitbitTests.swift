import Foundation
import Testing

@testable import HealthKit
@testable import HealthtuiExchange

/// Fitbit's own lists, and the tables of Google Health that came after them.
@Suite struct FitbitTests {
    private let store: ForeignFiles

    init() throws { store = try ForeignFiles() }

    @Test("What isn't a number with its time is refused with its place, and the rest comes in")
    func faults() throws {
        let steps = """
            [{"dateTime": "03/28/25 08:00:00", "value": "7"}, {"dateTime": "28.03.2025", "value": "7"},
             {"dateTime": "02/30/25 08:00:00", "value": "7"}, {"dateTime": "03/28/25 08:02:00", "value": "seven"},
             {"dateTime": "03/28/25 08:03:00", "value": "-7"}, 3]
            """
        let rates = """
            [{"dateTime": "03/28/25 00:00:00", "value": {"date": "03/28/25", "value": 500}},
             {"dateTime": "03/29/25 00:00:00", "value": 51}]
            """
        let summary = try store.run([("steps-2025-03-01.json", steps), ("resting_heart_rate-2025-03-01.json", rates)])
        #expect(try store.values(.stepCount, "count") == [7])
        #expect(summary.counts[.records].refused == 7)
        for place in ["steps-2025-03-01.json: [1]: ", "[2]: ", "[3]: ", "[5]: ", "from [0] on: "] {
            #expect(summary.warnings.contains { $0.contains(place) }, "\(place)")
        }
        #expect(summary.warnings.contains { $0.contains("resting_heart_rate-2025-03-01.json: [0]: ") })
        #expect(summary.warnings.contains { $0.contains("resting_heart_rate-2025-03-01.json: [1]: ") })
    }

    @Test("Steps and distances are of UTC, weights of the person's clock; a time that clocks skip is refused")
    func clocks() throws {
        let weights = """
            [{"logId": 1, "weight": 180, "date": "03/30/25", "time": "02:30:00"},
             {"logId": 2, "weight": 181, "date": "10/26/25", "time": "02:30:00"},
             {"logId": 3, "weight": 182, "date": "07/01/25", "time": "07:00:00"}]
            """
        let steps = "[{\"dateTime\": \"03/30/25 02:30:00\", \"value\": \"7\"}]"
        let summary = try store.run([("steps-2025-03-01.json", steps), ("weight-2025-03-01.json", weights)])
        #expect(try store.values(.bodyMass, "lb") == [182, 181])
        #expect(
            try store.quantities(.bodyMass).map { ForeignFiles.text($0.startDate) } == [
                "2025-07-01T05:00:00Z", "2025-10-26T00:30:00Z",
            ]
        )
        let walk = try #require(try store.quantities(.stepCount).first)
        #expect(ForeignFiles.text(walk.startDate) == "2025-03-30T02:30:00Z")
        #expect(summary.warnings.contains { $0.contains("weight-2025-03-01.json: [0]: a time that clocks skip") })
        #expect(summary.warnings.contains { $0.contains("times that clocks repeat are the first of the two: 1") })
    }

    @Test("A short moment awake takes its time from the stage that it lies in; restless sleep is counted")
    func nights() throws {
        let night = """
            [{"logId": 1, "dateOfSleep": "2025-03-28", "startTime": "2025-03-27T23:00:00.000",
              "endTime": "2025-03-28T00:00:00.000", "levels": {"data": [
               {"dateTime": "2025-03-27T23:00:00.000", "level": "light", "seconds": 1800},
               {"dateTime": "2025-03-27T23:30:00.000", "level": "rem", "seconds": 900},
               {"dateTime": "2025-03-27T23:45:00.000", "level": "restless", "seconds": 900},
               {"dateTime": "2025-03-27T23:50:00.000", "level": "deep"}],
              "shortData": [{"dateTime": "2025-03-27T23:29:00.000", "level": "wake", "seconds": 120}]}},
             {"logId": 2, "dateOfSleep": "2025-03-29", "startTime": "yesterday"}]
            """
        let summary = try store.run([("sleep-2025-03-01.json", night)])
        #expect(
            Set(try store.stages()) == [
                "2025-03-27T22:00:00Z 2025-03-27T23:00:00Z 0", "2025-03-27T22:00:00Z 2025-03-27T22:29:00Z 3",
                "2025-03-27T22:29:00Z 2025-03-27T22:30:00Z 2", "2025-03-27T22:30:00Z 2025-03-27T22:31:00Z 2",
                "2025-03-27T22:31:00Z 2025-03-27T22:45:00Z 5",
            ]
        )
        #expect(summary.left("sleep: restless, or a stage that isn't known") == 1)
        #expect(summary.warnings.contains { $0.contains("[0]: stages without a time or a length") })
        #expect(summary.warnings.contains { $0.contains("[1]: not a night with its times") })
    }

    @Test("Tables of Google Health: faults have their lines, and a table that isn't known is counted, not guessed")
    func tables() throws {
        let rates = """
            timestamp,beats per minute,data source
            2025-03-28T04:00:00Z,70.0,"Watch, left"
            2025-03-28T04:00:05,71.0,Watch
            2025-03-28T04:00:10Z,many,Watch
            2025-03-28T04:00:15Z
            2025-03-28T04:00:20Z,,Watch
            2025-03-28T04:00:25Z,nan,Watch
            """
        let oxygen = "timestamp,value\r\n2025-03-28T04:00:00Z,50.0\r\n2025-03-28T04:01:00Z,97\r\n"
        let daily =
            "timestamp,breaths per minute,data source\n2025-03-30T00:00:00Z,14.5,App\n2025-03-31T22:01:13Z,15,App\n"
        let summary = try store.run([
            ("heart_rate_2025-03-01.csv", rates), ("Minute SpO2 - 2025-03-28.csv", oxygen),
            ("daily_respiratory_rate.csv", daily),
            ("mood_2025-03-01.csv", "timestamp,mood,data source\n2025-03-28T04:00:00Z,3,App\n"),
            (
                "heart_rate_variability_2025-03-01.csv",
                "timestamp,beats per minute,data source\n2025-03-28T04:00:00Z,3,A\n"
            ),
            ("Active Zone Minutes.csv", "date_time,heart_zone_id,total_minutes\n2025-03-28T04:00,FAT_BURN,1\n"),
        ])
        #expect(try store.values(.heartRate, "count/min") == [70])
        #expect(try store.quantities(.heartRate).first?.sourceRevision.source.name == "Watch, left")
        #expect(try store.values(.oxygenSaturation, "%") == [0.97])
        #expect(summary.counts[.records].refused == 4)
        for line in [3, 4, 5, 7] {
            #expect(summary.warnings.contains { $0.contains("heart_rate_2025-03-01.csv: line \(line): ") }, "\(line)")
        }
        let days = try store.quantities(.respiratoryRate)
        #expect(
            days.map { "\(ForeignFiles.text($0.startDate)) \(ForeignFiles.text($0.endDate))" } == [
                "2025-03-29T23:00:00Z 2025-03-30T22:00:00Z", "2025-03-31T22:01:13Z 2025-03-31T22:01:13Z",
            ]
        )
        for part in ["mood", "heart_rate_variability", "Active Zone Minutes"] {
            #expect(summary.left("\(part): not read") == 1, "\(part)")
        }
        #expect(summary.left("heart_rate: empty values") == 1)
    }

    @Test("Of a night that was computed twice the later computation counts, under one number or under two")
    func computedAgain() throws {
        let nights = """
            sleep_id,start_utc_offset,sleep_start,sleep_end,data_source,algorithm_version
            1,+05:30,2025-03-28T17:30:00Z,2025-03-29T01:00:00Z,WATCH,10
            1,+05:30,2025-03-28T17:40:00Z,2025-03-29T01:00:00Z,WATCH,9
            2,+05:30,2025-03-29T17:30:00Z,2025-03-30T01:00:00Z,WATCH,9
            3,+05:30,2025-03-29T17:40:00Z,2025-03-30T01:10:00Z,WATCH,10
            4,+05:30,2025-03-29T17:40:00Z,2025-03-30T01:10:00Z,PHONE,1
            5,+05:30,soon,2025-03-30T01:10:00Z,PHONE,1
            """
        let stages = """
            sleep_id,sleep_stage_type,sleep_stage_start,sleep_stage_end,algorithm_version
            1,DEEP,2025-03-28T18:00:00Z,2025-03-28T18:30:00Z,10
            1,LIGHT,2025-03-28T18:00:00Z,2025-03-28T18:30:00Z,9
            2,LIGHT,2025-03-29T18:00:00Z,2025-03-29T18:30:00Z,9
            3,REM,2025-03-29T18:00:00Z,2025-03-29T18:30:00Z,10
            4,FLYING,2025-03-29T18:00:00Z,2025-03-29T18:30:00Z,1
            """
        let files = [("UserSleepStages_2025-03-01.csv", stages), ("UserSleeps_2025-03-01.csv", nights)]
        let summary = try store.run(files)
        #expect(
            Set(try store.stages()) == [
                "2025-03-28T17:30:00Z 2025-03-29T01:00:00Z 0", "2025-03-28T18:00:00Z 2025-03-28T18:30:00Z 4",
                "2025-03-29T17:40:00Z 2025-03-30T01:10:00Z 0", "2025-03-29T18:00:00Z 2025-03-29T18:30:00Z 5",
            ]
        )
        let night = try #require(try store.samples(HKCategoryType(.sleepAnalysis)).first)
        #expect(night.metadata?[HKMetadataKeyTimeZone] as? String == "GMT+0530")
        #expect(summary.left("nights that were computed again") == 2)
        #expect(summary.left("stages of nights that aren't there, or were computed again") == 2)
        #expect(summary.left("stages of nights: restless or unknown") == 1)
        #expect(summary.warnings.contains { $0.contains("UserSleeps_2025-03-01.csv: line 7: ") })
        #expect(try store.run(files).added == 0)
    }
}
