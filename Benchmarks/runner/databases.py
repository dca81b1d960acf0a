"""The rows about databases of other programs: a C loop over the same columns in turn with an import."""

import sqlite3
import struct
from contextlib import closing
from pathlib import Path

import tools
from inputs import imported
from table import Row, memory
from tools import CACHE, WORK, compiled, is_stale, run, say

MEMORY_BAR = 64 << 20
LIMIT = 6
#: 2025-03-28, in milliseconds since 1970.
BEGINNING = 1_743_120_000_000
POINTS = 120

HEAD = (
    "row_id INTEGER PRIMARY KEY AUTOINCREMENT, uuid BLOB UNIQUE NOT NULL, last_modified_time INTEGER, client_record_id TEXT, "
    "client_record_version TEXT, device_info_id INTEGER, app_info_id INTEGER, recording_method INTEGER, dedupe_hash BLOB UNIQUE, "
    "start_time INTEGER, start_zone_offset INTEGER, end_time INTEGER, end_zone_offset INTEGER"
)
NAMES = (
    "uuid, last_modified_time, client_record_version, device_info_id, app_info_id, recording_method, start_time, "
    "start_zone_offset, end_time, end_zone_offset"
)


def records(count, seconds, source, first):
    """The heads of so many records, one after the other."""
    for number in range(count):
        start = BEGINNING + number * seconds * 1_000
        zone = 3_600 if number % 1_000 else None
        yield (struct.pack(">QQ", source, first + number), BEGINNING, "0", source, source, 2, start, zone,
               start + seconds * 1_000, zone)


def fill(database, rows):
    """Steps of minutes, distances of minutes, and heart rates every five seconds: so many rows together."""
    steps, distances = rows * 45 // 100, rows * 15 // 100
    parents = (rows - steps - distances) // (POINTS + 1)
    run_sql = database.execute
    run_sql("CREATE TABLE application_info_table (row_id INTEGER PRIMARY KEY, package_name TEXT UNIQUE, app_name TEXT)")
    run_sql("CREATE TABLE device_info_table (row_id INTEGER PRIMARY KEY, manufacturer TEXT, model TEXT, device_type INTEGER)")
    run_sql("INSERT INTO application_info_table VALUES (1, 'com.example.steps', 'Steps'), (2, 'com.example.watch', NULL)")
    run_sql("INSERT INTO device_info_table VALUES (1, 'Example', 'Phone', 2), (2, 'Example', 'Watch', 1)")
    run_sql(f"CREATE TABLE steps_record_table ({HEAD}, count INTEGER)")
    run_sql(f"CREATE TABLE distance_record_table ({HEAD}, distance REAL)")
    run_sql(f"CREATE TABLE heart_rate_record_table ({HEAD})")
    run_sql("CREATE TABLE heart_rate_record_series_table (parent_key INTEGER NOT NULL, beats_per_minute INTEGER, epoch_millis INTEGER)")

    def insert(table, columns, values):
        names = NAMES + "".join(f", {column}" for column in columns)
        marks = ", ".join("?" * (names.count(",") + 1))
        database.executemany(f"INSERT INTO {table} ({names}) VALUES ({marks})", values)

    insert("steps_record_table", ["count"],
           ((*head, 20 + number % 90) for number, head in enumerate(records(steps, 60, 1, 0))))
    insert("distance_record_table", ["distance"],
           ((*head, (20 + number % 90) * 0.76) for number, head in enumerate(records(distances, 60, 2, steps))))
    insert("heart_rate_record_table", [], records(parents, 600, 2, steps + distances))
    points = ((parent + 1, 60 + number * 7 % 50, BEGINNING + parent * 600_000 + number * 5_000)
              for parent in range(parents) for number in range(POINTS))
    database.executemany("INSERT INTO heart_rate_record_series_table VALUES (?, ?, ?)", points)
    database.commit()
    return steps + distances + parents * POINTS


def export(rows):
    """The database, and how many samples it becomes."""
    path = CACHE / f"health_connect_{rows}.db"
    samples = Path(f"{path}.samples")
    if is_stale(samples, Path(__file__)):
        say(f"making a database of Health Connect with {rows:,} rows")
        tools.remove(path)
        with closing(sqlite3.connect(path)) as database:
            samples.write_text(str(fill(database, rows)))
    return path, int(samples.read_text())


def rows(healthtui, count, rounds):
    """Processor time and memory of an import of so many rows; the wall's time is told."""
    path, samples = export(count)
    store = WORK / "databases.store"
    loops, imports, again, wrong = [], [], [], []
    for turn in range(rounds):
        say(f"importing {count:,} rows of Health Connect, round {turn + 1} of {rounds}")
        loops.append(run(compiled("health_connect"), path))
        tools.remove(store)
        for runs, added in [(imports, samples), (again, 0)]:
            ran, report = imported(healthtui, store, path)
            runs.append(ran)
            found = report["records"]
            if (found["read"], found["added"], found["refused"]) != (samples, added, 0):
                wrong.append(f"records {found}")
    tools.remove(store)
    least = {name: min(run.cpu for run in runs) for name, runs in [("loop", loops), ("ours", imports), ("again", again)]}
    say("; ".join(f"{name}: {min(run.seconds for run in runs):.2f} s by the clock"
                  for name, runs in [("the C loop", loops), ("an import", imports), ("again", again)]))
    work = f"Health Connect, {count:,} rows, processor time"
    return [
        Row(work, least["ours"], LIMIT * least["loop"], f"{LIMIT} × a C loop", {"C loop": least["loop"]}, wrong=wrong),
        Row("the same again, nothing new", least["again"], least["ours"], "the first import"),
        Row(f"Health Connect, {count:,} rows, memory", max(run.memory for run in imports), MEMORY_BAR, show=memory),
    ]
