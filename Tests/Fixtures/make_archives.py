#!/usr/bin/env python3
"""Writes the zip archives that the tests read, from every-element.xml. Run it again after changing that file."""
import io
import os
import zipfile

here = os.path.dirname(os.path.abspath(__file__))
export = open(os.path.join(here, "every-element.xml"), "rb").read()
when = (2025, 7, 1, 9, 12, 34)


class Stream(io.RawIOBase):
    """A file that cannot seek, so that zipfile writes data descriptors, as the phone does."""

    def __init__(self, file):
        self.file = file

    def writable(self):
        return True

    def write(self, data):
        return self.file.write(data)


def archive(name, members, streamed=False, zip64=False):
    with open(os.path.join(here, name), "wb") as file:
        target = Stream(file) if streamed else file
        with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as zip:
            for path, data in members:
                info = zipfile.ZipInfo(path, when)
                info.compress_type = zipfile.ZIP_DEFLATED
                with zip.open(info, "w", force_zip64=zip64) as member:
                    member.write(data)


decoy = b"\x00\x05\x16\x07\x00\x02\x00\x00Mac OS X        <HealthData locale='xx'></HealthData>"
clinical = b'<?xml version="1.0"?>\n<ClinicalDocument xmlns="urn:hl7-org:v3"/>\n'

archive(
    "export-as-phones-write-it.zip",
    [
        ("apple_health_export/", b""),
        ("__MACOSX/apple_health_export/._export.xml", decoy),
        ("apple_health_export/.DS_Store", b"\x00\x00\x00\x01Bud1"),
        ("apple_health_export/export_cda.xml", clinical),
        ("apple_health_export/workout-routes/route_2025-06-28_11.02am.gpx", b"<gpx/>"),
        ("apple_health_export/export.xml", export),
        ("apple_health_export/workout-routes/route_2025-06-29_9.15am.gpx", b"<gpx/>"),
        ("apple_health_export/electrocardiograms/ecg_2025-06-30.csv", b"Name,Zo\xc3\xab\n"),
        ("apple_health_export/clinical-records/Immunization-a1.json", b"{}"),
        ("apple_health_export/notes.txt", b"hello"),
    ],
    streamed=True,
)
archive("export-zip64.zip", [("apple_health_export/Exportieren.xml", export)], zip64=True)
archive(
    "export-hostile-names.zip",
    [
        ("../../outside/export.xml", b"<HealthData locale='out'></HealthData>"),
        ("/absolute/export.xml", b"<HealthData locale='abs'></HealthData>"),
        ("\u5bfc\u51fa.xml", export),
        ("older.xml", b"<HealthData locale='old'></HealthData>"),
    ],
)
archive(
    "not-an-export.zip",
    [("apple_health_export/export.xml", b""), ("apple_health_export/export_cda.xml", clinical)],
)
archive("no-xml.zip", [("readme.txt", b"nothing here")])

# An archive whose main file has another checksum than it says: CRC-32 stands 14 bytes into the file's own header and
# 16 bytes into its entry of the directory.
archive("bad-checksum.zip", [("apple_health_export/export.xml", export)])
path = os.path.join(here, "bad-checksum.zip")
data = bytearray(open(path, "rb").read())
data[14] ^= 0xFF
data[data.index(b"PK\x01\x02") + 16] ^= 0xFF
open(path, "wb").write(data)
