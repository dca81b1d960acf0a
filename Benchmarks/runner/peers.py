"""Processes that hold their data ready and answer in turn; Peers/peer.h says how."""

import math
import os
import subprocess

from tools import Failure


class Peer:
    def __init__(self, name, *command):
        self.name = name
        environment = dict(os.environ, TZ="America/Los_Angeles")
        self.process = subprocess.Popen(
            [str(word) for word in command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )
        self.expect("ready")

    def expect(self, word):
        line = self.process.stdout.readline().strip()
        if line != word:
            raise Failure(f"{self.name}: {line or 'it ended'}")

    def ask(self, request, repeat=1):
        """The median time and the numbers that the last run found."""
        self.process.stdin.write(f"{repeat}\t{' '.join(request.split())}\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline().strip()
        if not line or line.startswith("error"):
            raise Failure(f"{self.name}, {request[:60]}: {line or 'it ended'}")
        seconds, *numbers = [float(word) for word in line.split()]
        return seconds, numbers

    @property
    def memory(self):
        """The most memory it ever had, in bytes."""
        with open(f"/proc/{self.process.pid}/status") as status:
            for line in status:
                if line.startswith("VmHWM:"):
                    return int(line.split()[1]) * 1024
        return 0

    def close(self):
        self.process.stdin.close()
        self.process.wait(timeout=60)


def differs(ours, theirs):
    """Says where two answers differ by more than one part in 10⁹; None when they don't."""
    for place, (left, right) in enumerate(zip(ours, theirs)):
        if not math.isclose(left, right, rel_tol=1e-9, abs_tol=1e-12):
            return f"number {place + 1} is {left!r}, not {right!r}"
    return None
