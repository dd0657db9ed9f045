-- Grain: a recorded value that is not confirmed, and the verdict on it. Key: club, session, deal, version, claim.
-- `claim` is its place among all recorded values of the deal; the export `deals` says how many are confirmed.
SELECT club, session, number AS deal, version, claim, kind, player, trick,
       payer AS "from", payee AS "to", coalesce(recorded_player, recorded::VARCHAR) AS recorded,
       coalesce(computed_player, computed::VARCHAR) AS computed, verdict, rule, reason, carried_from
FROM computed.named_claims
ORDER BY club, session, deal, version, claim;
