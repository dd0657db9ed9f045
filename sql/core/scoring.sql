-- How well the scores were kept: recorded values by kind, and how many of them are wrong. `carried` are wrong only
-- because an earlier error was carried on; `undetermined` are in no rate.
-- Grain: a kind of value in a month, at a table, by a scorer, under a ruleset.
-- Key: club, rules, month, table_name, scorer, kind
-- Not null: club, rules, kind, confirmed, wrong, carried, undetermined
-- Holds: confirmed >= 0 AND wrong >= 0 AND carried >= 0 AND undetermined >= 0
SELECT club, rules, date_trunc('month', date)::DATE AS month, table_name, scorer, kind, sum(confirmed)::BIGINT AS confirmed,
       sum(wrong)::BIGINT AS wrong, sum(carried)::BIGINT AS carried, sum(undetermined)::BIGINT AS undetermined
FROM (
    SELECT session_id, kind, confirmed, 0 AS wrong, 0 AS carried, 0 AS undetermined
    FROM core.confirmed
    UNION ALL
    SELECT session_id, kind, 0, count(*) FILTER (verdict = 'contradicted' AND carried_from IS NULL),
           count(*) FILTER (verdict = 'contradicted' AND carried_from IS NOT NULL),
           count(*) FILTER (verdict = 'undetermined')
    FROM core.claims GROUP BY session_id, kind
)
JOIN core.sessions USING (session_id)
GROUP BY club, rules, month, table_name, scorer, kind
HAVING sum(confirmed + wrong + carried + undetermined) > 0
