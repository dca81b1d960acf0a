"""Runs a study's SQL on DuckDB or Apache Spark, and writes its Parquet files.

healthtui starts it as `python3 study_engine.py ENGINE`, sends one JSON request a line and reads one JSON answer a line. It ends
when its input does, and with it everything that it started.
"""

import hashlib
import json
import os
import re
import signal
import sys
import threading
from datetime import date, datetime
from decimal import Decimal

INSTALL = "python3 -m venv {folder} && {folder}/bin/pip install '{package}'"


class Missing(Exception):
    """Something has to be installed first."""


def install(package):
    folder = os.environ.get("HEALTHTUI_PYTHON_FOLDER") or "~/.local/share/healthtui/python"
    return INSTALL.format(folder=folder, package=package)


def quoted(text):
    return "'" + text.replace("'", "''") + "'"


def synced(path):
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def digest(path):
    found = hashlib.blake2b(digest_size=32)
    with open(path, "rb") as file:
        while piece := file.read(1 << 20):
            found.update(piece)
    return found.hexdigest()


def plain(value):
    """A value as JSON has it; decimals as texts, so that none loses a digit."""
    if isinstance(value, Decimal):
        return f"{value:f}"
    if isinstance(value, (date, datetime)):
        return value.isoformat()
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, float):
        return value if value == value and abs(value) != float("inf") else None
    return str(value)


def write_rows(path, columns, rows):
    """A result, which is there whole or not at all: the names of the columns, then a row a line."""
    count = 0
    with open(path + ".part", "w", encoding="utf-8") as file:
        file.write(json.dumps(columns) + "\n")
        for row in rows:
            file.write(json.dumps([plain(value) for value in row]) + "\n")
            count += 1
        file.flush()
        os.fsync(file.fileno())
    os.rename(path + ".part", path)
    return count


class Engine:
    """What both engines share: columns that files store in another way than queries want them."""

    def converted(self, wanted, stored):
        """The columns that are wanted, from those that are stored; what a file lacks was added since."""
        stored = dict(stored)
        return ", ".join(f"{self.column(name, stored.get(name), kind)} AS {name}" for name, kind in wanted)

    def column(self, name, stored, wanted):
        if stored is None:
            return f"CAST(NULL AS {self.kind(wanted)})"
        if stored == wanted:
            return name
        if (stored, wanted) == ("BIGINT", "TIMESTAMP"):
            return self.time(name)
        if (stored, wanted) == ("TIMESTAMP", "BIGINT"):
            return self.microseconds(name)
        return f"CAST({name} AS {self.kind(wanted)})"


