#!/usr/bin/env python3
"""Writes databases as Health Connect exports them, of an invented person, and says what they must become.

    make_healthconnect.py                  writes health_connect_export.db, hostile.db and what is expected of them here
    make_healthconnect.py FILE SEED        writes a database of random values
    make_healthconnect.py FILE hostile     writes one with a view, a trigger, a generated column and cells of wrong types
    make_healthconnect.py --read FILE      prints as JSON what a database must become, as Python's sqlite3 reads it

Names of tables and columns are those of Android's HealthFitness module. Nothing is a person's data.
"""
import json
import math
import os
import random
import sqlite3
import struct
import sys

HEAD = (
    "row_id INTEGER PRIMARY KEY AUTOINCREMENT, uuid BLOB UNIQUE NOT NULL, last_modified_time INTEGER, client_record_id TEXT, "
    "client_record_version TEXT, device_info_id INTEGER, app_info_id INTEGER, recording_method INTEGER, dedupe_hash BLOB UNIQUE"
)
INTERVAL = (
    HEAD + ", start_time INTEGER, start_zone_offset INTEGER, end_time INTEGER, end_zone_offset INTEGER, local_date INTEGER, "
    "local_date_time_start_time INTEGER AS (start_time + 1000 * start_zone_offset), "
    "local_date_time_end_time INTEGER AS (end_time + 1000 * end_zone_offset)"
)
INSTANT = HEAD + ", time INTEGER, zone_offset INTEGER, local_date INTEGER, local_date_time INTEGER AS (time + 1000 * zone_offset)"

