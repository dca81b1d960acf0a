"""The rows about the console while a person works with it, over a large store, on a terminal of 120 by 40."""

import fcntl
import os
import pty
import select
import signal
import statistics
import struct
import subprocess
import termios
import time
from pathlib import Path

import tools
from inputs import export
from table import Row, memory
from tools import WORK, Failure, run, say

SIZE = (40, 120)
#: How long nothing is drawn when an answer is whole.
QUIET = 0.06
#: What a frame has at least; less only moves the cursor.
FRAME = 32
#: How long nothing comes when a frame is whole.
PAUSE = 0.003
#: How many imports run beside a console.
IMPORTS = 8
#: Keys that people press on a chart: reading, paging, zooming, spans, table.
KEYS = [
    b"\x1b[D", b"\x1b[C", b"\x1b[5~", b"\x1b[6~", b"-", b"+", b"W", b"M", b"S", b"Y", b"t", b"t", b"s", b"s", b"c", b"c",
]
IDLE_SECONDS = 10


class Console:
    """The console on a terminal of its own."""

    def __init__(self, healthtui, store, size=SIZE):
        self.child, self.terminal = pty.fork()
        if self.child == 0:
            os.environ["TERM"] = "xterm-256color"
            os.execv(healthtui, [str(healthtui), "--store", str(store)])
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))

    def __enter__(self):
        self.settle(10)
        return self

    def __exit__(self, *_):
        os.kill(self.child, signal.SIGKILL)
        os.waitpid(self.child, 0)
        os.close(self.terminal)

    def settle(self, patience=5.0):
        """Reads until nothing is drawn any more; the moment of the last that was, or nothing when there was none."""
        last, deadline = None, time.perf_counter() + patience
        while True:
            wait = QUIET if last else deadline - time.perf_counter()
            ready, _, _ = select.select([self.terminal], [], [], max(0, wait))
            if not ready:
                return last
            os.read(self.terminal, 1 << 20)
            last = time.perf_counter()

    def press(self, keys, patience=0.5):
        """Seconds from a key to the last that was drawn because of it; nothing when it drew nothing."""
        began = time.perf_counter()
        os.write(self.terminal, keys)
        last = self.settle(patience)
        return last - began if last else None

    def press_beside(self, keys, patience=2.0):
        """Seconds from a key to its first whole frame, when others change what is shown as well; then waits for quiet."""
        began = time.perf_counter()
        os.write(self.terminal, keys)
        last, size = None, 0
        while time.perf_counter() - began < patience:
            ready, _, _ = select.select([self.terminal], [], [], PAUSE if size >= FRAME else 0.1)
            if not ready:
                if size >= FRAME:
                    break
                continue
            size += len(os.read(self.terminal, 1 << 20))
            last = time.perf_counter()
        self.settle(QUIET)
        return last - began if size >= FRAME else None

    def go(self, name):
        """Opens the page of a type."""
        # This terminal doesn't say what its colours are; until the console stops waiting for that, it holds arrow keys.
        time.sleep(1)
        os.write(self.terminal, b":" + name + b"\r")
        if self.settle() is None:
            raise Failure(f"the console does not open {name.decode()}")

    def cpu(self):
        """Seconds of CPU so far: to the nanosecond, where /proc counts ticks of 10 ms."""
        # The number of another process's CPU clock, as clock_getcpuclockid(3) has it.
        return time.clock_gettime((~self.child << 3) | 2)

    def peak(self):
        """The most bytes that were resident."""
        for line in Path(f"/proc/{self.child}/status").read_text().splitlines():
            if line.startswith("VmHWM"):
                return int(line.split()[1]) * 1024
        raise Failure("the system does not say how much is resident")


def answers(press, rounds, keys=KEYS):
    """How long each key took until its answer stood, by key."""
    times = []
    for _ in range(rounds):
        for key in keys:
            took = press(key)
            if took is not None:
                times.append(took)
    return times


def save(healthtui, store, console, number):
    """Seconds from the end of a save by another process to the screen that shows it."""
    time.sleep(0.4)
    command = [str(healthtui), "add", "steps", str(100 + number), "--store", str(store)]
    saving = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    complaint = saving.stderr.read().decode(errors="replace")
    ended = time.perf_counter()
    if saving.wait() != 0:
        raise Failure(f"add: {complaint.strip()[-300:]}")
    shown = console.settle(10)
    if shown is None:
        raise Failure("a save elsewhere does not show")
    return max(0, shown - ended)


def answers_while_importing(healthtui, store, source):
    """How long each key took until its chart stood, while another process imports into the same store."""
    times = []
    with Console(healthtui, store) as console:
        console.go(b"steps")
        importing = subprocess.Popen(
            [str(healthtui), "import", str(source), "--store", str(store)],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        while importing.poll() is None:
            times += answers(console.press_beside, 1)
    if importing.wait() != 0:
        raise Failure(f"the import while the console is open ended with {importing.returncode}")
    return times


def percentile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def rows(healthtui, data, rounds):
    """The rows about a console on a copy of the store of `data`."""
    healthtui, store = healthtui.resolve(), WORK / "console.store"
    tools.remove(store)
    data.make(with_samples=False)
    say(f"working with the console over {data.records:,} records")
    run(healthtui, "backup", store, "--store", data.store)
    empty = WORK / "empty.store"
    tools.remove(empty)
    run(healthtui, "add", "steps", "100", "--store", str(empty))
    frames, empty_frames = [], []
    for _ in range(9):
        for each, found in ((store, frames), (empty, empty_frames)):
            began = time.perf_counter()
            with Console(healthtui, each) as console:
                found.append(max(0, time.perf_counter() - QUIET - began))
    with Console(healthtui, empty) as console:
        console.go(b"steps")
        least = percentile(answers(console.press, rounds), 0.99)
    tools.remove(empty)
    with Console(healthtui, store) as console:
        console.go(b"steps")
        times = answers(console.press, rounds)
        wholes = []
        for _ in range(9):
            console.press(b"D")
            took = console.press(b"A")
            if took is not None:
                wholes.append(took)
        console.press(b"M")
        # What the next key may ask for is read first; then nothing is left to do.
        time.sleep(3)
        used = console.cpu()
        time.sleep(IDLE_SECONDS)
        idle = console.cpu() - used
        peak = console.peak()
    importing = []
    for _ in range(IMPORTS):
        tools.remove(store)
        run(healthtui, "backup", store, "--store", data.store)
        importing += answers_while_importing(healthtui, store, export(1_000_000)[0])
    with Console(healthtui, store) as console:
        saves = [save(healthtui, store, console, number) for number in range(9)]
    tools.remove(store)
    count = f"{data.records:,} records"
    return [
        Row(f"the console's first whole screen, {count}", statistics.median(frames), 1.5 * statistics.median(empty_frames),
            "1.5 × with one sample"),
        Row(f"from a key to its answer on a chart, 99th percentile of {len(times)}, {count}", percentile(times, 0.99),
            3 * least, "3 × with one sample"),
        Row(f"from a key to its chart while an import runs, 99th percentile of {len(importing)}",
            percentile(importing, 0.99), 3 * least, "3 × with one sample, at rest"),
        Row(f"the chart of all time, {count}", statistics.median(wholes), 50e-3),
        Row(f"CPU of {IDLE_SECONDS} s of a console at rest", idle, 10e-3),
        Row(f"the most that is resident, {count}", peak, 80e6, show=memory),
        Row(f"a save elsewhere on the screen, {count}", statistics.median(saves), 60e-3),
    ]
