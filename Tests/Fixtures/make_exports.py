"""Writes Tests/Fixtures/exports: exports in the shapes that phones have written since iOS 9, made up from nothing.

    python3 Tests/Fixtures/make_exports.py

No person's data is in them. `expected.json` says what expat, an XML parser of others, finds in each: how often every
element occurs, by its path, and how many attributes stand in it. The scanner's tests compare with that.
"""

import collections
import io
import json
import pathlib
import random
import xml.parsers.expat
import zipfile
from xml.sax.saxutils import quoteattr

FOLDER = pathlib.Path(__file__).parent / "exports"
WATCH = "<<HKDevice: 0x2831a4b40>, name:Apple Watch, manufacturer:Apple Inc., model:Watch, hardware:Watch4,4, software:9.6.3>"
SOURCES = ["Ada's iPhone", "Ada\u2019s Apple\u00a0Watch", "Run & \"Fun\"", "🏃\u200d♀️ Läufer", "体重計", "Scale <2>"]

DOCTYPE = """<!DOCTYPE HealthData [
<!-- HealthKit Export Version: {version} -->
<!ELEMENT HealthData (ExportDate,Me,(Record|Correlation|Workout|ActivitySummary|ClinicalRecord|Audiogram)*)>
<!ATTLIST HealthData
  locale CDATA #REQUIRED
>
<!ELEMENT Record ((MetadataEntry|HeartRateVariabilityMetadataList)*)>
<!ATTLIST Record
  type          CDATA #REQUIRED
  unit          CDATA #IMPLIED
  value         CDATA #IMPLIED
>
<!-- Note: what stands in a correlation stands at the top level too. -->
<!ELEMENT Correlation ((MetadataEntry|Record)*)>
]>
"""

# iOS 16.0 wrote a declaration that begins twice, which parsers refuse.
BROKEN_DOCTYPE = DOCTYPE.replace(
    "<!ELEMENT Correlation", "<!ATTLIST WorkoutEvent\n<!ATTLIST WorkoutEvent\n  type CDATA #REQUIRED\n>\n<!ELEMENT Correlation"
)


# Phones write double quotes around every value.
ESCAPES = {"\n": "&#10;", '"': "&quot;"}


class Export:
    """Lines of an export, each element on its own, children one space deeper."""

    def __init__(self, version, locale="en_US", doctype=DOCTYPE):
        head = '<?xml version="1.0" encoding="UTF-8"?>\n' + doctype.replace("{version}", str(version))
        self.lines = [head + f'<HealthData locale="{locale}">']
        self.add("ExportDate", value=stamp(9_999))
        self.add(
            "Me", HKCharacteristicTypeIdentifierDateOfBirth="1990-12-10",
            HKCharacteristicTypeIdentifierBiologicalSex="HKBiologicalSexFemale",
            HKCharacteristicTypeIdentifierBloodType="HKBloodTypeNotSet",
            HKCharacteristicTypeIdentifierFitzpatrickSkinType="HKFitzpatrickSkinTypeNotSet",
        )

    def add(self, name, children=(), depth=1, **attributes):
        text = " " * depth + "<" + name
        for key, value in attributes.items():
            if value is not None:
                text += f" {key}={quoteattr(str(value), ESCAPES)}"
        if not children:
            self.lines.append(text + "/>")
            return
        self.lines.append(text + ">")
        for child, more, below in children:
            self.add(child, below, depth + 1, **more)
        self.lines.append(" " * depth + f"</{name}>")

    def bytes(self):
        return ("\n".join(self.lines) + "\n</HealthData>\n").encode()


def stamp(minute, zone="+0100"):
    hour, minute = divmod(minute, 60)
    day, hour = divmod(hour, 24)
    return f"2023-{1 + day // 28:02}-{1 + day % 28:02} {hour:02}:{minute:02}:{7 * minute % 60:02} {zone}"


def entry(key, value):
    return ("MetadataEntry", {"key": key, "value": value}, ())


