"""The rows about machines in step: how large and how fast the files are that a folder carries between two stores."""

import json
import select
import statistics
import subprocess
import time

import tools
from inputs import export
from peers import Peer
from table import Row, memory, per_sample, times
from tools import WORK, Failure, run, say

MEMORY_BAR = 64 << 20


class Machine:
    """A store with its commands."""

    def __init__(self, healthtui, name, folder):
        self.healthtui, self.name, self.folder = healthtui.resolve(), name, folder
        self.store = WORK / f"{name}.store"
        tools.remove(self.store)

    def run(self, *command):
        return run(self.healthtui, *command, "--store", self.store)

    def sync(self, *command):
        return self.run("sync", *command)

    def join(self, other):
        code = WORK / "code"
        code.write_text(json.loads(other.sync("invite", "--json").output)["code"])
        self.sync("join", self.folder, "--code-file", code, "--name", self.name)
        other.sync()


def files(folder):
    """The files of entries, with their sizes."""
    return {path: path.stat().st_size for path in folder.rglob("*.seg")}


def bytes_of(folder, body):
    """How many bytes of new files something makes."""
    known = files(folder)
    body()
    return sum(size for path, size in files(folder).items() if path not in known)


class Watch:
    """A machine that syncs whenever something changes, and says so."""

    def __init__(self, machine):
        command = [machine.healthtui, "sync", "--watch", "--json", "--store", machine.store]
        self.process = subprocess.Popen([str(word) for word in command], stdout=subprocess.PIPE, text=True, bufsize=1)
        self.next_line()

    def next_line(self):
        ready, _, _ = select.select([self.process.stdout], [], [], 60)
        if not ready:
            raise Failure("a watch doesn't hear of a save")
        return json.loads(self.process.stdout.readline())

    def end(self):
        self.process.kill()
        self.process.wait()


def until_heard(laptop, desktop, rounds):
    """The seconds from the end of a save on one machine until the other has the sample, both watching."""
    watches = [Watch(laptop), Watch(desktop)]
    try:
        time.sleep(2)
        times = []
        for round_ in range(rounds):
            laptop.run("add", "steps", str(round_ + 1))
            began = time.perf_counter()
            while watches[1].next_line()["added"] == 0:
                pass
            times.append(time.perf_counter() - began)
            # A machine that was at rest sends at once.
            time.sleep(2.5)
        return statistics.median(times)
    finally:
        for watch in watches:
            watch.end()


