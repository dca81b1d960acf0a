"""The rows about workouts of other programs: gpsbabel, and unzip with a plain decoder, in turn with ours."""

import json
import shutil
import struct
import time
import zipfile

import tools
from inputs import imported
from table import Row, memory
from tools import CACHE, WORK, compiled, is_stale, run, say

MEMORY_BAR = 64 << 20
#: 2025-03-28T06:00:00Z, in seconds since 1970 and since the last day of 1989.
BEGINNING = 1_743_141_600
EPOCH = 631_065_600
TEN_HOURS = 36_000


def table_of_sums():
    sums = []
    for value in range(256):
        for _ in range(8):
            value = value >> 1 ^ 0xA001 if value & 1 else value >> 1
        sums.append(value)
    return sums


SUMS = table_of_sums()


def checksum(data):
    value = 0
    for byte in data:
        value = value >> 8 ^ SUMS[(value ^ byte) & 255]
    return value


def definition(local, message, fields):
    """A definition of fields: number, size, base type."""
    return struct.pack("<BBBHB", 0x40 | local, 0, 0, message, len(fields)) + b"".join(map(bytes, fields))


TIME = (253, 4, 0x86)
FILE_ID = definition(0, 0, [(0, 1, 0), (1, 2, 0x84), (2, 2, 0x84), (3, 4, 0x8C), (4, 4, 0x86)])
RECORD = definition(
    1, 20,
    [TIME, (0, 4, 0x85), (1, 4, 0x85), (5, 4, 0x86), (3, 1, 2), (4, 1, 2), (7, 2, 0x84), (73, 4, 0x86), (78, 4, 0x86)],
)
RECORD_FORM = struct.Struct("<BIiiIBBHII")
SESSION = definition(
    2, 18, [TIME, (2, 4, 0x86), (7, 4, 0x86), (8, 4, 0x86), (9, 4, 0x86), (11, 2, 0x84), (5, 1, 0), (6, 1, 0)]
)


def place(second):
    """A way that goes on and bends."""
    return 47.05 + second * 7e-6, 8.3 + second * 5e-6 + (second % 600) * 1e-6


def heart_rate(second):
    return 110 + second // 7 % 50


