-- One total for each person, type and interval; no second counts twice.
--
-- The same text runs on DuckDB and on Spark SQL. It uses windows, unions, joins on equality and small lists of numbers; no
-- time zones, no floating point that could differ, no function whose meaning differs. Cost: O(n log n), whatever the number
-- of sources.
--
-- Input
--   sample(person, type, priority INT, start_us BIGINT, end_us BIGINT, value DECIMAL(18,6))
--       priority: 1 comes first, at most 62 sources of a type; NULL: the person left this source out.
--       times: microseconds since 1970-01-01 UTC; a sample lasts at most 345,600 s; |value| <= 1,000,000,000.
--       Cumulative types only.
--   bucket(person, start_us BIGINT, end_us BIGINT)
--       the days or the hours of each person, cut by the person's own store: ascending, not overlapping.
--
-- Output, one row for each interval that a sample touches
--   person, type, start_us, total DECIMAL(38,6), covered_us BIGINT, n BIGINT
--
-- Rules
--   1. Sources count in order of priority: time that an earlier source has covered does not count again.
--   2. Within a source: earlier start first, of equal starts the longer, of equally long ones the larger value; time
--      that an earlier sample has covered does not count again.
--   3. Intervals are half open. An instant (start = end) counts whole, unless a source with priority covers it.
--   4. A value is spread evenly over its sample. With q = value * 1,000,000 (a whole number), a sample of length d has
--      given floor(q * p / d + 1/2) by its elapsed time p; a stretch gives the difference between its two ends. So the
--      stretches of a sample add up to its value, and hours add up to their day, to the last digit, in any order.
--   5. n counts the samples that touch an interval, also those that add nothing. covered_us is the time that any source
--      covers, counted once.

WITH
ranked AS (
  SELECT person, type, priority, start_us AS s, end_us AS e, CAST(CAST(value AS DECIMAL(28,6)) * 1000000 AS BIGINT) AS q,
         -- One bit for each source, the first source's highest: a sum of the bits says which sources are at work.
         CAST(POWER(2, 62 - priority) AS BIGINT) AS bit
  FROM sample
  WHERE priority IS NOT NULL AND value IS NOT NULL AND end_us >= start_us),

-- Rule 2. From f on a sample is the only one of its source; f >= e: nothing of it is left.
own AS (
  SELECT person, type, priority, s, e, q, bit,
         GREATEST(s, COALESCE(MAX(e) OVER (
           PARTITION BY person, type, priority ORDER BY s, e DESC, q DESC
           ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), s)) AS f
  FROM ranked WHERE e > s),

instant AS (SELECT person, type, priority, s, q FROM ranked WHERE e = s),

-- Samples begin (0), end (1) and, cut short by an earlier one of their source, come into their own (2).
event AS (
  SELECT person, type, CASE k.n WHEN 0 THEN s WHEN 1 THEN e ELSE f END AS t,
         CASE WHEN k.n = 0 AND f > s THEN 0 WHEN k.n = 1 AND f >= e THEN 0 WHEN k.n = 1 THEN -bit ELSE bit END AS bits,
         CASE k.n WHEN 0 THEN 1 ELSE 0 END AS opened, CASE k.n WHEN 1 THEN 1 ELSE 0 END AS closed,
         CAST(NULL AS BIGINT) AS b_start, CAST(NULL AS BIGINT) AS b_end
  FROM own CROSS JOIN (VALUES (0), (1), (2)) AS k(n)
  WHERE k.n < 2 OR (f > s AND f < e)
  UNION ALL
  SELECT b.person, p.type, CASE k.n WHEN 0 THEN b.start_us ELSE b.end_us END, 0, 0, 0,
         CASE k.n WHEN 0 THEN b.start_us END, CASE k.n WHEN 0 THEN b.end_us END
  FROM bucket b JOIN (SELECT DISTINCT person, type FROM ranked) p ON b.person = p.person
  CROSS JOIN (VALUES (0), (1)) AS k(n)),

-- What happens at a moment is one row; the instants of that moment follow it.
moment AS (
  SELECT person, type, t, 0 AS is_instant, CAST(SUM(bits) AS BIGINT) AS bits, SUM(opened) AS opened, SUM(closed) AS closed,
         MAX(b_start) AS b_start, MAX(b_end) AS b_end, CAST(NULL AS INT) AS priority, CAST(0 AS BIGINT) AS q
  FROM event GROUP BY person, type, t
  UNION ALL
  SELECT person, type, s, 1, 0, 0, 0, NULL, NULL, priority, q FROM instant),