def saved(healthtui, healthbench, count):
    """What samples take of a group's files that were saved with UUIDs of their own, and what an outbox costs a save."""
    folder = WORK / "saved"
    folder.mkdir()
    machine, alone = (Machine(healthtui, name, folder) for name in ("phone", "alone"))
    for store in (machine.store, alone.store):
        peer = Peer("ours", healthbench, store)
        peer.ask("insert 10000", count // 10_000)
        peer.close()
    machine.sync("init", folder, "--name", "phone")
    machine.sync()
    size = sum(files(folder).values()) / count
    peers = {name: Peer("ours", healthbench, store) for name, store in [("in", machine.store), ("alone", alone.store)]}
    spent = {name: [] for name in peers}
    for turn in range(8):
        for name, peer in peers.items():
            seconds, _ = peer.ask("insert 1", 40)
            # The first warms up.
            spent[name] += [seconds] if turn else []
    for peer in peers.values():
        peer.close()
    inside, outside = (statistics.median(spent[name]) for name in ("in", "alone"))
    return [
        Row("files of a group, a sample, saved with random UUIDs", size, 26, show=per_sample),
        Row("durable save of one sample in a group", inside, 1.3 * outside, "1.3 × in no group"),
    ]


def written(healthtui, healthbench, saves, syncs):
    """How many times as many bytes are written to the folder as stay there, when so many saves are synced at a time."""
    folder = WORK / f"written-{saves}"
    folder.mkdir()
    machine = Machine(healthtui, "written", folder)
    peer = Peer("ours", healthbench, machine.store)
    machine.sync("init", folder, "--name", "phone")
    seen = {}
    for _ in range(syncs):
        peer.ask(f"insert {saves}")
        machine.sync()
        seen |= files(folder)
    peer.close()
    return sum(seen.values()) / sum(files(folder).values())


DELETION_MEMORY_BAR = 80 << 20


def deleting(healthtui, records):
    """What a large deletion and its undo cost both machines, held against the first sync of as many samples."""
    folder = WORK / "deleting"
    folder.mkdir()
    here, there = (Machine(healthtui, name, folder) for name in ("deleting-here", "deleting-there"))
    here.run("import", export(records)[0])
    here.sync("init", folder, "--name", "here")
    sent = here.sync()
    there.join(here)
    received = there.sync()
    counted = json.loads(here.run("types", "--json").output)
    most = max(counted, key=lambda row: row["samples"])
    share = most["samples"] / records
    found, spent = [], []
    for what, command in (("deletion", ("delete", "--type", most["identifier"], "--yes")), ("undo of it", ("undo",))):
        here.run(*command)
        for machine, verb, first in ((here, "sending", sent), (there, "receiving", received)):
            done = machine.sync()
            spent.append(done.memory)
            bar = 2 * share * first.seconds
            found.append(Row(f"{what}, {most['samples']:,} samples, {verb}", done.seconds, bar, "2 × the first sync of as many"))
    return found + [Row("memory of these, the most", max(spent), DELETION_MEMORY_BAR, show=memory)]


def equal_rows(healthtui, count):
    """How long a sync takes to receive so many imported samples that say the same."""
    folder = WORK / f"equal-{count}"
    folder.mkdir()
    here, there = (Machine(healthtui, name, folder) for name in (f"equal-here-{count}", f"equal-there-{count}"))
    here.sync("init", folder, "--name", "here")
    there.join(here)
    there.sync()
    line = (
        '<Record type="HKQuantityTypeIdentifierStepCount" sourceName="Phone" unit="count" value="10" '
        'creationDate="2026-10-01 10:00:00 +0000" startDate="2026-10-01 09:00:00 +0000" '
        'endDate="2026-10-01 09:30:00 +0000"/>\n'
    )
    file = WORK / f"equal-{count}.xml"
    file.write_text('<HealthData locale="en_US">' + line * count + "</HealthData>")
    here.run("import", file)
    here.sync()
    return there.sync().seconds


def rows(healthtui, healthbench, records):
    """Two machines with so many imported samples."""
    folder = WORK / "shared"
    folder.mkdir()
    laptop, desktop = (Machine(healthtui, name, folder) for name in ("laptop", "desktop"))
    say(f"syncing {records:,} records")
    imports = [laptop.run("import", export(records)[0])]
    # A single run says little: the machine is faster or slower from one minute to the next.
    for _ in range(2):
        imports.append(desktop.run("import", export(records)[0]))
        tools.remove(desktop.store)
    import_time = statistics.median(each.seconds for each in imports)
    laptop.sync("init", folder, "--name", "laptop")
    sent = laptop.sync()
    size = sum(files(folder).values())
    received = []
    for machine in (Machine(healthtui, "tablet", folder), Machine(healthtui, "watch", folder), desktop):
        machine.join(laptop)
        received.append(machine.sync())
        if machine is not desktop:
            tools.remove(machine.store)
    receiving, most = statistics.median(each.seconds for each in received), max(each.memory for each in received)
    if laptop.run("doctor", "--compare", desktop.store).output.count("the same samples") != 1:
        raise Failure("the machines don't have the same samples")
    server = Machine(healthtui, "server", folder)
    server.run("import", export(records)[0])
    server.join(laptop)
    joined = server.sync()
    save = bytes_of(folder, lambda: (laptop.run("add", "steps", "7"), laptop.sync()))
    counted = json.loads(laptop.run("types", "--json").output)
    deleted = next(row["samples"] for row in counted if row["identifier"].endswith("StepCount"))
    deletions = bytes_of(folder, lambda: (laptop.run("delete", "--type", "steps", "--yes"), laptop.sync()))
    stored = tools.size_of_table(laptop.store, "tombstone")
    few = equal_rows(healthtui, 4_000)
    several, single = written(healthtui, healthbench, 200, 260), written(healthtui, healthbench, 1, 100)
    return [
        Row(f"first sync of {records:,}, sending", sent.seconds, 1.5 * import_time, "1.5× the import"),
        Row(f"first sync of {records:,}, receiving", receiving, 1.5 * import_time, "1.5× the import"),
        Row(f"memory of a first sync of {records:,}, sending", sent.memory, MEMORY_BAR, show=memory),
        Row(f"memory of a first sync of {records:,}, receiving", most, MEMORY_BAR, show=memory),
        Row(f"joining with the same {records:,}", joined.seconds, 5 * import_time, "5× the import"),
        Row(f"memory of joining with the same {records:,}", joined.memory, MEMORY_BAR, show=memory),
        Row("files of a group, a sample, imported", size / records, 10, show=per_sample),
        Row("files of a group, a deletion", deletions / deleted, 18, show=per_sample),
        *([Row("store size a deletion", stored / deleted, 18, show=per_sample)] if stored else []),
        *saved(healthtui, healthbench, 200_000),
        *deleting(healthtui, records),
        Row("20,000 equal rows, receiving", equal_rows(healthtui, 20_000), 5.5 * few, "5.5 × 4,000 of them"),
        Row("file of one save", save, 600, show=per_sample),
        Row("written for each byte that stays, 260 syncs of 200 saves", several, 5, show=times),
        Row("the same, 100 syncs of one save", single, show=times),
        Row("from a save to the other machine, both watching", until_heard(laptop, desktop, 5), 200e-3),
    ]
