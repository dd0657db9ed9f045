-- Grain: a session. Key: club, session.
SELECT club, session, date, rules, options, settled, computed.sessions.known AS known,
       (SELECT count(*) FROM computed.deals WHERE deals.session_id = computed.sessions.session_id) AS deals
FROM computed.sessions
JOIN recorded.named_sessions USING (session_id)
ORDER BY club, session;
