"""The rows about importing: libxml2, unzip and healthkit-to-sqlite in turn with ours."""

import sqlite3
import statistics
from contextlib import closing

import tools
from inputs import copied, export, imported, make_export
from peers import Peer
from table import Row, memory, per_sample
from tools import PEERS, PYTHON, WORK, compiled, run, say

MEMORY_BAR = 64 << 20


def check(report, records, added):
    """What is wrong with the report of an import."""
    wanted = {"read": records, "added": added, "duplicate": records - added, "refused": 0, "deleted": 0, "missing": 0}
    return [] if report["records"] == wanted else [f"records {report['records']}"]


class ImportRounds:
    """Each command as often as there are rounds, one after the other."""

    def __init__(self, healthtui, records):
        self.healthtui, self.records = healthtui, records
        self.xml, self.zip = export(records)
        self.store = WORK / f"import-{records}.store"
        self.times = {}
        self.memory = {}
        self.wrong = {}

    def note(self, name, ran, wrong=()):
        self.times.setdefault(name, []).append(ran.seconds)
        self.memory[name] = max(ran.memory, self.memory.get(name, 0))
        self.wrong.setdefault(name, []).extend(wrong)

    def importing(self, name, source, added, *options):
        ran, report = imported(self.healthtui, self.store, source, *options)
        self.note(name, ran, check(report, self.records, added))

    def run(self, rounds):
        for turn in range(rounds):
            say(f"importing {self.records:,} records, round {turn + 1} of {rounds}")
            self.note("libxml2", run(compiled("xml_count"), self.xml))
            tools.remove(self.store)
            self.importing("dry run", self.xml, self.records, "--dry-run")
            self.importing("xml", self.xml, self.records)
            self.importing("dry run again", self.xml, 0, "--dry-run")
            self.importing("again", self.xml, 0)
            self.note("unzip", run("unzip", "-p", self.zip, quiet=True))
            tools.remove(self.store)
            self.importing("zip", self.zip, self.records)

    def plain_row(self, time):
        return Row(f"import {self.records:,} records, plain XML", time["xml"], 0.33 * time["libxml2"],
                   "0.33 × libxml2", {"libxml2": time["libxml2"]}, wrong=self.wrong["xml"])

    def medians(self, rounds):
        self.times.clear()
        self.run(rounds)
        return {name: statistics.median(times) for name, times in self.times.items()}

    def rows(self, rounds):
        time = self.medians(rounds)
        count = f"{self.records:,} records"
        return [
            self.plain_row(time),
            Row("the same from the zip", time["zip"], 1.5 * time["unzip"], "1.5 × unzip -p",
                {"unzip -p": time["unzip"]}, wrong=self.wrong["zip"]),
            Row("import again, nothing new", time["again"], time["xml"], "the first import", wrong=self.wrong["again"]),
            Row("dry run, all of it new", time["dry run"], 1.5 * time["xml"], "1.5 × the import",
                wrong=self.wrong["dry run"]),
            Row("dry run, nothing new", time["dry run again"], 1.5 * time["again"], "1.5 × the import again",
                wrong=self.wrong["dry run again"]),
            Row(f"import memory, {count}", max(self.memory["xml"], self.memory["zip"]), MEMORY_BAR, show=memory),
        ]


def healthkit_to_sqlite(rounds):
    """Its time, memory and bytes a sample, and what is wrong with them."""
    say("importing with healthkit-to-sqlite")
    database = WORK / "healthkit.db"
    tools.remove(database)
    ran = run(PYTHON.parent / "healthkit-to-sqlite", "--xml", rounds.xml, database)
    with closing(sqlite3.connect(database)) as connection:
        names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB 'r[A-Z]*'").fetchall()
        count = sum(connection.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for (name,) in names)
    found = {"seconds": ran.seconds, "memory": ran.memory, "bytes": tools.size(database) / rounds.records}
    tools.remove(database)
    return found, [] if count >= rounds.records else [f"healthkit-to-sqlite found {count:,} records"]


def large_import(healthtui, records):
    """The memory of importing an export that is made for this and removed again."""
    say(f"importing {records:,} records")
    xml, store = WORK / "large.xml", WORK / "large.store"
    make_export(records, "--xml", xml)
    tools.remove(store)
    ran, report = imported(healthtui, store, xml)
    xml.unlink()
    return ran, check(report, records, records)


def rows(healthtui, records, rounds, large, packages):
    """The rows about importing `records`, and the memory for `large` records."""
    turns = ImportRounds(healthtui, records)
    result = turns.rows(rounds)
    for _ in range(2):  # A busy machine is no regression.
        if any(row.is_far_off for row in result):
            result = turns.rows(rounds)
    # A minute or more for the million: the quick form goes without.
    other, wrong = healthkit_to_sqlite(turns) if large and not packages else ({}, [])
    if other:
        result[0].peers["healthkit-to-sqlite"] = other["seconds"]
        result[0].wrong += wrong
        result[-1].peers["healthkit-to-sqlite"] = other["memory"]
    if large:
        small = ImportRounds(healthtui, 200_000)
        result.insert(1, small.plain_row(small.medians(rounds)))
        ran, wrong = large_import(healthtui, large)
        result.append(Row(f"import memory, {large:,} records", ran.memory, MEMORY_BAR, show=memory, wrong=wrong))
    return result, turns.store, {"healthkit-to-sqlite": other["bytes"]} if other else {}


def size_rows(healthbench, store, records, peers):
    """The size of an imported store once its log is emptied into it, and what the import leaves on the disk."""
    left = tools.size(store) / records
    copy = copied(store)
    peer = Peer("ours", healthbench, copy)
    peer.ask("anchor")
    peer.close()
    work = f"store size a sample, imported, with metadata, {records:,}"
    return [
        Row(work, tools.size(copy) / records, 16, "", peers, per_sample),
        Row("the same with the log that the import leaves", left, show=per_sample),
    ]
