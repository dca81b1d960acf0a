#!/usr/bin/env python3
"""Writes garmin.zip and expected.json: the JSON of Garmin's export of an invented person, and what must come of it.

There is no FIT file in it: what activities become where one has them is told by tests of their own.
"""
import json, os, zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
BASE = 1743065600000                    # 2025-03-27T08:53:20Z


def activities():
    return [{"summarizedActivitiesExport": [
        {"activityId": 1, "activityType": "running", "beginTimestamp": BASE, "elapsedDuration": 620000.0,
         "duration": 600000.0, "distance": 180000.0, "calories": 45.0, "elevationGain": 1200.0, "elevationLoss": 900.0,
         "avgSpeed": 0.3, "avgHr": 141.0, "maxHr": 160.0},
        {"activityId": 2, "activityType": "yoga", "beginTimestamp": BASE - 65600000, "duration": 1800000.0},
        {"activityId": 3, "activityType": "lap_swimming", "beginTimestamp": BASE + 7200000, "duration": 900000.0,
         "distance": 50000.0},
        {"activityId": 4, "activityType": "multi_sport", "beginTimestamp": BASE + 86400000, "duration": 3600000.0},
        {"activityId": 5, "activityType": "cycling", "parentId": 4, "beginTimestamp": BASE + 86400000,
         "duration": 1800000.0},
        {"activityId": 6, "activityType": "motorcycling", "beginTimestamp": BASE + 172800000, "duration": 900000.0},
        {"activityId": 7, "activityType": "running", "duration": 900000.0},
    ]}]


def days():
    return [
        {"calendarDate": "2025-03-28", "totalSteps": 9100, "totalDistanceMeters": 6400, "restingHeartRate": 47,
         "restingHeartRateTimestamp": 1743145200000, "activeKilocalories": 410.5,
         "wellnessStartTimeGmt": "2025-03-27T23:00:00.0", "wellnessEndTimeGmt": "2025-03-28T23:00:00.0"},
        {"calendarDate": "2025-03-30", "totalSteps": 5000, "restingHeartRate": 48},
        {"totalSteps": 1},
    ]


def nights():
    return [{"calendarDate": "2025-03-28", "sleepStartTimestampGMT": "2025-03-27T22:10:00.0",
             "sleepEndTimestampGMT": "2025-03-28T05:50:00.0", "deepSleepSeconds": 4800, "lightSleepSeconds": 14400}]


EXPECTED = {
    "zone": "Europe/Zurich",
    "stepCount": [2, 14100, "count"],
    "activeEnergyBurned": [1, 410.5, "kcal"],
    "restingHeartRate": [2, 95, "count/min"],
    "workouts": [4],
}

if __name__ == "__main__":
    with zipfile.ZipFile(os.path.join(HERE, "garmin.zip"), "w") as archive:
        for name, content in (
            ("DI-Connect-Fitness/ada_0_summarizedActivities.json", activities()),
            ("DI-Connect-Aggregator/UDSFile_2025-01-01_2025-04-10.json", days()),
            ("DI-Connect-Wellness/2025-01-01_2025-04-10_1_sleepData.json", nights()),
            ("DI-Connect-User/user_profile.json", {"userName": "ada"}),
        ):
            entry = zipfile.ZipInfo("DI_CONNECT/" + name, (2025, 4, 1, 12, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, json.dumps(content))
    with open(os.path.join(HERE, "expected.json"), "w") as file:
        json.dump(EXPECTED, file, indent=1)
        file.write("\n")
