-- Grain: a session. Key: club, session.
SELECT clubs.name AS club, sessions.name AS session, date, rules, options, settled, computed.sessions.known AS known,
       (SELECT count(*) FROM computed.deals WHERE deals.session_id = computed.sessions.session_id) AS deals
FROM computed.sessions
JOIN recorded.sessions USING (session_id)
JOIN recorded.clubs USING (club_id)
ORDER BY club, session;
