"""Times studies: from sealed files to answers, and the merge on both engines. `make bench-study` runs it.

Ratios in one run have bars; times are printed beside them. Everything lies in a folder that goes when it ends.
"""

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STUDIES = ROOT / "Resources/Studies"
DAY = 86_400_000_000
ORIGIN = 1_750_000_000_000_000 // DAY * DAY


class Table:
    def __init__(self):
        self.missed = 0
        print(f"| {'work':<66} | {'bar':>14} | {'measured':>24} |")
        print(f"| {'-' * 66} | {'-' * 14} | {'-' * 24} |")

    def row(self, work, bar, measured, holds=True):
        self.missed += not holds
        print(f"| {work:<66} | {bar:>14} | {measured + ('' if holds else ' (missed)'):>24} |", flush=True)


def run(program, *words, **settings):
    environment = dict(os.environ, HEALTHTUI_PYTHON=sys.executable, TZ="UTC", LC_ALL="C.UTF-8")
    began = time.monotonic()
    found = subprocess.run([program, *map(str, words)], env=environment, capture_output=True, text=True, **settings)
    if found.returncode != 0:
        sys.exit(f"healthtui {' '.join(map(str, words))}: {found.stderr}")
    return time.monotonic() - began, found.stdout


def pass_over(program, folder, people, form):
    """Seconds of making, collecting and asking, for so many people's year; and the bytes of a row of hours."""
    study, inbox = folder / f"{form}-{people}", folder / f"inbox-{form}-{people}"
    run(program, "study", "create", study, "--title", "Bench", "--contact", "nobody", "--purpose", "To measure", "--type", "steps",
        "--since", "2025-01-01", "--until", "2025-12-31", "--form", form)
    making, _ = run(program, "study", "simulate", study, "--people", people, "--output", inbox)
    collecting, _ = run(program, "study", "collect", study, inbox)
    shutil.rmtree(inbox)
    asking = sum(run(program, "study", "query", study, report, "--csv")[0] for report in ("daily", "summary"))
    lists = sorted(study.glob("dataset-*.json"))
    files = [file for file in json.loads(lists[-1].read_text())["files"] if file["table"] == form]
    size, rows = sum(file["bytes"] for file in files), sum(file["rows"] for file in files)
    shutil.rmtree(study)
    return making, collecting, asking, size / max(rows, 1)


def samples(connection, path, people, sources, a_day, days):
    """Samples of one type, spread over sources; their number does not depend on how many sources there are."""
    connection.execute(f"""
        COPY (
          SELECT 'p' || p.i AS person, 'T' AS type, CAST(1 + (hash(p.i, s.i) % {sources}) AS INT) AS priority,
                 CAST({ORIGIN} + s.i * {DAY // a_day} + hash(s.i, p.i, 1) % {DAY // a_day // 2} AS BIGINT) AS start_us,
                 CAST({ORIGIN} + s.i * {DAY // a_day} + hash(s.i, p.i, 1) % {DAY // a_day // 2}
                      + 1 + hash(s.i, p.i, 2) % {DAY // a_day * 2} AS BIGINT) AS end_us,
                 CAST(hash(s.i, p.i, 3) % 100000 AS DECIMAL(18,6)) AS value
          FROM range({people}) AS p(i), range({a_day * days}) AS s(i)) TO '{path}' (FORMAT parquet, COMPRESSION zstd)""")


def merge_duckdb(path, days, memory="4GiB"):
    import duckdb
    connection = duckdb.connect()
    connection.execute(f"SET memory_limit = '{memory}'")
    connection.execute(f"SET temp_directory = '{path.parent}'")
    connection.execute("SET preserve_insertion_order = false")
    views(connection.execute, f"read_parquet('{path}')", days)
    began = time.monotonic()
    rows = connection.execute((STUDIES / "totals.sql").read_text()).fetchall()
    return time.monotonic() - began, rows


def views(execute, source, days):
    execute(f"CREATE OR REPLACE TEMPORARY VIEW sample AS SELECT person, type, priority, start_us, end_us, value FROM {source}")
    numbers = ", ".join(f"({number})" for number in range(-1, days + 4))
    execute(
        f"CREATE OR REPLACE TEMPORARY VIEW bucket AS SELECT p.person, {ORIGIN} + d.i * {DAY} AS start_us, "
        f"{ORIGIN} + (d.i + 1) * {DAY} AS end_us "
        f"FROM (SELECT DISTINCT person FROM sample) AS p CROSS JOIN (VALUES {numbers}) AS d(i)")


