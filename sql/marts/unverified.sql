-- What could not be verified, and why.
-- Grain: a reason, for a kind of recorded value, under a ruleset.
-- Key: club, rules, kind, reason
-- Not null: club, rules, kind, claims, deals
-- Holds: claims >= deals AND deals >= sessions
SELECT club, rules, kind, reason, count(*) AS claims, count(DISTINCT (session_id, number)) AS deals,
       count(DISTINCT session_id) AS sessions
FROM core.claims
JOIN core.sessions USING (session_id)
WHERE verdict = 'undetermined'
GROUP BY club, rules, kind, reason
