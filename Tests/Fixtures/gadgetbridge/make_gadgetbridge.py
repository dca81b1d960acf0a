#!/usr/bin/env python3
"""Writes a database as Gadgetbridge exports it, of an invented person, and says what it must become.

    make_gadgetbridge.py               writes Gadgetbridge.db and what is expected of it here
    make_gadgetbridge.py FILE SEED     writes a database of random values
    make_gadgetbridge.py --read FILE   prints as JSON what a database must become, as Python's sqlite3 reads it

Names of tables and columns are those of the app. Nothing is a person's data.
"""
import json
import os
import random
import sqlite3
import sys

BASE = 1743120000
HEAD = "TIMESTAMP INTEGER NOT NULL, DEVICE_ID INTEGER NOT NULL, USER_ID INTEGER NOT NULL"
KEY = "PRIMARY KEY (TIMESTAMP, DEVICE_ID) ON CONFLICT REPLACE"
# Tables of a minute a row: name, columns, the column of the oxygen saturation.
MINUTES = [
    ("MI_BAND_ACTIVITY_SAMPLE", "RAW_INTENSITY INTEGER, STEPS INTEGER, RAW_KIND INTEGER, HEART_RATE INTEGER", None),
    ("HUAMI_EXTENDED_ACTIVITY_SAMPLE", "RAW_INTENSITY INTEGER, STEPS INTEGER, RAW_KIND INTEGER, HEART_RATE INTEGER", None),
    ("XIAOMI_ACTIVITY_SAMPLE", "RAW_INTENSITY INTEGER, STEPS INTEGER, HEART_RATE INTEGER, STRESS INTEGER, SPO2 INTEGER", "SPO2"),
    ("PEBBLE_HEALTH_ACTIVITY_SAMPLE", "RAW_INTENSITY INTEGER, STEPS INTEGER, HEART_RATE INTEGER", None),
]
HUAWEI = "HUAWEI_ACTIVITY_SAMPLE"
MOMENTS = [
    ("HUAMI_HEART_RATE_MANUAL_SAMPLE", "HEART_RATE", "HeartRate", 1, (0, 254, 255, 70, 81)),
    ("HUAMI_HEART_RATE_RESTING_SAMPLE", "HEART_RATE", "RestingHeartRate", 1, (0, 52, 55)),
    ("HUAMI_SPO2_SAMPLE", "SPO2", "OxygenSaturation", 100, (0, 93, 97, 100)),
    ("CMF_HEART_RATE_SAMPLE", "HEART_RATE", "HeartRate", 1, (0, 77)),
    ("COLMI_HEART_RATE_SAMPLE", "HEART_RATE", "HeartRate", 1, (255, 79)),
    ("GARMIN_HEART_RATE_RESTING_SAMPLE", "HEART_RATE", "RestingHeartRate", 1, (49,)),
    ("CMF_SPO2_SAMPLE", "SPO2", "OxygenSaturation", 100, (99,)),
    ("COLMI_SPO2_SAMPLE", "SPO2", "OxygenSaturation", 100, (98, 255)),
    ("GARMIN_SPO2_SAMPLE", "SPO2", "OxygenSaturation", 100, (96,)),
    ("HUAMI_SLEEP_RESPIRATORY_RATE_SAMPLE", "RATE", "RespiratoryRate", 1, (0, 14, 15)),
]
STAGES = {2: 4, 3: 3, 4: 5, 5: 2}
COUNTED = ["GARMIN_ACTIVITY_SAMPLE", "HUAMI_STRESS_SAMPLE", "BASE_ACTIVITY_SUMMARY"]


