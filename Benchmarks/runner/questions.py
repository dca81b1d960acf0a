"""What is asked of all peers, and in which words: the numbers that come back must be the same."""

from dataclasses import dataclass

from inputs import PERIOD_END

STEPS, HEART, PHONE, WATCH = 6, 1, 0, 1
LAST_YEAR = PERIOD_END - 365 * 86_400

DAYS_OF_PHONE = f"""
    SELECT s, s * s FROM (SELECT sum(value) AS s FROM sample WHERE type = {STEPS} AND source = {PHONE}
        GROUP BY CAST(floor((start - {PERIOD_END}) / 86400) AS INTEGER)) AS days"""

# The watch counts whole, the phone with the part of its time that the watch did not see.
PARTS = f"""
    SELECT start, value AS part FROM sample WHERE type = {STEPS} AND source = {WATCH}
    UNION ALL
    SELECT start, value * (1 - seen / ("end" - start)) FROM ({{seen}}) AS phone"""
SEEN_BY_SQLITE = f"""
    SELECT start, "end", value, coalesce((SELECT sum(min(w."end", p."end") - max(w.start, p.start)) FROM sample AS w
        WHERE w.type = {STEPS} AND w.source = {WATCH} AND w.start > p.start - 3600 AND w.start < p."end"
        AND w."end" > p.start), 0) AS seen
    FROM sample AS p WHERE type = {STEPS} AND source = {PHONE}"""
SEEN_BY_DUCKDB = f"""
    SELECT p.start, any_value(p."end") AS "end", any_value(p.value) AS value,
        coalesce(sum(least(w."end", p."end") - greatest(w.start, p.start)) FILTER (w.start IS NOT NULL), 0) AS seen
    FROM (SELECT * FROM sample WHERE type = {STEPS} AND source = {PHONE}) AS p
    LEFT JOIN (SELECT * FROM sample WHERE type = {STEPS} AND source = {WATCH}) AS w
        ON w.start < p."end" AND w."end" > p.start GROUP BY p.start"""
MERGED_BY_SQLITE = f"""
    SELECT s, s * s FROM (SELECT sum(part) AS s FROM ({PARTS.format(seen=SEEN_BY_SQLITE)}) AS parts
        GROUP BY (SELECT max(day.start) FROM day WHERE day.start <= parts.start)) AS days"""
MERGED_BY_DUCKDB = f"""
    SELECT s, s * s FROM (SELECT sum(part) AS s FROM ({PARTS.format(seen=SEEN_BY_DUCKDB)}) AS parts
        ASOF JOIN day ON parts.start >= day.start GROUP BY day.start) AS days"""

HEART_BY_HOUR = f"""
    SELECT min(value), max(value), avg(value) FROM sample WHERE type = {HEART} AND start >= {LAST_YEAR}
    GROUP BY CAST(floor(start / 3600) AS INTEGER)"""
COUNTS = "SELECT count(*) FROM sample GROUP BY type, source"
COLUMNS = 'start, value, "end", source, created, uuid'
LATEST = f"SELECT {{columns}} FROM sample WHERE type = {HEART} ORDER BY start DESC LIMIT 1"
PAGE = f"SELECT {{columns}} FROM sample WHERE type = {HEART} AND start < {{time}} ORDER BY start DESC LIMIT 50"
DELETION = """
    DELETE FROM sample WHERE uuid = (SELECT uuid FROM sample WHERE id >= abs(random()) % (SELECT max(id) FROM sample)
        ORDER BY id LIMIT 1)"""
OBJECTS = f"SELECT {{columns}} FROM sample WHERE type = {HEART} AND start >= {LAST_YEAR} ORDER BY start"


def times(share, peer):
    """A bar that is a share of what a peer takes in the same run, and its words."""
    return {"bar": lambda peers, _: share * peers[peer] if peer in peers else None, "bar_text": f"{share:g} × {peer}"}


@dataclass
class Question:
    work: str
    ours: str
    bar: object = None  # a number, or a function of the peers' medians and our answer
    bar_text: str = ""
    sqlite: str = ""
    duck: str = ""
    arrays: str = ""
    repeat: int = 1
    #: A time beyond which something has gone wrong, where the bar is not reached yet.
    limit: float | None = None
    #: How many numbers of SQL's answers stand for the same as ours; the average of SQL is another one.
    comparable: int = 3
    grows: bool = True


