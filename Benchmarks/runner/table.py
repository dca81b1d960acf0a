"""Rows of results and how they are printed."""

from dataclasses import dataclass, field

MEGABYTE = 1 << 20


def seconds(value):
    for unit, scale in (("s", 1), ("ms", 1e-3), ("µs", 1e-6)):
        if value >= scale or unit == "µs":
            return f"{value / scale:.3g} {unit}"


def memory(value):
    return f"{value / MEGABYTE:.1f} MiB"


def megabytes(value):
    return f"{value / 1e6:.1f} MB"


def per_sample(value):
    return f"{value:.1f} B"


def times(value):
    return f"{value:.1f}×"


@dataclass
class Row:
    """One line: less is better in all of them."""

    work: str
    ours: float
    bar: float | None = None
    bar_text: str = ""
    peers: dict = field(default_factory=dict)
    show: object = seconds
    wrong: list = field(default_factory=list)
    #: Where something has gone wrong, for a bar that is aimed at and not reached yet.
    limit: float | None = None

    @property
    def ratio(self):
        return self.ours / self.bar if self.bar else None

    @property
    def is_far_off(self):
        """A bar that is measured beside us may be missed twofold; a limit in plain time was set on another machine."""
        if self.limit is not None:
            return self.ours > 5 * self.limit
        is_plain_time = self.show is seconds and (not self.bar_text or self.bar_text.endswith("/s"))
        return self.ratio is not None and self.ratio > (5 if is_plain_time else 2)

    @property
    def verdict(self):
        if self.wrong:
            return "WRONG: " + "; ".join(self.wrong)
        if self.ratio is None:
            return ""
        return "met" if self.ratio <= 1 else "missed"

    def cell(self, peer):
        value = self.peers.get(peer)
        if value is None:
            return ""
        return f"{self.show(value)} ({self.ours / value:.2g}×)" if value else self.show(value)

    def others(self, columns):
        return ", ".join(f"{name} {self.cell(name)}" for name in self.peers if name not in columns)


def markdown(head, lines):
    """A table whose columns line up in a terminal too."""
    widths = [max(len(str(line[i])) for line in [head, *lines]) for i in range(len(head))]
    rule = ["-" * width for width in widths]
    return "\n".join(
        "| " + " | ".join(str(cell).ljust(width) for cell, width in zip(line, widths)) + " |"
        for line in [head, rule, *lines]
    )


def results(rows):
    columns = ["SQLite", "DuckDB", "C arrays"]
    head = ["work", "ours", "bar", "ours/bar", "", *columns, "others"]
    lines = []
    for row in rows:
        bar = f"{row.bar_text} is not there" if row.bar_text else ""
        if row.bar:
            bar = row.show(row.bar) + (f" = {row.bar_text}" if row.bar_text else "")
        ratio = f"{row.ratio:.2f}" if row.ratio is not None else ""
        peers = [row.cell(peer) for peer in columns]
        lines.append([row.work, row.show(row.ours), bar, ratio, row.verdict, *peers, row.others(columns)])
    return markdown(head, lines)
