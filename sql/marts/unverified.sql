-- What could not be verified, and why.
-- Grain: a reason, for a kind of recorded value, under a ruleset.
-- Key: club, rules, kind, reason
-- Not null: club, rules, kind, deals
-- Holds: "values" >= deals
SELECT club, rules, kind, reason, count(*) AS "values", count(DISTINCT (session_id, number)) AS deals,
       count(DISTINCT session_id) AS sessions
FROM staging.claims
JOIN core.sessions USING (session_id)
WHERE verdict = 'undetermined'
GROUP BY club, rules, kind, reason
