"""The rows about exporting: `zip -6` of the same bytes in turn with ours."""

import json
import shutil
import statistics
import zipfile

import tools
from inputs import imported
from peers import Peer
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


# What healthbench sums up, each as a count and a sum in four numbers; Benchmarks/Sources/healthbench/StoreDigest.swift.
DIGESTED = ("samples", "records", "links", "deletions", "values")


def digest(healthbench, store):
    """All that a store says of a person's health, UUIDs and links too, as numbers by kind; its order does not count."""
    peer = Peer("ours", healthbench, store)
    seconds, numbers = peer.ask("digest")
    say(f"digest of {sum(numbers[::5]):,.0f} objects, links and values: {seconds:.1f} s, {memory(peer.memory)}")
    peer.close()
    return {kind: numbers[5 * place:5 * place + 5] for place, kind in enumerate(DIGESTED)}


def round_trip(healthtui, healthbench, data):
    """The rows about exporting a store and importing that again: with the copy of the store, and from Apple's files alone."""
    data.make()
    out, store, count = WORK / "round.zip", WORK / "round.store", f"{data.records:,} records"
    wanted, rows = digest(healthbench, data.store), []
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
        found = digest(healthbench, store)
        wrong += [
            f"the {kind} that came back are not equal: {found[kind][0]:,.0f} of {wanted[kind][0]:,.0f}"
            for kind in DIGESTED if found[kind] != wanted[kind]
        ]
        rows += [
            Row(f"export {count}{name}, memory", there.memory, MEMORY_BAR, show=memory),
            Row(f"import of that zip, equal to what was exported{name}", back.seconds, limit, "the import of its XML",
                {"the export": there.seconds}, wrong=wrong),
            Row(f"its memory{name}", back.memory, MEMORY_BAR, show=memory),
        ]
    tools.remove(out)
    tools.remove(store)
    return rows
