-- Least, greatest, average and latest of each person, type and interval; all sources together.
--
-- Input
--   measure(person, type, style INT, priority INT, start_us BIGINT, end_us BIGINT, value DECIMAL(18,6))
--       style 1: each sample weighs 1; style 2: weighed by time. Sound levels (style 3) need powers and logarithms, whose
--       last digit differs between engines: they come as days and hours from the person's store and are not merged here.
--   bucket: as above.
--
-- Output, one row for each interval that a sample touches
--   person, type, start_us, minimum, maximum, average, latest DECIMAL(38,6), n BIGINT
--
-- Rules
--   6. A sample counts, with its whole value, in every interval that it touches.
--   7. By time, a sample weighs as long as it lies in the interval; an instant holds until the next start in the interval,
--      and of several instants at one time their mean does. Nothing weighs anything: the plain mean.
--   8. A mean is floor(a / b + 1/2) of whole numbers, in millionths.
--   9. The latest ends last; then it starts last; then its source comes first; then its value is the largest.

WITH
pooled AS (
  SELECT person, type, style, priority, start_us AS s, end_us AS e, CAST(CAST(value AS DECIMAL(28,6)) * 1000000 AS BIGINT) AS q
  FROM measure
  WHERE priority IS NOT NULL AND value IS NOT NULL AND end_us >= start_us),

numbered AS (
  SELECT person, start_us AS b_start, end_us AS b_end, ROW_NUMBER() OVER (PARTITION BY person ORDER BY start_us) AS k
  FROM bucket),

-- The interval that has begun last when a sample starts; 0: none has.
placed AS (
  SELECT person, type, style, priority, s, e, q, is_sample,
         COALESCE(MAX(k) OVER (PARTITION BY person ORDER BY t, is_sample
           ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW), 0) AS k
  FROM (
    SELECT person, type, style, priority, s, e, q, s AS t, 1 AS is_sample, CAST(NULL AS BIGINT) AS k FROM pooled
    UNION ALL
    SELECT person, NULL, NULL, NULL, NULL, NULL, NULL, b_start, 0, k FROM numbered) AS everything),

digit AS (SELECT n FROM (VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)) AS d(n)),
step AS (SELECT CAST(a.n + 10 * b.n + 100 * c.n AS BIGINT) AS n FROM digit a CROSS JOIN digit b CROSS JOIN digit c WHERE c.n < 2),

-- A sample lasts four days at most. An interval is half an hour at least, save one a day, which may be shorter where clocks
-- were once changed by odd amounts.
reach AS (
  SELECT person, type, style, priority, s, e, q, k FROM placed WHERE is_sample = 1 AND e = s
  UNION ALL
  SELECT person, type, style, priority, s, e, q, p.k + step.n
  FROM placed p JOIN step ON step.n * 1800000000 <= p.e - p.s + 3600000000
  WHERE is_sample = 1 AND e > s),

touch AS (
  SELECT r.person, r.type, r.style, r.s, r.e, r.q, b.b_start,
         CASE WHEN r.e > r.s THEN LEAST(r.e, b.b_end) - GREATEST(r.s, b.b_start) ELSE 0 END AS length,
         ROW_NUMBER() OVER (PARTITION BY r.person, r.type, b.b_start ORDER BY r.e DESC, r.s DESC, r.priority, r.q DESC) AS place
  FROM reach r JOIN numbered b ON r.person = b.person AND r.k = b.k
  WHERE (r.e > r.s AND b.b_start < r.e AND b.b_end > r.s) OR (r.e = r.s AND b.b_start <= r.s AND b.b_end > r.s)),

together AS (
  SELECT person, type, style, b_start, s,
         COUNT(*) AS n, MIN(q) AS least, MAX(q) AS most, MAX(CASE WHEN place = 1 THEN q END) AS latest,
         SUM(CAST(q AS DECIMAL(20,0))) AS plain,
         SUM(CAST(q AS DECIMAL(20,0)) * CAST(length AS DECIMAL(13,0))) AS weighted,
         CAST(SUM(length) AS BIGINT) AS weight,
         CAST(SUM(CASE WHEN e = s THEN 1 ELSE 0 END) AS BIGINT) AS instants,
         SUM(CAST(CASE WHEN e = s THEN q ELSE 0 END AS DECIMAL(20,0))) AS instants_sum,
         LEAD(s) OVER (PARTITION BY person, type, b_start ORDER BY s) - s AS until_next
  FROM touch GROUP BY person, type, style, b_start, s),

held AS (
  SELECT person, type, style, b_start, n, least, most, latest, plain, weighted, weight,
         CASE WHEN style = 2 AND instants > 0 AND until_next > 0 THEN until_next ELSE 0 END AS hold,
         2 * instants_sum + instants AS x, CASE WHEN instants > 0 THEN 2 * instants ELSE 1 END AS y
  FROM together),

mean AS (
  SELECT person, type, style, b_start, n, least, most, latest, plain, weighted, weight, hold,
         CAST(ROUND(CAST(x - (x % y + y) % y AS DOUBLE) / CAST(y AS DOUBLE)) AS DECIMAL(20,0)) AS q
  FROM held),

summed AS (
  SELECT person, type, b_start, CAST(SUM(n) AS BIGINT) AS n, MIN(least) AS least, MAX(most) AS most, MAX(latest) AS latest,
         CAST(CASE WHEN MAX(style) = 2 AND SUM(weight + hold) > 0
              THEN SUM(weighted + q * CAST(hold AS DECIMAL(13,0))) ELSE SUM(plain) END AS DECIMAL(37,0)) AS a,
         CAST(CASE WHEN MAX(style) = 2 AND SUM(weight + hold) > 0
              THEN SUM(weight + hold) ELSE SUM(n) END AS DECIMAL(18,0)) AS b
  FROM mean GROUP BY person, type, b_start),

whole AS (
  SELECT person, type, b_start, n, least, most, latest, 2 * a + b AS x, 2 * b AS y FROM summed)

SELECT person, type, b_start AS start_us,
       CAST(CAST(least AS DECIMAL(31,0)) * CAST(0.000001 AS DECIMAL(7,6)) AS DECIMAL(38,6)) AS minimum,
       CAST(CAST(most AS DECIMAL(31,0)) * CAST(0.000001 AS DECIMAL(7,6)) AS DECIMAL(38,6)) AS maximum,
       CAST(CAST(ROUND(CAST(x - (x % y + y) % y AS DOUBLE) / CAST(y AS DOUBLE)) AS DECIMAL(31,0))
            * CAST(0.000001 AS DECIMAL(7,6)) AS DECIMAL(38,6)) AS average,
       CAST(CAST(latest AS DECIMAL(31,0)) * CAST(0.000001 AS DECIMAL(7,6)) AS DECIMAL(38,6)) AS latest,
       n
FROM whole
ORDER BY person, type, start_us
