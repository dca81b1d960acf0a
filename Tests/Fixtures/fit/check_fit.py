#!/usr/bin/env python3
"""Holds what a decoder read against what fitdecode reads: check_fit.py FOLDER

FOLDER has `files`, which are FIT files one behind the other, each behind its length in four bytes; `dump`, which says what the
decoder read of each (FITDump.swift says how); and `profile`, a line for each field: message, name, field, name, type, scale,
offset, unit. Says what differs, and ends with 1 if anything does; with 77 if fitdecode isn't there.

Whatever the decoder hands out has to be what fitdecode reads at the same place. It may stop before, if it says that something is
wrong; it may read on where fitdecode fails.
"""
import collections
import math
import os
import struct
import sys

try:
    import fitdecode
    from fitdecode import profile, types
except ImportError:
    print("fitdecode is not installed")
    sys.exit(77)


def bits(number):
    return "x%x" % struct.unpack("<Q", struct.pack("<d", number))


def hexed(text):
    """A text in the dump's form. What isn't UTF-8 is replaced by fitdecode; the rule here is that there is no text then."""
    return text.encode().hex() if text and "\ufffd" not in text else "-"


def codes(definition):
    """The types of a definition's fields as the file has them: to fitdecode, one that it doesn't know is a byte."""
    return definition.chunk.bytes[8 : 6 + 3 * len(definition.field_defs) : 3]


def one(value):
    """A value in the dump's form; what isn't finite is none."""
    if value is None:
        return "-"
    if isinstance(value, float):
        return bits(value) if math.isfinite(value) else "-"
    return str(value)


def values(base, raw):
    if base.identifier == types.BASE_TYPE_BYTE.identifier:
        return "b" + ("-" if raw is None else bytes(raw).hex())
    if base.name == "string":
        return "s" + hexed(raw)
    return ",".join(one(v) for v in (raw if isinstance(raw, tuple) else (raw,)))


