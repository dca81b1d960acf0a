"""The rows about the program as a person meets it: its size, its start, and commands over a large store from cold."""

import fcntl
import os
import pty
import select
import shutil
import signal
import statistics
import struct
import tempfile
import termios
import time

import tools
from table import Row, megabytes, memory, per_sample
from tools import WORK, Failure, run, say

#: What stands in the last line of the first frame.
FRAME = b"quit"
STATISTICS = ("stats", "steps", "--by", "year")


def first_frame(healthtui, store):
    """The seconds from the start of the console to its first whole frame, on a terminal of 80 by 24."""
    began = time.perf_counter()
    child, terminal = pty.fork()
    if child == 0:
        os.environ["TERM"] = "xterm-256color"
        os.execv(healthtui, [str(healthtui), "--store", str(store)])
    try:
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        shown = b""
        while FRAME not in shown:
            ready, _, _ = select.select([terminal], [], [], 10)
            if not ready:
                raise Failure(f"the console shows no frame: {shown[-200:]!r}")
            shown += os.read(terminal, 65_536)
        return time.perf_counter() - began
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(terminal)


def program(healthtui):
    """The size of the program and how fast it is there."""
    say("starting the console")
    stripped = WORK / "stripped"
    run("strip", "-o", stripped, healthtui)
    times = [first_frame(healthtui.resolve(), WORK / "first.store") for _ in range(9)]
    return [
        Row("the program, stripped", stripped.stat().st_size, 55e6, show=megabytes),
        Row("start of the console to its first frame", statistics.median(times), 40e-3),
        Row("unlock with a passphrase", unlock(healthtui), 1),
    ]


def unlock(healthtui):
    """The seconds until an encrypted store is open, by a passphrase that is read from a file."""
    say("unlocking")
    # An agent of its own, which ends by itself once it has no key; a socket's path has to be short.
    folder = tempfile.mkdtemp()
    before = os.environ.get("XDG_RUNTIME_DIR")
    os.environ["XDG_RUNTIME_DIR"] = folder
    try:
        store, passphrase = WORK / "locked.store", WORK / "passphrase"
        passphrase.write_text("a passphrase for the bench\n")
        passphrase.chmod(0o600)
        run(healthtui, "add", "steps", "1", "--store", store)
        run(healthtui, "passphrase", "set", "--passphrase-file", passphrase, "--store", store)
        times = []
        for _ in range(5):
            times.append(run(healthtui, "unlock", "--passphrase-file", passphrase, "--store", store).seconds)
            run(healthtui, "lock", "--store", store)
        return statistics.median(times)
    finally:
        if before is None:
            del os.environ["XDG_RUNTIME_DIR"]
        else:
            os.environ["XDG_RUNTIME_DIR"] = before
        shutil.rmtree(folder, ignore_errors=True)


def large_store(healthtui, data, memory_bar, seconds_a_record):
    """What becomes of a store that few people need: as fast a record as a small one, and as little memory."""
    data.make(with_samples=False)
    figures, count = data.figures, f"{data.records:,} records"
    say(f"commands over {count}")
    cold = [run(healthtui, *STATISTICS, "--store", data.store) for _ in range(5)]
    # A store with a fault would end it with another code, which is a failure here.
    doctor = [run(healthtui, "doctor", "--store", data.store) for _ in range(3)]
    return [
        Row(f"import {count}, plain XML", figures["seconds"], data.records * seconds_a_record, "as fast a record"),
        Row(f"import memory, {count}", figures["memory"], memory_bar, show=memory),
        Row(f"store size a sample, imported, {data.records:,}", tools.size(data.store) / data.records, 8,
            show=per_sample),
        Row(f"stats steps --by year from cold, {count}, CPU", statistics.median(ran.cpu for ran in cold), 100e-3),
        Row(f"doctor, {count}", statistics.median(ran.seconds for ran in doctor), 5),
    ]