def readings(days):
    """The questions that change nothing, about a store of so many days."""
    middle, deep = PERIOD_END - days * 43_200 + 0.5, PERIOD_END - days * 86_400 + 10 * 86_400.5
    # What DuckDB gives to Python as objects would cost it time that is not its own.
    plain = "start, value"

    def page(place, time, level, ours):
        return Question(f"a page of 50 {place}, {level}", f"page before {time}{ours}",
                        sqlite=PAGE.format(columns=COLUMNS, time=time), duck=PAGE.format(columns=plain, time=time),
                        repeat=50, limit=200e-6, **(times(1.5, "SQLite") if level == "HealthKit" else {}))

    def latest(level, ours):
        return Question(f"latest of a type, {level}", f"latest{ours}", sqlite=LATEST.format(columns=COLUMNS),
                        duck=LATEST.format(columns=plain), repeat=200, limit=50e-6,
                        **(times(6, "SQLite") if level == "HealthKit" else {}))

    return [
        Question(f"daily sum of steps, one source, {days} days", "steps of one source", sqlite=DAYS_OF_PHONE,
                 duck=DAYS_OF_PHONE, arrays="steps of one source", repeat=5, limit=5e-3, **times(0.2, "DuckDB")),
        Question("the same, two sources merged, calendar days", "steps of two sources", sqlite=MERGED_BY_SQLITE,
                 duck=MERGED_BY_DUCKDB, arrays="steps of two sources", repeat=5, limit=12e-3, **times(0.05, "DuckDB")),
        Question("hourly min/avg/max of heart rate, one year", "heart rate by hour", sqlite=HEART_BY_HOUR,
                 duck=HEART_BY_HOUR, arrays="heart rate by hour", repeat=5, limit=4e-3, **times(0.2, "DuckDB")),
        Question("counts by type and source, engine", "counts engine", 1e-3, "", COUNTS, COUNTS, repeat=20),
        Question("counts by type and source, with names", "counts", 1e-3, "", repeat=20),
        latest("HealthKit", ""),
        latest("engine", " engine"),
        Question("counting who reads what, beside the latest", "audit",
                 lambda _, answer: 0.05 * answer[0], "5 % of the query", grows=False),
        page("in the middle", middle, "HealthKit", ""),
        page("in the middle", middle, "engine", " engine"),
        page("near the end", deep, "HealthKit", ""),
        Question("fetch of objects, one year of heart rate", "objects", sqlite=OBJECTS.format(columns=COLUMNS), repeat=3,
                 limit=0.12, **times(0.4, "SQLite")),
    ]


def changes(anchor, last_id, last_row):
    """Questions about what came after an anchor, in the numbers of each peer."""
    sql = "SELECT start, value FROM sample WHERE {key} > {last}"
    return [
        Question(f"changes since an anchor, 1,000 of them, {level}", f"changes after {anchor}{ours}",
                 sqlite=sql.format(key="id", last=last_id), duck=sql.format(key="rowid", last=last_row), repeat=20,
                 limit=600e-6, **times(1, "SQLite"))
        for level, ours in (("HealthKit", ""), ("engine", " engine"))
    ]


def writings(save_many):
    """The questions that change the databases; each time a little."""
    one, many, close = "insert 1", f"insert {save_many}", 600e-6
    return [
        Question("durable save of one sample, HealthKit", one, sqlite=one, duck=one, arrays="sync", repeat=20,
                 limit=close, **times(1.3, "SQLite")),
        Question("durable save of one sample, engine", f"{one} engine", sqlite=one, duck=one, arrays="sync", repeat=20,
                 limit=close),
        Question(f"durable save of {save_many:,}, HealthKit", many, sqlite=many, duck=many, limit=save_many * 0.5e-6,
                 **times(0.8, "DuckDB")),
        Question(f"durable save of {save_many:,}, engine", f"{many} engine", sqlite=many, duck=many,
                 limit=save_many * 0.5e-6),
        Question("durable delete of one by UUID, HealthKit", "delete", sqlite=DELETION, arrays="sync", repeat=20,
                 comparable=0, limit=close, **times(1.5, "SQLite")),
        Question("delete by UUID beside the sync, engine", "delete 100 engine", 100e-6, "", "delete 100", "delete 10",
                 comparable=0),
    ]
