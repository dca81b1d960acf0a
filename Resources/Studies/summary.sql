-- What each person comes to on a day, on average over the days that have data. A cell is a type.
--
-- Input: days. Output: value(type, cell, person_id, q), where q is in millionths.

WITH
each_day AS (
  SELECT type, person_id, CAST(CAST(COALESCE(total, average) AS DECIMAL(28,6)) * 1000000 AS BIGINT) AS q
  FROM days
  WHERE COALESCE(total, average) IS NOT NULL),

summed AS (
  SELECT type, person_id,
         CAST(2 * SUM(CAST(q AS DECIMAL(20,0))) + COUNT(*) AS DECIMAL(36,0)) AS x, CAST(2 * COUNT(*) AS DECIMAL(13,0)) AS y
  FROM each_day GROUP BY type, person_id)

SELECT type, 'all' AS cell, person_id,
       CAST(ROUND(CAST(x - (x % y + y) % y AS DOUBLE) / CAST(y AS DOUBLE)) AS BIGINT) AS q
FROM summed
