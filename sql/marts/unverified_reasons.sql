-- Why recorded values could not be verified, whatever they are of: a deal of which several kinds are not is one deal.
-- Grain: a reason under a ruleset.
-- Key: club, rules, reason
-- Not null: club, rules, claims, deals
-- Holds: claims >= deals AND deals >= sessions
SELECT club, rules, reason, count(*) AS claims, count(DISTINCT (session_id, number)) AS deals,
       count(DISTINCT session_id) AS sessions
FROM core.claims
JOIN core.sessions USING (session_id)
WHERE verdict = 'undetermined'
GROUP BY club, rules, reason
