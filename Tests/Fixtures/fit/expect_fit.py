#!/usr/bin/env python3
"""Writes expected.json: what the FIT files here and in `activities` must become, by fitdecode and rules written again here.

It reads with another program's decoder, so that a mistake of ours isn't made twice. Left out are files that fitdecode can't read,
heart rates of `hr` messages, which it doesn't place in time, and samples of parts that say the same twice.
"""
import collections
import datetime
import json
import os
import warnings

import fitdecode

warnings.simplefilter("ignore")
HERE = os.path.dirname(os.path.abspath(__file__))
UNREADABLE = {"empty-fields.fit", "run-header-20.fit", "types.fit", "types-big-endian.fit"}
PLANS = ("course", "workout", "settings", "totals", "goals", "segment", "schedules", "sport", "device")
DRIVEN = ("flying", "motorcycling", "boating", "driving", "snowmobiling", "shooting", "video_gaming")
SPORTS = {
    "running": "running", "cycling": "cycling", "transition": "transition", "swimming": "swimming",
    "walking": "walking", "hiking": "hiking", "rowing": "rowing",
}
SUBS = {"strength_training": "traditionalStrengthTraining", "cardio_training": "mixedCardio"}
INDOOR = {"treadmill", "indoor_cycling", "spin", "lap_swimming"}
STRIDES = {"running", "walking", "hiking"}


def value(frame, name):
    try:
        found = frame.get_value(name, fallback=None)
    except Exception:
        return None
    return None if isinstance(found, tuple) else found


def seconds(time):
    """A time in Unix seconds; none before 1995, where the device counted from when it was switched on."""
    return time.timestamp() if isinstance(time, datetime.datetime) and time.year >= 1995 else None


def parts(raw):
    """The messages of each part, as far as they can be read."""
    if raw[4:8] == bytes(4):
        raw = raw[:4] + (len(raw) - raw[0]).to_bytes(4, "little") + raw[8:]
    found = []
    try:
        checks = {"check_crc": fitdecode.CrcCheck.WARN, "error_handling": fitdecode.ErrorHandling.IGNORE}
        with fitdecode.FitReader(raw, **checks) as reader:
            for frame in reader:
                if frame.frame_type == fitdecode.FIT_FRAME_HEADER:
                    found.append([])
                elif frame.frame_type == fitdecode.FIT_FRAME_DATA:
                    found[-1].append(frame)
    except Exception:
        pass
    return found


def facts(path):
    with open(path, "rb") as file:
        found = parts(file.read())
    result = {"workouts": [], "samples": {}, "zone": None, "multisport": None, "question": False, "plans": 0}
    # A part without a file_id goes on with the one before.
    files = []
    for part in found:
        if files and not any(frame.name == "file_id" for frame in part):
            files[-1] += part
        else:
            files.append(list(part))
    for file in files:
        read(file, result)
    return result


def add(result, kind, rows):
    for begin, end, number in rows:
        old = result["samples"].setdefault(kind, {"n": 0, "sum": 0, "first": begin, "last": end})
        old["n"] += 1
        old["sum"] += number
        old["first"] = min(old["first"], begin)
        old["last"] = max(old["last"], end)


def read(frames, result):
    by = collections.defaultdict(list)
    for frame in frames:
        by[frame.name].append(frame)
    if by["file_id"] and value(by["file_id"][0], "type") in PLANS:
        result["plans"] += 1
        return
    monitoring(by, result)
    weights(by, result)
    records = ordered([(time, f) for f in by["record"] if (time := seconds(value(f, "timestamp"))) is not None])
    events = sorted(
        (
            (time, value(f, "event_type")) for f in by["event"]
            if value(f, "event") == "timer" and (time := seconds(value(f, "timestamp"))) is not None
        ),
        key=lambda event: event[0],
    )
    sessions = sorted(
        (s for s in by["session"] if seconds(value(s, "start_time")) is not None),
        key=lambda s: seconds(value(s, "start_time")),
    )
    if not sessions and not records:
        return
    spans = spans_of(sessions, records)
    legs = [activity(s) for _, _, s in spans]
    kinds = set(legs) & {"swimming", "cycling", "running"}
    if len(kinds) > 1 and set(legs) <= kinds | {"transition"}:
        result["multisport"] = {"start": spans[0][0], "end": max(end for _, end, _ in spans)}
    for index, (start, end, s) in enumerate(spans):
        first = start - (1 if index == 0 else 0)
        last = spans[index + 1][0] if index + 1 < len(spans) else end + 1.5
        if s is None or value(s, "sport") not in DRIVEN:
            workout(by, events, [r for r in records if first <= r[0] < last], (start, end, s), (first, last), result)
    zone(by, result)


def ordered(records):
    """The records without those that are a day from both sides, and those before the one that they follow."""
    near = [
        any(abs(time - records[j][0]) <= 86400 for j in (i - 1, i + 1) if 0 <= j < len(records))
        for i, (time, _) in enumerate(records)
    ]
    out = []
    for record, is_near in zip(records, near):
        if (is_near or len(records) == 1) and (not out or record[0] >= out[-1][0]):
            out.append(record)
    return out


def activity(session):
    if session is None:
        return "other"
    return SUBS.get(value(session, "sub_sport")) or SPORTS.get(value(session, "sport"), "other")


def spans_of(sessions, records):
    if not sessions:
        return [(records[0][0], records[-1][0], None)]
    starts = [seconds(value(s, "start_time")) for s in sessions]
    spans = []
    for start, s in zip(starts, sessions):
        following = next((later for later in starts if later > start), None)
        reach = start + max(value(s, "total_elapsed_time") or 0, value(s, "total_timer_time") or 0)
        inside = [t for t, _ in records if t >= start - 1 and (following is None or t < following)]
        end = max([reach] + inside[-1:])
        spans.append((start, end if following is None else min(end, max(following, reach)), s))
    return spans


