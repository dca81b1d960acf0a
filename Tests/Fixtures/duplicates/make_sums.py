#!/usr/bin/env python3
"""Makes sums.json: days of steps and of doses as several programs report them, and what counts of them.

`make_sums.py [CASES] [SEED]` writes to standard output. A day of steps is held minute by minute, in whole fractions: slow, and
nothing like the product's way. Times are minutes of the day for steps, seconds for doses.
"""
import json, random, sys
from fractions import Fraction

DAY = 1440

def true_minutes(r):
    minutes = [0] * DAY
    for _ in range(r.randint(1, 10)):
        start = r.randint(0, DAY - 1)
        for minute in range(start, min(DAY, start + r.randint(2, 90))): minutes[minute] = r.randint(60, 130)
    return minutes

def samples(r, minutes):
    """A phone or a watch: samples of a quarter of an hour while it was worn."""
    worn = r.choice([DAY, r.randint(60, 1200)]); start = r.randint(0, DAY - worn); out = []
    for begin in range(0, DAY, 15):
        value = sum(minutes[m] for m in range(begin, begin + 15) if start <= m < start + worn)
        if value: out.append([begin, begin + 15, value])
    return out

def sums(r, minutes):
    """A ring or a cloud: the sum of the day, of its hours, or both."""
    kind = r.choice(["day", "hours", "both"]); out = []
    error = r.choice([1, 1, r.uniform(.9, 1.1)])
    if kind != "hours": out.append([0, DAY, round(sum(minutes) * error)])
    if kind != "day":
        for hour in range(0, DAY, 60):
            value = round(sum(minutes[hour:hour + 60]) * error)
            if value and r.random() < .9: out.append([hour, hour + 60, value])
    return out

def counted_steps(fine, coarse):
    """What counts in each minute: samples source by source, then sums."""
    cells = [Fraction(0)] * DAY; covered = [False] * DAY; summed = [False] * DAY
    for source in fine:
        for start, end, value in source:
            for minute in range(start, end):
                if not covered[minute]: cells[minute] += Fraction(value, end - start)
        for start, end, _ in source:
            for minute in range(start, end): covered[minute] = True
    each = [(end - start, rank, start, end, value) for rank, source in enumerate(coarse) for start, end, value in source]
    for _, _, start, end, value in sorted(each):
        excess = value - sum(cells[start:end])
        places = [m for m in range(start, end) if not covered[m] and not summed[m]] or [m for m in range(start, end) if not covered[m]]
        for minute in range(start, end): summed[minute] = True
        if excess > 0 and places:
            for minute in places: cells[minute] += Fraction(excess, len(places))
    return [float(sum(cells[hour:hour + 60])) for hour in range(0, DAY, 60)]

def steps(r):
    minutes = true_minutes(r)
    fine = [samples(r, minutes) for _ in range(r.randint(0, 2))]
    coarse = [sums(r, minutes) for _ in range(r.randint(0 if any(fine) else 1, 2))]
    return {"samples": fine, "sums": coarse, "hours": counted_steps(fine, coarse)}

def counted_doses(sources):
    """What counts of each source: one for one, of two sources of which one at least is of a file."""
    kept, totals = [], []
    for source in sources:
        taken, fresh, total = set(), [], Fraction(0)
        for time, value in source["doses"]:
            twin = next((i for i, (t, v, is_file) in enumerate(kept)
                         if i not in taken and v == value and abs(t - time) <= 120 and (is_file or source["file"])), None)
            if twin is None:
                fresh.append((time, value, source["file"])); total += Fraction(value)
            else: taken.add(twin)
        kept = sorted(kept + fresh, key=lambda dose: dose[0]); totals.append(float(total))
    return totals

def doses(r):
    real = sorted((r.randint(0, 86_399 // 30) * 30, r.choice([1, 2, 3.5, 4, 6])) for _ in range(r.randint(1, 10)))
    real += [(min(86_399, t + r.randint(0, 200)), v) for t, v in real if r.random() < .3]
    sources = []
    for number in range(r.randint(1, 4)):
        jitter = r.choice([0, 0, 30, 90])
        own = sorted({(min(86_399, max(0, t + r.randint(-jitter, jitter))), v) for t, v in real if number == 0 or r.random() < .9})
        sources.append({"file": r.random() < .5, "doses": own})
    return {"sources": sources, "counted": counted_doses(sources)}

if __name__ == "__main__":
    cases = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    r = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    print(json.dumps({"steps": [steps(r) for _ in range(cases)], "doses": [doses(r) for _ in range(3 * cases)]}, separators=(",", ":")))
