-- By how many people each cell differs from the same cell of every report that was published before, and by how much.
--
-- Input: value(type, cell, person_id, q); published(report INT, type, cell, person_id, q BIGINT, most BIGINT).
--   most: above the values of everybody in the cell. Where q is NULL it isn't known any more: the person withdrew.
-- Output: type, cell, report, differing, gained, largest; the last two in millionths.
--   gained: the sum of the differences of each person's value, without their signs, as far as they are known.
--   largest: the largest of them; of one that isn't known, the most that it can be.

WITH
before AS (SELECT DISTINCT report, type, cell FROM published),

present AS (
  SELECT report, type, cell, person_id, 1 AS is_before, 0 AS is_now, q AS was, CAST(NULL AS BIGINT) AS q, most FROM published
  UNION ALL
  SELECT b.report, v.type, v.cell, v.person_id, 0, 1, CAST(NULL AS BIGINT), v.q, CAST(NULL AS BIGINT)
  FROM value AS v JOIN before AS b ON v.type = b.type AND v.cell = b.cell),

each_person AS (
  SELECT report, type, cell, person_id, MAX(is_before) AS is_before, MAX(is_now) AS is_now, MAX(was) AS was,
         COALESCE(MAX(q), 0) AS q, MAX(most) AS most
  FROM present GROUP BY report, type, cell, person_id),

moved AS (
  SELECT report, type, cell, CASE WHEN is_before <> is_now THEN 1 ELSE 0 END AS differs,
         CASE WHEN is_before = 0 THEN ABS(q) WHEN was IS NOT NULL THEN ABS(q - was) END AS gained,
         -- Reports of versions before have no values at all: nothing is known of what one person gave.
         ABS(q) + COALESCE(most, CAST(1000000000000000000 AS BIGINT)) AS bound
  FROM each_person)

SELECT type, cell, report, SUM(differs) AS differing,
       CAST(SUM(CAST(COALESCE(gained, 0) AS DECIMAL(20,0))) AS DECIMAL(38,0)) AS gained,
       MAX(COALESCE(gained, bound)) AS largest
FROM moved
GROUP BY type, cell, report
ORDER BY type, cell, report