def breaks(events, start, end):
    out, stopped = [], None
    for at, kind in events:
        if not start - 1 <= at <= end + 1:
            continue
        if str(kind).startswith("stop"):
            stopped = at if stopped is None else stopped
        elif kind == "start" and stopped is not None:
            if at > stopped:
                out.append((stopped, at))
            stopped = None
    return out


def workout(by, events, mine, span, bounds, result):
    (start, end, s), (first, last) = span, bounds
    pauses = breaks(events, start, end)
    timer = value(s, "total_timer_time") if s else None
    paused = sum(stop - begin for begin, stop in pauses)
    rates = [(t, t, rate) for t, f in mine if (rate := value(f, "heart_rate") or native(f, 3, "bpm"))]
    total = value(s, "total_distance") if s else None
    if total is None:
        far = [value(f, "distance") for _, f in mine if value(f, "distance") is not None]
        total = far[-1] - far[0] if far else None
    sport, sub = (value(s, "sport"), value(s, "sub_sport")) if s else (None, None)
    cycles = value(s, "total_cycles") if s else None
    within = lambda f: (at := seconds(value(f, "start_time"))) is not None and first <= at < last
    result["workouts"].append({
        "activity": activity(s), "start": start, "end": end,
        "duration": timer if timer and timer <= end - start + 1 else end - start - paused,
        "distance": total or None, "energy": (value(s, "total_calories") if s else None) or None,
        "pauses": len(pauses), "laps": sum(within(f) for f in by["lap"]),
        "lengths": sum(within(f) and value(f, "length_type") == "active" for f in by["length"]),
        "places": sum(has_place(f) for _, f in mine), "heartRates": len(rates),
        "steps": 2 * cycles if cycles and sport in STRIDES else None,
        "strokes": cycles if cycles and sport == "swimming" else None,
        "indoor": sub in INDOOR if sub else None, "poolLength": value(s, "pool_length") if s else None,
    })
    add(result, "heartRate", rates)
    add(result, "power", [(t, t, value(f, "power")) for t, f in mine if value(f, "power") is not None])
    breaths = "enhanced_respiration_rate"
    add(result, "respiratoryRate", [(t, t, value(f, breaths)) for t, f in mine if value(f, breaths) is not None])


def native(frame, number, unit):
    """The value of an application's field that stands for one of the profile."""
    for field in frame.fields:
        described = getattr(field, "field", None)
        if str(getattr(described, "units", "")) == unit and getattr(described, "native_field_num", None) == number:
            return field.value
    return None


def has_place(frame):
    lat, long = value(frame, "position_lat"), value(frame, "position_long")
    return lat is not None and long is not None and (lat, long) != (0, 0)


def zone(by, result):
    for a in by["activity"]:
        local, time = value(a, "local_timestamp"), value(a, "timestamp")
        if isinstance(local, datetime.datetime) and isinstance(time, datetime.datetime):
            offset = (local - time).total_seconds()
            if offset % 900 == 0 and -43200 <= offset <= 50400 and result["zone"] is None:
                result["zone"] = offset


def monitoring(by, result):
    """Steps grow until midnight, by activity; on foot the raw number is steps. Times are in sixteen bits."""
    info = next(iter(by["monitoring_info"]), None)
    if info is None:
        return
    base = seconds(value(info, "timestamp"))
    now, last = int(base) - 631065600, {}
    for f in by["monitoring"]:
        full, short = value(f, "timestamp"), value(f, "timestamp_16")
        if isinstance(full, datetime.datetime):
            now = int(full.timestamp()) - 631065600
        elif short is not None:
            now += (int(short) - now) & 0xFFFF
        at, kind = now + 631065600, str(value(f, "activity_type"))
        count = next((field.raw_value for field in f.fields if field.def_num == 3), None)
        if count is not None and kind in ("walking", "running"):
            before = last.get(kind, (base, 0))
            grown = count - before[1] if count >= before[1] else count
            if grown:
                add(result, "stepCount", [(before[0], at, grown)])
            last[kind] = (at, count)
        rate = value(f, "heart_rate")
        if rate:
            add(result, "heartRate", [(at, at, rate)])


def weights(by, result):
    if not by["weight_scale"]:
        return
    people = {value(f, "user_profile_index") for f in by["weight_scale"]}
    people |= {value(f, "message_index") for f in by["user_profile"]}
    if len(people - {None}) > 1:
        result["question"] = True
        return
    for f in by["weight_scale"]:
        at, weight, fat = seconds(value(f, "timestamp")), value(f, "weight"), value(f, "percent_fat")
        if isinstance(weight, (int, float)):
            add(result, "bodyMass", [(at, at, weight)])
        if isinstance(fat, (int, float)):
            add(result, "bodyFatPercentage", [(at, at, fat / 100)])


def main():
    expected = {}
    for folder in ("", "activities"):
        for name in sorted(os.listdir(os.path.join(HERE, folder))):
            if name.endswith(".fit") and name not in UNREADABLE:
                expected[os.path.join(folder, name)] = facts(os.path.join(HERE, folder, name))
    for name in ("strap.fit", "parts.fit", "activities/beats.fit"):
        del expected[name]["samples"]
    with open(os.path.join(HERE, "expected.json"), "w") as file:
        json.dump(expected, file, indent=1, sort_keys=True)
        file.write("\n")


if __name__ == "__main__":
    main()
