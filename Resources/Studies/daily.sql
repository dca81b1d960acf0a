-- What each person came to on each day: the day's total, or its average. A cell is a type and a date.
--
-- Input: days. Output: value(type, cell, person_id, q), where q is in millionths.

SELECT type, CAST(date AS VARCHAR(10)) AS cell, person_id, CAST(CAST(COALESCE(total, average) AS DECIMAL(28,6)) * 1000000 AS BIGINT) AS q
FROM days
WHERE COALESCE(total, average) IS NOT NULL
