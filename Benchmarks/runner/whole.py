"""The row about an export with routes, electrocardiograms and health records, in turn with the same without them."""

import json
import math
import statistics
import zipfile
from datetime import datetime, timedelta
from pathlib import Path

import tools
from inputs import export, imported
from table import Row, memory
from tools import CACHE, WORK, is_stale, say

MEMORY_BAR = 64 << 20
PLACES = 2_000
VOLTAGES = 15_360
FOLDER = "apple_health_export"


class Extent:
    """How much there is beside the records: what a million of them have, or a part of it."""

    def __init__(self, records):
        self.routes = max(1, records // 2_000)
        self.electrocardiograms = max(1, records // 20_000)
        self.documents = max(1, records // 1_000)

    def wanted(self):
        return {"workoutRoutes": self.routes, "electrocardiograms": self.electrocardiograms,
                "clinicalRecords": self.documents}


def route(number):
    """A track of one place a second."""
    start = datetime(2024, 1, 1) + timedelta(hours=3 * number)
    places = "".join(
        f'      <trkpt lon="{-122 + (number + step) * 1e-5:.6f}" lat="{37 + step * 1e-5:.6f}"><ele>{4 + step * 0.01:.6f}'
        f"</ele><time>{start + timedelta(seconds=step):%Y-%m-%dT%H:%M:%SZ}</time><extensions>"
        f"<speed>{2 + step % 100 * 0.013:.6f}</speed><course>{step % 360 + 0.25:.6f}</course><hAcc>8.063116</hAcc>"
        f"<vAcc>6.428697</vAcc></extensions></trkpt>\n"
        for step in range(PLACES)
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="Apple Health Export">\n  <trk>\n'
        f"    <trkseg>\n{places}    </trkseg>\n  </trk>\n</gpx>"
    )


def electrocardiogram(number):
    recorded = datetime(2024, 1, 1) + timedelta(hours=7 * number)
    head = (
        f"Name,\nDate of Birth,\nRecorded Date,{recorded:%Y-%m-%d %H:%M:%S} +0000\nClassification,Sinus Rhythm\n"
        'Symptoms,\nSoftware Version,2.0\nDevice,"Watch7,1"\nSample Rate,512 hertz\n,\n,\nLead,Lead I\nUnit,µV\n,\n'
    )
    return head + "".join(f"{100 * math.sin((step + number) / 9):.3f},\n" for step in range(VOLTAGES))


def document(number):
    return json.dumps({
        "resourceType": "Observation", "id": f"o{number}", "status": "final",
        "category": [{"coding": [{"code": "laboratory", "display": "Laboratory"}]}],
        "code": {"text": "Glucose", "coding": [{"system": "http://loinc.org", "code": "2345-7", "display": "Glucose"}]},
        "valueQuantity": {"value": 80 + number % 40, "unit": "mg/dL"}, "note": [{"text": "x" * 1_500}],
    })


def elements(extent):
    """What the main file says of the files."""
    for number in range(extent.routes):
        start = datetime(2024, 1, 1) + timedelta(hours=3 * number)
        times = (
            f'startDate="{start:%Y-%m-%d %H:%M:%S} +0000" endDate="{start + timedelta(seconds=PLACES):%Y-%m-%d %H:%M:%S} +0000"'
        )
        yield (
            f' <Workout workoutActivityType="HKWorkoutActivityTypeCycling" duration="33" durationUnit="min" sourceName="Bicycle" {times}>\n'
            f'  <WorkoutRoute sourceName="Bicycle" {times}>\n'
            f'   <FileReference path="/workout-routes/route_{number}.gpx"/>\n  </WorkoutRoute>\n </Workout>\n'
        )
    for number in range(extent.documents):
        yield (
            f' <ClinicalRecord type="Observation" identifier="o{number}" sourceName="Clinic" sourceURL="https://example.org/{number}"'
            f' fhirVersion="4.0.1" receivedDate="2024-05-01 08:00:00 +0000" resourceFilePath="/clinical-records/o{number}.json"/>\n'
        )


def archive(records):
    """The export of so many records with everything beside it."""
    path, (xml, plain) = CACHE / f"whole-{records}.zip", export(records)
    if not is_stale(path, plain, Path(__file__)):
        return path
    say(f"making an export of {records:,} records with routes, electrocardiograms and health records")
    extent, ending = Extent(records), b"</HealthData>"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        with file.open(f"{FOLDER}/export.xml", "w", force_zip64=True) as member, open(xml, "rb") as source:
            left = xml.stat().st_size - 4_096
            while left > 0:
                piece = source.read(min(left, 1 << 20))
                left -= len(piece)
                member.write(piece)
            before, _, after = source.read().rpartition(ending)
            member.write(before)
            for element in elements(extent):
                member.write(element.encode())
            member.write(ending + after)
        for number in range(extent.routes):
            file.writestr(f"{FOLDER}/workout-routes/route_{number}.gpx", route(number))
        for number in range(extent.electrocardiograms):
            file.writestr(f"{FOLDER}/electrocardiograms/ecg_{number}.csv", electrocardiogram(number))
        for number in range(extent.documents):
            file.writestr(f"{FOLDER}/clinical-records/o{number}.json", document(number))
    return path


def rows(healthtui, records, rounds):
    """The rows about importing all of an export of `records`."""
    extent, whole, (_, plain) = Extent(records), archive(records), export(records)
    store = WORK / "whole.store"
    times, most, wrong = {"whole": [], "plain": []}, 0, []
    for turn in range(rounds):
        say(f"importing {records:,} records with everything beside them, round {turn + 1} of {rounds}")
        for name, source in (("plain", plain), ("whole", whole)):
            tools.remove(store)
            ran, report = imported(healthtui, store, source)
            times[name].append(ran.seconds)
            if name == "plain":
                continue
            most = max(most, ran.memory)
            found = {kind: report[kind]["added"] for kind in extent.wanted()}
            if found != extent.wanted():
                wrong.append(f"added {found}")
    tools.remove(store)
    ours, without = statistics.median(times["whole"]), statistics.median(times["plain"])
    work = f"the same with {extent.routes} routes, {extent.electrocardiograms} ECGs and {extent.documents:,} FHIR files"
    return [
        Row(work, ours, 1.3 * without, "1.3 × without", {"without": without}, wrong=wrong),
        Row("its memory", most, MEMORY_BAR, show=memory),
    ]
