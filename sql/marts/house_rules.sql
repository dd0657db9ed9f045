-- The sets of options that sessions were played by, as far as they differ from the ruleset's own; `deals` include those
-- that are in no statistic.
-- Grain: a set of house rules under a ruleset, in a club.
-- Key: club, rules, options
-- Not null: club, rules, options, sessions, deals
-- Holds: deals >= sessions
SELECT club, rules, options, count(DISTINCT session_id) AS sessions, count(*) AS deals, min(date) AS first_date,
       max(date) AS last_date
FROM core.deals
JOIN core.sessions USING (session_id)
GROUP BY club, rules, options