# Quantities of one column: shape, table, column, type, the factor to the unit in which the type is given, smallest, largest.
QUANTITIES = [
    ("interval", "steps_record_table", "count INTEGER", "StepCount", 1, 1, 500),
    ("interval", "active_calories_burned_record_table", "energy REAL", "ActiveEnergyBurned", 1, 100, 90000),
    ("interval", "floors_climbed_record_table", "floors REAL", "FlightsClimbed", 1, 1, 9),
    ("interval", "wheelchair_pushes_record_table", "count INTEGER", "PushCount", 1, 1, 90),
    ("interval", "hydration_record_table", "volume REAL", "DietaryWater", 1, 0.1, 0.6),
    ("instant", "resting_heart_rate_record_table", "beats_per_minute INTEGER", "RestingHeartRate", 1, 45, 70),
    (
        "instant", "heart_rate_variability_rmssd_record_table", "heart_rate_variability_millis REAL",
        "HeartRateVariabilityRMSSD", 1, 15, 90,
    ),
    ("instant", "respiratory_rate_record_table", "rate REAL", "RespiratoryRate", 1, 10, 20),
    ("instant", "vo2_max_record_table", "vo2_milliliters_per_minute_kilogram REAL, measurement_method INTEGER", "VO2Max", 1, 30, 60),
    ("instant", "weight_record_table", "weight REAL", "BodyMass", 1, 60000, 90000),
    ("instant", "height_record_table", "height REAL", "Height", 1, 1.5, 2),
    ("instant", "body_fat_record_table", "percentage REAL", "BodyFatPercentage", 0.01, 10, 30),
    ("instant", "lean_body_mass_record_table", "mass REAL", "LeanBodyMass", 1, 40000, 60000),
    ("instant", "oxygen_saturation_record_table", "percentage REAL", "OxygenSaturation", 0.01, 90, 100),
    ("instant", "body_temperature_record_table", "temperature REAL, measurement_location INTEGER", "BodyTemperature", 1, 36, 38),
    (
        "instant", "basal_body_temperature_record_table", "temperature REAL, measurement_location INTEGER",
        "BasalBodyTemperature", 1, 36, 37,
    ),
    ("instant", "blood_glucose_record_table", "level REAL, relation_to_meal INTEGER, meal_type INTEGER", "BloodGlucose", 1, 4, 9),
]
NUTRIENTS = {
    "energy": "DietaryEnergyConsumed", "protein": "DietaryProtein", "total_carbohydrate": "DietaryCarbohydrates",
    "total_fat": "DietaryFatTotal", "saturated_fat": "DietaryFatSaturated", "dietary_fiber": "DietaryFiber",
    "sugar": "DietarySugar", "sodium": "DietarySodium", "iron": "DietaryIron", "vitamin_b12": "DietaryVitaminB12",
    "folate": "DietaryFolate", "caffeine": "DietaryCaffeine",
}
COUNTED = {
    "total_calories_burned_record_table": ("interval", "energy REAL"), "elevation_gained_record_table": ("interval", "elevation REAL"),
    "basal_metabolic_rate_record_table": ("instant", "basal_metabolic_rate REAL"), "bone_mass_record_table": ("instant", "mass REAL"),
    "invented_record_table": ("instant", "value REAL"),
}
SERIES = {
    "heart_rate_record_table": ("heart_rate_record_series_table", "beats_per_minute INTEGER"),
    "SpeedRecordTable": ("speed_record_table", "speed REAL"), "PowerRecordTable": ("power_record_table", "power REAL"),
    "CyclingPedalingCadenceRecordTable": ("cycling_pedaling_cadence_record_table", "revolutions_per_minute REAL"),
}
CATEGORIES = {
    "ovulation_test_record_table": ("result INTEGER", "OvulationTestResult", {0: 3, 1: 2, 2: 4, 3: 1}),
    "cervical_mucus_record_table": ("appearance INTEGER, sensation INTEGER", "CervicalMucusQuality", {1: 1, 2: 2, 3: 3, 4: 4, 5: 5}),
    "menstruation_flow_record_table": ("flow INTEGER", "MenstrualFlow", {0: 1, 1: 2, 2: 3, 3: 4}),
    "sexual_activity_record_table": ("protection_used INTEGER", "SexualActivity", None),
    "intermenstrual_bleeding_record_table": ("", "IntermenstrualBleeding", None),
}
STAGES = {1: 2, 2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 2}
# Android's numbers of some exercises and HealthKit's.
ACTIVITIES = {4: 13, 5: 13, 33: 37, 34: 37, 48: 46, 49: 46, 53: 52, 56: 70, 31: 35, 57: 57, 35: 38}
DISTANCES = {13: "DistanceCycling", 46: "DistanceSwimming", 35: "DistanceRowing", 70: "DistanceWheelchair", 38: None}
SPEEDS = {37: "RunningSpeed", 13: "CyclingSpeed", 35: "RowingSpeed"}
POWERS = {37: "RunningPower", 13: "CyclingPower"}
CADENCES = {13: "CyclingCadence"}