class DuckDB(Engine):
    def __init__(self, settings):
        try:
            import duckdb
        except ImportError:
            raise Missing("DuckDB isn't installed. Install it with: " + install("duckdb>=2,<3")) from None
        if int(duckdb.__version__.split(".")[0]) != 2:
            raise Missing(f"DuckDB {duckdb.__version__} can't be used. Install version 2 with: " + install("duckdb>=2,<3"))
        self.name = f"DuckDB {duckdb.__version__}"
        self.connection = duckdb.connect()
        self.connection.execute("SET TimeZone = 'UTC'")
        self.connection.execute("SET preserve_insertion_order = false")
        self.connection.execute(f"SET memory_limit = {quoted(settings.get('memory', '4GB'))}")
        self.connection.execute(f"SET temp_directory = {quoted(settings['scratch'])}")

    def kind(self, kind):
        return kind

    def time(self, name):
        return f"make_timestamp({name})"

    def microseconds(self, name):
        return f"epoch_us({name})"

    def selected(self, columns, part, source=None):
        source = source or "read_parquet([" + ", ".join(quoted(file) for file in part["files"]) + "], union_by_name = true)"
        return f"SELECT {self.converted(columns, part['columns'])} FROM {source}"

    def table(self, name, columns, parts):
        selected = [self.selected(columns, part) for part in parts if part["files"]]
        selected = selected or [f"SELECT {self.converted(columns, [])} WHERE false"]
        self.connection.execute(f"CREATE OR REPLACE TEMPORARY VIEW {name} AS " + " UNION ALL ".join(selected))

    def execute(self, statement):
        self.connection.execute(statement)

    def query(self, statement, path):
        cursor = self.connection.execute(statement)
        columns = [column[0] for column in cursor.description or []]

        def rows():
            while piece := cursor.fetchmany(10_000):
                yield from piece

        return write_rows(path, columns, rows() if columns else [])

    def write(self, file):
        """Writes one Parquet file: the rows of the file before that stay, and those that came."""
        columns = file["columns"]
        parts = []
        if old := file.get("old"):
            self.csv("replaced", [("person", "VARCHAR"), ("type", "VARCHAR"), ("month", "INT")], file["replaced"])
            kept = f"read_parquet({quoted(old['files'][0])}) AS old ANTI JOIN replaced USING (person, type, month)"
            parts.append(self.selected(columns, old, kept))
        if staged := file.get("staged"):
            self.csv("staged", staged["columns"], staged["files"][0])
            parts.append(self.selected(columns, staged, "staged"))
        metadata = ", ".join(f"{quoted(key)}: {quoted(value)}" for key, value in sorted(file["metadata"].items()))
        order = ", ".join(file["order"])
        # A dictionary holds the 3,601 seconds that of an hour can be covered; of times and totals it would be as long as they are.
        self.connection.execute(
            f"COPY ({' UNION ALL '.join(parts)} ORDER BY {order}) TO {quoted(file['target'])} "
            "(FORMAT parquet, PARQUET_VERSION V2, COMPRESSION zstd, COMPRESSION_LEVEL 9, ROW_GROUP_SIZE 500000, "
            f"DICTIONARY_SIZE_LIMIT 4000, KV_METADATA {{{metadata}}})")
        rows = self.connection.execute(f"SELECT COUNT(*) FROM read_parquet({quoted(file['target'])})").fetchone()[0]
        synced(file["target"])
        return {"rows": rows, "bytes": os.path.getsize(file["target"]), "digest": digest(file["target"])}

    def csv(self, view, columns, path):
        kinds = "{" + ", ".join(f"{quoted(name)}: {quoted(kind)}" for name, kind in columns) + "}"
        self.connection.execute(
            f"CREATE OR REPLACE TEMPORARY VIEW {view} AS SELECT * FROM read_csv({quoted(path)}, header = false, "
            f"auto_detect = false, delim = ',', quote = '', escape = '', nullstr = '', columns = {kinds})")

    def publish(self, request):
        """Keeps who is in each cell that was shown, and what they came to."""
        self.csv("shown", [("type", "VARCHAR"), ("cell", "VARCHAR")], request["shown"])
        # A power of two: it says nothing of a person whose value was the largest once that value is gone.
        most = "CAST(POWER(2, FLOOR(LOG2(GREATEST(MAX(ABS(v.q)) OVER (PARTITION BY v.type, v.cell), 1))) + 1) AS BIGINT)"
        return self.people(
            f"SELECT v.type, v.cell, v.person_id, v.q, {most} AS most "
            "FROM value AS v JOIN shown AS s ON v.type = s.type AND v.cell = s.cell", request["target"])

    def forget(self, request):
        """Writes who was in each cell without what some came to; nothing, where none of them was in one."""
        source = f"read_parquet({quoted(request['file'])})"
        gone = "person_id IN (" + ", ".join(str(int(person)) for person in request["people"]) + ")"
        count = self.connection.execute(f"SELECT COUNT(*) FROM {source} WHERE q IS NOT NULL AND {gone}").fetchone()[0]
        if count == 0:
            return {}
        return self.people(
            f"SELECT type, cell, person_id, CASE WHEN {gone} THEN NULL ELSE q END AS q, most FROM {source}", request["target"])

    def people(self, statement, target):
        part = target + ".part"
        self.connection.execute(
            f"COPY ({statement} ORDER BY 1, 2, 3) TO {quoted(part)} "
            "(FORMAT parquet, PARQUET_VERSION V2, COMPRESSION zstd, COMPRESSION_LEVEL 9)")
        synced(part)
        os.rename(part, target)
        return {"bytes": os.path.getsize(target), "digest": digest(target)}


