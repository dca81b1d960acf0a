"""Keys of the console beside those of an earlier version: both work on the same data, and take turns key by key."""

import tools
from console import KEYS, Console, percentile
from inputs import export
from table import Row
from tools import WORK, Failure, run, say

#: Records of the store.
RECORDS = 200_000
SMALL, LARGE = (24, 80), (60, 200)
#: From row to row, or from card to card.
MOVES = [b"j", b"k", b"\x1b[B", b"\x1b[A", b"j", b"j", b"k", b"k"]
CARDS = [b"l", b"h", b"j", b"k", b"\x1b[C", b"\x1b[D", b"\x1b[B", b"\x1b[A"]
#: What a key may cost, as a multiple of the earlier version's at 80 by 24.
LIMIT, LARGE_LIMIT = 1.25, 3.0


def imported(healthtui, name):
    """A store of its own for a version, whose format may be another."""
    store = WORK / f"{name}.store"
    tools.remove(store)
    run(healthtui, "import", export(RECORDS)[0], "--store", store)
    return store


def taking_turns(consoles, keys, rounds):
    """How long each key took, by console; the one that begins changes from key to key."""
    times = [[] for _ in consoles]
    turn = 0
    for _ in range(rounds):
        for key in keys:
            order = range(len(consoles)) if turn % 2 == 0 else reversed(range(len(consoles)))
            turn += 1
            for index in order:
                took = consoles[index].press(key)
                if took is not None:
                    times[index].append(took)
    if not all(times):
        raise Failure("a console answers no key")
    return times


def rows(healthtui, earlier, rounds):
    """Ours against the earlier version's: the median and the 99th percentile of each kind of key."""
    healthtui, earlier = healthtui.resolve(), earlier.resolve()
    if earlier.is_dir():
        earlier = earlier / "healthtui"
    stores = [imported(healthtui, "ours"), imported(earlier, "earlier")]
    say(f"keys in turns with {earlier}")
    found = []

    def compare(what, times, limit):
        for share, name in [(0.5, "median"), (0.99, "99th percentile")]:
            ours, theirs = (percentile(part, share) for part in times)
            say(f"{what}, {name}: {ours * 1000:.2f} ms against {theirs * 1000:.2f} ms, {ours / theirs:.2f}×")
            found.append(Row(f"{what}, {name} of {len(times[0])}, against {limit}× the earlier version's",
                             ours, limit * theirs))

    def both(size):
        return [Console(program, store, size) for program, store in zip((healthtui, earlier), stores)]

    consoles = both(SMALL)
    with consoles[0], consoles[1]:
        moves = taking_turns(consoles, MOVES, rounds)
        compare("a key on the summary, 80x24", moves, LIMIT)
        for console in consoles:
            console.go(b"steps")
        charts = taking_turns(consoles, KEYS, rounds)
        compare("a key on a chart, 80x24", charts, LIMIT)
    with Console(healthtui, stores[0], LARGE) as console:
        cards = taking_turns([console], CARDS, rounds)[0]
        compare("a key on the dashboard, 200x60", [cards, moves[1]], LARGE_LIMIT)
        console.go(b"steps")
        large = taking_turns([console], KEYS, rounds)[0]
        compare("a key on a chart, 200x60", [large, charts[1]], LARGE_LIMIT)
    for store in stores:
        tools.remove(store)
    return found
