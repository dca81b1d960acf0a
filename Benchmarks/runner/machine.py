"""What the figures were measured on."""

import os
import platform
import re
import subprocess
from pathlib import Path

import tools


def first_line(*command):
    try:
        answer = subprocess.run(command, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return (answer.stdout.strip() or "unknown").splitlines()[0]


def processor():
    found = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    return found.group(1) if found else platform.machine()


def installed(package):
    return first_line(tools.PYTHON, "-c", f"import importlib.metadata as m; print(m.version('{package}'))")


def header_version(header, macro):
    """The version of a C library, by the macro of its header."""
    source = f"#include <{header}>\n{macro}\n"
    command = [tools.COMPILER, "-I/usr/include/libxml2", "-E", "-P", "-"]
    expanded = subprocess.run(command, input=source, capture_output=True, text=True).stdout.strip()
    return expanded.splitlines()[-1].strip('"') if expanded else "unknown"


def description():
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / (1 << 30)
    swift = re.search(r"Swift version (\S+)", first_line("swift", "--version"))
    disk = first_line("findmnt", "-no", "FSTYPE", "-T", tools.HERE)
    return (
        f"{processor()}, {os.cpu_count()} cores, {memory:.0f} GiB, {disk}; Linux {platform.release()}; "
        f"Swift {swift.group(1) if swift else 'unknown'}, SQLite {header_version('sqlite3.h', 'SQLITE_VERSION')}, DuckDB {installed('duckdb')}, "
        f"libxml2 {header_version('libxml/xmlversion.h', 'LIBXML_DOTTED_VERSION')}, "
        f"healthkit-to-sqlite {installed('healthkit-to-sqlite')}; load {os.getloadavg()[0]:.1f} at the start"
    )
