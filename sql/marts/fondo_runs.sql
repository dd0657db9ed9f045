-- How long the fondo grows: runs of deals of a session from one that leaves it empty to the next. A run that a gap or
-- the session's end cuts off `is_open`; `mean_highest`: what the fondo came to at most, on average over the runs.
-- Grain: a length of runs under a ruleset, in a club.
-- Key: club, rules, length, is_open
-- Not null: club, rules, length, is_open, runs
-- Holds: length >= 1
-- Holds: runs >= 1
SELECT club, rules, length, NOT is_emptied AS is_open, count(*) AS runs, avg(highest) AS mean_highest
FROM (
    SELECT session_id, run, count(*) AS length, bool_or(fondo_end = 0) AS is_emptied, max(fondo_end) AS highest
    FROM (
        SELECT session_id, fondo_end, sum(begins::INTEGER) OVER (PARTITION BY session_id ORDER BY number) AS run
        FROM (
            SELECT session_id, number, fondo_end,
                   coalesce(lag(fondo_end) OVER session = 0 OR lag(number) OVER session <> number - 1, true) AS begins
            FROM core.deals
            WHERE fondo_end IS NOT NULL AND excluded IS NULL
            WINDOW session AS (PARTITION BY session_id ORDER BY number)
        )
    )
    GROUP BY session_id, run
)
JOIN core.sessions USING (session_id)
GROUP BY club, rules, length, is_open
