#!/usr/bin/env python3
"""Writes the files in `activities`: what a person did, a few records each, as devices write it.

Beside make_fit.py, whose files are about the format. Nothing in it is a person's data.
"""
import os
import struct
import sys

from make_fit import BYTE, ENUM, F32, S32, START, STR, U8, U16, U32, U32Z, Part, event, run, semicircles

STOP, GO, STOP_ALL, STOP_DISABLED = 1, 0, 4, 9


def file_id(part, kind=4, maker=1, product=3113, serial=123456789, created=START):
    part.message(0, (0, ENUM, kind), (1, U16, maker), (2, U16, product), (3, U32Z, serial), (4, U32, created))


def record(part, second, meters=None, heart=None, place=True, power=None, speed=None, more=(), developer=()):
    """A record; more are fields beside those that all have."""
    fields = [
        (253, U32, START + second),
        (0, S32, semicircles(47.05 + second / 10_000) if place else None),
        (1, S32, semicircles(8.3 + second / 10_000) if place else None),
        (5, U32, None if meters is None else round(meters * 100)),
        (3, U8, heart),
        (7, U16, power),
        (6, U16, None if speed is None else round(speed * 1000)),
    ]
    part.message(20, *fields, *more, developer=developer)


def session(part, begin, elapsed, sport, sub=0, timer=None, meters=None, cycles=None, kcal=None, at=None, more=()):
    part.message(
        18, (253, U32, START + (begin + elapsed if at is None else at)), (2, U32, START + begin),
        (7, U32, elapsed * 1000), (8, U32, None if timer is None else timer * 1000),
        (9, U32, None if meters is None else round(meters * 100)), (10, U32, cycles), (11, U16, kcal),
        (5, ENUM, sport), (6, ENUM, sub), *more,
    )


def lap(part, number, begin, elapsed, cycles=None):
    part.message(
        19, (254, U16, number), (253, U32, START + begin + elapsed), (2, U32, START + begin),
        (7, U32, elapsed * 1000), (8, U32, elapsed * 1000), (10, U32, cycles),
    )


def activity(part, second, offset=7200):
    local = None if offset is None else START + second + offset
    part.message(34, (253, U32, START + second), (0, U32, second * 1000), (1, U16, 1), (5, U32, local))


def paused():
    """Two breaks, a stop and a start that are told twice, and a distance that grows over a break."""
    part = Part()
    file_id(part)
    event(part, START, GO)
    meters = 0
    for second in range(91):
        if second in (20, 50):
            event(part, START + second, STOP_ALL)
        if second == 51:
            event(part, START + second, STOP)
        if second in (26, 62, 63):
            event(part, START + second, GO)
        if 20 < second < 26 or 50 < second < 62:
            continue
        meters += 3 if second else 0
        record(part, second, meters, 120 + second % 30)
    event(part, START + 90, STOP_DISABLED)
    lap(part, 0, 0, 50, 60)
    lap(part, 1, 50, 40, 40)
    session(part, 0, 90, 1, timer=72, meters=meters, cycles=100, kcal=12, more=((16, U8, 131), (17, U8, 149)))
    activity(part, 90)
    return part