def ride(begin, seconds):
    """A ride at a record a second, as FIT."""
    body = [FILE_ID, struct.pack("<BBHHII", 0, 4, 1, 3113, 123_456_789, begin - EPOCH), RECORD]
    for second in range(seconds + 1):
        latitude, longitude = place(second)
        body.append(RECORD_FORM.pack(
            1, begin - EPOCH + second, round(latitude * 2**31 / 180), round(longitude * 2**31 / 180), 850 * second,
            heart_rate(second), 85 + second % 9, 190 + second % 60, 8_500, (430 + second // 50 % 90 + 500) * 5,
        ))
    body += [SESSION, struct.pack("<BIIIIIHBB", 2, begin - EPOCH + seconds, begin - EPOCH, seconds * 1_000,
                                  seconds * 1_000, 850 * seconds, seconds // 6, 2, 0)]
    data = b"".join(body)
    head = struct.pack("<BBHI4s", 14, 0x20, 2_132, len(data), b".FIT")
    head += struct.pack("<H", checksum(head))
    return head + data + struct.pack("<H", checksum(head + data))


def clock(seconds):
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))


def gpx(begin, seconds):
    yield ('<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="Example" '
           'xmlns="http://www.topografix.com/GPX/1/1" '
           'xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v1">\n<trk><type>cycling</type><trkseg>\n')
    for second in range(seconds + 1):
        latitude, longitude = place(second)
        yield (f'<trkpt lat="{latitude:.7f}" lon="{longitude:.7f}"><ele>{430 + second // 50 % 90}</ele>'
               f"<time>{clock(begin + second)}</time><extensions><gpxtpx:TrackPointExtension><gpxtpx:hr>"
               f"{heart_rate(second)}</gpxtpx:hr></gpxtpx:TrackPointExtension></extensions></trkpt>\n")
    yield "</trkseg></trk></gpx>\n"


def tcx(begin, seconds):
    yield ('<?xml version="1.0" encoding="UTF-8"?>\n<TrainingCenterDatabase '
           'xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"><Activities><Activity Sport="Biking">'
           f'<Id>{clock(begin)}</Id><Lap StartTime="{clock(begin)}"><TotalTimeSeconds>{seconds}</TotalTimeSeconds>'
           f"<DistanceMeters>{8.5 * seconds}</DistanceMeters><Calories>{seconds // 6}</Calories>"
           "<Intensity>Active</Intensity><TriggerMethod>Manual</TriggerMethod><Track>\n")
    for second in range(seconds + 1):
        latitude, longitude = place(second)
        yield (f"<Trackpoint><Time>{clock(begin + second)}</Time><Position><LatitudeDegrees>{latitude:.7f}"
               f"</LatitudeDegrees><LongitudeDegrees>{longitude:.7f}</LongitudeDegrees></Position><AltitudeMeters>"
               f"{430 + second // 50 % 90}</AltitudeMeters><DistanceMeters>{8.5 * second:.1f}</DistanceMeters>"
               f"<HeartRateBpm><Value>{heart_rate(second)}</Value></HeartRateBpm></Trackpoint>\n")
    yield "</Track></Lap></Activity></Activities></TrainingCenterDatabase>\n"


def takeout(file):
    """Photos, mails and videos, and among them a hundred days of steps."""
    for number in range(9_900):
        folder = ("Google Fotos", "YouTube und YouTube Music", "Meine Aktivitäten")[number % 3]
        file.writestr(f"Takeout/{folder}/{number}.json", json.dumps({"title": f"item {number}", "tags": ["a"] * 20}))
    for day in range(100):
        begin = (BEGINNING - day * 86_400) * 10**9
        points = [
            {"fitValue": [{"value": {"intVal": 20 + hour}}], "originDataSourceId": "", "endTimeNanos":
             begin + (hour * 60 + 60) * 10**9, "dataTypeName": "com.google.step_count.delta", "startTimeNanos":
             begin + hour * 60 * 10**9}
            for hour in range(600)
        ]
        source = f"derived:com.google.step_count.delta:com.example:phone {day}"
        file.writestr(f"Takeout/Fit/All Data/{source.replace(':', '_')}.json",
                      json.dumps({"Data Source": source, "Data Points": points}))


def inputs():
    """The files, made once."""
    folder = CACHE / "recordings"
    done = folder / "made"
    if not is_stale(done, tools.HERE / "runner" / "recordings.py"):
        return folder
    say("making workouts of other programs")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    (folder / "ten.fit").write_bytes(ride(BEGINNING, TEN_HOURS))
    (folder / "ten.gpx").write_text("".join(gpx(BEGINNING, TEN_HOURS)))
    (folder / "ten.tcx").write_text("".join(tcx(BEGINNING, TEN_HOURS)))
    for name, count, seconds in (("minutes.zip", 7_000, 60), ("half-hours.zip", 300, 1_800)):
        with zipfile.ZipFile(folder / name, "w", zipfile.ZIP_DEFLATED) as file:
            for number in range(count):
                file.writestr(f"activities/{number}.fit", ride(BEGINNING - number * 7_200, seconds))
    with zipfile.ZipFile(folder / "takeout.zip", "w", zipfile.ZIP_DEFLATED) as file:
        takeout(file)
    done.touch()
    return folder


class Recordings:
    """The work, the processor time of each best run, and what was wrong."""

    def __init__(self, healthtui):
        self.healthtui, self.folder = healthtui, inputs()
        self.store = WORK / "recordings.store"
        self.best, self.memory, self.wrong, self.clock = {}, {}, {}, {}

    def note(self, name, ran, wrong=()):
        self.best[name] = min(ran.cpu, self.best.get(name, ran.cpu))
        self.clock[name] = min(ran.seconds, self.clock.get(name, ran.seconds))
        self.memory[name] = max(ran.memory, self.memory.get(name, 0))
        self.wrong.setdefault(name, []).extend(wrong)

    def importing(self, name, file, workouts, *options):
        ran, report = imported(self.healthtui, self.store, self.folder / file, *options)
        found = report["workouts"]["added"]
        self.note(name, ran, [] if found == workouts else [f"{found} workouts"])

    def one(self, name, file, workouts=1):
        tools.remove(self.store)
        self.importing(name, file, workouts)

    def babel(self, name, read, file, write):
        if shutil.which("gpsbabel") is None:
            return
        self.note(name, run("gpsbabel", "-i", read, "-f", self.folder / file, "-o", write, "-F", WORK / "babel"))

    def plain(self, name, file):
        pipe = f"unzip -p '{self.folder / file}' | '{compiled('fit_limit')}'"
        self.note(name, run("sh", "-c", pipe))

    def many(self, name, file, count):
        """A zip of files, and again; one step takes it back."""
        self.plain(f"plain {name}", file)
        self.one(name, file, count)
        self.importing(f"{name} again", file, 0)
        undone = json.loads(run(self.healthtui, "undo", "--list", "--json", "--store", self.store).output)
        if len(undone) != 1:
            self.wrong[name].append(f"{len(undone)} steps to undo")

    def out(self):
        """The ride as TCX; the store has it."""
        found = json.loads(run(self.healthtui, "workouts", "--json", "--store", self.store).output)
        target = WORK / "out.tcx"
        target.unlink(missing_ok=True)
        self.note("out", run(self.healthtui, "export", "--store", self.store, "--format", "tcx", "--uuid",
                             found[0]["uuid"], target))

    def round(self):
        self.babel("babel fit", "garmin_fit", "ten.fit", "gpx")
        tools.remove(self.store)
        self.importing("dry run", "ten.fit", 1, "--dry-run")
        self.one("fit", "ten.fit")
        self.babel("babel out", "gpx", "ten.gpx", "gtrnctr")
        self.out()
        self.babel("babel gpx", "gpx", "ten.gpx", "gpx")
        self.one("gpx", "ten.gpx")
        self.babel("babel tcx", "gtrnctr", "ten.tcx", "gpx")
        self.one("tcx", "ten.tcx")
        self.many("minutes", "minutes.zip", 7_000)
        self.many("half hours", "half-hours.zip", 300)
        self.one("takeout", "takeout.zip", 0)

    def row(self, work, name, factor, peer, text):
        """A row against a peer, which may not be there."""
        least = self.best.get(peer)
        return Row(work, self.best[name], factor * least if least else None, f"{factor} × {text}",
                   {text: least} if least else {}, wrong=self.wrong[name])


def rows(healthtui, rounds):
    """Processor time, the least of some rounds; the wall's time is told."""
    work = Recordings(healthtui)
    for turn in range(rounds):
        say(f"importing workouts of other programs, round {turn + 1} of {rounds}")
        work.round()
    tools.remove(work.store)
    say("; ".join(f"{name}: {seconds:.2f} s by the clock" for name, seconds in work.clock.items()))
    single = [work.memory[name] for name in ("fit", "gpx", "tcx")]
    return [
        work.row("FIT of ten hours, 36,001 records, processor time", "fit", 0.6, "babel fit", "gpsbabel"),
        work.row("GPX of the same", "gpx", 0.2, "babel gpx", "gpsbabel"),
        work.row("TCX of the same", "tcx", 0.2, "babel tcx", "gpsbabel"),
        Row("their memory", max(single), MEMORY_BAR, show=memory),
        work.row("dry run of the FIT", "dry run", 1.5, "fit", "the import"),
        work.row("TCX of the ten hours out", "out", 0.7, "babel out", "gpsbabel"),
        work.row("7,000 FIT of a minute in a zip", "minutes", 25, "plain minutes", "unzip -p and a plain decoder"),
        work.row("the same again, nothing new", "minutes again", 0.5, "minutes", "the first import"),
        work.row("300 FIT of half an hour in a zip", "half hours", 12, "plain half hours", "unzip -p and a plain decoder"),
        Row("memory of the zips", max(work.memory["minutes"], work.memory["half hours"]), MEMORY_BAR, show=memory),
        Row("a Takeout of 10,000 files, 9,900 of no use", work.best["takeout"], 1.5, wrong=work.wrong["takeout"]),
        Row("its memory", work.memory["takeout"], MEMORY_BAR, show=memory),
    ]
