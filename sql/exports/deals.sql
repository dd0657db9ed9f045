-- Grain: a version of a deal; there is one, unless records contradict each other. Key: club, session, deal, version.
SELECT clubs.name AS club, sessions.name AS session, number AS deal, version, status, dealer, winner,
       fondo_start, fondo_end, has_ledger, coalesce(len(decisions), 0) > 0 AS decided
FROM computed.deals
JOIN recorded.sessions USING (session_id)
JOIN recorded.clubs USING (club_id)
ORDER BY club, session, deal, version;
