-- How long the fondo grows: runs of deals of a session from one after which it is empty, or was taken, to the next that
-- takes it. `is_open_before`, `is_open_after`: the run may be longer there, for a deal of which the fondo is not known, or
-- the session's beginning or end, cuts it off. `mean_highest`: the most that the fondo held, on average over the runs.
-- Grain: a length of runs, and where they are open, under a ruleset, in a club.
-- Key: club, rules, length, is_open_before, is_open_after
-- Not null: club, rules, length, is_open_before, is_open_after, runs, mean_highest
-- Holds: length >= 1
-- Holds: runs >= 1
SELECT club, rules, length, is_open_before, is_open_after, count(*) AS runs, avg(most) AS mean_highest
FROM (
    SELECT session_id, run, count(*) AS length, arg_min(NOT follows AND before > 0, number) AS is_open_before,
           NOT bool_or(is_taken) AS is_open_after, max(highest) AS most
    FROM (
        SELECT *, sum((NOT follows OR was_taken)::INTEGER) OVER (PARTITION BY session_id ORDER BY number) AS run
        FROM (
            SELECT *, coalesce(lag(number) OVER session = number - 1, false) AS follows,
                   coalesce(lag(is_taken) OVER session, false) AS was_taken
            FROM core.fondo
            WINDOW session AS (PARTITION BY session_id ORDER BY number)
        )
    )
    GROUP BY session_id, run
)
JOIN core.sessions USING (session_id)
WHERE most > 0
GROUP BY club, rules, length, is_open_before, is_open_after
