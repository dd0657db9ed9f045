-- Recorded values that are not confirmed, of the deals that are in the statistics.
-- Grain: a recorded value of a deal.
-- Key: session_id, number, claim
-- Not null: session_id, number, claim, kind, verdict
SELECT session_id, number, claim, kind, verdict, rule, reason, carried_from
FROM staging.claims
ANTI JOIN (SELECT session_id, number FROM core.deals WHERE excluded IS NOT NULL) USING (session_id, number)
