"""The same work by two builds in turn, this one and another: what a change costs, row by row."""

import math
import statistics

import commands
import questions
import tools
from inputs import DAYS, Data, copied, export, imported
from peers import Peer
from table import markdown, seconds
from tools import WORK, Failure, run, say
from whole import archive

#: How often each build has its turn.
ROUNDS = 10
RECORDS = 1_000_000
#: The seconds of one turn of a question.
TURN = 0.15


class Build:
    """A build: its programs, and a store of its own with the same records."""

    def __init__(self, name, binaries):
        self.name = name
        self.healthtui, self.healthbench = (binaries / "healthtui").resolve(), (binaries / "healthbench").resolve()
        self.store = WORK / f"{name}.store"
        self.times = {}

    def note(self, work, took):
        self.times.setdefault(work, []).append(took)


def in_turn(builds, work):
    """Lets each build do its work as often as there are rounds; who begins changes."""
    for turn in range(ROUNDS):
        for build in builds if turn % 2 == 0 else builds[::-1]:
            work(build)


def files(builds):
    """Imports and exports, from the start of the command to its end."""
    xml, zipped = export(RECORDS)
    whole = archive(RECORDS)

    def work(build):
        out = WORK / f"{build.name}.zip"
        for name, source, is_new in (
            ("import, plain XML", xml, True),
            ("import again, nothing new", xml, False),
            ("import, zip", zipped, True),
            ("import with routes, ECGs and FHIR files", whole, True),
        ):
            if is_new:
                tools.remove(build.store)
            ran, _ = imported(build.healthtui, build.store, source)
            build.note(name, ran.seconds)
        tools.remove(build.store)
        imported(build.healthtui, build.store, xml)
        build.note("export", run(build.healthtui, "export", "--store", build.store, "--force", out).seconds)
        build.note("stats steps --by year", run(build.healthtui, *commands.STATISTICS, "--store", build.store).seconds)
        build.note("first frame of the console", commands.first_frame(build.healthtui, WORK / f"{build.name}-first.store"))
        tools.remove(out)

    in_turn(builds, work)


def asking(builds, data):
    """The questions of the store, each build with a process and a copy of its own."""
    peers = {build: Peer(build.name, build.healthbench, copied_for(build, data)) for build in builds}

    def ask(question, words):
        repeats = {}
        try:
            for build, peer in peers.items():
                took, _ = peer.ask(words[build])
                repeats[build] = min(question.repeat, 1 + int(TURN / max(took, 1e-9)))
        except Failure as failure:  # What only one of them knows is no comparison.
            return say(f"left out: {failure}")
        in_turn(builds, lambda build: build.note(question.work, peers[build].ask(words[build], repeats[build])[0]))

    for question in questions.readings(DAYS):
        ask(question, dict.fromkeys(builds, question.ours))
    anchors = {build: int(peer.ask("anchor")[1][0]) for build, peer in peers.items()}
    for peer in peers.values():
        peer.ask("insert 1000")
    asked = {build: questions.changes(anchor, 0, 0) for build, anchor in anchors.items()}
    for place, question in enumerate(asked[builds[0]]):
        ask(question, {build: asked[build][place].ours for build in builds})
    for question in questions.writings(10_000):
        ask(question, dict.fromkeys(builds, question.ours))
    for peer in peers.values():
        peer.close()


def copied_for(build, data):
    """A copy of the store that only this build opens: the newer one may bring its form up."""
    copy = copied(data.store)
    for file in tools.files_of(copy):
        file.rename(f"{build.store}{str(file)[len(str(copy)):]}")
    return build.store


def compare(now, before):
    """The table of both, with what this build needs as a multiple of the other."""
    builds = [Build("now", now), Build("before", before)]
    for build in builds:
        for program in (build.healthtui, build.healthbench):
            if not program.exists():
                raise Failure(f"{program} not found: build it with `make bench-build`")
    # The older build makes the store, so that both can open it.
    data = Data(builds[1].healthtui, RECORDS, DAYS)
    data.make(with_samples=False)
    say("asking both in turn")
    asking(builds, data)
    for build in builds:
        tools.remove(build.store)
    say("importing and exporting with both in turn")
    files(builds)
    lines, ratios = [], []
    for work, times in builds[0].times.items():
        ours, other = statistics.median(times), statistics.median(builds[1].times[work])
        # A pair of turns shares the machine's mood: the median of the pairs' ratios.
        ratio = statistics.median(a / b for a, b in zip(times, builds[1].times[work]))
        ratios.append(ratio)
        lines.append([work, seconds(ours), seconds(other), f"{ratio:.2f}"])
    mean = math.exp(statistics.fmean(map(math.log, ratios)))
    table = markdown(["work", "now", "before", "now/before"], lines)
    return f"{table}\n\nGeometric mean {mean:.3f}; {ROUNDS} runs of each in turn, {RECORDS:,} records.\n"
