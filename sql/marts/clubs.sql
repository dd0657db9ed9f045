-- The clubs at a glance, and what of theirs is in no statistic.
-- Grain: a ruleset that is played in a club.
-- Key: club, rules
-- Not null: club, rules, sessions, deals, counted, in_conflict, unsettled, same_person
-- Holds: counted + in_conflict + unsettled + same_person = deals
SELECT club, rules, count(DISTINCT session_id) AS sessions, count(DISTINCT table_name) AS tables,
       count(*) AS deals, count(*) FILTER (excluded IS NULL) AS counted,
       count(*) FILTER (excluded = 'conflict') AS in_conflict, count(*) FILTER (excluded = 'unsettled') AS unsettled,
       count(*) FILTER (excluded = 'same_person') AS same_person,
       count(*) FILTER (has_ledger) AS with_ledger, min(date) AS first_date, max(date) AS last_date,
       count(DISTINCT session_id) FILTER (date IS NULL) AS sessions_without_date
FROM core.deals
JOIN core.sessions USING (session_id)
GROUP BY club, rules