def record(chance, index, **more):
    kind = chance.choice([
        ("HKQuantityTypeIdentifierStepCount", "count", chance.randrange(1, 400)),
        ("HKQuantityTypeIdentifierHeartRate", "count/min", chance.randrange(48, 190)),
        ("HKQuantityTypeIdentifierBodyMass", "kg", round(chance.uniform(50, 90), 3)),
        ("HKQuantityTypeIdentifierActiveEnergyBurned", "Cal", chance.uniform(0, 40)),
        ("HKQuantityTypeIdentifierDistanceWalkingRunning", "km", chance.uniform(0, 2)),
        ("HKCategoryTypeIdentifierSleepAnalysis", None, "HKCategoryValueSleepAnalysisInBed"),
    ])
    return dict(
        type=kind[0], sourceName=chance.choice(SOURCES), sourceVersion=chance.choice(["9.2", "16.1.1", None]),
        device=chance.choice([WATCH, None]), unit=kind[1], creationDate=stamp(index + 3), startDate=stamp(index),
        endDate=stamp(index + chance.randrange(0, 9)), value=kind[2], **more
    )


def records(export, chance, count):
    for index in range(count):
        children = [entry("HKWasUserEntered", 1)] if chance.random() < 0.3 else []
        if chance.random() < 0.1:
            children.append(entry("own key", "tab\there, 5 > 4 & \"so\""))
        export.add("Record", children, **record(chance, index * 37))


def correlations(export, chance, count):
    for index in range(count):
        members = []
        for name, unit in (("Protein", "g"), ("EnergyConsumed", "kcal"), ("Sodium", "mg")):
            members.append(dict(
                type=f"HKQuantityTypeIdentifierDietary{name}", sourceName=SOURCES[2], unit=unit,
                startDate=stamp(index * 90), endDate=stamp(index * 90), value=chance.randrange(1, 500),
            ))
        for member in members:
            export.add("Record", [entry("HKFoodMeal", "Lunch")], **member)
        below = [("Record", member, [entry("HKFoodMeal", "Lunch")]) for member in members]
        export.add(
            "Correlation", [entry("HKFoodType", "Soup; \"hot\"")] + below, type="HKCorrelationTypeIdentifierFood",
            sourceName=SOURCES[2], startDate=stamp(index * 90), endDate=stamp(index * 90),
        )


def workout(export, index, totals, children=()):
    more = dict(totalDistance=5.25, totalDistanceUnit="km", totalEnergyBurned=321, totalEnergyBurnedUnit="Cal")
    export.add(
        "Workout", children, workoutActivityType="HKWorkoutActivityTypeRunning", duration=29.5 + index,
        durationUnit="min", **(more if totals else {}), sourceName=SOURCES[1], creationDate=stamp(index * 200 + 40),
        startDate=stamp(index * 200), endDate=stamp(index * 200 + 30),
    )


def event(kind, minute, **more):
    return ("WorkoutEvent", dict(type=f"HKWorkoutEventType{kind}", date=stamp(minute), **more), ())


def route(with_metadata):
    below = [("FileReference", {"path": "/workout-routes/route_2023-01-01_8.15am.gpx"}, ())]
    if with_metadata:
        below = [entry("HKMetadataKeySyncVersion", 2), entry("HKMetadataKeySyncIdentifier", "r-1")] + below
    times = dict(sourceName=SOURCES[1], creationDate=stamp(41), startDate=stamp(0), endDate=stamp(30))
    return ("WorkoutRoute", times, below)


def summaries(export, count):
    for day in range(count):
        export.add(
            "ActivitySummary", dateComponents=f"2023-01-{day + 1:02}", activeEnergyBurned=300.5 + day,
            activeEnergyBurnedGoal=400, activeEnergyBurnedUnit="Cal", appleExerciseTime=day, appleExerciseTimeGoal=30,
            appleStandHours=day % 13, appleStandHoursGoal=12,
        )


def beats(count):
    below = [("InstantaneousBeatsPerMinute", {"bpm": 60 + n, "time": f"8:15:{n:02},{n}1 AM"}, ()) for n in range(count)]
    return ("HeartRateVariabilityMetadataList", {}, below)