class Counts:
    """What packed fields count, written again here: fitdecode begins anew with each definition."""

    def __init__(self):
        self.beat = None
        self.distance = 0

    def unpack(self, number, fields, kinds):
        words = []
        own = [f for f in fields if f.field_def is not None and not f.field_def.is_dev]
        anchor = next((f.raw_value for f in own if f.field_def.def_num == 9), None)
        if number == 132 and isinstance(anchor, int):
            self.beat = anchor
        seen = set()
        for field, kind in zip(own, kinds):
            number_of, raw = field.field_def.def_num, field.raw_value
            if number_of in seen:
                continue
            seen.add(number_of)
            if not isinstance(raw, tuple) or kind != types.BASE_TYPE_BYTE.identifier:
                continue
            data = bytes(raw)
            low = int.from_bytes(data, "little")
            if number == 55 and number_of == 24 and len(data) == 1:
                words += [f"u5:{low & 31}/1", f"u28:{low >> 5}/1"]
            if number == 20 and number_of == 8 and len(data) == 3:
                if low & 0xFFF != 0xFFF:
                    words.append(f"u6:{low & 0xFFF}/100")
                self.distance += ((low >> 12) - self.distance) % 4096
                words.append(f"u5:{self.distance}/16")
            if number == 132 and number_of == 10 and self.beat is not None:
                for k in range(len(data) * 8 // 12):
                    self.beat += ((low >> 12 * k & 0xFFF) - self.beat) % 4096
                    words.append(f"u9:{self.beat}/1024")
        return words


class Stop(Exception):
    """What fitdecode reads from here on isn't right."""


def read(data):
    """Messages as (words, ignored), by fitdecode, until it fails; whether it read all."""
    messages = []
    part, last, odd, counts = 0, None, False, Counts()
    try:
        reader = fitdecode.FitReader(
            data, processor=None, check_crc=fitdecode.CrcCheck.DISABLED, keep_raw_chunks=True,
            error_handling=fitdecode.ErrorHandling.IGNORE,
        )
        for frame in reader:
            if frame.frame_type == fitdecode.FIT_FRAME_HEADER:
                part, last, odd, counts = part + 1, None, False, Counts()
            elif frame.frame_type == fitdecode.FIT_FRAME_DEFINITION:
                if frame.chunk.bytes[2] > 1:
                    raise Stop  # an order of bytes that doesn't exist
                for field in frame.dev_field_defs:
                    if field.size % field.base_type.size or field.size == 0:
                        raise Stop  # it reads fewer bytes than the field has
            elif frame.frame_type == fitdecode.FIT_FRAME_DATA:
                messages.append(message(reader, frame, part, counts))
                # The time: what it takes for one that isn't, and counts on from, can't be compared.
                times = [f for f in frame.fields if f.field_def is not None and f.field_def.def_num == 253]
                kinds = {(f.field_def.is_dev, f.field_def.base_type.name, f.field_def.size) for f in times}
                if kinds - {(False, "uint32", 4)} or len(times) > 1:
                    odd = True
                whole = next((f.raw_value for f in times), None)
                time = whole if not odd else None
                if frame.time_offset is not None and not odd:
                    base = whole if whole is not None else last
                    if base is not None:
                        later = base + ((frame.time_offset - base) & 31)
                        if later >= 0xFFFFFFFF:
                            odd = True
                        # fitdecode's own, unless the message has a time.
                        theirs = frame.fields[-1].raw_value
                        time = whole if whole is not None else theirs
                        last = theirs
                elif whole is not None and not odd:
                    last = whole
                messages[-1][0][4] = "?" if odd else one(time)
                if frame.global_mesg_num in (206, 207):
                    check_description(frame)
    except Stop:
        return messages, False
    except Exception:
        return messages, False
    return messages, True


def check_description(frame):
    """Numbers that are none of an application or a field are keys for fitdecode, and nothing here."""
    for name in ("developer_data_index", "field_definition_number", "fit_base_type_id", "native_field_num"):
        raw = frame.get_raw_value(name, fallback=None)
        if raw is not None and (not isinstance(raw, int) or raw > 255 or raw < 0):
            raise Stop


def message(reader, frame, part, counts):
    number = frame.global_mesg_num
    words = ["m", str(part), str(frame.chunk.offset), str(number), "-"]
    scaled = {}
    own = [f for f in frame.fields if f.field_def is not None]
    developer, kinds = [], codes(frame.def_mesg)
    for place, field in enumerate(own):
        definition = field.field_def
        text = values(definition.base_type, field.raw_value)
        if definition.is_dev:
            word = f"d{definition.dev_data_index}.{definition.def_num}:{text}"
            described = definition.field
            # It makes up a description where there is none.
            made_up = described.name is None and described.units is None and described.native_field_num is None
            native = described.native_field_num
            word += "?" if made_up else f":{hexed(described.name)}:{hexed(described.units)}:{one(native)}"
            developer.append(word)
            continue
        words.append(f"f{definition.def_num}:{text}")
        known = frame.mesg_type.fields.get(definition.def_num) if frame.mesg_type else None
        raw = field.raw_value
        if definition.def_num in scaled:
            continue
        scaled[definition.def_num] = None
        if isinstance(raw, tuple) and len(raw) == 1 and kinds[place] == types.BASE_TYPE_BYTE.identifier:
            # A byte is a list to fitdecode. It is none where it is all ones, which is no list.
            scaled[definition.def_num] = raw[0] if known is None else reader._apply_scale_offset(known, raw[0])
        elif isinstance(raw, (int, float)) and math.isfinite(raw):
            value = field.value
            if field.parent_field is not None:
                # A subfield may have another scale; what is compared is the field.
                value = reader._apply_scale_offset(known, raw)
            # What has a name is the number again, but for a weight that isn't weighed yet.
            if isinstance(value, str):
                value = None if value == "calculating" else raw
            scaled[definition.def_num] = value
    return words, scaled, developer, counts.unpack(number, frame.fields, kinds)


def same(line, theirs):
    """Whether a line of the dump says what fitdecode read."""
    words, scaled, developer, unpacked = theirs
    ours = line.split(" ")
    if words[4] == "?":
        ours[4] = "?"
    plain = [w for w in ours if w[0] not in "~du"]
    if plain != words:
        return f"expected {' '.join(words)}"
    for word in ours:
        if word[0] == "~":
            number, _, value = word[1:].partition(":")
            expected = scaled.get(int(number))
            if expected is None and any(u.startswith(f"u{number}:") for u in unpacked):
                continue
            if expected is None or bits(float(expected)) != value:
                return f"field {number} is {expected}"
    given = [w for w in ours if w[0] == "d"]
    if len(given) != len(developer):
        return f"expected {developer}"
    for word, expected in zip(given, developer):
        if expected.endswith("?"):
            # A description without a text is none here either, or says its empty texts.
            if word.removesuffix(":-:-:-") != expected[:-1]:
                return f"expected {expected}"
        elif word != expected:
            return f"expected {expected}"
    if [w for w in ours if w[0] == "u"] != unpacked:
        return f"expected {unpacked}"
    return None


def check_profile(lines):
    """Names, numbers, types, scales and offsets of the table, against fitdecode's profile."""
    wrong = []
    for line in lines:
        number, name, field, field_name, kind, scale, offset, unit = line.rstrip("\n").split("\t")
        theirs = profile.MESSAGE_TYPES.get(int(number))
        if theirs is None or theirs.name != name:
            wrong.append(f"message {number} {name}")
            continue
        known = theirs.fields.get(int(field))
        if known is None:
            wrong.append(f"{name} has no field {field}")
            continue
        if not kind:
            continue
        facts = (known.name, known.base_type.name, float(known.scale or 1), float(known.offset or 0))
        if facts != (field_name, kind, float(scale), float(offset)):
            wrong.append(f"{name} {field}: {field_name} {kind} {scale} {offset}, expected {facts}")
        if (known.units or "") != unit and known.name not in ("respiration_rate", "swim_stroke"):
            wrong.append(f"{name} {field_name}: unit {unit!r}, expected {known.units!r}")
    return wrong


def main(folder):
    with open(os.path.join(folder, "profile")) as file:
        wrong = check_profile(file)
    counts = collections.Counter()
    with open(os.path.join(folder, "files"), "rb") as files, open(os.path.join(folder, "dump")) as dump:
        index = 0
        while head := files.read(4):
            data = files.read(struct.unpack("<I", head)[0])
            lines = []
            while (line := dump.readline().rstrip("\n")).startswith("m "):
                lines.append(line)
            end = line.split(" ")[0]
            theirs, whole = read(data)
            for place, (line, expected) in enumerate(zip(lines, theirs)):
                if difference := same(line, expected):
                    wrong.append(f"file {index}, message {place}: {line}: {difference}")
                    break
            else:
                if len(lines) < len(theirs) and end == "whole":
                    wrong.append(f"file {index}: {len(lines)} messages, expected {len(theirs)}")
                if whole and end == "whole" and len(lines) != len(theirs):
                    wrong.append(f"file {index}: {len(lines)} messages, expected {len(theirs)}")
                if end == "cut" and len(lines) < len(theirs):
                    wrong.append(f"file {index}: cut after {len(lines)} messages, expected {len(theirs)}")
            counts["files"] += 1
            counts["compared"] += min(len(lines), len(theirs))
            counts["both"] += whole and end == "whole"
            counts["refused"] += end == "error"
            counts["refused here alone"] += whole and end == "error"
            index += 1
    print(", ".join(f"{name} {count}" for name, count in counts.items()))
    for line in wrong[:20]:
        print(line)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]) if len(sys.argv) > 1 else 0)
