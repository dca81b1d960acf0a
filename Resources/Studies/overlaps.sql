-- By how many people each cell differs from the same cell of every report that was published before.
--
-- Input: value(type, cell, person_id, q); published(report INT, type, cell, person_id).
-- Output: type, cell, report, differing.

WITH
before AS (SELECT DISTINCT report, type, cell FROM published),

present AS (
  SELECT report, type, cell, person_id, 1 AS is_before, 0 AS is_now FROM published
  UNION ALL
  SELECT b.report, v.type, v.cell, v.person_id, 0, 1
  FROM value AS v JOIN before AS b ON v.type = b.type AND v.cell = b.cell),

each_person AS (
  SELECT report, type, cell, person_id, MAX(is_before) AS is_before, MAX(is_now) AS is_now
  FROM present GROUP BY report, type, cell, person_id)

SELECT type, cell, report, SUM(CASE WHEN is_before <> is_now THEN 1 ELSE 0 END) AS differing
FROM each_person
GROUP BY type, cell, report
ORDER BY type, cell, report
