-- Grain: a player of a session. Key: club, session, player. `seated` counts them in the order of first appearance. `final_balance` is empty where it is not determined.
SELECT club, session, place + 1 AS seated, player, final_balance
FROM computed.players
JOIN recorded.named_sessions USING (session_id)
ORDER BY club, session, seated;
