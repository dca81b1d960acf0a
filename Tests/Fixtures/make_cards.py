#!/usr/bin/env python3
"""Writes cards/: SMART Health Cards of a person who does not exist, signed with keys that are worth nothing.

Needs the package `cryptography`, so that what signs shares nothing with what checks."""
import base64
import hashlib
import json
import os
import zlib

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils

here = os.path.join(os.path.dirname(os.path.abspath(__file__)), "cards")
issuer = "https://clinic.example.org/issuer"


def text(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def compact(value):
    return json.dumps(value, separators=(",", ":")).encode()


def key(seed):
    """A key pair that is the same each time, and nobody's."""
    private = ec.derive_private_key(int.from_bytes(hashlib.sha256(seed.encode()).digest(), "big") >> 1, ec.SECP256R1())
    numbers = private.public_key().public_numbers()
    x, y = (text(number.to_bytes(32, "big")) for number in (numbers.x, numbers.y))
    thumbprint = text(hashlib.sha256(compact({"crv": "P-256", "kty": "EC", "x": x, "y": y})).digest())
    return private, {"kty": "EC", "kid": thumbprint, "use": "sig", "alg": "ES256", "crv": "P-256", "x": x, "y": y}


def card(claims, private, public, compressed=True):
    header = {"zip": "DEF", "alg": "ES256", "kid": public["kid"]} if compressed else {"alg": "ES256", "kid": public["kid"]}
    payload = compact(claims)
    if compressed:
        packer = zlib.compressobj(9, zlib.DEFLATED, -15)
        payload = packer.compress(payload) + packer.flush()
    signed = text(compact(header)) + "." + text(payload)
    signature = private.sign(signed.encode(), ec.ECDSA(hashes.SHA256(), deterministic_signing=True))
    r, s = utils.decode_dss_signature(signature)
    return signed + "." + text(r.to_bytes(32, "big") + s.to_bytes(32, "big"))


def claims(kind, resources, by=issuer, **more):
    patient = {
        "resourceType": "Patient",
        "name": [{"family": "Beispiel", "given": ["Ada", "M."]}],
        "birthDate": "1990-05-01",
    }
    entries = [{"fullUrl": f"resource:{n}", "resource": each} for n, each in enumerate([patient, *resources])]
    return {
        "iss": by,
        "nbf": 1735740000.25,
        **more,
        "vc": {
            "type": ["https://smarthealth.cards#health-card", *(f"https://smarthealth.cards#{each}" for each in kind)],
            "credentialSubject": {
                "fhirVersion": "4.0.1",
                "fhirBundle": {"resourceType": "Bundle", "type": "collection", "entry": entries},
            },
        },
    }


def dose(day, code, lot):
    return {
        "resourceType": "Immunization",
        "status": "completed",
        "vaccineCode": {"coding": [{"system": "http://hl7.org/fhir/sid/cvx", "code": code}]},
        "patient": {"reference": "resource:0"},
        "occurrenceDateTime": day,
        "performer": [{"actor": {"display": "Town Clinic"}}],
        "lotNumber": lot,
    }


def numeric(jws):
    return "".join(f"{ord(character) - 45:02}" for character in jws)


def write(name, content):
    with open(os.path.join(here, name), "w", encoding="utf-8", newline="\n") as file:
        file.write(content)


private, public = key("clinic")
other_private, other = key("laboratory")
doses = claims(["immunization", "covid19"], [dose("2024-11-02", "207", "A1"), dose("2024-12-01", "207", "B2")])
result = claims(
    ["laboratory"],
    [
        {
            "resourceType": "Observation",
            "status": "final",
            "code": {"text": "Hepatitis B antibodies", "coding": [{"system": "http://loinc.org", "code": "16935-9"}]},
            "effectiveDateTime": "2024-10-05T09:30:00+02:00",
            "valueCodeableConcept": {"text": "Positive"},
        }
    ],
    "https://lab.example.org",
    exp=1767276000,
)
first, second = card(doses, private, public), card(result, other_private, other, compressed=False)
write("cards.smart-health-card", json.dumps({"verifiableCredential": [first, second]}, indent=1) + "\n")
write("keys.json", json.dumps({"keys": [public]}, indent=1) + "\n")
write(
    "directory.json",
    json.dumps(
        {
            "issuerInfo": [
                {"issuer": {"iss": issuer, "name": "Town Clinic"}, "keys": [public]},
                {"issuer": {"iss": "https://lab.example.org", "name": "Laboratory"}, "keys": [other]},
            ]
        },
        indent=1,
    )
    + "\n",
)
# Another key that goes by the first one's name.
write("stranger.json", json.dumps({"keys": [{**other, "kid": public["kid"]}]}, indent=1) + "\n")
digits = numeric(first)
third = len(digits) // 6 * 2
pieces = [digits[:third], digits[third : 2 * third], digits[2 * third :]]
codes = [f"shc:/{n + 1}/3/{piece}" for n, piece in enumerate(pieces)]
# As somebody scans them: out of order.
write("codes.txt", "\n".join([codes[1], codes[0], codes[2], f"shc:/{numeric(second)}"]) + "\n")
write("card.jws", first + "\n")

# The shapes of the specification's four examples: their only type is that of every card.
summary = [
    {
        "resourceType": "Composition",
        "status": "final",
        "type": {"coding": [{"system": "http://loinc.org", "code": "60591-5"}]},
        "subject": {"reference": "resource:1"},
        "date": "2024-12-11T14:30:00+01:00",
        "title": "Patient summary",
        "section": [{"title": "Active problems", "entry": [{"reference": "resource:4"}]}],
    },
    {"resourceType": "Practitioner", "name": [{"family": "Muster", "given": ["Max"]}]},
    {"resourceType": "Organization", "name": "Town Clinic"},
    {
        "resourceType": "Condition",
        "code": {"coding": [{"system": "http://snomed.info/sct", "code": "198436008"}]},
        "recordedDate": "2016-10",
    },
    {"resourceType": "Immunization", "vaccineCode": {"coding": [{"system": "http://snomed.info/sct", "code": "1"}]}},
]
three_doses = [dose("2021-01-01", "207", "1"), dose("2021-01-29", "207", "7"), dose("2022-09-05", "229", "1")]
signed_with_chain, chain = key("clinic with a certificate")
chain = {**chain, "x5c": ["bm90IGEgY2VydGlmaWNhdGU="]}
examples = [claims([], three_doses), claims([], three_doses, nbf=1735740000.5), claims([], summary)]
examples += [claims([], three_doses[:2], exp=1767276000.5)]
examples[2]["vc"]["credentialSubject"]["fhirBundle"].update({"type": "document", "timestamp": "2024-12-11T14:30:00+01:00"})
for number, example in enumerate(examples):
    example["vc"]["rid"] = f"revocation-{number}"
cards = [card(each, *((signed_with_chain, chain) if n == 1 else (private, public))) for n, each in enumerate(examples)]
write("examples.smart-health-card", json.dumps({"verifiableCredential": cards}, indent=1) + "\n")
write("examples-keys.json", json.dumps({"keys": [public, chain]}, indent=1) + "\n")