def tables(db):
    """The tables, empty."""
    run = db.execute
    run("PRAGMA page_size = 512")
    run("PRAGMA user_version = 16")
    run("CREATE TABLE android_metadata (locale TEXT)")
    run(
        "CREATE TABLE application_info_table (row_id INTEGER PRIMARY KEY AUTOINCREMENT, package_name TEXT NOT NULL UNIQUE, "
        "app_name TEXT, app_icon BLOB, record_types_used TEXT)"
    )
    run("CREATE TABLE device_info_table (row_id INTEGER PRIMARY KEY AUTOINCREMENT, manufacturer TEXT, model TEXT, device_type INTEGER)")

    def table(name, shape, columns=""):
        common = INTERVAL if shape == "interval" else INSTANT
        run(f"CREATE TABLE {name} ({common}{', ' + columns if columns else ''})")

    for shape, name, columns, *_ in QUANTITIES:
        table(name, shape, columns)
    for name, (shape, columns) in COUNTED.items():
        table(name, shape, columns)
    table("distance_record_table", "interval", "distance REAL")
    table("blood_pressure_record_table", "instant", "measurement_location INTEGER, systolic REAL, diastolic REAL, body_position INTEGER")
    nutrients = ", ".join(f"{name} REAL" for name in [*NUTRIENTS, "trans_fat"])
    table("nutrition_record_table", "interval", nutrients + ", meal_type INTEGER, meal_name TEXT")
    for name, (child, column) in SERIES.items():
        table(name, "interval")
        run(f"CREATE TABLE {child} (parent_key INTEGER NOT NULL, {column}, epoch_millis INTEGER)")
    table("sleep_session_record_table", "interval", "notes TEXT, title TEXT")
    run("CREATE TABLE sleep_stages_table (parent_key INTEGER NOT NULL, stage_start_time INTEGER, stage_end_time INTEGER, stage_type INTEGER)")
    table("exercise_session_record_table", "interval", "notes TEXT, exercise_type INTEGER, title TEXT, has_route INTEGER")
    run(
        "CREATE TABLE exercise_segments_table (parent_key INTEGER NOT NULL, segment_start_time INTEGER, segment_end_time INTEGER, "
        "segment_type INTEGER, repetitions_count INTEGER)"
    )
    run("CREATE TABLE exercise_laps_table (parent_key INTEGER NOT NULL, lap_start_time INTEGER, lap_end_time INTEGER, lap_length REAL)")
    run(
        "CREATE TABLE exercise_route_table (parent_key INTEGER NOT NULL, timestamp_millis INTEGER, longitude REAL, latitude REAL, "
        "horizontal_accuracy REAL, vertical_accuracy REAL, altitude REAL)"
    )
    table("menstruation_period_record_table", "interval")
    table("mindfulness_session_record_table", "interval", "mindfulness_session_type INTEGER")
    for name, (columns, *_) in CATEGORIES.items():
        table(name, "instant", columns)


class Writer:
    """Rows of a database, each with a head of its own."""

    def __init__(self, path, seed):
        if os.path.exists(path):
            os.remove(path)
        self.db = sqlite3.connect(path)
        self.random = random.Random(seed)
        self.serial = 0
        tables(self.db)
        self.db.executemany(
            "INSERT INTO application_info_table (package_name, app_name) VALUES (?, ?)",
            [("com.example.steps", "Steps"), ("com.example.watch", None), ("com.example.rings", "Rings")],
        )
        self.db.executemany(
            "INSERT INTO device_info_table (manufacturer, model, device_type) VALUES (?, ?, ?)",
            [("Example", "Phone 8", 2), ("Example", "Watch", 1), (None, None, 0)],
        )

    def row(self, table, times, values, app=None):
        r = self.random
        self.serial += 1
        row = {
            "uuid": struct.pack(">QQ", r.getrandbits(64), self.serial), "last_modified_time": 1743150000000 + self.serial,
            "client_record_id": f"record-{self.serial}" if r.random() < 0.3 else None, "client_record_version": "0",
            "device_info_id": r.choice([1, 2, 3, None]), "app_info_id": app or r.choice([1, 2, 3]),
            "recording_method": r.choice([0, 1, 2, 3]), **times, **values,
        }
        marks = ", ".join("?" * len(row))
        return self.db.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({marks})", list(row.values())).lastrowid

    def interval(self, table, start, length, values={}, app=None):
        zone = self.random.choice([3600, 3600, 7200, -12600, None])
        times = {"start_time": start, "end_time": start + length, "start_zone_offset": zone, "end_zone_offset": zone}
        return self.row(table, times, values, app)

    def instant(self, table, time, values, app=None):
        return self.row(table, {"time": time, "zone_offset": self.random.choice([3600, 7200, None])}, values, app)


