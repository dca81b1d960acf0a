"""Times everything that has a bar, side by side with others on the same machine, and prints tables."""

import argparse
import shutil
import signal
import sys
import time
from pathlib import Path

import asking
import before
import commands
import console
import databases
import exports
import imports
import machine
import pairs
import picture
import recordings
import syncing
import tools
import whole
from inputs import DAYS, Data, days_of
from table import markdown, results, seconds

EXPLANATION = """\
Made by `make bench`. Each figure is a median of runs that took turns with the other columns on the same machine, warm
unless it writes. Behind what others need stands ours as a multiple of it: below 1× we are faster or smaller. A bar is
met when ours/bar is 1 or less. Where others answer the same question, their answers were compared with ours.

- SQLite: one row a sample, an index by type and start, one by UUID; prepared statements. DuckDB: the same table without
  indexes, as many threads as there are cores. C arrays: a loop over plain arrays in memory.
- Pages are asked for by the time after which they begin, from everybody.
- Durable saves: SQLite with WAL and synchronous = FULL; `write + fsync` writes 4 KiB in place.
- From cold: a command from its start to its end, with the machine's page cache warm. The first frame is there when the
  last line of the console stands on a terminal of 80 by 24.
- What a delete needs beside the sync is one of 100 in a transaction, before the commit.
"""

REASONS = """\
## What is missed, and why

As far as profiles show.

- **Latest, pages, changes, saves and deletes through HealthKit.** The rows of the engine are what the store takes. What comes on top
  is the call: rights, the audit, the query and its task. And objects are made, where SQLite gives numbers. A delete also keeps what
  its undo needs. Where a processor's time goes, in percent:

  |                     | SQLite | reading, unpacking, writing | system calls | the disk | rights, audit | query, tasks, transaction | objects |
  | ------------------- | ------ | --------------------------- | ------------ | -------- | ------------- | ------------------------- | ------- |
  | latest              | 22     | 22                          | 16           |          | 8             | 31                        | 1       |
  | a page of 50        | 15     | 35                          | 11           |          | 5             | 30                        | 4       |
  | changes, 1,000      | 13     | 34                          | 5            |          | 7             | 29                        | 12      |
  | a year of objects   | 2      | 42                          | 7            |          |               | 37                        | 12      |
  | durable save of one | 17     | 25                          | 19           | 22       | 1             | 15                        | 1       |
  | durable delete      | 18     | 24                          | 22           | 12       |               | 24                        |         |

- **Import.** Of the processors' time 23 % goes into XML, all that libxml2's count does; 26 into values, times and texts of
  attributes, 10 into the store's rows and 7 into their columns, 7 into SQLite, 6 into the kernel's copy of the file, 2 into looking
  for what is known already and 1 into the disk; the rest is memory and waiting. No function takes 6 %. A smaller file has a larger
  share of what each import does once; routes and ECGs are files of their own. On two cores a third thread, which only parsed, made
  it no faster and 8 MiB larger: both are busy nine tenths of the time until the last record, and then one stores the workouts and
  days that stand at an export's end.
- **Sums by day and hour.** Four fifths of the steps' batches are not read: the sums by the hour in their headers are, a third of the
  time; the rest is batches with fewer samples an hour, and 3,650 civil days. Heart rates come from two sources, whose samples have
  to be held against each other one by one.
- **Over a service.** What comes on top of the work embedded is the call's way there and back, as bytes, and caches that are filled
  with the other process's data. Who waits stays awake, as long as it is less than a millisecond. A save stores its key and its
  outcome as well, so that it is made once however often it is asked for. Their bars are multiples of the same work embedded:
  where that gets faster they are harder to meet.
- **First sync.** Who receives decodes each file twice: what all of them are about has to be known before the first is stored. In
  memory are the file that is being stored, the next one or two, which another core opens meanwhile, and six megabytes of SQLite's pages.
  Who joins with data of its own has a page of its records in memory as well, and the files that say the same.
- **The console's first screen.** With ten million samples it has cards, charts, rings and a workout; with one sample it has a single
  card. The time goes into statistics of weeks, and into the first touch of the memory that they need.
- **Keys while an import runs.** The import keeps both cores busy, and the bar is a multiple of a key at rest.
"""


def in_and_out(healthtui, packages):
    """A million plain records in, and out again."""
    rows, store, _ = imports.rows(healthtui, 1_000_000, 5, 0, packages)
    return rows + exports.rows(healthtui, store, 1_000_000, 5)


# What can be timed alone, without what the others leave behind.
PARTS = {
    "plain": lambda healthtui, _, __, packages: in_and_out(healthtui, packages),
    "files": lambda healthtui, _, __, ___: whole.rows(healthtui, 1_000_000, 5),
    "databases": lambda healthtui, _, __, ___: databases.rows(healthtui, 1_000_000, 5),
    "recordings": lambda healthtui, _, __, ___: recordings.rows(healthtui, 5),
    "roundtrip": lambda healthtui, healthbench, data, __: exports.round_trip(healthtui, healthbench, data()),
    "asking": lambda _, healthbench, data, packages: asking.rows(asking.Databases(data(), healthbench, packages), 7),
    "workouts": lambda _, healthbench, __, ___: [asking.marathon(healthbench), *asking.live_workouts(healthbench)],
    "lock": lambda _, healthbench, __, ___: asking.locked(healthbench, 5_000_000),
    "service": lambda _, healthbench, data, __: asking.service(healthbench, data()),
    "sync": lambda healthtui, healthbench, __, ___: syncing.rows(healthtui, healthbench, 1_000_000),
    "program": lambda healthtui, _, __, ___: commands.program(healthtui),
    "console": lambda healthtui, _, data, __: console.rows(healthtui, data(), 20),
}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binaries", type=Path, required=True, help="where healthtui and healthbench are")
    parser.add_argument("--quick", action="store_true", help="200,000 records; fails when a bar is missed twofold")
    parser.add_argument("--largest", type=int, default=30_000_000,
                        help="records of the largest store; its export needs 430 bytes of disk each, for a while")
    parser.add_argument("--only", choices=PARTS, help="the rows of this part alone, at full size and without growth")
    parser.add_argument("--against", type=Path,
                        help="where another build's programs are: both take turns, with --only console at keys")
    parser.add_argument("--output", type=Path, help="a file that gets the tables too")
    return parser.parse_args()