class Spark(Engine):
    def __init__(self, master, settings):
        try:
            import pyspark
        except ImportError:
            raise Missing("Apache Spark isn't installed. Install it with: " + install("pyspark>=4,<5")) from None
        if int(pyspark.__version__.split(".")[0]) != 4:
            raise Missing(f"pyspark {pyspark.__version__} can't be used. Install version 4 with: " + install("pyspark>=4,<5"))
        import shutil
        java = os.environ.get("JAVA_HOME")
        if not (java and os.path.exists(os.path.join(java, "bin", "java"))) and not shutil.which("java"):
            raise Missing("Apache Spark needs Java 17 or newer. Install it with: sudo apt-get install openjdk-17-jre-headless")
        from pyspark.sql import SparkSession
        builder = (
            SparkSession.builder.master(master).appName("healthtui study").config("spark.ui.enabled", "false")
            .config("spark.ui.showConsoleProgress", "false")
            .config("spark.sql.ansi.enabled", "true").config("spark.sql.session.timeZone", "UTC")
            .config("spark.driver.extraJavaOptions", "-XX:+UseSerialGC").config("spark.local.dir", settings["scratch"]))
        if master.startswith("local"):
            builder = builder.config("spark.sql.shuffle.partitions", "8").config("spark.driver.memory", settings.get("heap", "3g"))
        self.session = builder.getOrCreate()
        self.session.sparkContext.setLogLevel("ERROR")
        self.name = f"Apache Spark {self.session.version}"

    def kind(self, kind):
        return {"VARCHAR": "STRING", "TIMESTAMP": "TIMESTAMP_NTZ"}.get(kind, kind)

    def time(self, name):
        return f"CAST(timestamp_micros({name}) AS TIMESTAMP_NTZ)"

    def microseconds(self, name):
        return f"unix_micros(CAST({name} AS TIMESTAMP))"

    def table(self, name, columns, parts):
        frame = None
        for part in parts:
            if part["files"]:
                schema = ", ".join(f"{column} {self.kind(kind)}" for column, kind in part["columns"])
                files = ["file://" + file if file.startswith("/") else file for file in part["files"]]
                self.session.read.schema(schema).parquet(*files).createOrReplaceTempView("part_of_table")
                found = self.session.sql(f"SELECT {self.converted(columns, part['columns'])} FROM part_of_table")
                frame = found if frame is None else frame.unionAll(found)
        if frame is None:
            frame = self.session.createDataFrame([], ", ".join(f"{column} {self.kind(kind)}" for column, kind in columns))
        frame.createOrReplaceTempView(name)

    def execute(self, statement):
        self.session.sql(statement)

    def query(self, statement, path):
        frame = self.session.sql(statement)
        return write_rows(path, frame.columns, frame.toLocalIterator())

    def write(self, file):
        raise ValueError("Spark only reads")

    publish = forget = write


def make(engine, settings):
    if engine == "duckdb":
        return DuckDB(settings)
    if engine == "local":
        return Spark("local[*]", settings)
    if re.fullmatch(r"spark://[^\s,]+(,[^\s,]+)*", engine):
        return Spark(engine, settings)
    raise Missing(f"{engine}: unknown engine; use duckdb, local or spark://HOST:PORT")


def carry_out(engine, request):
    kind = request["do"]
    if kind == "write":
        return engine.write(request["file"])
    if kind == "tables":
        for name, table in request["tables"].items():
            engine.table(name, table["columns"], table["parts"])
        for statement in request.get("statements", []):
            engine.execute(statement)
        return {}
    if kind == "query":
        return {"rows": engine.query(request["statement"], request["result"])}
    if kind == "publish":
        return engine.publish(request)
    if kind == "forget":
        return engine.forget(request)
    raise ValueError(f"unknown request {kind}")


def sentence(error):
    lines = [line for line in str(error).strip().splitlines() if line.strip()]
    return " ".join(lines[:3]) or type(error).__name__


def main():
    # What a library prints is for people, not for the one who reads answers.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)

    def answer(value):
        answers.write(json.dumps(value) + "\n")
        answers.flush()

    requests = []
    arrived = threading.Condition()

    def read():
        for line in sys.stdin:
            with arrived:
                requests.append(line)
                arrived.notify()
        with arrived:
            requests.append(None)
            arrived.notify()

    threading.Thread(target=read, daemon=True).start()

    def next_request():
        with arrived:
            while not requests:
                arrived.wait()
            return requests.pop(0)

    settings = json.loads(next_request() or "{}")
    # Without anyone who reads the answers nothing goes on.
    parent = os.getppid()

    def watch():
        import time
        while os.getppid() == parent:
            time.sleep(1)
        os.killpg(0, signal.SIGKILL)

    threading.Thread(target=watch, daemon=True).start()
    try:
        engine = make(sys.argv[1], settings)
    except Missing as error:
        answer({"missing": str(error)})
        return 1
    except Exception as error:
        answer({"error": sentence(error)})
        return 1
    answer({"engine": engine.name})
    while (line := next_request()) is not None:
        try:
            answer({"ok": carry_out(engine, json.loads(line))})
        except Exception as error:
            answer({"error": sentence(error)})
    return 0


if __name__ == "__main__":
    status = main()
    sys.stdout.flush()
    os._exit(status)