def write(path, seed, rows=4):
    writer = Writer(path, seed)
    r, base = writer.random, 1743120000000

    def time():
        return base + r.randrange(0, 20 * 86400) * 1000

    for shape, table, columns, _, _, least, most in QUANTITIES:
        names = [column.split()[0] for column in columns.split(", ")]
        for _ in range(rows):
            value = r.randint(int(least), int(most)) if "INTEGER" in columns.split(",")[0] else round(r.uniform(least, most), 3)
            values = {names[0]: value, **{name: r.randint(0, 10) for name in names[1:]}}
            if shape == "interval":
                writer.interval(table, time(), r.randrange(1, 3600) * 1000, values)
            else:
                writer.instant(table, time(), values)
    writer.instant("weight_record_table", time(), {"weight": 5e-324})
    for table, (shape, columns) in COUNTED.items():
        for _ in range(2):
            values = {columns.split()[0]: r.uniform(1, 100)}
            writer.interval(table, time(), 1000, values) if shape == "interval" else writer.instant(table, time(), values)
    for number in [*r.sample(sorted(ACTIVITIES), 6), 33, 999]:
        start, length, app = time(), r.randrange(600, 7200) * 1000, r.choice([1, 2, 3])
        title = r.choice([None, "Evening"])
        key = writer.interval("exercise_session_record_table", start, length, {"exercise_type": number, "title": title}, app)
        for k in range(r.randrange(0, 12)):
            place = (key, start + 1000 * (k * 7 % 12), 8.3 + k / 1000, 47.05, 4.0, None if k % 3 else 3.0, 430.0 + k)
            writer.db.execute("INSERT INTO exercise_route_table VALUES (?, ?, ?, ?, ?, ?, ?)", place)
        for k in range(r.randrange(0, 3)):
            writer.db.execute("INSERT INTO exercise_laps_table VALUES (?, ?, ?, ?)", (key, start + k * 60000, start + (k + 1) * 60000, 1000.0))
            writer.db.execute("INSERT INTO exercise_segments_table VALUES (?, ?, ?, 44, ?)", (key, start + k * 60000, start + (k + 1) * 60000, k))
        for _ in range(2):
            inside = start + r.randrange(0, length - 1000)
            writer.interval("distance_record_table", inside, 1000, {"distance": round(r.uniform(1, 900), 2)}, app)
        for table, (child, column) in SERIES.items():
            # Some in the session, some an hour after it, some of another app.
            at = start + r.choice([0, 0, length + 3600000])
            parent = writer.interval(table, at, 600000, {}, r.choice([app, app, 1]))
            for k in range(r.randrange(1, 6)):
                value = r.randint(60, 170) if "INTEGER" in column else round(r.uniform(1, 9), 2)
                writer.db.execute(f"INSERT INTO {child} VALUES (?, ?, ?)", (parent, value, at + k * 5000))
    for _ in range(rows):
        writer.interval("distance_record_table", time(), 60000, {"distance": round(r.uniform(1, 90), 2)})
        writer.instant("blood_pressure_record_table", time(), {"systolic": r.randint(105, 140), "diastolic": r.randint(60, 90)})
        values = {name: r.choice([round(r.uniform(0.1, 40), 2), 5e-324, 0.0, None]) for name in [*NUTRIENTS, "trans_fat"]}
        writer.interval("nutrition_record_table", time(), 0, {**values, "meal_name": r.choice(["Lunch", None])})
        start = time()
        key = writer.interval("sleep_session_record_table", start, 28800000)
        for k in range(r.randrange(0, 9)):
            stage = (key, start + k * 600000, start + k * 600000 + 900000, r.randint(0, 7))
            writer.db.execute("INSERT INTO sleep_stages_table VALUES (?, ?, ?, ?)", stage)
        writer.interval("mindfulness_session_record_table", time(), 300000)
        for table, (columns, *_) in CATEGORIES.items():
            values = {column.split()[0]: r.randint(0, 3) for column in columns.split(", ") if column}
            writer.instant(table, time(), values)
    period = base + 5 * 86400000 + 36000000
    for app, day in [(1, 0), (2, 1)]:
        writer.row(
            "menstruation_period_record_table",
            {"start_time": period, "end_time": period + 4 * 86400000, "start_zone_offset": 3600, "end_zone_offset": 3600}, {}, app,
        )
        writer.row("menstruation_flow_record_table", {"time": period + day * 86400000, "zone_offset": 3600}, {"flow": 2}, app)
    # An app changed a record: its points were written again, behind those of others. And two belong to none.
    first = writer.db.execute("SELECT min(parent_key) FROM heart_rate_record_series_table").fetchone()[0]
    points = list(writer.db.execute("SELECT * FROM heart_rate_record_series_table WHERE parent_key = ?", (first,)))
    writer.db.execute("DELETE FROM heart_rate_record_series_table WHERE parent_key = ?", (first,))
    writer.db.executemany("INSERT INTO heart_rate_record_series_table VALUES (?, ?, ?)", [*points, (4000, 60, base), (0, 61, base)])
    return writer


