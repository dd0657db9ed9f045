-- Grain: a recorded value and the verdict on it. Key: club, session, deal, version, claim.
SELECT club, session, number AS deal, version, claim, kind, player, trick,
       payer AS "from", payee AS "to", coalesce(recorded_player, recorded::VARCHAR) AS recorded,
       coalesce(computed_player, computed::VARCHAR) AS computed, verdict, rule, reason, carried_from
FROM computed.claims
JOIN recorded.named_sessions USING (session_id)
ORDER BY club, session, deal, version, claim;
