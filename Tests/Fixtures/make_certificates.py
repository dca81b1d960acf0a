#!/usr/bin/env python3
"""Writes cards/certificates.txt and its keys: digital COVID certificates of the EU of a person who does not exist, signed
with keys that are worth nothing.

Needs the package `cryptography` for the curve; the signature of RSA is made here, with a salt that is the same each time."""
import base64
import hashlib
import json
import os
import zlib

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils

here = os.path.join(os.path.dirname(os.path.abspath(__file__)), "cards")


def url(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def head(kind, number):
    if number < 24:
        return bytes([kind << 5 | number])
    for size, low in ((1, 24), (2, 25), (4, 26), (8, 27)):
        if number < 1 << 8 * size:
            return bytes([kind << 5 | low]) + number.to_bytes(size, "big")
    raise ValueError(number)


def cbor(value):
    if isinstance(value, int):
        return head(0, value) if value >= 0 else head(1, -1 - value)
    if isinstance(value, bytes):
        return head(2, len(value)) + value
    if isinstance(value, str):
        return head(3, len(value.encode())) + value.encode()
    if isinstance(value, list):
        return head(4, len(value)) + b"".join(map(cbor, value))
    return head(5, len(value)) + b"".join(cbor(key) + cbor(each) for key, each in value.items())


def base45(data):
    letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
    text = ""
    for start in range(0, len(data) - 1, 2):
        number = data[start] << 8 | data[start + 1]
        text += letters[number % 45] + letters[number // 45 % 45] + letters[number // 2025]
    if len(data) % 2:
        text += letters[data[-1] % 45] + letters[data[-1] // 45]
    return text


def prime(seed, bits):
    """A prime that is the same each time."""
    number = int.from_bytes(b"".join(hashlib.sha256(f"{seed}{n}".encode()).digest() for n in range(bits // 256)), "big")
    number |= 3 << bits - 2 | 1
    while not all(pow(base, number - 1, number) == 1 for base in (2, 3, 5, 7, 11, 13)) or number % 65537 == 1:
        number += 2
    return number


def mask(seed, count):
    text = b"".join(hashlib.sha256(seed + n.to_bytes(4, "big")).digest() for n in range(count // 32 + 1))
    return text[:count]


class Curve:
    algorithm, name = -7, "ES256"

    def __init__(self, seed):
        self.key = ec.derive_private_key(int.from_bytes(hashlib.sha256(seed.encode()).digest(), "big") >> 1, ec.SECP256R1())
        self.kid = hashlib.sha256(b"certificate of " + seed.encode()).digest()[:8]

    def sign(self, text):
        r, s = utils.decode_dss_signature(self.key.sign(text, ec.ECDSA(hashes.SHA256(), deterministic_signing=True)))
        return r.to_bytes(32, "big") + s.to_bytes(32, "big")

    def public(self, issuer):
        numbers = self.key.public_key().public_numbers()
        x, y = (url(number.to_bytes(32, "big")) for number in (numbers.x, numbers.y))
        kid = base64.b64encode(self.kid).decode()
        return {"kty": "EC", "crv": "P-256", "alg": "ES256", "use": "sig", "kid": kid, "iss": issuer, "x": x, "y": y}


class RSA:
    algorithm, name = -37, "PS256"

    def __init__(self, seed):
        p, q = prime(seed + "p", 1024), prime(seed + "q", 1024)
        self.n, self.d = p * q, pow(65537, -1, (p - 1) * (q - 1))
        self.kid = hashlib.sha256(b"certificate of " + seed.encode()).digest()[:8]

    def sign(self, text):
        """EMSA-PSS (RFC 8017), for a modulus of 2048 bits."""
        size, salt = 256, hashlib.sha256(text).digest()
        digest = hashlib.sha256(bytes(8) + hashlib.sha256(text).digest() + salt).digest()
        block = bytes(size - 66) + b"\x01" + salt
        masked = bytearray(a ^ b for a, b in zip(block, mask(digest, len(block))))
        masked[0] &= 0x7F
        return pow(int.from_bytes(bytes(masked) + digest + b"\xbc", "big"), self.d, self.n).to_bytes(size, "big")

    def public(self, issuer):
        # As base 64 for addresses has it, where the certificate has the plain one.
        return {
            "kty": "RSA", "alg": "PS256", "use": "sig", "kid": url(self.kid), "iss": issuer,
            "n": url(self.n.to_bytes(256, "big")), "e": url((65537).to_bytes(3, "big")),
        }


def certificate(issuer, key, kind, entry, compressed=True, hidden=True):
    person = {"fn": "Müller-Beispiel", "gn": "Ada", "fnt": "MUELLER<BEISPIEL", "gnt": "ADA"}
    content = {"ver": "1.3.0", "nam": person, "dob": "1990-05-01", kind: [{"tg": "840539006", **entry}]}
    payload = cbor({1: issuer, 4: 1767276000, 6: 1735740000, -260: {1: content}})
    header, open_header = ({1: key.algorithm, 4: key.kid}, {}) if hidden else ({1: key.algorithm}, {4: key.kid})
    protected = cbor(header)
    signature = key.sign(cbor(["Signature1", protected, b"", payload]))
    whole = head(6, 18) + head(4, 4) + cbor(protected) + cbor(open_header) + cbor(payload) + cbor(signature)
    return "HC1:" + base45(zlib.compress(whole, 9) if compressed else whole)


curve, rsa = Curve("country one"), RSA("country two")
where = {"is": "Institute of Health", "ci": "URN:UVCI:01:XX:1#A"}
lines = [
    certificate(
        "XA", curve, "v",
        {"vp": "1119349007", "mp": "EU/1/20/1528", "ma": "ORG-100030215", "dn": 2, "sd": 2, "dt": "2021-06-11", "co": "XA", **where},
    ),
    certificate(
        "XB", rsa, "t",
        {"tt": "LP6464-4", "sc": "2021-07-01T08:30:00+02:00", "tr": "260415000", "tc": "Town Clinic", "co": "XB", **where},
        hidden=False,
    ),
    certificate(
        "XA", curve, "r", {"fr": "2021-04-21", "df": "2021-05-02", "du": "2021-10-18", "co": "XA", **where}, compressed=False
    ),
]
with open(os.path.join(here, "certificates.txt"), "w", encoding="utf-8", newline="\n") as file:
    file.write("\n".join(lines) + "\n")
with open(os.path.join(here, "certificate-keys.json"), "w", encoding="utf-8", newline="\n") as file:
    file.write(json.dumps({"keys": [curve.public("XA"), rsa.public("XB")]}, indent=1) + "\n")