def triathlon(first=False):
    """Five sessions; the distance goes on, the summaries are before or behind the records."""
    part = Part()
    file_id(part)
    legs = [(5, 18, 12, 1), (3, 0, 4, 2), (2, 0, 20, 8), (3, 0, 3, 2), (1, 0, 12, 3)]

    def summaries():
        begin = 0
        for sport, sub, length, speed in legs:
            at = begin if first else None
            session(part, begin, length, sport, sub, length, speed * length, length // 2, length, at)
            begin += length
        activity(part, 0 if first else begin)

    if first:
        summaries()
    event(part, START, GO)
    begin = meters = 0
    for sport, sub, length, speed in legs:
        for second in range(length):
            meters += speed
            record(part, begin + second, meters, None if sport == 5 else 130 + second, speed=speed)
        lap(part, 0, begin, length)
        begin += length
    event(part, START + begin, STOP_ALL)
    if not first:
        summaries()
    return part


def intervals():
    """Two runs and a lift of weights: no triathlon."""
    part = Part()
    file_id(part)
    for begin, sport, sub in ((0, 1, 0), (20, 1, 1), (40, 10, 20)):
        for second in range(20):
            record(part, begin + second, None, 100 + second, place=False)
        session(part, begin, 20, sport, sub, 20)
    activity(part, 60)
    return part


def pool():
    """Yards; lengths with strokes, a rest at the wall, records without a time."""
    part = Part()
    file_id(part)
    event(part, START, GO)
    second = meters = number = 0
    for block in range(2):
        begin = second
        for length in range(3):
            meters += 22.86
            part.message(
                101, (254, U16, number), (253, U32, START + second + 30), (2, U32, START + second), (3, U32, 30000),
                (4, U32, 30000), (5, U16, 14 + length), (7, ENUM, 2 * block + length), (12, ENUM, 1),
            )
            part.message(20, (253, U32, None if length == 1 else START + second + 30), (5, U32, round(meters * 100)))
            second += 30
            number += 1
        lap(part, 2 * block, begin, second - begin, 45)
        part.message(
            101, (254, U16, number), (253, U32, START + second + 40), (2, U32, START + second), (3, U32, 40000),
            (4, U32, 40000), (12, ENUM, 0),
        )
        second += 40
        number += 1
    event(part, START + second, STOP_ALL)
    session(part, 0, second, 5, 17, second, meters, 90, 50, more=((44, U16, 2286), (46, ENUM, 1)))
    activity(part, second, -18000)
    return part


def stray():
    """A time two years off, one before the last, heart rates of 0, a place at 0/0, a distance that begins anew."""
    part = Part()
    file_id(part)
    for second in range(31):
        if second == 10:
            record(part, 63_072_000, 30, 130, place=False)
        elif second == 15:
            part.message(20, (253, U32, START + second), (0, S32, 0), (1, S32, 0), (5, U32, 4500), (3, U8, 0))
        else:
            record(part, second, 3 * second if second < 20 else 3 * (second - 20), 0 if second < 3 else 120 + second)
        if second == 17:
            record(part, 12, None, 99)
    session(part, 0, 30, 1, 0, 30, 90, 41)
    activity(part, 30, 0)
    return part


def power_on():
    """The clock was never set."""
    part = Part()
    file_id(part)
    for second in range(5):
        part.message(20, (253, U32, 700 + second), (3, U8, 100))
    part.message(18, (253, U32, 705), (2, U32, 700), (7, U32, 5000), (8, U32, 5000), (5, ENUM, 1), (6, ENUM, 0))
    return part


def ride():
    """Power, cadence with its fraction, both speeds, respiration; elapsed is shorter than the timer."""
    part = Part()
    file_id(part, maker=32, product=28)
    part.message(23, (253, U32, START), (0, U8, 0), (5, U16, 905), (27, STR, b"Bolt\0"))
    part.message(23, (253, U32, START), (0, U8, 1), (5, U16, 100), (27, STR, b"Strap\0"))
    for second in range(10):
        more = (
            (4, U8, 88 + second), (53, U8, 64), (73, U32, 8500), (78, U32, (430 + 500) * 5 + second),
            (108, U16, 1650 + second), (31, U8, 3), (13, U8, 21),
        )
        record(part, second, 8.5 * second, 140, power=200 + second, speed=8, more=more)
    session(part, 0, 4, 2, 7, 10, 76.5, 15, 30, more=((22, U16, 12), (23, U16, 9)))
    activity(part, 10, 19800)
    return part


def dynamics():
    """Running dynamics, power and the fields of an application in units of their own."""
    part = Part()
    file_id(part)
    part.message(207, (1, BYTE, list(range(16))), (3, U8, 0))
    for number, kind, name, unit, native in (
        (0, F32, b"Speed\0", b"km/h\0", 73), (1, F32, b"Vertical Oscillation\0", b"cm\0", 39),
        (2, U16, b"Form Power\0", b"W\0", None), (3, U8, b"Heart\0", b"furlongs\0", 3),
    ):
        part.message(
            206, (0, U8, 0), (1, U8, number), (2, U8, kind), (3, STR, name), (8, STR, unit), (14, U16, 20),
            (15, U8, native),
        )
    for second in range(6):
        more = ((41, U16, 2400 + second), (85, U16, 11000 + second), (39, U16, None if second > 2 else 801))
        values = struct.pack("<f", 10.8), struct.pack("<f", 7.5), struct.pack("<H", 60), bytes([77])
        developer = [(number, 0, value) for number, value in enumerate(values)]
        record(part, second, 3 * second, 140, power=250, more=more, developer=developer)
    session(part, 0, 6, 1, 0, 6, 18)
    return part


def beats():
    """Intervals between beats, with a pause in which the strap was off; and a strap's rates in a part of their own."""
    part = Part()
    file_id(part)
    for second in range(30):
        if 10 <= second < 20:
            continue
        record(part, second, None, 75 if second < 10 else None, place=False)
        part.message(78, (0, U16, [800, 810 if second % 2 else None, None]))
    session(part, 0, 30, 4, 26, 30)
    strap = Part()
    ticks = 4_000_000_000
    strap.message(132, (253, U32, START - 9), (0, U16, 16384), (6, U8, [70]), (9, U32, [ticks]))
    for count in range(6):
        times = [ticks + 768 * (8 * count + index + 1) for index in range(8)]
        bits = sum((time & 0xFFF) << 12 * index for index, time in enumerate(times))
        strap.message(132, (6, U8, [80 + count] * 8), (10, BYTE, list(bits.to_bytes(12, "little"))))
    return part.file() + strap.file()


def course():
    part = Part()
    file_id(part, 6)
    part.message(31, (4, ENUM, 1), (5, STR, b"Round the lake\0"))
    for second in range(20):
        record(part, second, 3 * second)
    lap(part, 0, 0, 20)
    return part


def drive():
    part = Part()
    file_id(part)
    for second in range(5):
        record(part, second, 20 * second, 80)
    session(part, 0, 5, 24, 0, 5, 100)
    return part


def band():
    """Two days from midnight: steps by walking and running, distances, energy, and a rate at rest."""
    part = Part()
    day = START - START % 86400 - 7200
    file_id(part, 32, created=day)
    part.message(103, (253, U32, day), (0, U32, day + 7200), (3, U16, [7560, 9720]))
    for quarter in range(1, 193):
        at = day + 900 * quarter
        count = quarter if quarter <= 96 else quarter - 96
        part.message(
            55, (26, U16, at & 0xFFFF), (5, ENUM, 6), (3, U32, 130 * count), (2, U32, 9000 * count), (19, U16, 4 * count)
        )
        part.message(55, (26, U16, at & 0xFFFF), (27, U8, 58 + quarter % 30))
        if quarter % 96 in (40, 41):
            count = 1000 * (quarter % 96 - 39)
            part.message(55, (26, U16, at & 0xFFFF), (24, BYTE, 1 | 3 << 5), (3, U32, count))
    part.message(211, (253, U32, day + 86400), (0, U8, 55), (1, U8, 54))
    part.message(275, (253, U32, day + 3600), (0, ENUM, 2))
    return part


def scale(people):
    part = Part()
    file_id(part, 9)
    for user in range(people):
        part.message(3, (254, U16, user), (0, STR, b"Ann\0" if user else b"Bob\0"), (1, ENUM, user))
    for number in range(4):
        user = ((12, U16, number % people),) if people > 1 else ()
        part.message(
            30, (253, U32, START + 86400 * number), (0, U16, 7580 - 1700 * (number % people)), (1, U16, 2230),
            (5, U16, 3120), *user,
        )
    part.message(30, (253, U32, START + 86400 * 4), (0, U16, 0xFFFE), (1, U16, None))
    return part


def cuff():
    part = Part()
    file_id(part, 14)
    for number in range(2):
        part.message(51, (253, U32, START + 60 * number), (0, U16, 121), (1, U16, 79), (6, U8, 61), (2, U16, 93))
    part.message(51, (253, U32, START + 180), (0, U16, 79), (1, U16, 121))
    return part


def main(folder):
    data = {
        "paused": paused(), "triathlon": triathlon(), "triathlon-first": triathlon(True), "intervals": intervals(),
        "pool": pool(), "stray": stray(), "power-on": power_on(), "ride": ride(), "dynamics": dynamics(),
        "beats": beats(), "course": course(), "drive": drive(), "band": band(), "scale": scale(1),
        "scale-two": scale(2), "cuff": cuff(),
    }
    # A copy of run.fit that was trimmed.
    data["run-trimmed"] = run(15)
    data["two-in-one"] = paused().file() + ride().file()
    for name, content in data.items():
        with open(os.path.join(folder, name + ".fit"), "wb") as file:
            file.write(content if isinstance(content, bytes) else content.file())


if __name__ == "__main__":
    here = os.path.dirname(os.path.abspath(__file__))
    main(sys.argv[1] if len(sys.argv) > 1 else os.path.join(here, "activities"))
