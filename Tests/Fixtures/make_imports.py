#!/usr/bin/env python3
"""Writes imports/everything.zip: one or more of all that an export can hold beside records, in an order that no phone has.

Nothing in it is a person's data. The stores of `stores/` that are named after versions hold it as these imported it."""
import math
import os
import zipfile

here = os.path.dirname(os.path.abspath(__file__))
when = (2025, 7, 1, 9, 12, 34)

source = 'sourceName="Watch of Ada" sourceVersion="11.5" creationDate="2025-06-28 11:05:00 +0200"'


def route(first, count, step=1):
    """A track of one place a second, two of them in the same second."""
    places = []
    for index in range(count):
        second = first + (index - 1 if index == 1 else index) * step
        time = f"2025-06-28T08:{second // 60:02}:{second % 60:02}Z"
        places.append(
            f'      <trkpt lon="{8.5 + index * 1e-5:.6f}" lat="{47.3 + index * 1e-5:.6f}"><ele>{408 + index * 0.1:.6f}</ele>'
            f"<time>{time}</time><extensions><speed>{1 + index * 0.01:.6f}</speed><course>12.500000</course>"
            f"<hAcc>4.250000</hAcc><vAcc>3.125000</vAcc></extensions></trkpt>\n"
        )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<gpx version="1.1" creator="Apple Health Export" xmlns="http://www.topografix.com/GPX/1/1">\n'
        "  <metadata>\n    <time>2025-07-01T07:12:34Z</time>\n  </metadata>\n  <trk>\n"
        "    <name>Route 2025-06-28 11:02am</name>\n    <trkseg>\n" + "".join(places) + "    </trkseg>\n  </trk>\n</gpx>"
    )


def voltages(count, comma):
    lines = [f"{100 * math.sin(index / 9):.3f}" for index in range(count)]
    return "".join((line.replace(".", ",") if comma else line + ",") + "\n" for line in lines)


english = (
    "Name,Ada\nDate of Birth,1990-01-01\nRecorded Date,2025-06-27 07:00:00 +0200\nClassification,Sinus Rhythm\n"
    'Symptoms,\nSoftware Version,2.0\nDevice,"Watch7,1"\nSample Rate,512 hertz\n,\n,\nLead,Lead I\nUnit,µV\n,\n'
    + voltages(1024, False)
)
german = (
    "Name,Ada\nGeburtsdatum,1990-01-01\nAufgezeichnet am,2025-06-26 07:00:00 +0200\nKlassifizierung,Vorhofflimmern\n"
    'Symptome,"Herzrasen, Schwindel"\nSoftwareversion,2.0\nGerät,"Watch7,1"\nAbtastrate,513,992 Hertz\n\n\n'
    "Ableitung,Ableitung I\nEinheit,µV\n\n" + voltages(512, True)
)

cda = (
    '<?xml version="1.0"?>\n<ClinicalDocument xmlns="urn:hl7-org:v3"><title>Health Data Export</title>'
    '<effectiveTime value="20250701091234+0200"/><component><section/></component></ClinicalDocument>\n'
    '<ClinicalDocument xmlns="urn:wrong"/>\n'
)


def clinical(kind, identifier, extra=""):
    return f'{{"resourceType": "{kind}", "id": "{identifier}"{extra}}}\n'