-- From each row to the next: which sources are at work, how many samples are under way, which interval it is.
sweep AS (
  SELECT person, type, t, is_instant, opened, priority, q,
         LEAD(t) OVER (PARTITION BY person, type ORDER BY t, is_instant) AS u,
         CAST(SUM(bits) OVER (PARTITION BY person, type ORDER BY t, is_instant
           ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS BIGINT) AS mask,
         SUM(opened - closed) OVER (PARTITION BY person, type ORDER BY t, is_instant
           ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS under_way,
         MAX(b_start) OVER (PARTITION BY person, type ORDER BY t, is_instant
           ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS b_start,
         MAX(b_end) OVER (PARTITION BY person, type ORDER BY t, is_instant
           ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS b_end
  FROM moment),

-- Rule 1. The highest bit is the source that counts: 62 digits are source 1, one digit is source 62.
stretch AS (
  SELECT person, type, t, u, b_start, priority, q, is_instant, CASE WHEN mask > 0 THEN 63 - LENGTH(BIN(mask)) END AS first_source,
         CASE WHEN is_instant = 1 THEN 1 WHEN t = b_start THEN under_way ELSE opened END AS n
  FROM sweep WHERE t < b_end),

-- Beside the samples of its source a stretch finds the one that it belongs to: the latest that has begun.
beside AS (
  SELECT person, type, priority AS source, f AS t, 0 AS is_stretch, CAST(NULL AS BIGINT) AS u, CAST(NULL AS BIGINT) AS b_start,
         s, e, f, q, CAST(NULL AS BIGINT) AS whole, CAST(NULL AS BIGINT) AS n
  FROM own WHERE f < e
  UNION ALL
  SELECT person, type, first_source, t, 1, u, b_start, NULL, NULL, NULL, NULL,
         -- Rule 3.
         CASE WHEN is_instant = 1 AND (first_source IS NULL OR first_source >= priority) THEN q ELSE 0 END, n
  FROM stretch),

owned AS (
  SELECT person, type, source, is_stretch, t, u, b_start, whole, n,
         MAX(s) OVER (PARTITION BY person, type, source ORDER BY t, is_stretch
           ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS s,
         MAX(e) OVER (PARTITION BY person, type, source ORDER BY t, is_stretch
           ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS e,
         MAX_BY(q, f) OVER (PARTITION BY person, type, source ORDER BY t, is_stretch
           ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS q
  FROM beside),

-- Rule 4. floor(q * p / d + 1/2) is (x - m) / y, where m is the remainder of x by y, never negative. At the ends of the
-- sample it is 0 and q, and nothing is computed: most stretches are whole samples.
part AS (
  SELECT person, type, b_start, whole, n, CASE WHEN source IS NULL THEN 0 ELSE u - t END AS length, q,
         CASE WHEN source IS NULL OR t = s THEN 0 ELSE t - s END AS p0,
         CASE WHEN source IS NULL THEN 0 WHEN u = e THEN -1 ELSE u - s END AS p1, e - s AS d
  FROM owned WHERE is_stretch = 1),
fraction AS (
  SELECT person, type, b_start, whole, n, length, q, p0, p1,
         CASE WHEN p0 > 0 THEN CAST(2 * q AS DECIMAL(20,0)) * CAST(p0 AS DECIMAL(13,0)) + d END AS x0,
         CASE WHEN p1 > 0 THEN CAST(2 * q AS DECIMAL(20,0)) * CAST(p1 AS DECIMAL(13,0)) + d END AS x1,
         CAST(2 * d AS DECIMAL(13,0)) AS y
  FROM part),
-- The quotients are whole and below 2^50, so that a rounded division of doubles is exact.
given AS (
  SELECT person, type, b_start, whole, n, length,
         CASE WHEN p1 = -1 THEN q WHEN p1 = 0 THEN 0
              ELSE CAST(ROUND(CAST(x1 - (x1 % y + y) % y AS DOUBLE) / CAST(y AS DOUBLE)) AS BIGINT) END
       - CASE WHEN p0 = 0 THEN 0
              ELSE CAST(ROUND(CAST(x0 - (x0 % y + y) % y AS DOUBLE) / CAST(y AS DOUBLE)) AS BIGINT) END AS q
  FROM fraction)

SELECT person, type, b_start AS start_us,
       CAST(CAST(SUM(q + whole) AS DECIMAL(31,0)) * CAST(0.000001 AS DECIMAL(7,6)) AS DECIMAL(38,6)) AS total,
       CAST(SUM(length) AS BIGINT) AS covered_us,
       CAST(SUM(n) AS BIGINT) AS n
FROM given
GROUP BY person, type, b_start
HAVING SUM(n) > 0
ORDER BY person, type, start_us
