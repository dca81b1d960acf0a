"""Where things are, how they are made, and commands with their time and memory."""

import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
CACHE = HERE / ".cache"
WORK = CACHE / f"work-{os.getpid()}"
PEERS = HERE / "Peers"
PYTHON = CACHE / "python" / "bin" / "python"

FLAGS = {"sqlite": ["-lsqlite3"], "health_connect": ["-lsqlite3"], "xml_count": ["-I/usr/include/libxml2", "-lxml2"]}
COMPILER = os.environ.get("CC", "cc")


BEGAN = time.monotonic()


def say(text):
    print(f"bench, {time.monotonic() - BEGAN:.0f} s: {text}", file=sys.stderr, flush=True)


class Failure(Exception):
    """A command that had to work did not."""


@dataclass
class Ran:
    """A command that ended: its wall and CPU time, its own peak memory in bytes and what it printed."""

    seconds: float
    cpu: float
    memory: int
    output: str


def run(*command, quiet=False):
    """Runs a command to its end, timed from outside, start and all."""
    command = [str(word) for word in command]
    with open(WORK / "output", "w+") as output:
        began = time.perf_counter()
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL if quiet else output, stderr=subprocess.PIPE)
        complaint = process.stderr.read().decode(errors="replace")
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - began
        process.returncode = os.waitstatus_to_exitcode(status)
        process.stderr.close()
        output.seek(0)
        if process.returncode != 0:
            raise Failure(f"{' '.join(command)}: {complaint.strip()[-500:] or process.returncode}")
        return Ran(seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024, output.read())


def is_stale(made, *sources):
    """Whether something has to be made: it is missing or older than what it is made from."""
    return not made.exists() or any(source.stat().st_mtime > made.stat().st_mtime for source in sources)


def compiled(name):
    """The peer or generator of that name, compiled."""
    program, source = CACHE / "bin" / name, PEERS / f"{name}.c"
    if is_stale(program, source, *PEERS.glob("*.h")):
        program.parent.mkdir(parents=True, exist_ok=True)
        run(COMPILER, "-O2", "-o", program, source, *FLAGS.get(name, []))
    return program


def python_packages():
    """Installs the peers of PyPI in an environment of their own; says why when that fails, else nothing."""
    wanted = ["duckdb", "numpy", "healthkit-to-sqlite"]
    done = CACHE / "python" / "installed"
    if done.exists():
        return None
    say("installing " + ", ".join(wanted) + " from PyPI")
    try:
        run(sys.executable, "-m", "venv", CACHE / "python")
        run(PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--timeout", "20", *wanted)
    except Failure as failure:
        return str(failure).splitlines()[-1]
    done.touch()
    return None


def files_of(path):
    """A database and what stands beside it."""
    return [file for file in (Path(f"{path}{end}") for end in ("", "-log", "-wal", "-shm", ".wal")) if file.exists()]


def remove(path):
    for file in files_of(path):
        file.unlink()


def size_of_table(path, name):
    """The bytes of the pages of a table and of its indexes, in a store that is closed; None where SQLite can't tell."""
    with tempfile.NamedTemporaryFile() as copy:
        with open(path, "rb") as store:
            store.seek(8_192)
            shutil.copyfileobj(store, copy)
        copy.flush()
        database = sqlite3.connect(copy.name)
        try:
            pages = "SELECT sum(pgsize) FROM dbstat WHERE name IN (SELECT name FROM sqlite_master WHERE tbl_name = ?)"
            return database.execute(pages, (name,)).fetchone()[0]
        except sqlite3.OperationalError:
            return None
        finally:
            database.close()


def size(path):
    return sum(file.stat().st_size for file in files_of(path))