def measure(options, packages):
    """The rows, and the lines about growth in the full form."""
    healthtui, healthbench = options.binaries / "healthtui", options.binaries / "healthbench"
    if options.against:
        return pairs.rows(healthtui, options.against, 15), [], {}
    if options.only:
        ten_million = lambda: Data(healthtui, 10_000_000, DAYS)
        return PARTS[options.only](healthtui, healthbench, ten_million, packages), [], {}
    quick = options.quick
    records, rounds, large = (200_000, 3, 0) if quick else (1_000_000, 5, 5_000_000)
    rows, store, sizes = imports.rows(healthtui, records, rounds, large, packages)
    rows += whole.rows(healthtui, records, rounds)
    rows += databases.rows(healthtui, records, rounds)
    rows += recordings.rows(healthtui, rounds)
    rows += exports.rows(healthtui, store, records, rounds)
    data = Data(healthtui, 200_000, days_of(200_000)) if quick else Data(healthtui, 10_000_000, DAYS)
    asked = asking.Databases(data, healthbench, packages)
    # Ten million take three minutes: `--only roundtrip`.
    rows += exports.round_trip(healthtui, healthbench, Data(healthtui, records, DAYS))
    rows += imports.size_rows(healthbench, store, records, sizes | asked.sizes)
    rows.append(asking.random_size(healthbench, 100_000 if quick else 1_000_000, asked.sizes))
    rows += asking.rows(asked, 9 if quick else 7)
    rows.append(asking.marathon(healthbench))
    rows += asking.live_workouts(healthbench)
    rows += asking.locked(healthbench, 200_000 if quick else 5_000_000)
    rows += asking.service(healthbench, data)
    rows += syncing.rows(healthtui, healthbench, records)
    rows += commands.program(healthtui)
    rows += console.rows(healthtui, data, 2 if quick else 20)
    counts = [] if quick else [100_000, 1_000_000, 10_000_000, *large_counts(options.largest)]
    for count in counts[3:]:
        million = rows[0].ours / records
        rows += commands.large_store(healthtui, Data(healthtui, count, DAYS), imports.MEMORY_BAR, million)
    return rows, counts, asking.growth(healthtui, healthbench, counts)


def large_counts(largest):
    """The sizes of the stores beyond ten million, as far as the disk has room for their exports."""
    wanted = [count for count in (30_000_000, 100_000_000) if count <= largest]
    free = shutil.disk_usage(tools.CACHE).free
    fitting = [count for count in wanted if count * 470 < free]
    if fitting != wanted:
        tools.say(f"no room for the export of {wanted[len(fitting)]:,} records: {free >> 30} GiB are free")
    return fitting


def report(rows, counts, growth, system, took, only):
    form = "" if growth or only else "The quick form: 200,000 records, no growth, no healthkit-to-sqlite."
    picture_line = "" if only else "![Times and sizes as multiples of SQLite's and DuckDB's](RESULTS.svg)"
    parts = ["# Results", picture_line, EXPLANATION, form, system, results(rows)]
    if growth:
        head = ["work", *(f"{count:,}" for count in counts)]
        lines = [[work, *(seconds(value) for value in values)] for work, values in growth.items()]
        parts += ["## Growth", f"Our times over {DAYS} days of so many records.", markdown(head, lines)]
    missed = [row.work for row in rows if row.verdict == "missed"]
    parts.append(f"Missed: {'; '.join(missed)}." if missed else "No bar was missed.")
    if missed and not only:
        parts.append(REASONS)
    parts.append(f"The whole took {took:.0f} s.")
    return "\n\n".join(part.strip() for part in parts if part) + "\n"


def main():
    options = arguments()
    began = time.monotonic()
    tools.WORK.mkdir(parents=True)
    packages = None if options.against else tools.python_packages()
    if options.against and options.only != "console":
        print(before.compare(options.binaries, options.against), end="")
        return 0
    if packages:
        tools.say(f"DuckDB and healthkit-to-sqlite are left out: {packages}")
    system = machine.description()
    rows, counts, growth = measure(options, packages)
    text = report(rows, counts, growth, system, time.monotonic() - began, options.only)
    if packages:
        text += f"\nDuckDB and healthkit-to-sqlite are left out, as PyPI could not be reached: {packages}\n"
    print(text, end="")
    if options.output:
        options.output.write_text(text)
        options.output.with_suffix(".svg").write_text(picture.draw(text))
    failures = [row.work for row in rows if row.wrong or (options.quick and row.is_far_off)]
    for work in failures:
        tools.say(f"failed: {work}")
    return 1 if failures else 0


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        sys.exit(main())
    except tools.Failure as failure:
        tools.say(str(failure))
        sys.exit(1)
    finally:
        shutil.rmtree(tools.WORK, ignore_errors=True)
