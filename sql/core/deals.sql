-- The deals, with why one is in no statistic, if it is in none: `conflict`, `unsettled`, or `same_person`, where two
-- names that were merged into one person sit in it: nobody knows which of the two it was.
-- Grain: a deal.
-- Key: session_id, number
-- Not null: session_id, number, lineup_id, status, has_ledger
-- Holds: excluded IN ('conflict', 'unsettled', 'same_person')
-- Holds: fondo_start >= 0 AND fondo_end >= 0
-- Holds: excluded IS NULL OR NOT has_ledger
-- Kept: table
SELECT session_id, number, status, lineup_id,
       CASE WHEN NOT settled THEN 'unsettled' WHEN versions IS NOT NULL THEN 'conflict'
            WHEN is_doubled THEN 'same_person' END AS excluded,
       CASE WHEN versions IS NULL THEN fondo_start END AS fondo_start,
       CASE WHEN versions IS NULL THEN fondo_end END AS fondo_end,
       has_ledger AND settled AND versions IS NULL AND is_doubled IS NULL AS has_ledger
FROM staging.deals
JOIN core.sessions USING (session_id)
LEFT JOIN (
    SELECT session_id, number, max(version) AS versions FROM staging.deals WHERE version > 1 GROUP BY ALL
) USING (session_id, number)
LEFT JOIN (
    SELECT DISTINCT lineup_id, true AS is_doubled
    FROM (SELECT lineup_id FROM core.lineups GROUP BY lineup_id, person_id HAVING count(*) > 1)
) USING (lineup_id)
WHERE version = 1
