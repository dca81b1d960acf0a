#!/usr/bin/env python3
"""Writes the FIT files beside it: what real devices do, each thing in a small file, and what none should do.

Written from the public description of the format. Nothing in it is a person's data.
"""
import math
import os
import struct
import sys

ENUM, S8, U8, STR, U8Z, BYTE = 0x00, 0x01, 0x02, 0x07, 0x0A, 0x0D
S16, U16, S32, U32, F32, F64, U16Z, U32Z, S64, U64, U64Z = (
    0x83, 0x84, 0x85, 0x86, 0x88, 0x89, 0x8B, 0x8C, 0x8E, 0x8F, 0x90,
)
CODE = {
    ENUM: "B", S8: "b", U8: "B", S16: "h", U16: "H", S32: "i", U32: "I", F32: "f", F64: "d", BYTE: "B", U8Z: "B",
    U16Z: "H", U32Z: "I", S64: "q", U64: "Q", U64Z: "Q",
}
NONE = {
    ENUM: 0xFF, S8: 0x7F, U8: 0xFF, S16: 0x7FFF, U16: 0xFFFF, S32: 0x7FFFFFFF, U32: 0xFFFFFFFF, F32: math.nan,
    F64: math.nan, BYTE: 0xFF, U8Z: 0, U16Z: 0, U32Z: 0, S64: (1 << 63) - 1, U64: (1 << 64) - 1, U64Z: 0,
}
START = 1_112_000_000  # March 2025, in seconds from the last day of 1989


def checksum(data):
    value = 0
    for byte in data:
        value ^= byte
        for _ in range(8):
            value = value >> 1 ^ 0xA001 if value & 1 else value >> 1
    return value


class Part:
    """A part of a file: messages, whose definitions are written as they are needed."""

    def __init__(self, big=False):
        self.body = bytearray()
        self.big = big
        self.slots = {}

    def message(self, number, *fields, offset=None, developer=()):
        """A message. A field is (number, type, value), where a value is a number, a list, bytes, or None for none;
        developer fields are (number, application, bytes); an offset makes it one with a compressed time."""
        values = [(n, t, self.bytes_of(t, v)) for n, t, v in fields]
        shape = (
            number, tuple((n, len(b), t) for n, t, b in values), tuple((n, len(b), a) for n, a, b in developer),
        )
        slots = 4 if offset is not None else 16
        local = next((k for k in range(slots) if self.slots.get(k) == shape), None)
        if local is None:
            local = next((k for k in range(slots) if k not in self.slots), len(self.body) % slots)
            self.slots[local] = shape
            self.define(local, *shape)
        self.body.append(local if offset is None else 0x80 | local << 5 | offset & 31)
        for _, _, data in [*values, *developer]:
            self.body += data

    def define(self, local, number, fields, developer=()):
        self.body += bytes([0x40 | (0x20 if developer else 0) | local, 0, self.big])
        self.body += struct.pack(">HB" if self.big else "<HB", number, len(fields))
        for row in fields:
            self.body += bytes(row)
        if developer:
            self.body.append(len(developer))
            for row in developer:
                self.body += bytes(row)

    def bytes_of(self, kind, value):
        if isinstance(value, bytes):
            return value
        order = ">" if self.big else "<"
        values = value if isinstance(value, list) else [value]
        return b"".join(struct.pack(order + CODE[kind], NONE[kind] if v is None else v) for v in values)

    def file(self, header=14, size=None, version=0x20):
        """The part with its header and its sum."""
        head = struct.pack("<BBHI4s", header, version, 2132, len(self.body) if size is None else size, b".FIT")
        if header > 12:
            head += struct.pack("<H", checksum(head)) + bytes(header - 14)
        data = head + bytes(self.body)
        return data + struct.pack("<H", checksum(data))


# Messages


def file_id(part, kind=4):
    part.message(0, (0, ENUM, kind), (1, U16, 1), (2, U16, 3113), (3, U32Z, 123456789), (4, U32, START))


