-- What each person comes to in each hour of a day, on average over the days that have the hour. A cell is a type and an hour.
--
-- Input: hours. Output: value(type, cell, person_id, q), where q is in millionths.
--
-- A mean is floor(a / b + 1/2) of whole numbers: (x - m) / y, where m is the remainder of x by y, never negative.

WITH
each_hour AS (
  SELECT type, hour, person_id, CAST(CAST(COALESCE(total, average) AS DECIMAL(28,6)) * 1000000 AS BIGINT) AS q
  FROM hours
  WHERE COALESCE(total, average) IS NOT NULL AND hour < 24),

summed AS (
  SELECT type, hour, person_id,
         CAST(2 * SUM(CAST(q AS DECIMAL(20,0))) + COUNT(*) AS DECIMAL(36,0)) AS x, CAST(2 * COUNT(*) AS DECIMAL(13,0)) AS y
  FROM each_hour GROUP BY type, hour, person_id)

SELECT type, CASE WHEN hour < 10 THEN CONCAT('0', CAST(hour AS VARCHAR(2))) ELSE CAST(hour AS VARCHAR(2)) END AS cell, person_id,
       CAST(ROUND(CAST(x - (x % y + y) % y AS DOUBLE) / CAST(y AS DOUBLE)) AS BIGINT) AS q
FROM summed
