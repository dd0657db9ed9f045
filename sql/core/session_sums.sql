-- What the mean of a value a deal is made from, added up over sessions (`audit.stats.intervals.SESSION_SUMS`).
-- `excluded`: deals of that person of which the value is not known.
-- Grain: a value a deal, of a person under a ruleset.
-- Key: club, rules, person, statistic
-- Not null: club, rules, person, statistic, sessions, n, total, excluded
-- Holds: n >= sessions
-- Holds: totals_squared >= 0 AND squares >= 0
SELECT club, rules, person, statistic, count(*) FILTER (n > 0) AS sessions, sum(n)::BIGINT AS n, sum(total) AS total,
       sum(squares) AS squares, sum(total * total) AS totals_squared, sum(total * n) AS totals_by_n,
       sum(n * n)::DOUBLE AS n_squared, sum(excluded)::BIGINT AS excluded
FROM core.value_sums
JOIN core.sessions USING (session_id)
JOIN core.persons USING (club_id, person_id)
GROUP BY club, rules, person, statistic
HAVING sum(n) > 0
