-- Grain: a version of a deal; there is one, unless records contradict each other. Key: club, session, deal, version.
-- `confirmed`: how many of its recorded values are; the export `claims` lists the others.
-- `decided`: a correction or a choice between versions applies to it.
SELECT club, session, number AS deal, version, status, dealer, winner,
       fondo_start, fondo_end, has_ledger, list_sum(confirmed)::BIGINT AS confirmed, decisions IS NOT NULL AS decided
FROM computed.named_deals
ORDER BY club, session, deal, version;