def hostile(path):
    writer = write(path, 3, rows=1)
    run = writer.db.execute
    run("DROP TABLE floors_climbed_record_table")
    run(
        "CREATE VIEW floors_climbed_record_table AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
        "SELECT i AS row_id, i AS start_time, i AS end_time, 1 AS floors, 1 AS app_info_id FROM n"
    )
    run("CREATE TRIGGER t AFTER INSERT ON weight_record_table BEGIN DELETE FROM steps_record_table; END")
    run("DROP TABLE wheelchair_pushes_record_table")
    run(
        f"CREATE TABLE wheelchair_pushes_record_table ({HEAD}, start_time INTEGER, end_time INTEGER, "
        "count INTEGER AS (length(hex(zeroblob(50000000)))))"
    )
    run("INSERT INTO wheelchair_pushes_record_table (uuid, start_time, end_time) VALUES (x'01', 1743120000000, 1743120060000)")
    for time, height in [
        (1743120000000, "tall"), (1743120000001, math.inf), (9223372036854775807, 1.8), ("noon", 1.8), (1743120000002, None),
        (1743120000003, b"\x00\x01"), (-5, 1.8), (1743120000004, "1.8x"), (1743120000005, -math.inf), (1743120000006, 1.75),
    ]:
        writer.row("height_record_table", {"time": time, "zone_offset": 10**9}, {"height": height})
    writer.row("steps_record_table", {"start_time": 1743120000000, "end_time": 1743110000000}, {"count": 5})
    writer.row("steps_record_table", {"start_time": 1743120000000, "end_time": 1743120060000}, {"count": "many"})
    run("INSERT INTO heart_rate_record_series_table VALUES (1, 'fast', 1743120000000), (1, 60, 'now')")
    run("INSERT INTO exercise_route_table VALUES (1, 1743120000000, 8.3, 91.0, 1, 1, 1), (1, 1743120000000, NULL, 47.0, 1, 1, 1)")
    return writer