def exports():
    chance = random.Random(20231121)
    old = Export(3, "en_GB")
    records(old, chance, 400)
    twin = record(chance, 77)
    for _ in range(3):
        old.add("Record", **twin)
    correlations(old, chance, 4)
    workout(old, 0, True, [entry("HKTimeZone", "Europe/London"), event("Pause", 10), event("Resume", 12)])
    workout(old, 1, True)
    summaries(old, 2)
    yield "v3-en_GB.xml", old.bytes()

    middle = Export(8)
    records(middle, chance, 60)
    yield "v8-en_US.xml", middle.bytes()

    rich = Export(11)
    records(rich, chance, 40)
    times = dict(creationDate=stamp(9), startDate=stamp(3), endDate=stamp(4))
    rich.add(
        "Record", [beats(10)], type="HKQuantityTypeIdentifierHeartRateVariabilitySDNN", sourceName=SOURCES[1],
        unit="ms", value="43.5", device=WATCH, **times,
    )
    workout(rich, 0, True, [event("Lap", 5, duration=4.5, durationUnit="min"), route(True)])
    summaries(rich, 17)
    for number in range(6):
        rich.add(
            "ClinicalRecord", type="Observation", identifier=f"o-{number}", sourceName="Clinic", sourceURL="",
            fhirVersion="1.0.2", receivedDate=stamp(50), resourceFilePath=f"/clinical-records/Observation-{number}.json",
        )
    point = ("SensitivityPoint", dict(frequencyValue=250, frequencyUnit="Hz", leftEarValue=10, leftEarUnit="dBHL"), ())
    rich.add("Audiogram", [point], type="HKDataTypeIdentifierAudiogram", sourceName="Booth", startDate=stamp(7), endDate=stamp(8))
    yield "v11-clinical.xml", rich.bytes()

    new = Export(14, "de_NL")
    records(new, chance, 30)
    activity = ("WorkoutActivity", dict(uuid="5A0F7C52-1B8E-4E0B-9C62-2E8C7B1D7E11", startDate=stamp(0), endDate=stamp(30),
                                        duration=29.5, durationUnit="min"), ())
    total = ("WorkoutStatistics", dict(type="HKQuantityTypeIdentifierActiveEnergyBurned", startDate=stamp(0),
                                       endDate=stamp(30), sum=321, unit="Cal"), ())
    workout(new, 0, False, [entry("HKIndoorWorkout", 0), activity, total, route(False)])
    correlations(new, chance, 1)
    summaries(new, 1)
    yield "v14-de_NL.xml", new.bytes()

    broken = Export(12, doctype=BROKEN_DOCTYPE)
    broken.add("Record", **dict(record(chance, 1), sourceName="Ring\x02Tone"))
    records(broken, chance, 1)
    workout(broken, 0, True, [event("Pause", 5)])
    yield "v12-ios16-broken-dtd.xml", broken.bytes()


def found(data):
    """What expat finds: elements by path below the root, and attributes."""
    counts, attributes, path = collections.Counter(), collections.Counter(), []

    def start(name, values):
        path.append(name)
        attributes[path[1] if len(path) > 1 else name] += len(values)
        if len(path) > 1:
            counts["/".join(path[1:])] += 1

    parser = xml.parsers.expat.ParserCreate()
    parser.StartElementHandler = start
    parser.EndElementHandler = lambda _: path.pop()
    parser.Parse(data, True)
    return {"elements": dict(counts), "attributes": dict(attributes)}


def archive(members):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content, *when in members:
            made.writestr(zipfile.ZipInfo(name, when[0] if when else (2023, 3, 1, 8, 15, 0)), content)
    return data.getvalue()


def archives():
    small = Export(11)
    records(small, random.Random(1), 8)
    text = small.bytes()
    gpx = b'<?xml version="1.0"?>\n<gpx version="1.1"><trk><trkseg/></trk></gpx>\n'
    main = "apple_health_export/export.xml"
    yield "decoys.zip", archive([
        ("__MACOSX/apple_health_export/._export.xml", b"\x00\x05\x16\x07"), ("__MACOSX/._apple_health_export", b"\x00"),
        (main, text), ("apple_health_export/export_cda.xml", b"<ClinicalDocument/>"),
    ])
    yield "routes.zip", archive(
        [("export.xml", text)] + [(f"workout-routes/route_2023-01-0{day}_8.15am.gpx", gpx) for day in range(1, 5)]
    )
    yield "slip.zip", archive([(main, text), ("../../../tmp/zip-slip-escape.txt", b"out")])
    yield "renamed.zip", archive([("apple_health_export/Exportieren.xml", text)])
    yield "future.zip", archive([(main, text, (2099, 12, 31, 23, 59, 58))])
    yield "cut.zip", archive([(main, text[: text.rindex(b"<Record") + 40])])
    yield "empty.zip", archive([(main, b"")])


def main():
    FOLDER.mkdir(exist_ok=True)
    expected = {}
    for name, data in exports():
        (FOLDER / name).write_bytes(data)
        if "broken" not in name:
            expected[name] = found(data)
    for name, data in archives():
        (FOLDER / name).write_bytes(data)
    (FOLDER / "expected.json").write_text(json.dumps(expected, indent=1, sort_keys=True) + "\n")


main()
