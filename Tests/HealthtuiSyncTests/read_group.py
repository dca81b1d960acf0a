#!/usr/bin/env python3
"""Reads a group's folder as Documentation/SyncFormat.md describes it, and shares no code with the program.

    read_group.py FOLDER RECOVERY-KEY [CODE]
    read_group.py --health FOLDER RECOVERY-KEY

Prints the members, and every entry as a line. With the code of an invitation it checks that the inviter knows it. With --health
it prints what the group shows instead: samples with what they hold, links, and the profile. Needs PyNaCl (Debian:
python3-nacl).
"""
import hashlib
import json
import os
import struct
import sys
import uuid
import zlib

try:
    from nacl import bindings, exceptions, pwhash
except ImportError:
    sys.exit(77)


class Bad(Exception):
    pass


def need(condition, what):
    if not condition:
        raise Bad(what)


def blake(data, size, key=b""):
    return hashlib.blake2b(data, digest_size=size, key=key).digest()


def base32(data):
    alphabet, bits, count, text = "abcdefghijklmnopqrstuvwxyz234567", 0, 0, ""
    for byte in data:
        bits, count = bits << 8 | byte, count + 8
        while count >= 5:
            count -= 5
            text += alphabet[bits >> count & 31]
    return text + (alphabet[bits << (5 - count) & 31] if count else "")


