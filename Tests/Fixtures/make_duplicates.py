#!/usr/bin/env python3
"""Writes duplicates/days.jsonl: days of workouts as several programs report them, and the part of each that counts (R7.27).

Each line has `sources` in their order, each a list of workouts [start, end, metres] in minutes of the day, `counted`, the part of
each of them, and `metres`, what they come to. True days are reported by random programs, each with its own errors. The parts are
worked out here over plain lists of times, with nothing that the product shares.
"""
import json
import os
import random

DAYS = 100
SEED = 7


def true_day(r):
    """Activities of a day, which do not overlap: start, end, metres."""
    day, time = [], 300.0
    while time < 1200 and len(day) < 5:
        time += r.uniform(5, 240)
        if r.random() < 0.15:  # a triathlon: three legs with short transitions
            legs = [(r.uniform(15, 70), 50), (r.uniform(40, 200), 500), (r.uniform(20, 120), 170)]
        else:
            legs = [(r.choice([r.uniform(8, 25), r.uniform(25, 90), r.uniform(90, 300)]), 150)]
        for length, speed in legs:
            day.append((time, time + length, length * speed, len(legs) > 1))
            time += length + r.uniform(1, 8)
    return day


def report(r, day):
    """What a program makes of it."""
    found, index = [], 0
    while index < len(day):
        start, end, metres, is_leg = day[index]
        if r.random() < 0.15:  # not worn, or not started
            index += 1
            continue
        if is_leg and r.random() < 0.3:  # a triathlon as one workout
            legs = day[index : index + 3]
            found.append([start, legs[-1][1], sum(leg[2] for leg in legs)])
            index += 3
            continue
        a, b = start + r.gauss(0, 0.5), end + r.gauss(0, 0.5)
        if r.random() < 0.1:  # forgotten to stop
            b += r.uniform(1, 12)
        if r.random() < 0.1:  # started late
            a += r.uniform(1, min(10, (end - start) / 3))
        if r.random() < 0.12 and end - start > 20:  # split in two files
            middle = (a + b) / 2
            part = (middle - a) / (b - a)
            found += [[a, middle - 0.2, metres * part], [middle + 0.2, b, metres * (1 - part)]]
        elif b > a + 1:
            found.append([a, b, metres * r.uniform(0.97, 1.03)])
        index += 1
    return [[round(value, 3) for value in workout] for workout in found]


def covered(start, end, spans):
    """The length of the part of a time that spans cover."""
    total, reach = 0.0, start
    for a, b in sorted((max(start, a), min(end, b)) for a, b in spans if a < end and b > start):
        if b > reach:
            total += b - max(a, reach)
            reach = b
    return total


def parts(sources):
    before, found = [], []
    for own in sources:
        free = [1 - covered(a, b, before) / (b - a) for a, b, _ in own]
        found.append([0 if part < 0.1 else 1 if part > 0.9 else part for part in free])
        before += [(a, b) for a, b, _ in own]
    return found


def main():
    r = random.Random(SEED)
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "duplicates")
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "days.jsonl"), "w") as file:
        count = 0
        while count < DAYS:
            day = true_day(r)
            sources = [report(r, day) for _ in range(r.randint(1, 4))]
            sources = [own for own in sources if own]
            if not sources:
                continue
            counted = parts(sources)
            metres = sum(w[2] * part for own, of in zip(sources, counted) for w, part in zip(own, of))
            line = {"sources": sources, "counted": [[round(part, 9) for part in of] for of in counted], "metres": round(metres, 3)}
            file.write(json.dumps(line, separators=(",", ":")) + "\n")
            count += 1


main()
