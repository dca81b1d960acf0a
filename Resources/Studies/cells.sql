-- What the people of each cell come to. Which cells may be shown, healthtui decides from these numbers.
--
-- Input: value(type, cell, person_id, q), one row for each person of a cell.
-- Output: type, cell, people, total, absolute, largest, low, middle, high; all but people in millionths.
--   absolute: the total of all values without their signs; largest: the largest of them.
--   low, middle, high: the values at a quarter, a half and three quarters of the people in order of value.

WITH
placed AS (
  SELECT type, cell, q, ABS(q) AS size,
         ROW_NUMBER() OVER (PARTITION BY type, cell ORDER BY q, person_id) AS place,
         COUNT(*) OVER (PARTITION BY type, cell) AS people
  FROM value)

SELECT type, cell, COUNT(*) AS people,
       CAST(SUM(CAST(q AS DECIMAL(20,0))) AS DECIMAL(38,0)) AS total,
       CAST(SUM(CAST(size AS DECIMAL(20,0))) AS DECIMAL(38,0)) AS absolute,
       MAX(size) AS largest,
       MAX(CASE WHEN 4 * place >= people AND 4 * (place - 1) < people THEN q END) AS low,
       MAX(CASE WHEN 2 * place >= people AND 2 * (place - 1) < people THEN q END) AS middle,
       MAX(CASE WHEN 4 * place >= 3 * people AND 4 * (place - 1) < 3 * people THEN q END) AS high
FROM placed
GROUP BY type, cell
ORDER BY type, cell