def typed(text):
    """The bits of a code or a recovery key: groups of four signs and a fifth that checks them."""
    alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
    values = [alphabet.index(sign) for sign in text.upper().replace("-", "").replace("O", "0")]

    def product(left, right):
        result = 0
        for bit in range(5):
            if right >> bit & 1:
                result ^= left
            left <<= 1
            if left & 32:
                left ^= 0b100101
        return result

    number = 0
    for group in range(len(values) // 5):
        part = values[group * 5:group * 5 + 5]
        check = group + 1
        for value, factor in zip(part, (2, 4, 8, 16)):
            check ^= product(value, factor)
        need(check == part[4], "mistyped in group %d" % (group + 1))
        for value in part[:4]:
            number = number << 5 | value
    return number.to_bytes(len(values) // 5 * 20 // 8, "big")


class Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def rest(self):
        return len(self.data) - self.at

    def take(self, count):
        need(0 <= count <= self.rest(), "the end comes too early")
        self.at += count
        return self.data[self.at - count:self.at]

    def byte(self):
        return self.take(1)[0]

    def word(self):
        return struct.unpack("<I", self.take(4))[0]

    def long(self):
        return struct.unpack("<Q", self.take(8))[0]

    def number(self):
        return struct.unpack("<d", self.take(8))[0]

    def varint(self):
        result, shift = 0, 0
        while True:
            byte = self.byte()
            result |= (byte & 127) << shift
            if byte < 128:
                return result
            shift += 7

    def zigzag(self):
        value = self.varint()
        return value >> 1 ^ -(value & 1)

    def sized(self):
        return self.take(self.varint())


# -- identities computed from content: SipHash-1-3 of 128 bits, with a key that never changes

MASK = (1 << 64) - 1


class SipHash:
    def __init__(self):
        self.v = [0x736F6D6570736575 ^ 0x6865616C74687374, 0x646F72616E646F6D ^ 0x6F7265206964656E ^ 0xEE,
                  0x6C7967656E657261 ^ 0x6865616C74687374, 0x7465646279746573 ^ 0x6F7265206964656E]
        self.words = 0

    def round(self):
        v = self.v
        rot = lambda x, n: (x << n | x >> (64 - n)) & MASK
        v[0] = v[0] + v[1] & MASK
        v[1] = rot(v[1], 13) ^ v[0]
        v[0] = rot(v[0], 32)
        v[2] = v[2] + v[3] & MASK
        v[3] = rot(v[3], 16) ^ v[2]
        v[0] = v[0] + v[3] & MASK
        v[3] = rot(v[3], 21) ^ v[0]
        v[2] = v[2] + v[1] & MASK
        v[1] = rot(v[1], 17) ^ v[2]
        v[2] = rot(v[2], 32)

    def add(self, word):
        self.v[3] ^= word
        self.round()
        self.v[0] ^= word
        self.words += 1

    def add_bytes(self, data):
        self.add(len(data))
        for at in range(0, len(data), 8):
            self.add(int.from_bytes(data[at:at + 8], "little"))

    def finish(self):
        self.add(self.words)
        self.v[2] ^= 0xEE
        for _ in range(3):
            self.round()
        high = self.v[0] ^ self.v[1] ^ self.v[2] ^ self.v[3]
        self.v[1] ^= 0xDD
        for _ in range(3):
            self.round()
        return high, self.v[0] ^ self.v[1] ^ self.v[2] ^ self.v[3]


def text_hash(kind, text):
    if not text:
        return 0
    hasher = SipHash()
    hasher.add(kind)
    hasher.add_bytes(text)
    return hasher.finish()[0]


def computed(texts, start, end, value, creation, ordinal):
    hashes = [text_hash(kind + 1, text) for kind, text in enumerate(texts)]  # type, unit, source, revision, device, metadata
    prefix = SipHash()
    for place in (0, 2, 1, 3, 4, 5):
        prefix.add(hashes[place])
    hasher = SipHash()
    for word in prefix.finish():
        hasher.add(word)
    for number in (start, end, value, creation):
        hasher.add(struct.unpack("<Q", struct.pack("<d", number))[0])
    hasher.add(ordinal)
    high, low = hasher.finish()
    second = max(-(1 << 36), min((1 << 36) - 1, int(start // 1)))
    top = (hashes[0] & 2047) << 37 | second + (1 << 36)
    return struct.pack(">QQ", top << 16 | 0x8000 | high & 0xFFF, low & 0x3FFFFFFFFFFFFFFF | 1 << 63)


# -- entries

def wrapped(number):
    """Differences of clocks are of 64 bits, and wrap."""
    return (number + (1 << 63)) % (1 << 64) - (1 << 63)


def bits(number):
    return struct.pack(">d", number).hex()


class Entries:
    def __init__(self):
        self.texts, self.lines = [b""], []

    def note(self, *what):
        """What an entry says, for whoever works with it rather than printing it."""

    def text(self, reader):
        number = reader.varint()
        need(number < len(self.texts), "a text that isn't there")
        return self.texts[number]

    def device(self, reader):
        return self.text(reader) or bytes(16)

    def stamp(self, reader):
        generation, clock = reader.varint(), reader.zigzag()
        return "%d %d %s" % (generation, clock, self.device(reader).hex())

    def identifier(self, reader):
        texts = [self.text(reader).hex() for _ in range(3)]
        version = bits(reader.number())
        return "%s %s %d" % (",".join(texts), version, reader.varint())

    def read(self, reader):
        lines = []
        while reader.rest():
            kind = reader.byte()
            lines += self.entry(kind, Reader(reader.sized()))
        return lines

    def entry(self, kind, body):
        lines = []
        if kind == 1:
            while body.rest():
                self.texts.append(body.sized())
        elif kind == 2:
            lines = self.samples(body)
        elif kind == 3:
            lines = [self.record(body)]
        elif kind == 4:
            lines = [self.deletion(body)]
        elif kind == 5:
            restored = body.take(16)
            self.note("restore", restored.hex())
            lines = ["restore " + restored.hex()] + ["  " + line for line in self.read(body)]
        elif kind == 6:
            parent, child, role = body.take(16).hex(), body.take(16).hex(), body.varint()
            present, stamp = body.byte(), self.stamp(body)
            self.note("link", (bytes.fromhex(parent), bytes.fromhex(child), role), present, stamp)
            lines = ["link %s %s %d %d %s" % (parent, child, role, present, stamp)]
        elif kind == 7:
            key, has = self.text(body).hex(), body.byte()
            stamp = self.stamp(body)
            value = body.take(body.rest())
            self.note("register", bytes.fromhex(key), value if has else None, stamp)
            lines = ["register %s %s %s" % (key, value.hex() if has else "-", stamp)]
        elif kind == 8:
            whole, index, count = body.take(32).hex(), body.varint(), body.varint()
            data = body.take(body.rest())
            self.note("piece", bytes.fromhex(whole), index, data)
            lines = ["piece %s %d %d %s" % (whole, index, count, blake(data, 32).hex())]
        elif kind == 9:
            hidden, shown = body.take(16), body.take(16)
            self.note("same", hidden, shown)
            lines = ["same %s %s" % (hidden.hex(), shown.hex())]
        elif kind == 10:
            for _ in range(body.varint()):
                lines.append("head %s %d %s" % (body.take(16).hex(), body.varint(), body.take(32).hex()))
        elif kind == 11:
            while body.rest():
                lines.append("replaced %s" % body.take(8).hex())
        else:
            raise Bad("an entry of kind %d" % kind)
        need(body.rest() == 0, "an entry goes on behind its end")
        return lines

    def numbers(self, body, count, columns):
        """Columns of times or values, each from the one before it."""
        scale = body.byte()
        if scale == 255:
            return [[body.number() for _ in range(count)] for _ in range(columns)]
        found, base = [], [0] * count
        for column in range(columns):
            last, whole = 0, []
            for row in range(count):
                if column == 0:
                    last += body.zigzag()
                    whole.append(last)
                else:
                    whole.append(base[row] + body.zigzag())
            base = whole
            found.append([number / 10 ** scale for number in whole])
        return found

    def samples(self, body):
        common = [self.text(body) for _ in range(3)]
        count = body.varint()
        flags = body.take(count)
        starts, ends, creations = self.numbers(body, count, 3)
        values = self.numbers(body, count, 1)[0]
        others = [[self.text(body) for _ in range(count)] for _ in range(3)]
        texts = [common + [column[row] for column in others] for row in range(count)]
        ordinals = [body.varint() if flag & 1 else None for flag in flags]
        names = []
        for row, flag in enumerate(flags):
            if flag & 8:
                own = computed(texts[row], starts[row], ends[row], values[row], creations[row], ordinals[row])
            else:
                own = body.take(16)
            names.append((own, own if flag & 2 else body.take(16)))
        stamps, clock = [], 0
        for flag in flags:
            if flag & 9 == 9:
                stamps.append("0 0 " + bytes(16).hex())
                continue
            generation = body.varint()
            clock = wrapped(clock + body.zigzag())
            stamps.append("%d %d %s" % (generation, clock, self.device(body).hex()))
        lines = []
        for row, flag in enumerate(flags):
            identifier = self.identifier(body) if flag & 4 else "-"
            self.note(
                "sample", names[row], stamps[row], ordinals[row], identifier, texts[row],
                (starts[row], ends[row], creations[row]), ("value", values[row]))
            lines.append(self.line(
                names[row], stamps[row], ordinals[row], identifier, texts[row],
                (starts[row], ends[row], creations[row]), "value " + bits(values[row])))
        return lines

    def line(self, name, stamp, ordinal, identifier, texts, times, what):
        return "sample %s %s %s %s %s %s %s %s" % (
            name[1].hex(), name[0].hex(), stamp, "saved" if ordinal is None else ordinal, identifier,
            ",".join(text.hex() for text in texts), " ".join(bits(time) for time in times), what)

    def record(self, body):
        flags = body.byte()
        texts = [self.text(body) for _ in range(6)]
        times = [body.number() for _ in range(3)]
        ordinal = body.varint() if flags & 1 else None
        own = body.take(16)
        name = (own, own if flags & 2 else body.take(16))
        stamp = self.stamp(body)
        identifier = self.identifier(body) if flags & 4 else "-"
        if flags & 8:
            whole, size = body.take(32), body.varint()
            what, content = "pieces %s %d" % (whole.hex(), size), ("pieces", whole, size)
        else:
            payload = body.take(body.rest())
            what, content = "record " + blake(payload, 32).hex(), ("record", payload)
        self.note("sample", name, stamp, ordinal, identifier, texts, times, content)
        return self.line(name, stamp, ordinal, identifier, texts, times, what)

    def deletion(self, body):
        own, count, others = body.take(16).hex(), body.varint(), body.varint()
        roots = [body.take(16) for _ in range(count + others)]
        counts = [body.varint() for _ in roots]
        versions, clock = [], 0
        for root, number in zip(roots, counts):
            if number == 1:
                versions.append("%s %s 0 0 %s" % (root.hex(), root.hex(), bytes(16).hex()))
            for _ in range(number - 1 if number > 1 else 0):
                flags = body.byte()
                version = root if flags & 1 else body.take(16)
                stamp = "0 0 " + bytes(16).hex()
                if not flags & 2:
                    generation = body.varint()
                    clock = wrapped(clock + body.zigzag())
                    stamp = "%d %d %s" % (generation, clock, self.device(body).hex())
                versions.append("%s %s %s" % (root.hex(), version.hex(), stamp))
        floors = [self.identifier(body) for _ in range(body.varint())]
        self.note("deletion", own, set(roots[:count]), set(versions), floors)
        return "deletion %s roots %s versions %s floors %s" % (
            own, ",".join(root.hex() for root in roots[:count]), ",".join(sorted(versions)), ",".join(sorted(floors)))


# -- files

def verify(key, signature, message):
    try:
        bindings.crypto_sign_open(signature + message, key)
    except (exceptions.BadSignatureError, ValueError):
        raise Bad("the signature is wrong")


def device_id(key):
    return blake(key, 16)


def derive(secret, about):
    return blake(about, 32, secret)


def padded(size):
    if size <= 512:
        return 512
    exponent = size.bit_length() - 1
    mask = (1 << (exponent - exponent.bit_length())) - 1
    return (size + mask) & ~mask


class Group:
    def __init__(self, folder, recovery):
        name, = [name for name in os.listdir(folder) if name.startswith("hk-")]
        self.path, self.text = os.path.join(folder, name), name[3:]
        self.sign = bindings.crypto_sign_seed_keypair(derive(recovery, b"hk-sync-sign"))
        self.box = bindings.crypto_box_seed_keypair(derive(recovery, b"hk-sync-receive"))
        self.members, self.gone, self.epochs, self.invites = {}, set(), {}, []
        self.read_statements()

    def files(self, end):
        for device in sorted(os.listdir(self.path)):
            folder = os.path.join(self.path, device)
            for name in sorted(os.listdir(folder)):
                if name.endswith(end):
                    with open(os.path.join(folder, name), "rb") as file:
                        data = file.read()
                    digits = name.split(".")[0].split("-")[-1]
                    need(blake(data, 32).hex()[:16] == digits, name + " has another hash")
                    yield device, name, data

    def read_statements(self):
        files = list(self.files(".mem"))
        keys = {}
        for _ in range(2):  # keys first, so that signatures can be checked
            for device, name, data in files:
                reader = Reader(data)
                need(reader.take(8) == b"HKMEMB01", "no statement")
                group, signer, number, previous = reader.take(16), reader.take(16), reader.long(), reader.take(32)
                kind, body = struct.unpack("<H", reader.take(2))[0], Reader(reader.take(reader.word()))
                need(base32(group) == self.text and base32(signer) == device, "another group or device")
                need(int(name[:10]) == number, "another number")
                self.group = group
                if keys.get(signer):
                    verify(keys[signer], data[-64:], b"HKSYNC01 statement" + blake(data[:-64], 32))
                self.statement(kind, body, signer, data, keys)
        for device, name, data in files:
            need(data[24:40] in keys, "nobody names the signer")

    def statement(self, kind, body, signer, data, keys):
        if kind == 1:
            nonce, signing, receiving = body.take(16), body.take(32), body.take(32)
            need(blake(b"hk-sync-group" + nonce + signing + receiving, 16) == self.group, "another group")
            need(signing == self.sign[0] and receiving == self.box[0], "another recovery key")
            self.founding = blake(data, 32)
            keys[device_id(signing)] = signing
            self.members[device_id(signing)] = (0, b"recovery key")
        elif kind == 2:
            self.invites.append((signer, body.take(32), body.take(8), body.take(32)))
        elif kind == 3:
            signing, receiving, rank, invite = body.take(32), body.take(32), body.long(), body.take(32)
            keys[device_id(signing)] = signing
            self.members[device_id(signing)] = (rank, body.sized())
        elif kind == 4:
            self.gone.add(body.take(16))
        elif kind == 5:
            self.gone.add(signer)
        elif kind == 6:
            epoch = body.take(16)
            for _ in range(body.varint()):
                recipient, sealed = body.take(16), body.sized()
                if recipient == device_id(self.sign[0]):
                    key = bindings.crypto_box_seal_open(sealed, *self.box)
                    need(blake(b"hk-sync-epoch", 16, key) == epoch, "another epoch's key")
                    self.epochs[epoch] = key
        self.keys = keys

    def check_code(self, code):
        salt = blake(b"hk-sync-code" + self.group, 16)
        key = pwhash.argon2id.kdf(32, code, salt, opslimit=4, memlimit=128 << 20)
        public = bindings.crypto_sign_seed_keypair(derive(key, b"hk-sync-code-sign"))[0]
        proof = derive(key, b"hk-sync-code-proof")
        for signer, invite, expires, given in self.invites:
            about = b"hk-sync-invite" + self.group + self.founding + signer + invite + expires
            if invite == public and blake(about, 32, proof) == given:
                return True
        return False

    def segment(self, device, name, data):
        reader = Reader(data)
        need(reader.take(8) == b"HKSYNC01", "no segment")
        group, own, epoch = reader.take(16), reader.take(16), reader.take(16)
        first, last, previous, replaces = reader.long(), reader.long(), reader.take(32), reader.take(32)
        nonce, sealed = reader.take(24), reader.take(reader.word())
        need(reader.rest() == 64 and padded(len(data)) == len(data), "another length")
        need(base32(group) == self.text and base32(own) == device, "another group or device")
        need("%010d-%010d" % (first, last) == name[:21], "other numbers")
        verify(self.keys[own], data[-64:], b"HKSYNC01 file" + blake(data[:-64], 32))
        key = derive(self.epochs[epoch], b"hk-sync-seg" + group + own)
        plain = Reader(bindings.crypto_aead_xchacha20poly1305_ietf_decrypt(sealed, data[:164], nonce, key))
        version, flags, stored = plain.byte(), plain.byte(), plain.take(plain.word())
        need(version == 1 and flags in (0, 1) and not any(plain.take(plain.rest())), "another version")
        if flags:
            stored = zlib.decompress(stored, -15)
        return ["file %s %s" % (device, name)] + self.entries().read(Reader(stored))

    entries = Entries


# -- what a group shows

def ordered(stamp):
    generation, clock, device = stamp.split()
    return int(generation), int(clock), bytes.fromhex(device)


def saved_identifier(text):
    """A sync identifier: its key, version and incarnation."""
    if text == "-":
        return None
    key, version, incarnation = text.split()
    return key, struct.unpack(">d", bytes.fromhex(version))[0], int(incarnation)


def fields(data):
    reader = Reader(data)
    found = []
    for _ in range(reader.varint()):
        size = reader.varint()
        found.append(reader.take(size - 1).decode() if size else None)
    return found


class State:
    """The union of all entries."""

    def __init__(self):
        self.versions, self.deletions, self.undone = {}, {}, set()
        self.links, self.registers, self.pieces, self.same = {}, {}, {}, []

    def merge(self, kind, *what):
        getattr(self, "merge_" + kind)(*what)

    def merge_sample(self, name, stamp, ordinal, identifier, texts, times, content):
        if not self.is_sound(texts, times, content):
            return
        version, root = name
        rank = self.rank(ordinal, identifier, texts, times, content)
        known = self.versions.setdefault(root, {}).get((version, stamp))
        if known and rank <= known["rank"]:
            return
        self.versions[root][(version, stamp)] = {
            "rank": rank, "id": version, "first": version == root, "stamp": ordered(stamp), "name": "%s %s %s" % (root.hex(), version.hex(), stamp),
            "imported": ordinal is not None, "identifier": saved_identifier(identifier), "texts": texts, "times": times,
            "content": content}

    @staticmethod
    def rank(ordinal, identifier, texts, times, content):
        """Of two entries of one name that with the greater bytes counts."""
        def varint(number):
            return bytes([number]) if number < 128 else bytes([number & 127 | 128]) + varint(number >> 7)

        def sized(data):
            return varint(len(data)) + data

        rank = b"".join(struct.pack("<d", time) for time in times) + b"".join(sized(text) for text in texts)
        if content[0] == "value":
            rank += b"\0" + struct.pack("<d", content[1])
        elif content[0] == "record":
            rank += b"\1" + sized(content[1])
        else:
            rank += b"\2" + content[1] + varint(content[2])
        rank += b"\0" if ordinal is None else b"\1" + struct.pack("<I", ordinal)
        if identifier != "-":
            (key, version, incarnation) = saved_identifier(identifier)
            rank += b"".join(sized(bytes.fromhex(text)) for text in key.split(","))
            rank += struct.pack("<dQ", version, incarnation)
        return rank

    @staticmethod
    def is_sound(texts, times, content):
        """As far as it can be said without HealthKit's types and units."""
        if not texts[0] or any(not abs(time) < 1e11 for time in times) or times[1] < times[0]:
            return False
        try:
            source = fields(texts[2]) if texts[2] else []
        except (Bad, UnicodeDecodeError):
            return False
        if len(source) != 2 or not source[0]:
            return False
        return content[0] != "value" or abs(content[1]) < float("inf")

    def merge_deletion(self, own, roots, versions, floors):
        known = self.deletions.setdefault(own, (set(), set(), []))
        known[0].update(roots)
        known[1].update(versions)
        known[2].extend(saved_identifier(floor) for floor in floors)

    def merge_restore(self, deletion):
        self.undone.add(deletion)

    def merge_link(self, name, present, stamp):
        self.links[name] = max(self.links.get(name, ((), 0)), (ordered(stamp), present))

    def merge_register(self, key, value, stamp):
        said = (ordered(stamp), value is not None, value or b"")
        self.registers[key] = max(self.registers.get(key, said), said)

    def merge_piece(self, whole, index, data):
        self.pieces.setdefault(whole, {})[index] = data

    def merge_same(self, hidden, shown):
        if hidden != shown:
            self.same.append((hidden, shown))

    # What is shown of it.

    def show(self):
        live = [said for own, said in self.deletions.items() if own not in self.undone]
        self.gone = set().union(*(roots for roots, _, _ in live))
        versions = set().union(*(versions for _, versions, _ in live))
        floors = [floor for _, _, floors in live for floor in floors]
        claimed = self.matched()
        self.hidden, self.shown, sharing = {}, {}, {}
        for root, known in self.versions.items():
            left = [version for version in known.values() if version["name"] not in versions]
            if not left:
                continue
            best = max(left, key=lambda version: (version["stamp"], version["id"]))
            if root in claimed and best["first"]:
                self.hidden[root] = claimed[root]
                continue
            if root in self.gone:
                continue
            identifier = best["identifier"]
            if not identifier:
                self.shown[root] = best
            elif not any(floor[0] == identifier[0] and identifier[1] <= floor[1] and identifier[2] <= floor[2]
                         for floor in floors):
                sharing.setdefault(identifier[0], []).append((identifier[1:], best["stamp"], best["id"], root, best))
        for saves in sharing.values():
            best = max(saves, key=lambda save: save[:4])
            self.shown[best[3]] = best[4]
        versions = {}
        for root, version in self.shown.items():
            versions.setdefault(version["id"], []).append(root)
        for roots in versions.values():
            for root in sorted(roots)[1:]:
                del self.shown[root]

    def first(self, root):
        known = [version for version in self.versions.get(root, {}).values() if version["first"]]
        return max(known, key=lambda version: (version["stamp"], version["id"])) if known else None

    def is_same(self, hidden, shown):
        own, other = self.first(hidden), self.first(shown)
        if not own or not other:
            return (hidden if not own else shown) in self.gone
        alike = own["texts"][:3] == other["texts"][:3] and own["times"][:2] == other["times"][:2]
        return (own["imported"] or other["imported"]) and alike and own["content"] == other["content"]

    def matched(self):
        """Of several that are the same as one, one is hidden, and of a circle one is shown."""
        matched, taken, said = {}, set(), {}
        for hidden, shown in self.same:
            said.setdefault(hidden, set()).add(shown)
        for hidden in sorted(said):
            for shown in sorted(said[hidden]):
                place = shown
                while place in matched and place != hidden:
                    place = matched[place]
                if shown not in taken and place != hidden and self.is_same(hidden, shown):
                    taken.add(shown)
                    matched[hidden] = shown
                    break
        return matched

    def end(self, root):
        while root in self.hidden:
            root = self.hidden[root]
        return root

    def payload(self, content):
        if content[0] == "record":
            return content[1]
        pieces = self.pieces.get(content[1], {})
        whole = b"".join(pieces[index] for index in sorted(pieces))
        need(blake(whole, 32) == content[1] and len(whole) == content[2], "pieces are missing")
        return whole

    def lines(self):
        self.show()
        lines = []
        for root, version in self.shown.items():
            start, end = version["times"][:2]
            lines.append("sample %s %s %s %s %s %s" % (
                name(version["id"]), version["texts"][0].decode(), fields(version["texts"][2])[0], bits(start), bits(end),
                self.what(version)))
        for (parent, child, role), (_, present) in self.links.items():
            ends = self.end(parent), self.end(child)
            if present and ends[0] in self.shown and ends[1] in self.shown and ends[0] != ends[1]:
                lines.append("link %s %s %d" % (*(name(self.shown[end]["id"]) for end in ends), role))
        for key, (_, _, value) in self.registers.items():
            parts = key.split(b"\x1f")
            if parts[:2] == [b"characteristics", b"me"] and len(parts) == 3 and value:
                field = parts[2].decode()
                lines.append("profile %s %s" % (field, json.loads(value)[field]))
            if parts[0] == b"dayMarks" and len(parts) == 2 and value:
                mark = json.loads(value)
                lines.append("mark %s %s %s %s" % (parts[1].decode(), mark["first"], mark["last"], mark["text"]))
        return sorted(set(lines))

    def what(self, version):
        if version["content"][0] == "value":
            return "value %s %s" % (version["texts"][1].decode() or "-", bits(version["content"][1]))
        kind, payload = version["texts"][0].decode(), self.payload(version["content"])
        if kind in ("HKWorkoutRouteTypeIdentifier", "HKDataTypeIdentifierHeartbeatSeries", "HKDataTypeIdentifierElectrocardiogram"):
            reader = Reader(payload)
            content, data = json.loads(reader.sized()), Reader(reader.take(reader.rest()))
            if kind.startswith("HKWorkoutRoute"):
                return "route " + " ".join(",".join(bits(number) for number in place) for place in places(data))
            if kind.endswith("HeartbeatSeries"):
                beats = [(data.number(), data.byte()) for _ in range(data.varint())]
                return "beats " + " ".join("%s,%d" % (bits(time), gap) for time, gap in beats)
            return "voltages %s %s" % (bits(content["samplingFrequency"]["value"]), voltages(data))
        if kind.startswith("HKQuantityType"):
            reader = Reader(payload)
            unit = reader.take(reader.varint() - 1).decode()
            quantities = [[reader.number() for _ in range(3)] for _ in range(reader.varint())]
            return "series %s %s" % (unit, " ".join(",".join(bits(number) for number in row) for row in quantities))
        if kind.startswith("HKCorrelationType"):
            return "members"
        content = json.loads(payload)
        if kind == "HKWorkoutTypeIdentifier":
            return "workout %d" % content["activity"]
        return "content %s" % ",".join(sorted(content))


def name(identity):
    return str(uuid.UUID(bytes=identity)).upper()


def places(data):
    """The places of a route: time, latitude, longitude and altitude of each."""
    need(data.take(2) == b"\x00\x01", "a route of an earlier version")
    columns = number_columns(data.take(data.rest()))
    return list(zip(columns[1], columns[2], columns[3], columns[4]))


def voltages(data):
    need(data.take(2) == b"\x00\x01", "an electrocardiogram of an earlier version")
    unit = data.take(data.varint() - 1).decode()
    leads = [data.varint() for _ in range(data.varint())]
    columns = number_columns(data.take(data.rest()))
    return unit + " " + " ".join(
        "%d:%s" % (lead, ",".join(bits(number) for number in column)) for lead, column in zip(leads, columns))


def number_columns(data):
    reader = Reader(data[:-8])  # a checksum of the store's own
    width, count = reader.varint(), reader.varint()
    columns = []
    for _ in range(width):
        scale, exponent = reader.byte(), reader.byte()
        whole = whole_numbers(reader, count) if count else []
        if scale == 0:
            columns.append([struct.unpack("<d", struct.pack("<q", number))[0] for number in whole])
        elif scale == 1:
            columns.append([number / 2 ** exponent for number in whole])
        else:
            columns.append([number / 10 ** exponent for number in whole])
    need(reader.rest() == 0, "columns go on behind their end")
    return columns


def whole_numbers(reader, count):
    """A column of signed numbers of 64 bits."""
    def number():
        return struct.unpack("<q", reader.take(8))[0]

    form = reader.byte()
    if form == 0:
        return [number()] * count
    if form == 1:
        first, step = number(), number()
        return [wrapped(first + row * step) for row in range(count)]
    if form == 2:
        return packed(reader, count)
    if form == 3:
        found = [number()]
        for difference in packed(reader, count - 1):
            found.append(wrapped(found[-1] + difference))
        return found
    if form == 4:
        runs = reader.word()
        values, lengths = packed(reader, runs), packed(reader, runs)
        return [value for value, length in zip(values, lengths) for _ in range(length)]
    if form == 5:
        values = [number() for _ in range(reader.byte())]
        return [values[place] for place in packed(reader, count)]
    need(form == 6, "another form of column")
    return [number() for _ in range(count)]


def packed(reader, count):
    """Numbers in as few bits as a block of 128 needs."""
    base, found = struct.unpack("<q", reader.take(8))[0], []
    while len(found) < count:
        length, width = min(128, count - len(found)), reader.byte()
        low = base + reader.varint()
        data = int.from_bytes(reader.take((length * width + 7) // 8), "little")
        found += [wrapped(low + (data >> row * width & (1 << width) - 1)) for row in range(length)]
    return found


def health():
    state = State()

    class Noted(Entries):
        def note(self, kind, *what):
            state.merge(kind, *what)

    group = Group(sys.argv[2], typed(sys.argv[3]))
    group.entries = Noted
    for device, name, data in group.files(".seg"):
        group.segment(device, name, data)
    print("\n".join(state.lines()))


def main():
    if sys.argv[1] == "--health":
        return health()
    group = Group(sys.argv[1], typed(sys.argv[2]))
    print("group " + group.text)
    for device, (rank, name) in sorted(group.members.items(), key=lambda item: item[1]):
        if device in group.gone:
            continue
        print("member %s %d %s" % (base32(device), rank, name.decode()))
    for device, name, data in group.files(".seg"):
        print("\n".join(group.segment(device, name, data)))
    if len(sys.argv) > 3:
        print("code " + ("right" if group.check_code(typed(sys.argv[3])) else "wrong"))


if __name__ == "__main__":
    try:
        main()
    except Bad as error:
        sys.exit("read_group: %s" % error)
