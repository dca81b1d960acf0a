"""The rows about exporting: `zip -6` of the same bytes in turn with ours."""

import hashlib
import json
import shutil
import statistics
import zipfile

import tools
from inputs import imported
from table import Row, memory
from tools import WORK, run, say

MEMORY_BAR = 64 << 20


def rows(healthtui, store, records, rounds):
    """The rows about exporting a store of `records` that an import left."""
    out, same, packed = WORK / "export.zip", WORK / "same", WORK / "same.zip"
    times = {"ours": [], "zip": []}
    most, wrong = 0, []
    for turn in range(rounds):
        say(f"exporting {records:,} records, round {turn + 1} of {rounds}")
        ran = run(healthtui, "export", "--store", store, "--json", "--force", out)
        times["ours"].append(ran.seconds)
        most = max(most, ran.memory)
        if json.loads(ran.output)["records"] != records:
            wrong.append(f"exported {json.loads(ran.output)['records']:,} records")
        if not same.exists():
            with zipfile.ZipFile(out) as archive:
                archive.extractall(same)
        tools.remove(packed)
        times["zip"].append(run("zip", "-6", "-q", "-r", packed, same).seconds)
    shutil.rmtree(same, ignore_errors=True)
    for file in (out, packed):
        tools.remove(file)
    ours, other = statistics.median(times["ours"]), statistics.median(times["zip"])
    return [
        Row(f"export {records:,} records", ours, 1.5 * other, "1.5 × zip -6", {"zip -6": other}, wrong=wrong),
        Row(f"export memory, {records:,} records", most, MEMORY_BAR, show=memory),
    ]


def dump(healthtui, store):
    """What is told of all samples of a store, UUIDs too, as one number; those that begin at one time have no order."""
    lines = WORK / "dump.jsonl"
    run(healthtui, "export", "--store", store, "--format", "jsonl", "--time-zone", "UTC", "--force", lines)
    count, total = 0, 0
    with open(lines, "rb") as file:
        for line in file:
            count += 1
            total += int.from_bytes(hashlib.blake2b(line, digest_size=16).digest(), "big")
    lines.unlink()
    return count, total % (1 << 128)


def round_trip(healthtui, data):
    """The rows about exporting a store and importing that again: with the copy of the store, and from Apple's files alone."""
    data.make()
    out, store, count = WORK / "round.zip", WORK / "round.store", f"{data.records:,} records"
    wanted, rows = dump(healthtui, data.store), []
    limit = max(data.figures["seconds"], 0.1)
    for name, options in (("", []), (" plain", ["--plain"])):
        say(f"exporting {count}{name} and importing them again")
        tools.remove(out)
        tools.remove(store)
        there = run(healthtui, "export", "--store", data.store, "--json", *options, out)
        back, report = imported(healthtui, store, out)
        wrong = []
        if report["records"]["added"] != data.records:
            wrong.append(f"{report['records']['added']:,} records came back")
        elif dump(healthtui, store) != wanted:
            wrong.append("what came back is not equal")
        rows += [
            Row(f"export {count}{name}, memory", there.memory, MEMORY_BAR, show=memory),
            Row(f"import of that zip, equal to what was exported{name}", back.seconds, limit, "the import of its XML",
                {"the export": there.seconds}, wrong=wrong),
            Row(f"its memory{name}", back.memory, MEMORY_BAR, show=memory),
        ]
    tools.remove(out)
    tools.remove(store)
    return rows