export = f"""<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE HealthData [
<!-- HealthKit Export Version: 14 -->
]>
<HealthData locale="de_CH">
 <ExportDate value="2025-07-01 09:12:34 +0200"/>
 <Me HKCharacteristicTypeIdentifierDateOfBirth="1990-01-01" HKCharacteristicTypeIdentifierBiologicalSex="HKBiologicalSexFemale" HKCharacteristicTypeIdentifierBloodType="HKBloodTypeNotSet" HKCharacteristicTypeIdentifierFitzpatrickSkinType="HKFitzpatrickSkinTypeNotSet" HKCharacteristicTypeIdentifierCardioFitnessMedicationsUse="None"/>
 <Record type="HKQuantityTypeIdentifierHeartRateVariabilitySDNN" sourceName="Watch of Ada" unit="ms" creationDate="2025-06-30 06:01:00 +0200" startDate="2025-06-30 06:00:00 +0200" endDate="2025-06-30 06:01:00 +0200" value="48.25">
  <HeartRateVariabilityMetadataList>
   <InstantaneousBeatsPerMinute bpm="61" time="6:00:01.25 AM"/>
   <InstantaneousBeatsPerMinute bpm="62" time="6:00:02.21 AM"/>
   <InstantaneousBeatsPerMinute bpm="60" time="6:00:05.20 AM"/>
  </HeartRateVariabilityMetadataList>
 </Record>
 <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="62.5" durationUnit="min" {source} startDate="2025-06-28 10:00:00 +0200" endDate="2025-06-28 11:02:30 +0200">
  <WorkoutRoute {source} startDate="2025-06-28 10:00:00 +0200" endDate="2025-06-28 10:10:00 +0200">
   <MetadataEntry key="HKMetadataKeySyncVersion" value="2"/>
   <FileReference path="/workout-routes/route_2025-06-28_11.02am.gpx"/>
  </WorkoutRoute>
  <WorkoutRoute {source} startDate="2025-06-28 10:30:00 +0200" endDate="2025-06-28 10:40:00 +0200">
   <FileReference path="/workout-routes/route_2025-06-28_11.02am_2.gpx"/>
  </WorkoutRoute>
 </Workout>
 <Workout workoutActivityType="HKWorkoutActivityTypeWalking" duration="10" durationUnit="min" totalDistance="1" totalDistanceUnit="km" sourceName="Old phone" startDate="2018-06-28 10:00:00 +0200" endDate="2018-06-28 10:10:00 +0200">
  <WorkoutRoute sourceName="Old phone" startDate="2018-06-28 10:00:00 +0200" endDate="2018-06-28 10:10:00 +0200">
   <Location date="2018-06-28 10:00:00 +0200" latitude="47.37" longitude="8.54" altitude="408" horizontalAccuracy="4" verticalAccuracy="3" course="12" speed="1.4"/>
   <Location date="2018-06-28 10:00:01 +0200" latitude="47.371" longitude="8.54" altitude="408" horizontalAccuracy="4" verticalAccuracy="3" course="12" speed="1.4"/>
  </WorkoutRoute>
 </Workout>
 <ClinicalRecord type="Immunization" identifier="a1" sourceName="Clinic" sourceURL="https://example.org/fhir/Immunization/a1" fhirVersion="4.0.1" receivedDate="2025-01-02 03:04:05 +0100" resourceFilePath="/clinical-records/Immunization-a1.json"/>
 <ClinicalRecord type="Observation" identifier="b2" sourceName="Clinic" sourceURL="https://example.org/fhir/Observation/b2" fhirVersion="DSTU2" receivedDate="2025-01-02 03:04:05 +0100" resourceFilePath="/clinical-records/Observation-b2.json"/>
 <ClinicalRecord type="Patient" identifier="c3" sourceName="Clinic" sourceURL="https://example.org/fhir/Patient/c3" fhirVersion="4.0.1" receivedDate="2025-01-02 03:04:05 +0100" resourceFilePath="/clinical-records/Patient-c3.json"/>
 <Audiogram type="HKDataTypeIdentifierAudiogram" sourceName="Ears" sourceVersion="3" startDate="2025-03-01 10:00:00 +0100" endDate="2025-03-01 10:05:00 +0100">
  <MetadataEntry key="room" value="quiet"/>
  <SensitivityPoint frequencyValue="1000" frequencyUnit="Hz" leftEarValue="10" leftEarUnit="dBHL" leftEarMasked="1" leftEarClampingRangeLowerBound="-10" leftEarClampingRangeUpperBound="120" rightEarValue="15" rightEarUnit="dBHL"/>
  <SensitivityPoint frequencyValue="2" frequencyUnit="kHz" rightEarValue="22.5" rightEarUnit="dBHL"/>
 </Audiogram>
 <VisionPrescription type="HKVisionPrescriptionTypeGlasses" dateIssued="2025-02-01 10:00:00 +0100" expirationDate="2027-02-01 10:00:00 +0100" brand="Visus">
  <RightEye sphere="-1.5" sphereUnit="D" cylinder="-0.5" cylinderUnit="D" axis="90" axisUnit="deg" farPD="32" farPDUnit="mm" prismAmount="2" prismAmountUnit="pD" prismAngle="90" prismAngleUnit="deg"/>
  <LeftEye sphere="-1.25" sphereUnit="D"/>
  <Attachment identifier="6D3D4C2E-8C1B-4F52-9C7E-0A1B2C3D4E5F"/>
 </VisionPrescription>
 <VisionPrescription type="HKVisionPrescriptionTypeContacts" dateIssued="2025-02-02 10:00:00 +0100" brand="Lens">
  <RightEye sphere="-1.5" sphereUnit="D" baseCurve="8.6" baseCurveUnit="mm" diameter="14.2" diameterUnit="mm"/>
 </VisionPrescription>
</HealthData>
"""

files = [
    ("apple_health_export/electrocardiograms/ecg_2025-06-27.csv", english),
    ("apple_health_export/workout-routes/route_2025-06-28_11.02am.gpx", route(0, 600)),
    ("apple_health_export/clinical-records/Observation-b2.json", clinical("Observation", "b2", ', "category": {"text": "Vital Signs"}, "code": {"text": "Heart rate"}')),
    ("apple_health_export/export.xml", export),
    ("apple_health_export/workout-routes/route_2025-06-28_11.02am_2.gpx", route(1800, 300)),
    ("apple_health_export/electrocardiograms/ecg_2025-06-26.csv", german),
    ("apple_health_export/attachments/6D3D4C2E-8C1B-4F52-9C7E-0A1B2C3D4E5F.png", b"\x89PNG\r\n\x1a\nnot much of a picture"),
    ("apple_health_export/export_cda.xml", cda),
    ("apple_health_export/clinical-records/Immunization-a1.json", clinical("Immunization", "a1", ', "vaccineCode": {"coding": [{"display": "Influenza"}]}')),
    ("apple_health_export/clinical-records/Patient-c3.json", clinical("Patient", "c3")),
]
with zipfile.ZipFile(os.path.join(here, "imports/everything.zip"), "w", zipfile.ZIP_DEFLATED) as zip:
    for path, data in files:
        info = zipfile.ZipInfo(path, when)
        info.compress_type = zipfile.ZIP_DEFLATED
        zip.writestr(info, data)
