-- Grain: a player of a session. Key: club, session, player. `final_balance` is empty where it is not determined.
SELECT clubs.name AS club, sessions.name AS session, place, player, final_balance
FROM computed.players
JOIN recorded.sessions USING (session_id)
JOIN recorded.clubs USING (club_id)
ORDER BY club, session, place;
