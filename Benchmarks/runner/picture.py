"""The table of results as a picture: how long we take beside SQLite and DuckDB, one row a question."""

import math
import re
from xml.sax.saxutils import escape

PEERS = {"SQLite": "#2f6fb7", "DuckDB": "#c98500"}

WIDTH, LABEL, ROW, TOP, BOTTOM = 960, 390, 30, 64, 44
LEFT, RIGHT = LABEL + 40, WIDTH - 60
#: The ends of the axis, as powers of ten.
LEAST, GREATEST = -3, 1


def ratios(table):
    """The rows of a page of results that have one of the peers: (work, {peer: ours/peer})."""
    rows, head = [], None
    for line in table.splitlines():
        if not line.startswith("| "):
            head = None
            continue
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if cells[0] == "work":
            head = cells
        elif head:
            found = {}
            for peer in PEERS:
                ratio = re.search(r"\(([0-9.e+-]+)×\)", cells[head.index(peer)]) if peer in head else None
                if ratio:
                    found[peer] = float(ratio[1])
            if found:
                rows.append((cells[0], found))
    return rows


def position(ratio):
    power = max(LEAST, min(GREATEST, math.log10(ratio)))
    return LEFT + (power - LEAST) / (GREATEST - LEAST) * (RIGHT - LEFT)


def text(x, y, words, anchor="start", kind=""):
    return f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}"{kind and f" class={chr(34)}{kind}{chr(34)}"}>{escape(words)}</text>'


def bar(y, ratio, colour):
    """A bar from one times to the left, where we take less, or to the right."""
    one, end = position(1), position(ratio)
    x, width = min(one, end), max(abs(end - one), 1)
    label = f"{ratio:.2g}×" if ratio >= 0.001 else f"1/{1 / ratio:,.0f}"
    place, anchor = (end - 4, "end") if ratio < 1 else (end + 4, "start")
    # A bar that leaves the axis has its label inside.
    if place - 40 < LEFT and ratio < 1:
        place, anchor = end + 4, "start"
        return [
            f'<rect x="{x:.0f}" y="{y}" width="{width:.0f}" height="10" fill="{colour}"/>',
            text(place, y + 9, label, anchor, "inside"),
        ]
    return [
        f'<rect x="{x:.0f}" y="{y}" width="{width:.0f}" height="10" fill="{colour}"/>',
        text(place, y + 9, label, anchor, "value"),
    ]


def draw(table):
    """An SVG of the rows of a page of results, less to the left, by powers of ten."""
    rows = ratios(table)
    height = TOP + len(rows) * ROW + BOTTOM
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}">',
        "<title>Our time or size as a multiple of SQLite's and DuckDB's: left of 1 we need less</title>",
        "<style>text{font:13px sans-serif;fill:#222}.value{font-size:11px}.inside{font-size:11px;fill:#fff}"
        ".axis{font-size:11px;fill:#666}</style>",
        f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>',
        text(16, 26, "Our time or size as a multiple of theirs: left of 1× we need less"),
    ]
    for number, (peer, colour) in enumerate(PEERS.items()):
        lines.append(f'<rect x="{16 + number * 90}" y="38" width="12" height="10" fill="{colour}"/>')
        lines.append(text(34 + number * 90, 48, peer))
    for power in range(LEAST, GREATEST + 1):
        x = position(10**power)
        stroke = "#222" if power == 0 else "#ddd"
        lines.append(f'<path d="M{x:.0f} {TOP - 6}V{height - BOTTOM + 4}" stroke="{stroke}"/>')
        lines.append(text(x, height - BOTTOM + 20, f"{10**power:g}×", "middle", "axis"))
    for number, (work, found) in enumerate(rows):
        y = TOP + number * ROW
        name = work if len(work) <= 58 else work[:57] + "…"
        lines.append(text(LABEL, y + 15, name, "end"))
        for place, (peer, ratio) in enumerate(found.items()):
            lines += bar(y + place * 12 + (6 if len(found) == 1 else 0), ratio, PEERS[peer])
    return "\n".join(lines + ["</svg>"]) + "\n"
