-- Recorded values that are not confirmed.
-- Grain: a recorded value of a version of a deal.
-- Key: session_id, number, version, claim
-- Not null: session_id, number, version, claim, kind, verdict
-- Holds: verdict IN ('contradicted', 'undetermined')
SELECT session_id, number, version, claim, kind, verdict, rule, reason, carried_from
FROM club.computed.claims
