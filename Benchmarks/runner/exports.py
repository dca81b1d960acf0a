"""The rows about exporting: `zip -6` of the same bytes in turn with ours."""

import json
import shutil
import statistics
import zipfile

import tools
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
