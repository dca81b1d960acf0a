"""Exports, and the databases that hold what is in them."""

import json
import shutil
import zipfile
from pathlib import Path

import tools
from tools import CACHE, PEERS, WORK, compiled, is_stale, run, say

PERIOD_END = 773_046_000
YEARS = 10
DAYS = 365 * YEARS


def days_of(records):
    """The days of an export that isn't told how many: as make_export has it."""
    return min(max(records // 450, 14), 3650)


def make_export(records, *options):
    run(compiled("make_export"), "--records", records, "--seed", 1, *options)


def export(records):
    """The export of so many records, as XML and in a zip."""
    xml, archive = CACHE / f"export-{records}.xml", CACHE / f"export-{records}.zip"
    if is_stale(archive, *PEERS.glob("make_export.c")):
        say(f"making an export of {records:,} records")
        make_export(records, "--xml", xml)
        with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
            file.write(xml, "apple_health_export/export.xml")
    return xml, archive


def imported(healthtui, store, source, *options):
    """Imports something into a store: the run and what the command reports."""
    ran = run(healthtui, "import", "--store", store, "--json", source, *options)
    return ran, json.loads(ran.output)[0]


class Data:
    """The same records in all databases: those of `days` days."""

    def __init__(self, healthtui, records, days):
        self.healthtui, self.records, self.days = healthtui, records, days
        self.samples = CACHE / f"samples-{records}-{days}"
        self.store = CACHE / f"ours-{records}-{days}.store"
        self.sqlite = CACHE / f"sqlite-{records}-{days}.db"
        self.duck = CACHE / f"duck-{records}-{days}.db"

    def make(self, with_samples=True):
        """Makes the samples, where peers need them, and our store, by importing the export."""
        generator, figures = PEERS / "make_export.c", Path(f"{self.store}.json")
        is_short = with_samples and is_stale(self.samples, generator)
        if not is_stale(figures, generator, self.healthtui) and not is_short:
            return
        say(f"importing {self.records:,} records of {self.days} days")
        xml = WORK / "export.xml"
        samples = ["--samples", self.samples] if with_samples else []
        make_export(self.records, "--days", self.days, "--xml", xml, *samples)
        tools.remove(self.store)
        ran, report = imported(self.healthtui, self.store, xml)
        xml.unlink()
        if report["records"]["added"] != self.records:
            raise tools.Failure(f"the import of {self.records:,} records added {report['records']['added']:,}")
        figures.write_text(json.dumps({"seconds": ran.seconds, "memory": ran.memory}))

    @property
    def figures(self):
        return json.loads(Path(f"{self.store}.json").read_text())

    def make_sqlite(self):
        if is_stale(self.sqlite, self.samples, PEERS / "sqlite.c"):
            say(f"filling SQLite with {self.records:,} records")
            tools.remove(self.sqlite)
            run(compiled("sqlite"), self.sqlite, self.samples)

    def make_duck(self):
        """Fills DuckDB: its sizes without and with UUIDs."""
        sizes = Path(f"{self.duck}.json")
        if is_stale(sizes, self.samples, PEERS / "duck.py"):
            say(f"filling DuckDB with {self.records:,} records")
            tools.remove(self.duck)
            sizes.write_text(json.dumps(run(tools.PYTHON, PEERS / "duck.py", self.duck, self.samples).output.split()))
        return [int(text) for text in json.loads(sizes.read_text())]


def copied(path):
    """A copy that may be changed."""
    copy = WORK / f"copy-{path.name}"
    tools.remove(copy)
    for file in tools.files_of(path):
        shutil.copyfile(file, f"{copy}{str(file)[len(str(path)):]}")
    return copy
