#!/usr/bin/env python3
"""Writes takeout.zip and expected.json: an export of Google of an invented person, and what must come of it.

`expected.json` has for each type its number of samples, their sum and the unit; `stages` and `workouts` by their own counts.
"""
import datetime, json, os, zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
BASE = 1743120000                       # 2025-03-28T00:00:00Z
NAME = "com.google."
ZONE = "Europe/Zurich"


def point(start, end, value, kind):
    return {"fitValue": [{"value": value}], "originDataSourceId": f"raw:{kind}:Maker:Phone:1",
            "startTimeNanos": start * 10**9, "endTimeNanos": str(end * 10**9), "dataTypeName": kind}


def stream(source, kind, values, step=60, length=60, start=BASE):
    points = [point(start + k * step, start + k * step + length, value, kind) for k, value in enumerate(values)]
    return json.dumps({"Data Source": source, "Data Points": points})


def whole(values): return [{"intVal": value} for value in values]
def decimal(values): return [{"fpVal": value} for value in values]
def clock(seconds): return datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def fit():
    """Google Fit in an export in German: folders have other names, files don't."""
    root = "Takeout/Google Fit"
    steps = whole([50 + k for k in range(60)])
    kind = NAME + "step_count.delta"
    streams = {
        f"derived:{kind}:com.google.android.gms:merge_step_deltas": (kind, steps),
        f"raw:{kind}:Maker:Phone:1": (kind, steps),
        f"derived:{kind}:com.google.android.gms:estimated_steps": (kind, steps),
    }
    files = {}
    for source, (name, values) in streams.items():
        files[f"{root}/Alle Daten/{source.replace(':', '_')}.json"] = stream(source, name, values)
    for name, values, length in (
        ("distance.delta", decimal([40.5, 0, 41.25]), 60), ("heart_rate.bpm", decimal([61, 62.5, 0]), 0),
        ("weight", decimal([81.5]), 0), ("height", decimal([1.82]), 0), ("body.fat.percentage", decimal([21.5]), 0),
        ("sleep.segment", whole([4, 5, 6, 1, 3]), 60), ("oxygen_saturation", decimal([97]), 0),
        ("calories.expended", decimal([1.2, 1.3]), 60),
    ):
        source = f"raw:{NAME}{name}:Maker:Watch:2"
        start = BASE - 7200 if name == "sleep.segment" else BASE
        files[f"{root}/Alle Daten/{name}.json"] = stream(source, NAME + name, values, length=length, start=start)
    # The cycling of a session: its distance is not one on foot.
    session = {"fitnessActivity": "biking", "startTime": clock(BASE + 43200), "endTime": clock(BASE + 45000),
               "duration": "1700s", "aggregate": [{"metricName": NAME + "calories.expended", "floatValue": 210.5},
                                                  {"metricName": NAME + "distance.delta", "floatValue": 9000.5}]}
    files[f"{root}/Alle Sitzungen/radfahren.json"] = json.dumps(session)
    files[f"{root}/Alle Sitzungen/schlaf.json"] = json.dumps(
        {"fitnessActivity": "sleep", "startTime": clock(BASE), "endTime": clock(BASE + 60), "duration": "60s"})
    head = "Startzeit,Endzeit,Step count,Distance (m),Calories (kcal)\n"
    quarter = "00:00:00.000+01:00,00:15:00.000+01:00,{},{},20.5\n23:45:00.000+01:00,00:00:00.000+01:00,{},,21\n"
    # A day with a stream, and one without.
    files[f"{root}/Tägliche Aktivitätsmesswerte/2025-03-28.csv"] = head + quarter.format(800, 600.5, 10)
    files[f"{root}/Tägliche Aktivitätsmesswerte/2025-02-14.csv"] = head + quarter.format(700, 500.25, 20)
    files[f"{root}/Tägliche Aktivitätsmesswerte/Tägliche Aktivitätsmesswerte.csv"] = (
        "Datum,Move Minutes count,Step count,Distance (m)\n2025-02-14,9,720,500.25\n2025-03-28,8,810,600.5\n")
    return files


def fitbit():
    """Fitbit's own lists; the days after the export are padding."""
    root = "Takeout/Google Health/Global Export Data"
    day = lambda n: f"03/{n:02}/25"
    night = {"logId": 1, "dateOfSleep": "2025-03-28", "startTime": "2025-03-27T23:00:00.000",
             "endTime": "2025-03-28T00:30:00.000", "type": "stages", "levels": {
                 "summary": {}, "data": [
                     {"dateTime": "2025-03-27T23:00:00.000", "level": "wake", "seconds": 600},
                     {"dateTime": "2025-03-27T23:10:00.000", "level": "light", "seconds": 3000},
                     {"dateTime": "2025-03-28T00:00:00.000", "level": "deep", "seconds": 1800}],
                 "shortData": [{"dateTime": "2025-03-27T23:30:00.000", "level": "wake", "seconds": 60}]}}
    return {
        f"{root}/steps-2025-03-01.json": json.dumps([
            {"dateTime": f"{day(27)} 10:00:00", "value": "12"}, {"dateTime": f"{day(27)} 10:01:00", "value": "0"}]),
        f"{root}/distance-2025-03-01.json": json.dumps([{"dateTime": f"{day(27)} 10:00:00", "value": "912"}]),
        f"{root}/weight-2025-03-01.json": json.dumps([
            {"logId": 1, "weight": 180.0, "bmi": 24, "fat": 21, "date": day(28), "time": "07:10:00"}]),
        f"{root}/resting_heart_rate-2025-03-01.json": json.dumps([
            {"dateTime": f"{day(28)} 00:00:00", "value": {"date": day(28), "value": 51.5, "error": 5}},
            {"dateTime": "03/29/26 00:00:00", "value": {"date": None, "value": 0, "error": 0}}]),
        f"{root}/sleep-2025-03-01.json": json.dumps([night]),
        f"{root}/heart_rate-2025-03-28.json": json.dumps([
            {"dateTime": f"{day(28)} 00:00:05", "value": {"bpm": 61, "confidence": 2}}]),
        f"{root}/exercise-0.json": json.dumps([{"logId": 2, "activityName": "Walk"}]),
    }


