-- Grain: a movement of tantos in the settlement of a deal. Key: club, session, deal, version, entry.
SELECT clubs.name AS club, sessions.name AS session, number AS deal, version, entry, trick, rule,
       payer AS "from", payee AS "to", amount
FROM computed.ledger
JOIN recorded.sessions USING (session_id)
JOIN recorded.clubs USING (club_id)
ORDER BY club, session, deal, version, entry;
