-- Grain: a version of a deal; there is one, unless records contradict each other. Key: club, session, deal, version.
-- `decided`: a correction or a choice between versions applies to it.
SELECT club, session, number AS deal, version, status, dealer, winner,
       fondo_start, fondo_end, has_ledger, coalesce(len(decisions), 0) > 0 AS decided
FROM computed.deals
JOIN recorded.named_sessions USING (session_id)
ORDER BY club, session, deal, version;