def write(path, seed):
    if os.path.exists(path):
        os.remove(path)
    db, r = sqlite3.connect(path), random.Random(seed)
    run = db.execute
    run("PRAGMA page_size = 512")
    run("CREATE TABLE android_metadata (locale TEXT)")
    run(
        "CREATE TABLE DEVICE (_id INTEGER PRIMARY KEY, NAME TEXT NOT NULL, MANUFACTURER TEXT NOT NULL, IDENTIFIER TEXT NOT NULL UNIQUE, "
        "TYPE INTEGER NOT NULL, MODEL TEXT, ALIAS TEXT)"
    )
    run("INSERT INTO DEVICE VALUES (1, 'Band 9', 'Example', '00:00:00:00:00:01', 1, NULL, NULL)")
    run("INSERT INTO DEVICE VALUES (2, 'Watch', 'Example', '00:00:00:00:00:02', 2, 'W-2', 'My watch')")
    for name, columns, oxygen in MINUTES:
        run(f"CREATE TABLE {name} ({HEAD}, {columns}, {KEY})")
        for k in range(12):
            values = {"TIMESTAMP": BASE + 60 * k, "DEVICE_ID": r.choice([1, 2, 9]), "USER_ID": 1, "RAW_INTENSITY": r.randint(0, 99)}
            values |= {"STEPS": r.choice([0, -1, r.randint(1, 150)]), "HEART_RATE": r.choice([0, -1, 254, 255, r.randint(50, 180)])}
            if oxygen:
                values |= {"SPO2": r.choice([0, r.randint(90, 100)]), "STRESS": r.choice([0, 40])}
            run(f"INSERT INTO {name} ({', '.join(values)}) VALUES ({', '.join('?' * len(values))})", list(values.values()))
    run(
        f"CREATE TABLE {HUAWEI} ({HEAD}, OTHER_TIMESTAMP INTEGER NOT NULL, SOURCE INTEGER NOT NULL, STEPS INTEGER, DISTANCE INTEGER, "
        "SPO INTEGER, HEART_RATE INTEGER, PRIMARY KEY (TIMESTAMP, DEVICE_ID, OTHER_TIMESTAMP, SOURCE) ON CONFLICT REPLACE) WITHOUT ROWID"
    )
    for k in range(12):
        time, own = BASE + 60 * k, (r.randint(0, 90), 55, r.choice([-1, 96, 98]), r.choice([-1, r.randint(55, 140)]))
        run(f"INSERT INTO {HUAWEI} VALUES (?, 2, 1, ?, 11, ?, ?, ?, ?)", (time, time + 60, *own))
        run(f"INSERT INTO {HUAWEI} VALUES (?, 2, 1, ?, 11, 7, -1, -1, 99)", (time + 60, time))
    for name, column, _, _, values in MOMENTS:
        run(f"CREATE TABLE {name} ({HEAD}, TYPE_NUM INTEGER, {column} INTEGER NOT NULL, {KEY})")
        for k, value in enumerate(values):
            run(f"INSERT INTO {name} VALUES (?, 1, 1, 0, ?)", ((BASE + 600 * k) * 1000 + 123, value))
    run(f"CREATE TABLE XIAOMI_SLEEP_TIME_SAMPLE ({HEAD}, WAKEUP_TIME INTEGER, IS_AWAKE INTEGER, TOTAL_DURATION INTEGER, {KEY})")
    run(f"CREATE TABLE XIAOMI_SLEEP_STAGE_SAMPLE ({HEAD}, STAGE INTEGER, {KEY})")
    for night in range(3):
        start = (BASE + 86400 * night) * 1000
        run("INSERT INTO XIAOMI_SLEEP_TIME_SAMPLE VALUES (?, 1, 1, ?, 1, 300)", (start, start + 28800000))
        for k in range(0 if night == 2 else 9):
            run("INSERT INTO XIAOMI_SLEEP_STAGE_SAMPLE VALUES (?, 1, 1, ?)", (start + k * 3600000, 0 if k == 8 else r.choice([1, 2, 3, 4, 5])))
    run("INSERT INTO XIAOMI_SLEEP_STAGE_SAMPLE VALUES (?, 2, 1, 3)", ((BASE + 40 * 86400) * 1000,))
    for name in COUNTED:
        run(f"CREATE TABLE {name} (_id INTEGER PRIMARY KEY, STEPS INTEGER)")
        run(f"INSERT INTO {name} VALUES (1, 9000), (2, 9100)")
    return db


def read(path):
    db = sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)
    samples = {}

    def add(kind, value):
        count, total = samples.get(kind, (0, 0))
        samples[kind] = (count + 1, total + value)

    def rate(value):
        return 0 < value < 254

    for name, _, oxygen in MINUTES:
        for steps, heart, spo2 in db.execute(f"SELECT STEPS, HEART_RATE, {oxygen or 0} FROM {name}"):
            if steps > 0:
                add("StepCount", steps)
            if rate(heart):
                add("HeartRate", heart)
            if spo2 > 0:
                add("OxygenSaturation", spo2 / 100)
    for steps, heart, spo2 in db.execute(f"SELECT STEPS, HEART_RATE, SPO FROM {HUAWEI} WHERE OTHER_TIMESTAMP >= TIMESTAMP"):
        if steps > 0:
            add("StepCount", steps)
        if rate(heart):
            add("HeartRate", heart)
        if spo2 > 0:
            add("OxygenSaturation", spo2 / 100)
    for name, column, kind, divisor, _ in MOMENTS:
        for value, in db.execute(f"SELECT {column} FROM {name}"):
            if rate(value):
                add(kind, value / divisor)
    spans = []
    sql = (
        "SELECT s.TIMESTAMP, s.STAGE, min(t.WAKEUP_TIME, coalesce((SELECT min(n.TIMESTAMP) FROM XIAOMI_SLEEP_STAGE_SAMPLE n "
        "WHERE n.DEVICE_ID = s.DEVICE_ID AND n.TIMESTAMP > s.TIMESTAMP), t.WAKEUP_TIME)) FROM XIAOMI_SLEEP_STAGE_SAMPLE s "
        "JOIN XIAOMI_SLEEP_TIME_SAMPLE t ON t.DEVICE_ID = s.DEVICE_ID AND t.TIMESTAMP <= s.TIMESTAMP AND s.TIMESTAMP < t.WAKEUP_TIME "
        "ORDER BY s.TIMESTAMP"
    )
    for start, stage, end in db.execute(sql):
        if stage in STAGES:
            spans.append([STAGES[stage], start, end])
    counted = {name: db.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in COUNTED}
    return {"samples": dict(sorted(samples.items())), "sleep": spans, "counted": counted}


def main(arguments):
    if arguments[:1] == ["--read"]:
        print(json.dumps(read(arguments[1])))
    elif arguments:
        db = write(arguments[0], int(arguments[1]))
        db.commit()
        db.close()
    else:
        here = os.path.dirname(os.path.abspath(__file__))
        path = os.path.join(here, "Gadgetbridge.db")
        main([path, "1"])
        with open(os.path.join(here, "expected.json"), "w", encoding="utf8") as file:
            json.dump(read(path), file, indent=1)
            file.write("\n")


if __name__ == "__main__":
    main(sys.argv[1:])