class Cluster:
    """A master of Spark and two workers, as processes of this machine."""

    def __init__(self, folder):
        import pyspark
        home = Path(pyspark.__file__).parent
        self.processes = []
        environment = dict(os.environ, SPARK_HOME=str(home), SPARK_LOCAL_DIRS=str(folder), PYSPARK_PYTHON=sys.executable)

        def start(kind, *words):
            log = open(folder / f"{kind}-{len(self.processes)}.log", "w")
            self.processes.append(subprocess.Popen(
                [home / "bin/spark-class", f"org.apache.spark.deploy.{kind}", *words], env=environment, stdout=log, stderr=log,
                cwd=folder, start_new_session=True))

        start("master.Master", "--host", "localhost", "--port", "17077", "--webui-port", "18080")
        time.sleep(4)
        for number in range(2):
            start("worker.Worker", "--cores", "1", "--memory", "2g", "--webui-port", str(18081 + number), "--work-dir",
                  str(folder / f"work-{number}"), "spark://localhost:17077")
        time.sleep(4)

    def end(self):
        import signal
        for process in self.processes:
            os.killpg(process.pid, signal.SIGTERM)
            process.wait()


def merge_spark(path, days, master):
    from pyspark.sql import SparkSession
    session = (
        SparkSession.builder.master(master).config("spark.ui.enabled", "false").config("spark.sql.ansi.enabled", "true")
        .config("spark.sql.session.timeZone", "UTC").config("spark.sql.shuffle.partitions", "8")
        .config("spark.driver.memory", "3g").config("spark.executor.memory", "2g")
        .config("spark.driver.bindAddress", "127.0.0.1").config("spark.driver.host", "localhost").getOrCreate())
    session.sparkContext.setLogLevel("ERROR")
    session.read.parquet(f"file://{path}").createOrReplaceTempView("stored")
    views(session.sql, "stored", days)
    began = time.monotonic()
    rows = [tuple(row) for row in session.sql((STUDIES / "totals.sql").read_text()).collect()]
    took = time.monotonic() - began
    session.stop()
    return took, rows


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--program", required=True)
    arguments.add_argument("--people", type=int, default=100_000)
    arguments.add_argument("--samples", type=int, default=5_300_000)
    options = arguments.parse_args()
    table = Table()
    with tempfile.TemporaryDirectory(prefix="bench-study-") as name:
        folder = Path(name)
        import duckdb
        connection = duckdb.connect()

        steps = [people for people in (1_000, 10_000, 100_000) if people <= options.people] or [options.people]
        each = []
        for people in steps:
            making, collecting, asking, _ = pass_over(options.program, folder, people, "days")
            each.append((collecting + asking) / people * 1_000)
            table.row(
                f"{people:,} people's days of a year: made, collected, asked", "time",
                f"{making:.0f} s, {collecting:.0f} s, {asking:.1f} s")
        if len(each) > 1:
            ratio = max(each) / min(each)
            table.row("a person, files to answers, whatever the number of people", "1.3 x",
                      f"{each[0]:.1f} to {each[-1]:.1f} ms, {ratio:.2f} x", each[-1] / each[0] <= 1.3)
        people = max(options.people // 10, 100)
        making, collecting, asking, size = pass_over(options.program, folder, people, "hours")
        table.row(f"{people:,} people's hours of a year: made, collected, asked", "time",
                  f"{making:.0f} s, {collecting:.0f} s, {asking:.1f} s")
        table.row("hours as Parquet", "8 bytes a row", f"{size:.1f}", size <= 8)

        times = {}
        for sources in (3, 20):
            path = folder / f"sources-{sources}.parquet"
            samples(connection, path, 20, sources, 72, 365)
            times[sources] = min(merge_duckdb(path, 365)[0] for _ in range(3))
        ratio = times[20] / times[3]
        table.row("merge, 20 sources and not 3, the same samples", "1.3 x", f"{ratio:.2f} x", ratio <= 1.3)

        path = folder / "many.parquet"
        count = max(options.samples // 73_000, 1)
        samples(connection, path, count, 3, 200, 365)
        took, ours = merge_duckdb(path, 365)
        table.row(f"merge of {count * 73_000:,} samples by DuckDB within 4 GiB", "done", f"{took:.0f} s")
        if shutil.which("java"):
            cluster = Cluster(folder)
            try:
                took, theirs = merge_spark(path, 365, "spark://localhost:17077")
            finally:
                cluster.end()
            same = [tuple(map(str, row)) for row in ours] == [tuple(map(str, row)) for row in theirs]
            table.row("the same by Spark, a master and two workers", "the same bytes",
                      f"{took:.0f} s, {'the same' if same else 'DIFFERENT'}", same)
        memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / (1 << 20)
        table.row("memory of the largest process", "8 GiB", f"{memory:.1f} GiB", memory <= 8)
    return 1 if table.missed else 0


if __name__ == "__main__":
    sys.exit(main())