def health():
    """Tables of Google Health."""
    root = "Takeout/Google Health/Physical Activity_GoogleData"
    nights = "Takeout/Google Health/Health Fitness Data_GoogleData"
    head = "sleep_id,sleep_type,start_utc_offset,sleep_start,end_utc_offset,sleep_end,data_source,algorithm_version\n"
    parts = ("sleep_id,sleep_stage_id,sleep_stage_type,start_utc_offset,sleep_stage_start,end_utc_offset,"
             "sleep_stage_end,data_source,algorithm_version\n")
    row = "{},STAGES,+01:00,2025-03-26T22:00:00Z,+01:00,2025-03-27T05:{}:00Z,WATCH,{}\n"
    part = "{},{},{},+01:00,2025-03-26T22:{}:00Z,+01:00,2025-03-26T22:{}:00Z,WATCH,{}\n"
    return {
        f"{root}/Heart Rate/heart_rate_2025-03-01.csv":
            "timestamp,beats per minute,data source\n2025-03-28T04:00:00Z,70.0,Watch\n2025-03-28T04:00:05Z,71.0,Watch\n",
        f"{root}/Steps/steps_2025-03-01.csv":
            "timestamp,steps,data source\n2025-03-26T10:00:00Z,31,Watch\n2025-03-26T10:00:20.5Z,30,Phone Health Connect\n",
        f"{root}/Live Pace/live_pace_2025-03-01.csv":
            "timestamp,steps,distance millimeters,data source\n2025-03-26T10:00:00Z,31,20000,Watch\n",
        f"{root}/Weight/weight.csv": "timestamp,weight grams,data source\n2025-03-26T05:00:00.000000Z,80500,Scale\n",
        f"{root}/Height/height.csv": "timestamp,height millimeters,data source\n2025-03-26T05:00:00Z,1810,App\n",
        f"{root}/SpO2/oxygen_saturation_2025-03-01.csv":
            "timestamp,oxygen saturation percentage,data source\n2025-03-26T02:00:00Z,96.5,Watch\n"
            "2025-03-26T02:01:00Z,50.0,Watch\n",
        f"{root}/Daily/daily_resting_heart_rate.csv":
            "timestamp,beats per minute,data source\n2025-03-26T00:00:00Z,52.25,Watch\n",
        f"{root}/Distance/distance_2025-03-01.csv": "timestamp,distance,data source\n2025-03-26T10:00:00Z,20,Watch\n",
        f"{nights}/UserSleeps_2025-03-01.csv": head + row.format(1, "00", 2) + row.format(2, "10", 3),
        f"{nights}/UserSleepStages_2025-03-01.csv": parts
            + part.format(1, 1, "LIGHT", "00", "30", 2) + part.format(2, 1, "AWAKE", "00", "10", 3)
            + part.format(2, 2, "DEEP", "10", "40", 3),
    }


EXPECTED = {
    "zone": ZONE,
    "stepCount": [60 + 1 + 1 + 2, sum(50 + k for k in range(60)) + 720 + 12 + 61, "count"],
    "distanceWalkingRunning": [2 + 1 + 1, 81.75 + 500.25 + 9.12, "m"],
    "heartRate": [2 + 2, 61 + 62.5 + 141, "count/min"],
    "bodyMass": [3, 81.5 + 180 * 0.45359237 + 80.5, "kg"],
    "height": [2, 1.82 + 1.81, "m"],
    "bodyFatPercentage": [1, 0.215, "%"],
    "oxygenSaturation": [1, 0.965, "%"],
    "restingHeartRate": [2, 51.5 + 52.25, "count/min"],
    "sleepAnalysis": [4 + 6 + 3],
    "workouts": [1],
}

if __name__ == "__main__":
    with zipfile.ZipFile(os.path.join(HERE, "takeout.zip"), "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in {**fit(), **fitbit(), **health(), "Takeout/archive_browser.html": "<html></html>"}.items():
            entry = zipfile.ZipInfo(name, (2025, 4, 1, 12, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, text)
    with open(os.path.join(HERE, "expected.json"), "w") as file:
        json.dump(EXPECTED, file, indent=1)
        file.write("\n")