def event(part, at, kind):
    part.message(21, (253, U32, at), (0, ENUM, 0), (1, ENUM, kind))


def semicircles(degrees):
    return round(degrees * 2**31 / 180)


def record(part, second, whole=True, developer=(), heart=True):
    angle = second / 300
    fields = [] if not whole else [(253, U32, START + second)]
    part.message(
        20,
        *fields,
        (0, S32, semicircles(47.05 + 0.008 * math.sin(angle))),
        (1, S32, semicircles(8.3 + 0.012 * math.cos(angle))),
        (5, U32, 300 * second),
        (3, U8, 120 + second % 30 if heart and second % 7 else None),
        (4, U8, 82),
        (73, U32, 3000 + second),
        (78, U32, (430 + 500) * 5 + second),
        offset=None if whole else START + second,
        developer=developer,
    )


def summary(part, seconds, sport=1, sub=0):
    part.message(
        19, (254, U16, 0), (253, U32, START + seconds), (2, U32, START), (7, U32, seconds * 1000),
        (8, U32, seconds * 1000), (9, U32, seconds * 300), (10, U32, seconds * 82 // 60),
    )
    part.message(
        18, (253, U32, START + seconds), (2, U32, START), (7, U32, seconds * 1000), (8, U32, seconds * 1000),
        (9, U32, seconds * 300), (10, U32, seconds * 82 // 60), (11, U16, 45), (5, ENUM, sport), (6, ENUM, sub),
        (22, U16, 12), (23, U16, None), (44, U16, 2286 if sub == 17 else None),
    )
    part.message(
        34, (253, U32, START + seconds), (0, U32, seconds * 1000), (1, U16, 1), (2, ENUM, 0), (3, ENUM, 26),
        (4, ENUM, 1), (5, U32, START + seconds + 7200),
    )


# Files


def run(seconds=20, big=False):
    part = Part(big)
    file_id(part)
    part.message(23, (253, U32, START), (0, U8, 0), (5, U16, 1230), (27, STR, b"Runner 9\0\0\0"))
    event(part, START, 0)
    for second in range(seconds):
        record(part, second)
    event(part, START + seconds, 4)
    summary(part, seconds)
    return part


def compressed():
    """Times in five bits, that pass 32 seconds and go on from a whole time of another message."""
    part = Part()
    file_id(part)
    for second in (0, 1, 2, 30, 31, 33, 40, 64, 70):
        record(part, second, whole=second == 0)
    event(part, START + 200, 3)
    for second in (201, 207, 232):
        record(part, second, whole=False)
    return part


def compressed_without_time():
    part = Part()
    record(part, 5, whole=False)
    record(part, 6)
    record(part, 7, whole=False)
    return part


def developer():
    """A field of an application, one that means the heart rate, one that nobody described, one that says a scale."""
    part = Part()
    file_id(part)
    part.message(207, (1, BYTE, list(range(16))), (3, U8, 0))
    part.message(206, (0, U8, 0), (1, U8, 0), (2, U8, U16), (3, STR, b"Form Power\0"), (8, STR, b"W\0"))
    part.message(
        206, (0, U8, 0), (1, U8, 1), (2, U8, U8), (3, STR, b"Heart\0"), (8, STR, b"bpm\0"), (14, U16, 20), (15, U8, 3),
    )
    part.message(206, (0, U8, 0), (1, U8, 2), (2, U8, STR), (3, STR, b"Note"), (8, STR, b"\0"))
    part.message(206, (0, U8, 0), (1, U8, 3), (2, U8, F32), (3, STR, b"Speed\0"), (6, U8, 10), (8, STR, b"km/h\0"))
    event(part, START, 0)
    for second in range(6):
        fields = (
            (0, 0, struct.pack("<H", 250 + second)), (1, 0, bytes([130 + second])), (9, 3, b"\1\2"),
            (2, 0, b"a note\0\0"), (3, 0, struct.pack("<f", 12.5)),
        )
        record(part, second, developer=fields, heart=False)
    # Described anew, the number is another field in the definitions behind it.
    part.message(206, (0, U8, 0), (1, U8, 1), (2, U8, S8), (3, STR, b"Slope\0"), (8, STR, b"%\0"))
    record(part, 7, developer=((1, 0, bytes([0xFE])),))
    part.message(207, (1, BYTE, list(range(16))), (3, U8, 0))
    record(part, 8, developer=((1, 0, bytes([0xFE])), (0, 0, b"\1\0")))
    return part


def types(big=False):
    """Every type with values and none, arrays, texts, and fields whose size or type is odd."""
    part = Part(big)
    file_id(part)
    for low in (False, True):
        fields = []
        for number, kind in enumerate(CODE):
            if kind == BYTE:
                values = [None, 7, None] if low else [None, None]
            elif kind in (F32, F64):
                values = [-0.5, None, 1e30] if low else 3.25
            else:
                size = struct.calcsize(CODE[kind]) * 8
                values = [1, None, (1 << size - 1) - 2] if low else None
                if low and kind not in (S8, S16, S32, S64, ENUM):
                    values.append((1 << size) - 2)
            fields.append((number, kind, values))
        part.message(0xFF00, *fields)
    part.message(
        0xFF01, (0, STR, b"whole\0"), (1, STR, b"no end"), (2, STR, b"\0"), (3, STR, b"Z\xc3\xbcrich\0rest\0"),
        (4, STR, b"\xff\xfe\0\0"), (5, STR, b"first\0second\0\0"), (6, U8, [1, 2, 3]), (6, U8, 9),
    )
    part.message(0xFF02, (0, U16, b"abc"), (1, 0x04, b"ab"), (2, 0x1F, b"\xff\xff"), (3, U32, b"\1\2\3\4\5"))
    # A type that isn't the profile's: distance as a float, a heart rate as a list, a name as a number.
    part.message(20, (253, U32, START), (5, F32, 1234.5), (3, U8, [120, 121]), (6, U32, 4000), (2, STR, b"x\0"))
    part.message(20, (253, U16, 700), (3, U8, 99))
    return part


def empty_fields():
    """Messages without fields, and fields without bytes."""
    part = Part()
    file_id(part)
    part.define(1, 20, ())
    part.body += b"\1\1"
    part.define(1, 20, ((253, 4, U32), (3, 0, U8), (4, 1, U8)))
    part.body += b"\1" + struct.pack("<IB", START, 80)
    return part


def packed():
    """Several values in one field: speed and distance, activity and intensity."""
    part = Part()
    file_id(part)
    for second in range(12):
        distance = second * 400 & 0xFFF
        packed = (0xFFF if second == 3 else 280 + second) | distance << 12
        part.message(20, (253, U32, START + second), (8, BYTE, list(packed.to_bytes(3, "little"))))
    for value in (6 | 3 << 5, 1 | 7 << 5, 0xFF):
        part.message(55, (253, U32, START + 60), (24, BYTE, value), (26, U16, 4000))
    return part


def strap():
    """Beats of a strap in a part of its own, eight times a message."""
    first = Part()
    file_id(first)
    for second in range(8):
        record(first, second, heart=False)
    part = Part()
    ticks = 5_000_000
    # Without a whole time there is nothing to go on from.
    part.message(132, (6, U8, [99] * 8), (10, BYTE, list(range(12))))
    part.message(132, (253, U32, START + 1), (0, U16, 16384), (6, U8, [110]), (9, U32, [ticks]))
    for k in range(3):
        times = [ticks + 900 * (8 * k + j + 1) for j in range(8)]
        bits = sum((t & 0xFFF) << 12 * j for j, t in enumerate(times))
        part.message(132, (6, U8, [112 + k] * 8), (10, BYTE, list(bits.to_bytes(12, "little"))))
    return first.file() + part.file()


def swim():
    part = Part()
    file_id(part)
    for n in range(4):
        part.message(
            101, (254, U16, n), (253, U32, START + 30 * n + 30), (2, U32, START + 30 * n), (3, U32, 30000),
            (4, U32, 30000), (5, U16, 14 if n < 3 else None), (7, ENUM, n), (12, ENUM, n < 3),
        )
        part.message(20, (253, U32, None if n == 1 else START + 30 * n + 30), (5, U32, 2286 * (n + 1)))
    summary(part, 120, 5, 17)
    return part


def days():
    """A band's day, an interval of beats, a scale that two people use, a cuff."""
    part = Part()
    file_id(part, 32)
    part.message(103, (253, U32, START), (0, U32, START + 7200), (3, U16, [7560, 9720]), (4, U16, [219, 593]))
    for minute in range(0, 60, 15):
        at = START + 60 * minute
        part.message(55, (26, U16, at & 0xFFFF), (5, ENUM, 6), (3, U32, 130 * minute))
        part.message(55, (26, U16, at & 0xFFFF), (27, U8, 58 + minute))
    part.message(211, (253, U32, START + 3600), (0, U8, 55), (1, U8, 54))
    part.message(78, (0, U16, [812, 799, None, None, None]))
    for n in range(2):
        part.message(3, (254, U16, n), (0, STR, b"A\0"), (1, ENUM, n), (2, U8, 40 + n), (3, U8, 180), (4, U16, 700))
        part.message(30, (253, U32, START + n), (0, U16, 7580 - 1700 * n), (1, U16, 2230), (12, U16, n))
    part.message(30, (253, U32, START + 5), (0, U16, 0xFFFE), (1, U16, None))
    part.message(51, (253, U32, START), (0, U16, 121), (1, U16, 79), (6, U8, 61), (9, U16, 0))
    return part


def redefined():
    """Each record has another definition in place of the one before; some are defined twice, some never used."""
    part = Part()
    file_id(part)
    for n in range(40):
        local = n % 16
        part.define(local, 20, ((253, 4, U32), *((3, 1, U8) for _ in range(n % 3))))
        if n % 5:
            part.define(local, 21 if n % 2 else 20, ((0, 1, ENUM), (253, 4, U32)))
            part.body += bytes([local, 7]) + struct.pack("<I", START + n)
        else:
            part.body += bytes([local]) + struct.pack("<I", START + n) + bytes([90] * (n % 3))
    return part


def wide():
    """A message of 255 fields, and one of 255 fields of as many applications."""
    part = Part()
    part.define(0, 0xFF00, [(n, 1 + n % 3, BYTE) for n in range(255)])
    part.body += b"\0" + bytes(n % 251 for n in range(sum(1 + n % 3 for n in range(255))))
    part.define(15, 20, ((253, 4, U32),), [(n, 1, n) for n in range(255)])
    part.body += b"\x0f" + struct.pack("<I", START) + bytes(range(255))
    return part


def main(folder):
    whole = run().file()
    data = {
        "run": whole,
        "run-big-endian": run(big=True).file(),
        "run-header-12": run().file(header=12),
        "run-header-20": run(4).file(header=20),
        "compressed": compressed().file(),
        "compressed-without-time": compressed_without_time().file(),
        "developer": developer().file(),
        "types": types().file(),
        "types-big-endian": types(big=True).file(),
        "empty-fields": empty_fields().file(),
        "packed": packed().file(),
        "strap": strap(),
        "swim": swim().file(),
        "days": days().file(),
        "redefined": redefined().file(),
        "wide": wide().file(),
        "parts": run(3).file() + Part().file() + run(2, big=True).file(header=12),
        "wrong-sum": whole[:-1] + bytes([whole[-1] ^ 1]),
        "wrong-header-sum": whole[:12] + bytes([whole[12] ^ 1]) + whole[13:],
        "cut": whole[: len(whole) * 2 // 3],
        "no-size": run().file(size=0)[:-2],
        "version-3": run(2).file(version=0x30),
    }
    for name, content in data.items():
        with open(os.path.join(folder, name + ".fit"), "wb") as file:
            file.write(content)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(os.path.abspath(__file__)))
