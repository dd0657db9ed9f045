-- Grain: something against the rules in a version of a deal, or in a session (`deal` empty).
-- Key: club, session, deal, version, finding.
SELECT clubs.name AS club, sessions.name AS session, number AS deal, version, finding, code, severity, player, trick,
       card, rule
FROM computed.findings
JOIN recorded.sessions USING (session_id)
JOIN recorded.clubs USING (club_id)
ORDER BY club, session, deal, version, finding;
