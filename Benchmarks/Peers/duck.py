"""DuckDB on as many threads as there are cores: a table with one row a sample. Answers requests as peer.h says.

Use: duck.py DATABASE [SAMPLES]      With SAMPLES the database is made anew from them, and that is all.

A request is SQL; `insert N` saves N rows of an application in one transaction; `delete N` takes N away by UUID,
and its time is that of one of them before the commit.
"""

import os
import statistics
import sys
import time

import duckdb
import numpy

THREADS = len(os.sched_getaffinity(0))
HEART_RATE, WATCH, PERIOD_END = 1, 1, 773_046_000
COLUMNS = 'type, source, start, "end", value, created'


def make(database, samples):
    """Makes the tables and prints the size without and with the UUIDs."""
    names = [("start", "f8"), ("end", "f8"), ("value", "f8"), ("created", "f8"), ("type", "i4"), ("source", "i4")]
    rows = numpy.memmap(samples, dtype=names, mode="r")
    columns = {name: numpy.ascontiguousarray(rows[name]) for name, _ in names}
    connection = duckdb.connect(database, config={"threads": THREADS})
    connection.register("columns", columns)
    connection.execute(f"CREATE TABLE sample AS SELECT {COLUMNS} FROM columns")
    connection.execute("CREATE TABLE day(start DOUBLE, next DOUBLE)")
    connection.execute("CHECKPOINT")
    bare = os.path.getsize(database)
    connection.execute("ALTER TABLE sample ADD COLUMN uuid UUID DEFAULT uuid()")
    connection.execute("CHECKPOINT")
    connection.close()
    print(bare, os.path.getsize(database))


class Peer:
    def __init__(self, database):
        self.connection = duckdb.connect(database, config={"threads": THREADS})
        self.saved = 0

    def run(self, request):
        """Does the work once: the seconds and the numbers found."""
        word, _, number = request.partition(" ")
        if word == "insert":
            return self.insert(int(number))
        if word == "delete":
            return self.delete(int(number))
        began = time.perf_counter()
        columns = list(self.connection.execute(request).fetchnumpy().values())
        seconds = time.perf_counter() - began
        return seconds, [len(columns[0]) if columns else 0] + [float(column.sum()) for column in columns]

    def insert(self, count):
        index = numpy.arange(count)
        start = PERIOD_END + 60.0 * (self.saved + index)
        self.saved += count
        rows = {"start": start, "value": 60.0 + index % 40}
        self.connection.register("rows", rows)
        began = time.perf_counter()
        self.connection.execute(
            f"INSERT INTO sample({COLUMNS}) SELECT {HEART_RATE}, {WATCH}, start, start, value, start FROM rows"
        )
        return time.perf_counter() - began, []

    def delete(self, count):
        chosen = self.connection.execute(f"SELECT uuid FROM sample USING SAMPLE {count} ROWS").fetchall()
        self.connection.execute("BEGIN")
        began = time.perf_counter()
        deleted = 0
        for (uuid,) in chosen:
            deleted += self.connection.execute("DELETE FROM sample WHERE uuid = ?", [uuid]).fetchone()[0]
        seconds = time.perf_counter() - began
        self.connection.execute("COMMIT")
        return seconds / count, [deleted]


def serve(peer):
    print("ready", flush=True)
    for line in sys.stdin:
        repeat, _, request = line.rstrip("\n").partition("\t")
        try:
            runs = [peer.run(request) for _ in range(int(repeat))]
            numbers = [statistics.median(seconds for seconds, _ in runs)] + runs[-1][1]
            print(*(repr(float(number)) for number in numbers), flush=True)
        except (duckdb.Error, ValueError) as error:
            print("error", " ".join(str(error).split()), flush=True)


if len(sys.argv) == 3:
    make(*sys.argv[1:])
else:
    serve(Peer(sys.argv[1]))
