-- Grain: a recorded value and the verdict on it. Key: club, session, deal, version, claim.
SELECT clubs.name AS club, sessions.name AS session, number AS deal, version, claim, kind, player, trick,
       payer AS "from", payee AS "to", coalesce(recorded_player, recorded::VARCHAR) AS recorded,
       coalesce(computed_player, computed::VARCHAR) AS computed, verdict, rule, reason, carried_from
FROM computed.claims
JOIN recorded.sessions USING (session_id)
JOIN recorded.clubs USING (club_id)
ORDER BY club, session, deal, version, claim;