def read(path):
    db = sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)
    db.execute("PRAGMA trusted_schema = OFF")
    names = {name for name, in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    samples = {}

    def add(kind, value):
        count, total = samples.get(kind, (0, 0))
        samples[kind] = (count + 1, total + value)

    def rows(table, *columns):
        """The rows of a table that has these columns itself, and whose times make sense."""
        own = {row[1] for row in db.execute(f'PRAGMA table_xinfo("{table}")') if row[6] == 0} if table in names else set()
        times = ("start_time", "end_time") if "start_time" in own else ("time", "time")
        if not own.issuperset([*times, *columns]):
            return
        for row in db.execute(f"SELECT app_info_id, {', '.join([*times, *columns])} FROM {table}"):
            if sane(row[1]) and sane(row[2]) and row[1] <= row[2]:
                yield row

    def sane(time):
        return isinstance(time, int) and 0 < time < 4102444800000

    def sound(value):
        return isinstance(value, (int, float)) and math.isfinite(value)

    def some(value):
        return sound(value) and (value == 0 or abs(value) > 1e-300)

    sessions = []
    for app, start, end, number in rows("exercise_session_record_table", "exercise_type"):
        sessions.append((app, start, end, ACTIVITIES.get(number, 3000)))

    def activity(app, start, end):
        middle = start + (end - start) // 2
        over = [s for s in sessions if s[0] == app and s[1] <= middle <= s[2]]
        return max(over, key=lambda s: (s[1], s[2]))[3] if over else None

    for _, table, columns, kind, factor, *_ in QUANTITIES:
        for *_, value in rows(table, columns.split()[0]):
            if some(value):
                add(kind, value * factor)
    for app, start, end, value in rows("distance_record_table", "distance"):
        kind = DISTANCES.get(activity(app, start, end), "DistanceWalkingRunning")
        if kind and some(value):
            add(kind, value)
    kinds = {"SpeedRecordTable": SPEEDS, "PowerRecordTable": POWERS, "CyclingPedalingCadenceRecordTable": CADENCES}
    for table, (child, column) in SERIES.items():
        if table not in names:
            continue
        sql = f"SELECT p.app_info_id, c.epoch_millis, c.{column.split()[0]} FROM {child} c JOIN {table} p ON p.row_id = c.parent_key"
        for app, time, value in db.execute(sql):
            kind = kinds[table].get(activity(app, time, time)) if table in kinds and sane(time) else "HeartRate"
            if sane(time) and some(value) and kind:
                add(kind, value)
    for *_, systolic, diastolic in rows("blood_pressure_record_table", "systolic", "diastolic"):
        add("BloodPressureSystolic", systolic)
        add("BloodPressureDiastolic", diastolic)
    for column, kind in NUTRIENTS.items():
        for *_, value in rows("nutrition_record_table", column):
            if sound(value) and value > 1e-300:
                add(kind, value)
    categories = {}

    def category(kind, value):
        categories.setdefault(kind, []).append(value)

    for _ in rows("sleep_session_record_table"):
        category("SleepAnalysis", 0)
    for start, end, stage in db.execute("SELECT stage_start_time, stage_end_time, stage_type FROM sleep_stages_table"):
        if stage in STAGES:
            category("SleepAnalysis", STAGES[stage])
    for _ in rows("mindfulness_session_record_table"):
        category("MindfulSession", 0)
    for table, (columns, kind, values) in CATEGORIES.items():
        for row in rows(table, *([columns.split()[0]] if columns else [])):
            value = 0 if values is None else values.get(row[-1])
            if value is not None:
                category(kind, value)
    starts = []
    if "menstruation_period_record_table" in names:
        starts = [(a, (s + 3600000) // 86400000) for a, s, _ in rows("menstruation_period_record_table")]
    flows = db.execute("SELECT app_info_id, time, coalesce(zone_offset, 0) FROM menstruation_flow_record_table")
    first_days = sum((app, (time + 1000 * zone) // 86400000) in starts for app, time, zone in flows)
    workouts = []
    sql = "SELECT row_id, start_time, end_time, exercise_type FROM exercise_session_record_table ORDER BY row_id"
    for key, start, end, number in db.execute(sql):
        parts = [
            db.execute(f"SELECT count(*) FROM {table} WHERE parent_key = ? AND {sense}", (key,)).fetchone()[0]
            for table, sense in [
                ("exercise_segments_table", "1"), ("exercise_laps_table", "1"),
                ("exercise_route_table", "abs(latitude) <= 90 AND abs(longitude) <= 180"),
            ]
        ]
        workouts.append([ACTIVITIES.get(number, 3000), start, end, *parts])
    counted = {table: db.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in COUNTED if table in names}
    return {
        "samples": dict(sorted(samples.items())), "categories": {kind: sorted(values) for kind, values in sorted(categories.items())},
        "first_days": first_days, "workouts": workouts, "counted": {k: n for k, n in counted.items() if n},
    }


def finish(writer):
    writer.db.commit()
    writer.db.close()


def main(arguments):
    if arguments[:1] == ["--read"]:
        print(json.dumps(read(arguments[1])))
    elif arguments:
        path, seed = arguments
        finish(hostile(path) if seed == "hostile" else write(path, int(seed)))
    else:
        here = os.path.dirname(os.path.abspath(__file__))
        expected = {}
        for name, seed in [("health_connect_export.db", "1"), ("hostile.db", "hostile")]:
            main([os.path.join(here, name), seed])
            expected[name] = read(os.path.join(here, name))
        with open(os.path.join(here, "expected.json"), "w", encoding="utf8") as file:
            json.dump(expected, file, indent=1)
            file.write("\n")


if __name__ == "__main__":
    main(sys.argv[1:])
